"""Stories of changes: what was so is told to be over, moved, wrong, or to be forgotten."""

from __future__ import annotations

import asyncio

import pytest

from retentive.app.languages import RuleExtractor
from tests.pipeline.story import story

ENDS = {
    "an end known under another attribute": (
        "I play the cello.",
        "I've given up the cello.",
        "cello",
    ),
    "a kind that names the one known": (
        "We're going to Greece in August.",
        "The trip fell through.",
        "going to Greece",
    ),
    "a place without the kind": (
        "We're going to Greece in August.",
        "The Greece trip was cancelled because of the storm.",
        "going to Greece",
    ),
    "food that a diet forbids": ("I'm a vegetarian.", "I eat meat again.", "vegetarian"),
    "food that was left out": ("I don't eat pork.", "I eat pork now.", "no pork"),
    "what heals": ("I have a broken wrist.", "My wrist has healed.", "broken wrist"),
    "what is better again": ("I have a cold.", "I'm healthy again.", "cold"),
    "a job lost": ("I work at Siemens.", "I was laid off in May.", "Siemens"),
    "no more of it": ("I'm learning Norwegian.", "So no more classes.", "Norwegian"),
    "a rule": ("Always use metric units.", "You don't need to use metric units any more.", "units"),
    "not to be kept": ("My age is 40.", "Don't remember my age.", "40"),
    "a kind to be forgotten": ("I live in Bonn.", "Please forget my address.", "Bonn"),
    "to be forgotten": ("I live in Bonn.", "Please forget where I live.", "Bonn"),
}
FOLLOWS = {
    "instead of": ("I drive a Golf.", "I've got a Polo instead of the Golf now.", "Polo", "Golf"),
    "left": ("I have five hens.", "There are only four hens left.", "four hens", "five hens"),
    "a rule of one frame": (
        "We write commits in English.",
        "We write commits in German now.",
        "write commits in German",
        "write commits in English",
    ),
    "an address": (
        "My email is ana@x.example.",
        "My email has changed to ana@y.example.",
        "ana@y.example",
        "ana@x.example",
    ),
    "what was said wrongly": (
        "I'm allergic to hazelnuts.",
        "I told you hazelnuts, but it's walnuts.",
        "walnuts",
        "hazelnuts",
    ),
    "a denial behind it": (
        "I'm allergic to hazelnuts.",
        "I'm allergic to walnuts, not to hazelnuts.",
        "walnuts",
        "hazelnuts",
    ),
    "whose birthday": (
        "My brother's birthday is on 4 May.",
        "I got my brother's birthday wrong, it's 5 May.",
        "5 May",
        "4 May",
    ),
}
MOVES = (
    "The release moves to 12 August.",
    "The new release date is 12 August.",
    "It's on 12 August now.",
    "Sorry, it's 12 August.",
    "Scratch that, it's on 12 August.",
    "I got the date of the release wrong, it's 12 August.",
    "Oops, the release is on 12 August.",
)
KEEPS = (
    "The milk is off.",
    "I left work early.",
    "I've handed in my notice.",
    "I dropped the dog off at the groomer.",
    "I gave up my seat on the bus.",
    "We had tea instead of coffee today.",
    "If Greece is off, I'll cry.",
    "Dinner is done.",
    "I don't have my dog with me.",
    "I'm not in Siemens Street, but at home.",
)


async def _told(*texts: str) -> set[str]:
    async with story(RuleExtractor()) as ana:
        await ana.tells(*((f"2026-05-{day:02}", text) for day, text in enumerate(texts, 1)))
        return await ana.values()


@pytest.mark.parametrize(("before", "end", "value"), ENDS.values(), ids=list(ENDS))
def test_what_is_told_to_be_over_holds_no_more(before: str, end: str, value: str) -> None:
    assert any(value in one for one in asyncio.run(_told(before)))
    assert not any(value in one for one in asyncio.run(_told(before, end)))


@pytest.mark.parametrize(("before", "then", "new", "old"), FOLLOWS.values(), ids=list(FOLLOWS))
def test_what_follows_takes_the_place_of_what_was(
    before: str, then: str, new: str, old: str
) -> None:
    values = asyncio.run(_told(before, then))
    assert new in values
    assert old not in values


@pytest.mark.parametrize("move", MOVES)
def test_an_appointment_gets_another_date(move: str) -> None:
    async def main() -> None:
        async with story(RuleExtractor()) as ana:
            await ana.tells(("2026-05-01", "The release is on 3 August."), ("2026-05-02", move))
            dates = [
                one.occurred.start.day for one in await ana.facts("2026-06-01") if one.occurred
            ]
            assert dates == [12]

    asyncio.run(main())


def test_nothing_ends_by_words_that_only_sound_so() -> None:
    known = ("I work at Siemens. I have a dog. I like tea.", "We're going to Greece in August.")
    assert asyncio.run(_told(*known)) <= asyncio.run(_told(*known, *KEEPS))

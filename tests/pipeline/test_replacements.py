"""Stories of what comes in the place of something that only what is known tells."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest

from retentive.app.languages import RuleExtractor
from tests.pipeline.story import story

FOLLOWS = {
    "an employer by its name": (
        ("I work at Siemens. I have a dog.",),
        "I'm at Bosch now.",
        {"Bosch", "dog"},
        {"Siemens"},
    ),
    "of no known employer": (("I have a dog.",), "I'm at Bosch now.", {"dog"}, {"Bosch"}),
    "an employer, for another": (
        ("I work at Siemens. My helper Ines is nice.",),
        "I left Siemens for Bosch. Ines left us in March.",
        {"Bosch"},
        {"Siemens", "helper Ines"},
    ),
    "a partner, not an employer": (
        ("I work at Siemens.", "My boyfriend's name is Jonas.", "Jonas and I split up."),
        "I'm with Erik now.",
        {"Erik", "Siemens"},
        {"boyfriend Jonas"},
    ),
    "a field": (
        ("I study law at Leiden University.",),
        "Switched majors last month, it's history for me now.",
        {"history", "Leiden University"},
        {"law"},
    ),
    "a surname": (("My name is Beth Harmon.",), "Beth Okafor from now on!", {"Beth Okafor"}, set()),
    "a dose and a weight": (
        ("I take 50 mg of sertraline. I weigh 78 kg.",),
        "The doctor upped the sertraline to 100. Weight's down to 74.",
        {"100 mg of sertraline", "74 kg"},
        {"50 mg of sertraline", "78 kg"},
    ),
    "a tool of its kind": (
        ("We use Jira and Slack.",),
        "We switched to Linear.",
        {"Linear", "Slack"},
        {"Jira"},
    ),
    "which of two cars": (
        ("I own a Fiat. I own a Volvo.",),
        "I drive a Kia now.",
        {"Kia", "Fiat", "Volvo"},
        set(),
    ),
    "what somebody did": (
        ("My sister Ida is a teacher.",),
        "Ida quit teaching.",
        set(),
        {"teacher"},
    ),
    "what is liked best": (
        ("My favourite colour is blue. I like tea.",),
        "My favourite colour is green now.",
        {"green", "tea"},
        {"blue"},
    ),
    "a measure": (
        ("My blood pressure is 150/95.",),
        "bp is 128/82",
        {"blood pressure 128/82"},
        {"blood pressure 150/95"},
    ),
    "another medicine": (
        ("I take metformin.",),
        "They took me off metformin and put me on insulin.",
        {"insulin"},
        {"metformin"},
    ),
    "what is told alike": (
        ("My website runs on WordPress. I use Vim.",),
        "The website runs on Grav now.",
        {"Grav", "Vim"},
        {"WordPress"},
    ),
    "a day": (
        ("Bins go out on Tuesdays.",),
        "The bins moved to Wednesdays.",
        {"bins on Wednesdays"},
        {"Bins go out on Tuesdays"},
    ),
    "a diet": (
        ("I'm vegetarian. I like tofu.",),
        "I eat fish again since Easter.",
        {"eats fish", "tofu"},
        {"vegetarian"},
    ),
    "a hand that is well": (
        ("I have a broken hand. I have asthma.",),
        "The hand is grand now.",
        {"asthma"},
        {"broken hand"},
    ),
    "a medicine of nobody's": (
        ("I take metformin.",),
        "They put me on hold.",
        {"metformin"},
        set(),
    ),
    "in the passive": (
        ("I drive a Peugeot 208.",),
        "The Peugeot was replaced by a Renault 5.",
        {"Renault 5"},
        {"Peugeot 208"},
    ),
    "a number, not the other": (
        ("The line length is 100.",),
        "The line length is 88, not 100.",
        {"line length 88"},
        {"line length 100"},
    ),
}
MOVES = {
    "The release got pushed back a week.": date(2026, 6, 26),
    "They brought the release forward by two days.": date(2026, 6, 17),
    "The release is on Thursday instead.": date(2026, 6, 18),
    "The release has been moved to the 24th.": date(2026, 6, 24),
    "The team got two more weeks for the release.": date(2026, 7, 3),
}


@pytest.mark.parametrize(("before", "then", "holds", "ended"), FOLLOWS.values(), ids=list(FOLLOWS))
def test_what_is_known_tells_what_is_replaced(
    before: tuple[str, ...], then: str, holds: set[str], ended: set[str]
) -> None:
    async def main() -> None:
        async with story(RuleExtractor()) as ana:
            texts = enumerate((*before, then), 1)
            await ana.tells(*((f"2026-05-{day:02}", text) for day, text in texts))
            values = await ana.values()
            assert holds <= values
            assert not ended & values

    asyncio.run(main())


def test_an_appointment_is_moved_as_far_as_is_told() -> None:
    async def main(move: str) -> list[date]:
        async with story(RuleExtractor()) as ana:
            await ana.tells(("2026-05-04", "The release is on 19 June."), ("2026-05-05", move))
            facts = await ana.facts("2026-05-31")
            return [one.occurred.start.date() for one in facts if one.occurred]

    for move, day in MOVES.items():
        assert (move, asyncio.run(main(move))) == (move, [day])


KIN = {
    "her name is known": ("My sister Rosa lives in Faro.", "My sister moved to Lagos."),
    "her name is told later": ("My sister lives in Faro.", "My sister Rosa moved to Lagos."),
    "her name is written small": ("My sister Rosa lives in Faro.", "rosa moved to lagos"),
}


@pytest.mark.parametrize(("before", "then"), KIN.values(), ids=list(KIN))
def test_a_sister_is_the_one_of_her_name(before: str, then: str) -> None:
    async def main() -> None:
        async with story(RuleExtractor()) as ana:
            await ana.tells(("2026-05-01", before), ("2026-05-02", then))
            homes = [
                (one.claim.subject, one.claim.value.lower())
                for one in await ana.facts("2026-06-01")
                if one.claim and one.claim.attribute == "lives_in"
            ]
            assert homes == [("person:rosa", "lagos")]

    asyncio.run(main())


def test_one_of_two_sisters_may_be_another() -> None:
    async def main() -> None:
        async with story(RuleExtractor()) as ana:
            await ana.tells(
                ("2026-05-01", "My sister Rosa lives in Faro. My sister Ida is a nurse.")
            )
            await ana.tells(("2026-05-02", "My sister moved to Lagos."))
            assert {"Faro", "Lagos"} <= await ana.values()

    asyncio.run(main())

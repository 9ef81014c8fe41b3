"""What sounds like a change and is none, told in the plain words of a chat."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from tests.pipeline.story import FIRST, told_daily


async def held(*said: str) -> set[str]:
    """Return what is so by the end, as `attribute value`, of what was said day by day."""
    last = FIRST + timedelta(days=len(said))
    async with told_daily(said, last) as ana:
        facts = (await ana.facts.list(valid_at=last, limit=100)).items
    claims = [one.claim for one in facts if one.claim]
    return {f"{one.attribute} {one.value}" for one in claims if one.polarity.value == "positive"}


LEFT = [
    ("I'm vegetarian.", "I don't eat onions.", "diet vegetarian"),
    ("I don't eat onions.", "I don't eat celery.", "diet no onions"),
    ("I'm vegan.", "I can't eat one more bite.", "diet vegan"),
    ("I like figs.", "I don't like figs in salads.", "likes figs"),
    ("I use Emacs.", "I don't use Emacs for prose.", "uses_tool Emacs"),
    ("I live in Faro.", "I moved to Linux in spring.", "lives_in Faro"),
    ("I live in Faro.", "I moved to light mode.", "lives_in Faro"),
    ("I live in Faro.", "My dream flat is in Turin.", "lives_in Faro"),
    ("I'm a nurse.", "My job is exhausting.", "job nurse"),
    ("I'm a nurse.", "My job is driving me mad.", "job nurse"),
    ("I'm a nurse.", "I retired my old laptop.", "job nurse"),
    ("I'm a nurse.", "I'm the cook tonight.", "job nurse"),
    ("I work at Lidl.", "I joined the meeting late.", "works_at Lidl"),
    ("I work at Lidl.", "I started at the end of the list.", "works_at Lidl"),
    ("I work at Lidl.", "I work for free.", "works_at Lidl"),
    ("I'm 34.", "I'm 20 weeks pregnant.", "age 34"),
    ("I'm married.", "I'm divorced from reality.", "relationship_status married"),
    ("I'm married.", "I'm engaged in a debate.", "relationship_status married"),
    ("My husband is Ivo.", "My sister got divorced.", "partner husband Ivo"),
    ("I'm a widow.", "Bo and Cy split, their engagement is over.", "relationship_status widowed"),
    ("My name is Ana.", "I'm Back.", "name Ana"),
    ("I own a tablet.", "My tablet died.", "owns tablet"),
    ("I own a phone.", "My phone is dead.", "owns phone"),
]


@pytest.mark.parametrize(("first", "then", "stays"), LEFT)
def test_what_is_no_change_ends_nothing(first: str, then: str, stays: str) -> None:
    assert stays in asyncio.run(held(first, then))


ENDED = [
    ("I'm vegetarian.", "I'm vegan now.", "diet vegetarian"),
    ("I like figs.", "I don't like figs at all.", "likes figs"),
    ("I use Emacs.", "I don't use Emacs any more.", "uses_tool Emacs"),
    ("I live in Faro.", "I moved to Turin.", "lives_in Faro"),
    ("I'm a nurse.", "My job is teacher.", "job nurse"),
    ("I'm a nurse.", "I retired last month.", "job nurse"),
    ("I work at Lidl.", "I joined Aldi.", "works_at Lidl"),
    ("I work at Lidl.", "I'm unemployed now.", "works_at Lidl"),
    ("I work at Lidl.", "I retired yesterday.", "works_at Lidl"),
    ("My husband is Ivo.", "We got divorced.", "partner husband Ivo"),
    ("My brother Ivo works at Lidl.", "He quit yesterday.", "works_at Lidl"),
    ("I own a toaster.", "My toaster died.", "owns toaster"),
    ("I own a laptop.", "My laptop died.", "owns laptop"),
]


@pytest.mark.parametrize(("first", "then", "ends"), ENDED)
def test_what_is_a_change_ends_what_was(first: str, then: str, ends: str) -> None:
    assert ends not in asyncio.run(held(first, then))

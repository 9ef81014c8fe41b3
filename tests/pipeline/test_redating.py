"""Stories of a wrong date that is put right, and of what is not to be kept."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest

from retentive.app.languages import RuleExtractor
from tests.pipeline.story import story

PUT_RIGHT = {
    "a home": (
        "I moved to Oslo in March.",
        "Sorry, I meant April, not March.",
        ("lives_in Oslo", "I moved to Oslo in April.", date(2026, 4, 1)),
    ),
    "an employer": (
        "I've worked at Shell since 2019.",
        "Sorry, I meant 2018, not 2019.",
        ("works_at Shell", "I've worked at Shell since 2018.", date(2018, 1, 1)),
    ),
    "a plan": (
        "I'm joining Spotify on 2 June.",
        "Sorry, I meant 9 June, not 2 June.",
        ("plan joining Spotify", "I'm joining Spotify on 9 June.", date(2026, 6, 9)),
    ),
    "how many": (
        "I have two cats.",
        "Sorry, I meant three cats, not two.",
        ("pet three cats", "I have three cats.", None),
    ),
}


@pytest.mark.parametrize(("told", "then", "right"), PUT_RIGHT.values(), ids=PUT_RIGHT)
def test_a_wrong_date_is_put_right_and_what_it_dates_stays(
    told: str, then: str, right: tuple[str, str, date | None]
) -> None:
    async def main() -> None:
        async with story(RuleExtractor()) as ana:
            await ana.tells(("2026-05-04", told), ("2026-05-05", then))
            (fact,) = await ana.facts("2026-05-31")
            assert fact.claim is not None
            begins = fact.occurred.start if fact.occurred else fact.valid_from
            claimed = f"{fact.claim.attribute} {fact.claim.value}"
            assert (claimed, fact.text, begins and begins.date()) == right

    asyncio.run(main())


@pytest.mark.parametrize(
    "then",
    [
        "Please don't store that I have a cat.",
        "I don't want you to remember that I have a cat.",
        "Could you not save that I have a cat?",
    ],
)
def test_what_is_not_to_be_kept_is_forgotten(then: str) -> None:
    async def main() -> None:
        async with story(RuleExtractor()) as ana:
            await ana.tells(("2026-05-04", "I have a cat."), ("2026-05-05", then))
            assert await ana.values() == set()

    asyncio.run(main())


@pytest.mark.parametrize(
    "then",
    [
        "We don't store that in the shed.",
        "Please remember that I have a cat.",
        "I don't remember that I have a cat.",
    ],
)
def test_what_is_only_told_of_keeping_is_no_request(then: str) -> None:
    async def main() -> None:
        async with story(RuleExtractor()) as ana:
            await ana.tells(("2026-05-04", "I have a cat."), ("2026-05-05", then))
            assert "cat" in await ana.values()

    asyncio.run(main())

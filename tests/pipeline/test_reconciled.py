"""Whatever is said in whatever order: homes tile time, and nothing else is touched."""

from __future__ import annotations

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pipeline.story import story
from tests.support.fast import examples

CITIES = ("Lisbon", "Porto", "Faro", "Rome", "Oslo", "Vienna", "Graz")


@settings(max_examples=examples(60), deadline=None)
@given(st.permutations(range(5)), st.integers(0, 3))
def test_homes_said_in_any_order_of_arrival_tile_time(order: list[int], together: int) -> None:
    async def main() -> None:
        async with story() as ana:
            said = [(f"202{at}-01-01", f"I live in {CITIES[at]}.") for at in order]
            await ana.tells(*said[:together])
            for one in said[together:]:
                await ana.tells(one)
            assert await ana.homes() == [
                "Lisbon […, 2021-01-01)",
                *(f"{CITIES[at]} [by 202{at}-01-01, 202{at + 1}-01-01)" for at in range(1, 4)),
                "Oslo [by 2024-01-01, …)",
            ]

    asyncio.run(main())


said_things = st.lists(
    st.builds(
        lambda verb, place, month: (f"2025-{month:02}-01", f"I {verb} {place}."),
        st.sampled_from(
            (
                "live in",
                "moved to",
                "left",
                "also live in",
                "am staying for now in",
                "never lived in",
            )
        ),
        st.sampled_from(CITIES),
        st.integers(1, 12),
    ),
    max_size=8,
)


@settings(max_examples=examples(60), deadline=None)
@given(said_things)
def test_what_is_said_of_a_home_changes_nothing_else(said: list[tuple[str, str]]) -> None:
    async def main() -> None:
        async with story() as ana:
            await ana.tells(("2025-01-01", "I work as a nurse. I like Porto. I keep two cats."))
            others = await ana.facts()
            await ana.tells(*said)
            left = [
                one for one in await ana.facts() if one.claim and one.claim.attribute != "lives_in"
            ]
            assert left == others
            now = [one for one in await ana.facts("2026-06-01") if "live" in str(one.claim)]
            standing = [
                one.claim
                for one in now
                if one.layer is None and one.claim and one.claim.polarity.value == "positive"
            ]
            assert len({one.value for one in standing}) <= 1

    asyncio.run(main())

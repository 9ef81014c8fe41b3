"""What is known depends on what was said, not on the store that it was said to."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pipeline.story import FIRST, told_daily
from tests.support.fast import examples

SAYINGS = (
    "I like tea.",
    "I don't like tea.",
    "I like tea now.",
    "Forget that I like tea.",
    "Forget that I don't like tea.",
    "I like tea and green tea. I have two cats and a cat.",
    "I meant four cats, not two cats.",
    "I live in Porto with my wife Lea.",
    "I moved to Braga.",
    "Forget that Lea is my wife.",
    "It was Faro, not Braga.",
)


async def known(seed: int, said: list[str]) -> list[tuple[str, ...]]:
    """Return all that a store of its own secrets knows after this was said."""
    async with told_daily(said, FIRST + timedelta(days=200), seed) as ana:
        facts = (await ana.facts.list(valid_at="any", limit=1_000)).items
    return sorted(
        (one.text, *map(str, (one.claim, one.valid_from, one.valid_until, one.standing)))
        for one in facts
    )


@settings(max_examples=examples(15), deadline=None)
@given(st.lists(st.sampled_from(SAYINGS), max_size=7))
def test_the_same_words_lead_to_the_same_facts_in_every_store(said: list[str]) -> None:
    first, second = (asyncio.run(known(seed, said)) for seed in (1, 2))
    assert first == second


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (["I like tea.", "I don't like tea.", "Forget that I like tea."], ["I don't like tea."]),
        (
            ["I don't like tea.", "I like tea now.", "Forget that I like tea."],
            ["I don't like tea."],
        ),
        (["I don't like tea.", "Forget that I like tea."], ["I don't like tea."]),
        (["I like tea.", "Forget that I don't like tea."], ["I like tea."]),
    ],
)
def test_what_is_forgotten_is_what_was_said_to_be_so(said: list[str], left: list[str]) -> None:
    for seed in range(3):
        assert [text for text, *_ in asyncio.run(known(seed, said))] == left

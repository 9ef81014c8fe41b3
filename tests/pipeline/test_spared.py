"""Forgetting one claim leaves what else the same words say, and masks its own there."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from retentive import AsyncMemory, Config
from retentive.kernel.ambient import Ambient
from retentive.testing.fakes import CountingIds, FrozenClock, SeededChance

SAID = [
    ("I live in Porto with my wife Lea.", "partner", {"Porto"}, "Lea"),
    ("I like figs, olives and plums.", "olives", {"figs", "plums"}, "olives"),
    ("I work at Lidl as a cook.", "job", {"Lidl"}, "cook"),
]


def opened() -> tuple[Ambient, Config]:
    clock = FrozenClock(step=timedelta(seconds=1))
    return Ambient(clock=clock, ids=CountingIds(), chance=SeededChance()), Config(background=False)


async def after_forgetting(said: str, what: str, *, digested: bool) -> tuple[set[str], str]:
    """Return the values that are left, and all that a reader is shown, facts and log."""
    ambient, config = opened()
    async with await AsyncMemory.open(
        "memory://", ambient=ambient, config=config, embedder=None
    ) as memory:
        ana = memory.scope(user="ana")
        await ana.observe([{"role": "user", "content": said}])
        await memory.flush()
        facts = (await ana.facts.list(valid_at="any")).items
        (fact,) = [one for one in facts if one.claim and what in str(one.claim)]
        await ana.forget(fact.id)
        if digested:
            await memory.flush()
            assert list((await memory.verify()).damages) == []
        left = (await ana.facts.list(valid_at="any")).items
        hits = await ana.recall(said)
        quotes = [cited.quote for one in left for cited in one.provenance.citations]
        shown = [*quotes, *(one.text for one in left), *(hit.text for hit in hits)]
    return {one.claim.value for one in left if one.claim}, " ".join(shown)


@pytest.mark.parametrize("digested", [True, False])
@pytest.mark.parametrize(("said", "what", "stays", "gone"), SAID)
def test_what_else_the_words_say_is_left(
    said: str, what: str, stays: set[str], gone: str, digested: bool
) -> None:
    values, shown = asyncio.run(after_forgetting(said, what, digested=digested))
    assert values == stays
    assert gone not in shown
    assert "[…]" in shown


def test_what_would_tell_it_still_goes_with_it() -> None:
    async def main() -> list[str]:
        ambient, config = opened()
        async with await AsyncMemory.open(
            "memory://", ambient=ambient, config=config, embedder=None
        ) as memory:
            ana = memory.scope(user="ana")
            await ana.observe([{"role": "user", "content": "I like tea, green tea and figs."}])
            await memory.flush()
            facts = (await ana.facts.list()).items
            (fact,) = [one for one in facts if one.claim and one.claim.value == "tea"]
            await ana.forget(fact.id)
            await memory.flush()
            return [one.text for one in (await ana.facts.list()).items]

    assert [text for text in asyncio.run(main()) if "tea" in text] == []

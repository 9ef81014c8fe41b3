"""What was known at a time is what a store knows that got the log up to then."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest
from hypothesis import strategies as st

from retentive import AsyncMemory
from retentive.kernel.ambient import Ambient
from retentive.testing.fakes import START, CountingIds, FrozenClock, SeededChance, ToyEmbedder
from tests.pipeline.life import USERS, Act, Curate, ForgetEntry, acts, live
from tests.pipeline.test_fold import copied, log_of, store_of
from tests.properties.places import Place, opened
from tests.support.stores import Driver

QUERIES = ("checkers oud Rosa", "live in Porto ferrets", "café clock そば")
LATER = START + timedelta(days=30)


def keeps_words(act: Act) -> bool:
    """Tell whether an act forgets nothing: what was forgotten is silent at every time."""
    return not isinstance(act, ForgetEntry) and not (
        isinstance(act, Curate) and act.verb == "forget"
    )


lives = st.lists(acts.filter(keeps_words), min_size=2, max_size=14)


def ambient() -> Ambient:
    clock = FrozenClock(step=timedelta(seconds=1))
    return Ambient(clock=clock, ids=CountingIds(), chance=SeededChance())


async def told(memory: AsyncMemory, known_at: datetime | None) -> list[object]:
    answers: list[object] = []
    for user in USERS:
        reader = memory.scope(tenant="t", user=user, agent="a", session="s1")
        for valid_at in (LATER, "any"):
            for query in QUERIES:
                hits = await reader.recall(query, valid_at=valid_at, known_at=known_at)
                answers.append([(hit.id, hit.score, hit.text, hit.sources) for hit in hits])
            listed = (await reader.facts.list(valid_at=valid_at, known_at=known_at)).items
            answers.append([(fact.id, fact.text, fact.confidence) for fact in listed])
        block = await reader.context(QUERIES[0], valid_at=LATER, known_at=known_at)
        answers.append(block.text)
    return answers


def test_of_many_turns_that_fit_alike_the_newest_come_first_at_every_time(place: Place) -> None:
    async def main() -> None:
        async with await opened(place.fresh(), ambient()) as memory:
            ana = memory.scope(user="ana", session="s-1")
            texts = [f"You like checkers, friend{number}." for number in range(260)]
            items = [{"role": "assistant", "content": text} for text in texts]
            receipt = await ana.observe([*items, {"role": "user", "content": "I like checkers."}])
            await memory.flush()
            (fact,) = (await ana.facts.list()).items
            await ana.retract(fact.id)
            await memory.flush()
            newest = [hit.id for hit in await ana.recall("checkers", limit=5)]
            assert newest == list(reversed(receipt.ids[:-1]))[:5]
            ((_, log),) = await log_of(store_of(memory))
            then = await ana.recall("checkers", limit=5, known_at=log[219].recorded_at)
            assert [hit.id for hit in then] == [entry.id for entry in reversed(log[215:220])]

    asyncio.run(main())


def test_of_equal_turns_the_newest_is_shown_at_every_time(place: Place) -> None:
    async def main() -> None:
        async with await opened(place.fresh(), ambient()) as memory:
            ana = memory.scope(user="ana", session="s-1")
            item = {"role": "assistant", "content": "You like checkers."}
            ids = [(await ana.observe([item])).ids[0] for _ in range(12)]
            await memory.flush()
            assert [hit.id for hit in await ana.recall("checkers")] == [ids[-1]]
            ((_, log),) = await log_of(store_of(memory))
            then = await ana.recall("checkers", known_at=log[6].recorded_at)
            assert [hit.id for hit in then] == [ids[6]]

    asyncio.run(main())


@pytest.mark.parametrize("embedder", [None, ToyEmbedder()], ids=["words", "vectors"])
def test_what_was_known_then_is_what_the_log_up_to_then_gives(
    place: Place, embedder: ToyEmbedder | None
) -> None:
    @place.always(40, life=lives, cut=st.floats(0, 1))
    async def claim(data: Driver, life: list[Act], cut: float) -> None:
        async with await opened(data, ambient(), embedder=embedder) as memory:
            await live(memory, life)
            await memory.flush()
            log = await log_of(store_of(memory))
            times = sorted(entry.recorded_at for _, entries in log for entry in entries)
            if not times:
                return
            known_at = times[round(cut * (len(times) - 1))]
            then = await told(memory, known_at)
            now = await told(memory, None)
        until = [
            (address, [e for e in entries if e.recorded_at <= known_at]) for address, entries in log
        ]
        async with await opened(place.fresh(), ambient(), embedder=embedder) as shorter:
            await copied(
                [(address, entries) for address, entries in until if entries], store_of(shorter)
            )
            await shorter.flush()
            assert await told(shorter, None) == then
            assert (known_at < times[-1]) or then == now

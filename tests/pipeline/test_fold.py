"""Settled state is a function of the log: batches, workers, crashes and rebuilds agree."""

import asyncio
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retentive import AsyncMemory, Config
from retentive.kernel.scope import Address
from retentive.model.entry import Entry
from retentive.pipeline.worker import Worker
from retentive.ports.store import MemoryStore, Transaction
from retentive.ports.view import View
from retentive.rules.pace import Pace
from retentive.testing.fakes import frozen_ambient
from tests.pipeline.life import Act, live, lives
from tests.support.derived import derived_state
from tests.support.fast import examples
from tests.support.inside import engine_of

QUIET = Config(background=False)


async def opened(pace: Pace = QUIET.pace) -> AsyncMemory:
    config = Config(background=False, pace=pace)
    return await AsyncMemory.open("memory://", ambient=frozen_ambient(), config=config)


def store_of(memory: AsyncMemory) -> MemoryStore:
    return engine_of(memory).wired.store


async def state(memory: AsyncMemory) -> dict[str, Mapping[str, object]]:
    store = store_of(memory)
    return await store.read(await store.addresses(), derived_state)


async def log_of(store: MemoryStore) -> list[tuple[Address, list[Entry]]]:
    def work(view: View) -> list[Entry]:
        (space,) = view.spaces
        return list(view.entries(space, limit=10_000))

    return [(address, await store.read([address], work)) for address in await store.addresses()]


async def copied(log: list[tuple[Address, list[Entry]]], store: MemoryStore) -> None:
    for address, entries in log:

        def work(tx: Transaction, entries: list[Entry] = entries) -> None:
            tx.append(entries, {})

        await store.write(address, work)


@settings(max_examples=examples(150), deadline=None)
@given(life=lives, pace=st.integers(1, 7))
def test_any_split_into_batches_gives_equal_records(life: list[Act], pace: int) -> None:
    async def main() -> None:
        async with await opened() as lived, await opened(Pace(entries=pace)) as other:
            await live(lived, life)
            await lived.flush()
            log = await log_of(store_of(lived))
            await copied(log, store_of(other))
            await other.flush()
            assert await state(other) == await state(lived)

    asyncio.run(main())


@settings(max_examples=examples(150), deadline=None)
@given(life=lives)
def test_a_rebuild_gives_equal_records(life: list[Act]) -> None:
    async def main() -> None:
        async with await opened() as memory:
            await live(memory, life)
            await memory.flush()
            before = await state(memory)
            await memory.rebuild()
            assert await state(memory) == before

    asyncio.run(main())


@settings(max_examples=examples(50), deadline=None)
@given(life=lives)
def test_a_rebuild_also_settles_a_half_digested_tail(life: list[Act]) -> None:
    async def main() -> None:
        async with await opened() as memory, await opened() as flushed:
            await live(memory, life)
            await copied(await log_of(store_of(memory)), store_of(flushed))
            await flushed.flush()
            await memory.rebuild()
            assert await state(memory) == await state(flushed)
            assert (await memory.stats()).pending == 0

    asyncio.run(main())


async def _drained(worker: Worker) -> None:
    """Digest until nothing can be leased."""
    while await worker.step() is not None:
        pass


@pytest.mark.parametrize("workers", [2, 3])
def test_any_number_of_workers_gives_equal_records(workers: int) -> None:
    texts = [f"I own canoe number {number}. I like checkers." for number in range(40)]

    async def main() -> None:
        async with await opened() as memory, await opened() as alone:
            ana = memory.scope(user="ana", session="s1")
            await ana.observe([{"role": "user", "content": text} for text in texts])
            await copied(await log_of(store_of(memory)), store_of(alone))
            worker = engine_of(memory).worker
            await asyncio.gather(*(_drained(worker) for _ in range(workers)))
            await memory.flush()
            await alone.flush()
            assert await state(memory) == await state(alone)

    asyncio.run(main())

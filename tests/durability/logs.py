"""Reading what a store holds, and replaying its log in a fresh store to compare."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from retentive import AsyncMemory, Config
from retentive.kernel.ambient import Ambient
from retentive.kernel.scope import Address
from retentive.model.entry import Entry
from retentive.ports.stages import Extractor
from retentive.ports.store import MemoryStore, Transaction
from retentive.ports.view import View
from retentive.testing.fakes import START, CountingIds, FrozenClock
from tests.support.derived import derived_state
from tests.support.inside import engine_of

T = TypeVar("T")
State = dict[str, Mapping[str, object]]
Log = dict[str, list[Entry]]

QUIET = Config(background=False)
LONG = 1_500
"""More entries than this are replayed in a file."""


@dataclass
class KeptSecrets:
    """Chance that gives the secrets of another store's spaces, in the order of their creation."""

    secrets: list[bytes]

    def secret(self, size: int) -> bytes:
        """Return the next space's secret."""
        return self.secrets.pop(0)


def later() -> Ambient:
    """Return an ambient long after everything that frozen children did, with ids of its own."""
    return Ambient(clock=FrozenClock(START + timedelta(days=300)), ids=CountingIds(10**6))


def store_of(memory: AsyncMemory) -> MemoryStore:
    """Return the store behind a memory."""
    return engine_of(memory).wired.store


def on(
    path: Path | str,
    work: Callable[[AsyncMemory], Coroutine[Any, Any, T]],
    *,
    ambient: Ambient | None = None,
    extractor: Extractor | None = None,
    config: Config = QUIET,
) -> T:
    """Open the store at `path`, and return what `work` makes of it."""

    async def main() -> T:
        opening = AsyncMemory.open(
            str(path), embedder=None, ambient=ambient, extractor=extractor, config=config
        )
        async with await opening as memory:
            return await work(memory)

    return asyncio.run(main())


async def state(memory: AsyncMemory) -> State:
    """Return everything derived in every space."""
    store = store_of(memory)
    return await store.read(await store.addresses(), derived_state)


async def log_of(memory: AsyncMemory) -> Log:
    """Return the log of every space, in the order of their creation."""
    store = store_of(memory)

    def work(view: View) -> Log:
        return {
            space.address.encoded(): list(view.entries(space, limit=10**9)) for space in view.spaces
        }

    return await store.read(await store.addresses(), work)


async def secrets_of(memory: AsyncMemory) -> list[bytes]:
    """Return the secrets of all spaces, in the order of their creation."""
    store = store_of(memory)
    return await store.read(
        await store.addresses(), lambda view: [space.secret for space in view.spaces]
    )


async def replayed(log: Log, secrets: Sequence[bytes], extractor: Extractor | None = None) -> State:
    """Return what a fresh store, given only this log, derives from it undisturbed.

    It is the driver in memory, the specification, unless the log is too long for that.
    """
    with tempfile.TemporaryDirectory() as folder:
        long = sum(map(len, log.values())) > LONG
        url = f"{folder}/fresh.db" if long else "memory://"
        return await _replayed(url, log, secrets, extractor)


async def _replayed(
    url: str, log: Log, secrets: Sequence[bytes], extractor: Extractor | None
) -> State:
    ambient = Ambient(
        clock=FrozenClock(START + timedelta(days=300)),
        ids=CountingIds(),
        chance=KeptSecrets(list(secrets)),
    )
    opening = AsyncMemory.open(
        url, embedder=None, ambient=ambient, extractor=extractor, config=QUIET
    )
    async with await opening as memory:
        for name, entries in log.items():

            def work(tx: Transaction, entries: list[Entry] = entries) -> None:
                tx.append(entries, {})

            await store_of(memory).write(Address.decoded(name), work)
        await memory.flush()
        return await state(memory)


async def settled(memory: AsyncMemory, extractor: Extractor | None = None) -> Log:
    """Assert that all is well and nothing is half done; return the log.

    The store is clean as it is; flushed it holds what a fresh store derives from its log; and
    it is still clean.
    """
    assert (await memory.verify()).damages == ()
    await memory.flush(timeout=900)
    log = await log_of(memory)
    assert await state(memory) == await replayed(log, await secrets_of(memory), extractor)
    assert (await memory.verify()).damages == ()
    return log


def linear(entries: Sequence[Entry]) -> bool:
    """Tell whether numbers go on without a gap and times rise."""
    times = [one.recorded_at for one in entries]
    return [one.seq for one in entries] == list(range(1, len(entries) + 1)) and all(
        one < next_one for one, next_one in pairwise(times)
    )

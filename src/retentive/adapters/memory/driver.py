"""The store itself: snapshots, transactions and leases over a shelf of spaces.

The port is asynchronous, the work is not: every call runs to its end in a thread of the
store's own, writes one after the other in the order in which they came.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from typing import Self, TypeVar

from retentive.adapters.calls import Calls
from retentive.adapters.memory.shelf import Shelf
from retentive.adapters.memory.state import SpaceState, maker_of
from retentive.adapters.memory.transaction import MemoryTransaction, MemoryView
from retentive.adapters.memory.work import (
    WorkAsked,
    disowned,
    extended,
    granted,
    longest_waiting,
    released,
)
from retentive.kernel.ambient import Ambient
from retentive.kernel.scope import Address
from retentive.model.report import Damage
from retentive.model.space import Generations, Lease, Space, Watermark
from retentive.ports.store import PATIENCE, T, Transaction
from retentive.ports.view import View

A = TypeVar("A")

SECRET_SIZE = 32
READERS = 4
"""How many reads run at once."""


class MemoryDriver:
    """A `MemoryStore` that lives as long as this process, or as the shelf it was given."""

    def __init__(
        self,
        *,
        ambient: Ambient,
        tokeniser: str,
        maker: str,
        embedder: str = "",
        shelf: Shelf | None = None,
    ) -> None:
        self._ambient = ambient
        self._made_by = Generations(
            records=1, text=1, vectors=1, tokeniser=tokeniser, maker=maker, embedder=embedder
        )
        self._shelf = shelf or Shelf()
        self._calls = Calls()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="retentive-read")
        self._writers = ThreadPoolExecutor(1, thread_name_prefix="retentive-write")

    @classmethod
    async def open(
        cls, *, ambient: Ambient, tokeniser: str, maker: str, embedder: str = ""
    ) -> Self:
        """Return an empty store; new spaces are made by that tokeniser, maker and embedder."""
        return cls(ambient=ambient, tokeniser=tokeniser, maker=maker, embedder=embedder)

    @property
    def location(self) -> str:
        """Where the data is, for people."""
        return "memory://"

    async def read(
        self,
        addresses: Sequence[Address],
        work: Callable[[View], T],
        *,
        known_at: datetime | None = None,
    ) -> T:
        """Run `work` on one snapshot of the spaces at `addresses` and return its answer."""

        def run() -> T:
            committed = self._shelf.committed
            states = [committed[address] for address in addresses if address in committed]
            spaces = tuple(_as_known(state, known_at) for state in states)
            return work(MemoryView({state.space.id: state for state in states}, spaces))

        return await self._calls.run(self._readers, run)

    async def write(self, address: Address, work: Callable[[Transaction], T]) -> T:
        """Run `work` while holding the space's lock, then commit and return its answer."""

        def run() -> T:
            with self._shelf.locked(address) as committed:
                state = self._created(address) if committed is None else committed.copy()
                tx = MemoryTransaction(state)
                answer = work(tx)
                tx.finish()
                self._shelf.commit(state)
                return answer

        return await self._calls.run(self._writers, run)

    async def addresses(self) -> Sequence[Address]:
        """Return the addresses of all spaces, in the order of their creation."""
        return await self._calls.run(self._readers, lambda: list(self._shelf.committed))

    async def embedders(self) -> Sequence[str]:
        """Return the embedders that current vectors were made by."""

        def run() -> Sequence[str]:
            states = self._shelf.committed.values()
            current = [state.vectors[state.space.generations.vectors] for state in states]
            return sorted({vectors.embedder for vectors in current if vectors.last_number})

        return await self._calls.run(self._readers, run)

    async def all_addresses(self) -> Sequence[Address | Damage]:
        """Return the addresses of all spaces, in the order of their creation."""
        return await self.addresses()

    async def lease(
        self,
        stage: str,
        owner: str,
        *,
        able: Collection[str],
        now: datetime,
        seconds: float,
        patience: float = PATIENCE,
    ) -> Lease | None:
        """Take the longest-waiting pending work of `stage`, in one atomic step."""
        asked = WorkAsked(stage=stage, able=able, now=now, seconds=seconds, patience=patience)

        def run() -> Lease | None:
            while True:
                chosen = longest_waiting(self._shelf.committed.values(), asked)
                if chosen is None:
                    return None
                with self._shelf.locked(chosen.space.address) as state:
                    # Whoever held the lock may have changed the space since it was chosen.
                    if state is chosen:
                        after, lease = granted(state, owner, asked)
                        self._shelf.commit(after)
                        return lease

        return await self._calls.run(self._writers, run)

    async def renew(self, lease: Lease, *, now: datetime, seconds: float) -> bool:
        """Let a lease run until `now + seconds`; tell whether it is still held."""

        def run() -> bool:
            with self._shelf.locked(lease.address) as state:
                after = None if state is None else extended(state, lease, now, seconds)
                if after is not None:
                    self._shelf.commit(after)
                return after is not None

        return await self._calls.run(self._writers, run)

    async def release(
        self, lease: Lease, *, attempts: int = 0, next_try: datetime | None = None
    ) -> None:
        """Give a lease back, with a count of failed attempts; no effect if it was lost."""

        def run() -> None:
            with self._shelf.locked(lease.address) as state:
                if state is not None:
                    after = released(state, lease, attempts=attempts, next_try=next_try)
                    self._shelf.commit(after)

        await self._calls.run(self._writers, run)

    async def disown(self, stage: str, is_gone: Callable[[str], bool]) -> int:
        """End the leases on pending work of `stage` whose owner is gone; return how many did."""

        def run() -> int:
            ended = 0
            for address, seen in list(self._shelf.committed.items()):
                if disowned(seen, stage, is_gone) is None:
                    continue
                with self._shelf.locked(address) as state:
                    after = None if state is None else disowned(state, stage, is_gone)
                    if after is not None:
                        self._shelf.commit(after)
                        ended += 1
            return ended

        return await self._calls.run(self._writers, run)

    async def pending(self, stage: str) -> Sequence[tuple[Address, Watermark, str]]:
        """Return spaces whose current generation is behind, with the maker they need."""

        def run() -> list[tuple[Address, Watermark, str]]:
            return [
                (address, mark, maker_of(state.space.generations, stage))
                for address, state in self._shelf.committed.items()
                for mark in [state.watermark(stage, state.space)]
                if mark.done_seq < mark.head_seq
            ]

        return await self._calls.run(self._readers, run)

    async def damages(self) -> Sequence[Damage]:
        """Return nothing: there are no files."""
        return await self._calls.run(self._readers, lambda: [])

    def hurry(self) -> None:
        """Do nothing: there are no other processes."""

    async def close(self) -> None:
        """Finish running calls; closing twice is harmless."""
        if not self._calls.are_ours:
            return  # the threads are the parent's
        self._calls.end()
        await asyncio.to_thread(self._shut)

    def _shut(self) -> None:
        self._readers.shutdown()
        self._writers.shutdown()

    def _created(self, address: Address) -> SpaceState:
        secret = self._ambient.chance.secret(SECRET_SIZE)
        return SpaceState.empty(len(self._shelf.committed) + 1, address, secret, self._made_by)


def _as_known(state: SpaceState, known_at: datetime | None) -> Space:
    if known_at is None:
        return state.space
    known = [entry.seq for entry in state.entries if entry.recorded_at <= known_at]
    return replace(state.space, horizon=max(known, default=0))

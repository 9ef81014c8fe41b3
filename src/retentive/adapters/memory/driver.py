"""The store itself: snapshots, transactions and leases over a shelf of spaces."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Self

from retentive.adapters.memory.shelf import Shelf
from retentive.adapters.memory.state import SpaceState, maker_of
from retentive.adapters.memory.transaction import MemoryTransaction, MemoryView
from retentive.adapters.memory.work import granted, longest_waiting, released
from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import StoreClosed
from retentive.kernel.scope import Address
from retentive.model.report import Damage
from retentive.model.space import Generations, Lease, Space, Watermark
from retentive.ports.store import T, Transaction
from retentive.ports.view import View

SECRET_SIZE = 32


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
        self._gate = threading.Condition()
        self._calls = 0
        self._closed = False

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
        with self._call():
            committed = self._shelf.committed
            states = [committed[address] for address in addresses if address in committed]
            spaces = tuple(_as_known(state, known_at) for state in states)
            return work(MemoryView({state.space.id: state for state in states}, spaces))

    async def write(self, address: Address, work: Callable[[Transaction], T]) -> T:
        """Run `work` while holding the space's lock, then commit and return its answer."""
        with self._call(), self._shelf.locked(address) as committed:
            state = self._created(address) if committed is None else committed.copy()
            answer = work(MemoryTransaction(state))
            self._shelf.commit(state)
            return answer

    async def addresses(self) -> Sequence[Address]:
        """Return the addresses of all spaces, in the order of their creation."""
        with self._call():
            return list(self._shelf.committed)

    async def embedders(self) -> Sequence[str]:
        """Return the embedders that current vectors were made by."""
        with self._call():
            states = self._shelf.committed.values()
            current = [state.vectors[state.space.generations.vectors] for state in states]
            return sorted({vectors.embedder for vectors in current if vectors.last_number})

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
        patient: bool = True,
    ) -> Lease | None:
        """Take the longest-waiting pending work of `stage`, in one atomic step."""
        with self._call():
            while True:
                states = list(self._shelf.committed.values())
                chosen = longest_waiting(
                    states, stage, able=able, now=now, seconds=seconds, patient=patient
                )
                if chosen is None:
                    return None
                with self._shelf.locked(chosen.space.address) as state:
                    # Whoever held the lock may have changed the space since it was chosen.
                    if state is chosen:
                        after, lease = granted(state, stage, owner, now=now, seconds=seconds)
                        self._shelf.commit(after)
                        return lease

    async def release(
        self, lease: Lease, *, attempts: int = 0, next_try: datetime | None = None
    ) -> None:
        """Give a lease back, with a count of failed attempts; no effect if it was lost."""
        with self._call(), self._shelf.locked(lease.address) as state:
            if state is not None:
                self._shelf.commit(released(state, lease, attempts=attempts, next_try=next_try))

    async def pending(self, stage: str) -> Sequence[tuple[Address, Watermark, str]]:
        """Return spaces whose current generation is behind, with the maker they need."""
        with self._call():
            return [
                (address, mark, maker_of(state.space.generations, stage))
                for address, state in self._shelf.committed.items()
                for mark in [state.watermark(stage, state.space)]
                if mark.done_seq < mark.head_seq
            ]

    async def damages(self) -> Sequence[Damage]:
        """Return nothing: there are no files."""
        with self._call():
            return []

    async def close(self) -> None:
        """Wait for running calls of other threads; later calls raise `StoreClosed`."""
        with self._gate:
            self._closed = True
            self._gate.wait_for(lambda: self._calls == 0)

    @contextlib.contextmanager
    def _call(self) -> Iterator[None]:
        with self._gate:
            if self._closed:
                raise StoreClosed("this store was closed; open it again")
            self._calls += 1
        try:
            yield
        finally:
            with self._gate:
                self._calls -= 1
                self._gate.notify_all()

    def _created(self, address: Address) -> SpaceState:
        secret = self._ambient.chance.secret(SECRET_SIZE)
        return SpaceState.empty(len(self._shelf.committed) + 1, address, secret, self._made_by)


def _as_known(state: SpaceState, known_at: datetime | None) -> Space:
    if known_at is None:
        return state.space
    known = [entry.seq for entry in state.entries if entry.recorded_at <= known_at]
    return replace(state.space, horizon=max(known, default=0))

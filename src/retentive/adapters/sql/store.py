"""The store itself: threads, transactions, and what keeps calls apart.

The port is asynchronous, the engines are not: every call runs to its end in a thread of the
store's own. A caller that is cancelled does not stop its transaction, only loses the answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import Self, TypeVar

from retentive.adapters.calls import Calls
from retentive.adapters.sql import orphans
from retentive.adapters.sql import work as pending_work
from retentive.adapters.sql.decoding import unreadable
from retentive.adapters.sql.engine import Engine
from retentive.adapters.sql.horizons import as_known
from retentive.adapters.sql.link import Link
from retentive.adapters.sql.spaces import create_space, load_spaces, lock_space
from retentive.adapters.sql.transaction import SqlTransaction
from retentive.adapters.sql.view import SqlView
from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import InvalidInput, StoreError
from retentive.kernel.scope import Address
from retentive.model.report import Damage
from retentive.model.space import Generations, Lease, Watermark
from retentive.ports.store import PATIENCE, T, Transaction
from retentive.ports.view import View
from retentive.rules.location import Location, read_location

A = TypeVar("A")

SECRET_SIZE = 32
BUSY_SECONDS = 30.0
READERS = 4
"""How many reads run at once in this process."""


class SqlStore:
    """A `MemoryStore` in a SQLite file or a PostgreSQL database."""

    def __init__(self, engine: Engine, ambient: Ambient, made_by: Generations) -> None:
        self._engine = engine
        self._ambient = ambient
        self._made_by = made_by
        self._calls = Calls()
        self._started: set[str] = set()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="retentive-read")
        self._writers = ThreadPoolExecutor(engine.writers, thread_name_prefix="retentive-write")

    @classmethod
    async def open(
        cls,
        url: str | Path | Location,
        *,
        ambient: Ambient,
        tokeniser: str,
        maker: str,
        embedder: str = "",
        busy_seconds: float = BUSY_SECONDS,
    ) -> Self:
        """Open the store at a path, `sqlite:///…` or `postgresql://…`; create it if it is new.

        New spaces are made by that tokeniser, maker and embedder. A call waits for other processes
        at most `busy_seconds`, then raises `StoreBusy`.
        """
        engine = engine_of(url, busy_seconds)
        try:
            await asyncio.to_thread(engine.prepare)
        except BaseException:
            await asyncio.to_thread(engine.close)
            raise
        made_by = Generations(
            records=1, text=1, vectors=1, tokeniser=tokeniser, maker=maker, embedder=embedder
        )
        return cls(engine, ambient, made_by)

    @property
    def location(self) -> str:
        """Where the data is, for people."""
        return self._engine.location

    async def read(
        self,
        addresses: Sequence[Address],
        work: Callable[[View], T],
        *,
        known_at: datetime | None = None,
    ) -> T:
        """Run `work` on one snapshot of the spaces at `addresses` and return its answer."""

        def run(link: Link) -> T:
            found = load_spaces(link, addresses)
            states = [found[address] for address in addresses if address in found]
            spaces = tuple(as_known(link, state.space, known_at) for state in states)
            return work(SqlView(link, {state.space.id: state for state in states}, spaces))

        return await self._read(run)

    async def write(self, address: Address, work: Callable[[Transaction], T]) -> T:
        """Run `work` while holding the space's lock, then commit and return its answer."""

        def run(link: Link) -> T:
            state = lock_space(link, address)
            if state is None:
                self._engine.lock_store(link)
                # Another process may have created it while this one waited.
                state = lock_space(link, address)
            if state is None:
                secret = self._ambient.chance.secret(SECRET_SIZE)
                state = create_space(link, address, secret, self._made_by)
            transaction = SqlTransaction(link, state)
            answer = work(transaction)
            transaction.finish()
            return answer

        return await self._write(run)

    async def addresses(self) -> Sequence[Address]:
        """Return the addresses of all spaces, in the order of their creation."""
        return await self._read(pending_work.addresses)

    async def embedders(self) -> Sequence[str]:
        """Return the embedders that current vectors were made by."""
        return await self._read(pending_work.embedders)

    async def all_addresses(self) -> Sequence[Address | Damage]:
        """Return what `addresses` does, with a `Damage` for a space that has none to read."""
        return await self._read(orphans.all_addresses)

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
        asked = pending_work.WorkAsked(stage, able, now, now + timedelta(seconds=seconds), patience)
        await self._start(stage)
        # Asking first keeps idle workers away from the writer's lock.
        if not await self._read(lambda link: pending_work.is_waiting(link, asked)):
            return None
        return await self._write(lambda link: pending_work.take(link, owner, asked), durable=False)

    async def renew(self, lease: Lease, *, now: datetime, seconds: float) -> bool:
        """Let a lease run until `now + seconds`; tell whether it is still held."""
        until = now + timedelta(seconds=seconds)
        return await self._write(
            lambda link: pending_work.extend(link, lease, until), durable=False
        )

    async def release(
        self, lease: Lease, *, attempts: int = 0, next_try: datetime | None = None
    ) -> None:
        """Give a lease back, with a count of failed attempts; no effect if it was lost."""
        await self._write(
            lambda link: pending_work.give_back(link, lease, attempts, next_try), durable=False
        )

    async def disown(self, stage: str, is_gone: Callable[[str], bool]) -> int:
        """End the leases on pending work of `stage` whose owner is gone; return how many did."""
        owners = await self._read(lambda link: pending_work.owners(link, stage))
        gone = await self._calls.run(self._readers, lambda: [*filter(is_gone, owners)])
        if not gone:
            return 0
        return await self._write(lambda link: pending_work.disown(link, stage, gone), durable=False)

    async def pending(self, stage: str) -> Sequence[tuple[Address, Watermark, str]]:
        """Return spaces whose current generation is behind, with the maker they need."""
        return await self._read(lambda link: pending_work.pending(link, stage))

    async def damages(self) -> Sequence[Damage]:
        """Return what is wrong with the store as a whole, by the engine's own check and by ours."""

        def run() -> list[Damage]:
            return [
                Damage(check="engine", place=self.location, detail=problem)
                for problem in self._engine.problems()
            ]

        found = await self._calls.run(self._readers, run)
        try:
            return [*found, *await self._read(lambda link: list(orphans.store_damages(link)))]
        except StoreError as error:
            return [*found, unreadable(self.location, error)]

    def hurry(self) -> None:
        """Let calls wait for other processes for a moment only: the store is about to close."""
        self._engine.hurry()

    async def close(self) -> None:
        """Finish running calls and release everything; closing twice is harmless."""
        if not self._calls.are_ours:
            return  # the connections are the parent's
        self._calls.end()
        self.hurry()
        await asyncio.to_thread(self._shut)

    def _shut(self) -> None:
        self._readers.shutdown()
        self._writers.shutdown()
        self._engine.close()

    async def _start(self, stage: str) -> None:
        """Make sure that a stage has watermarks, which is written once in a store's life."""
        if stage in self._started:
            return

        def run(link: Link) -> None:
            self._engine.lock_store(link)
            pending_work.start_stage(link, stage)

        if not await self._read(lambda link: pending_work.known(link, stage)):
            await self._write(run)
        self._started.add(stage)

    async def _read(self, work: Callable[[Link], A]) -> A:
        def run() -> A:
            with self._engine.reading() as connection:
                return _linked(Link(connection, self._engine), work)

        return await self._calls.run(self._readers, run)

    async def _write(self, work: Callable[[Link], A], *, durable: bool = True) -> A:
        turn = self._engine.turn()  # it waits for a thread as well

        def run() -> A:
            with self._engine.writing(durable=durable, turn=turn) as connection:
                return _linked(Link(connection, self._engine), work)

        return await self._calls.run(self._writers, run)


def _linked(link: Link, work: Callable[[Link], A]) -> A:
    try:
        return work(link)
    finally:
        link.end()


def engine_of(url: str | Path | Location, busy_seconds: float) -> Engine:
    """Return the engine that a path or URL names, not yet looked at."""
    place = read_location(str(url) if isinstance(url, Path) else url)
    if place.dsn is not None:
        from retentive.adapters.sql.postgres import PostgresEngine

        return PostgresEngine(place.dsn, busy_seconds)
    from retentive.adapters.sql.sqlite import SqliteEngine

    if place.path is None:
        raise InvalidInput("a store in memory has no SQL; name a file or a database", field="url")
    return SqliteEngine(Path(place.path), busy_seconds)

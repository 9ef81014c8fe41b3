"""An opened memory behind its handles: the wired parts, the worker, waiting, listeners."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import TypeVar

from retentive.app.config import Progress
from retentive.app.wiring import Wired
from retentive.kernel.errors import ForkedHandle, StoreBusy
from retentive.kernel.events import Appended, Event, Listener
from retentive.kernel.scope import Address
from retentive.model.report import Flushed, Rebuilt, SpaceCounts, Stats, Verified
from retentive.model.space import Watermark
from retentive.pipeline.digest import STAGE, Digester
from retentive.pipeline.rebuild import Rebuilder
from retentive.pipeline.verify import verify
from retentive.pipeline.worker import Worker
from retentive.ports.store import Transaction
from retentive.ports.view import View

T = TypeVar("T")

_PAUSE = 0.02
"""Seconds between looks at work that another process has leased."""


@dataclass(slots=True)
class Engine:
    """What every handle of one opened memory shares."""

    wired: Wired
    listeners: tuple[Listener, ...] = ()
    worker: Worker = field(init=False)
    _pid: int = field(init=False, default_factory=os.getpid)

    def __post_init__(self) -> None:
        """Make the worker; it starts with `start`."""
        digester = Digester(
            store=self.wired.store,
            ambient=self.wired.ambient,
            extractor=self.wired.extractor,
            pace=self.wired.config.pace,
        )
        now = self.wired.ambient.clock.now()
        self.worker = Worker(
            digester=digester,
            owner=self.wired.ambient.ids.new("w", now),
            emit=self.emit,
            policy=self.wired.config.work,
        )

    def start(self) -> None:
        """Let the worker digest in the background, if the settings want that."""
        if self.wired.config.background:
            self.worker.start()

    def now(self) -> datetime:
        """Return the present instant of the memory's clock."""
        return self.wired.ambient.clock.now()

    def emit(self, event: Event) -> None:
        """Tell every listener."""
        for listener in self.listeners:
            listener(event)

    def check(self) -> None:
        """Refuse to work in a forked child."""
        if os.getpid() != self._pid:
            raise ForkedHandle(
                "this memory was opened before a fork; open it again in the child process"
            )

    async def read(
        self,
        addresses: Sequence[Address],
        work: Callable[[View], T],
        known_at: datetime | None = None,
    ) -> T:
        """Run `work` on one snapshot."""
        self.check()
        return await self.wired.store.read(addresses, work, known_at=known_at)

    async def write(self, address: Address, work: Callable[[Transaction], T]) -> T:
        """Run `work` in one transaction."""
        self.check()
        return await self.wired.store.write(address, work)

    def appended(self, space: int, first: int, last: int) -> None:
        """Tell listeners and the worker that entries are durable."""
        if first <= last:
            self.emit(Appended(space=space, first_seq=first, last_seq=last))
            self.worker.notify()

    async def flush(self, timeout: float | None, progress: Progress | None) -> Flushed:
        """Digest, or wait for others to digest, all that is pending now."""
        self.check()
        goals = {address: mark.head_seq for address, mark, _ in await self._pending()}
        left = start = _left(await self._pending(), goals)
        deadline = self._deadline(timeout)
        digested = 0
        while left and await self._able(goals):
            done = await self.worker.step()
            digested += done or 0
            left = _left(await self._pending(), goals)
            if progress is not None:
                progress(max(0, start - left), start)
            if left and deadline is not None and self._seconds() > deadline:
                raise StoreBusy(
                    f"{left} entries are still to be digested after {timeout} s; they are safe "
                    "in the log: call flush again",
                    pending=left,
                )
            if done is None:
                await asyncio.sleep(_PAUSE)
        stats = await self.stats(None)
        return Flushed(digested=digested, pending=stats.pending, dead_letters=stats.dead_letters)

    def _seconds(self) -> float:
        return self.wired.ambient.clock.monotonic()

    def _deadline(self, timeout: float | None) -> float | None:
        return None if timeout is None else self._seconds() + timeout

    async def _pending(self) -> Sequence[tuple[Address, Watermark, str]]:
        return await self.wired.store.pending(STAGE)

    async def _able(self, goals: dict[Address, int]) -> bool:
        """Tell whether any of the wanted work is of a kind that this process can do."""
        mine = self.wired.maker
        return any(
            maker == mine and address in goals and mark.done_seq < goals[address]
            for address, mark, maker in await self._pending()
        )

    async def wait(self, address: Address, seq: int, timeout: float | None) -> bool:
        """Wait until the space at `address` is digested up to `seq`; tell whether it is."""
        deadline = self._deadline(timeout)
        while True:
            if not self.wired.config.background:
                await self.worker.step()
            if await self.read([address], _done) >= seq:
                return True
            if deadline is not None and self._seconds() > deadline:
                return False
            self.worker.notify()
            await asyncio.sleep(_PAUSE)

    async def stats(self, addresses: Sequence[Address] | None) -> Stats:
        """Return the sizes of these spaces, or of the whole store."""
        self.check()
        wanted = await self.wired.store.addresses() if addresses is None else addresses
        names = [one.name for one in fields(SpaceCounts) if one.name != "last_recorded_at"]
        sums = dict.fromkeys(names, 0)
        existing, needed = 0, set[str]()
        for address in wanted:
            for counts, maker in await self.read([address], _counts):
                existing += 1
                for name in names:
                    sums[name] += getattr(counts, name)
                if counts.pending:
                    needed.add(maker)
        waiting = tuple(sorted(needed - {self.wired.maker}))
        return Stats(
            location=self.wired.store.location, spaces=existing, waiting_for=waiting, **sums
        )

    async def rebuild(self, progress: Progress | None) -> Rebuilt:
        """Derive everything again from the log."""
        self.check()
        store = self.wired.store
        rebuilder = Rebuilder(
            digester=self.worker.digester,
            tokeniser=self.wired.tokeniser,
            attempts=self.wired.config.work.attempts,
        )
        return await rebuilder.rebuild(await store.addresses(), progress or _silent)

    async def verify(self, progress: Progress | None) -> Verified:
        """Check the store against itself."""
        self.check()
        return await verify(self.wired.store, progress or _silent)

    async def close(self) -> None:
        """Stop the worker and close the store; in a forked child both are the parent's."""
        if os.getpid() != self._pid:
            return
        await self.worker.stop()
        await self.wired.store.close()


def _silent(done: int, total: int) -> None:
    """Tell nobody."""


def _left(pending: Sequence[tuple[Address, Watermark, str]], goals: dict[Address, int]) -> int:
    return sum(
        max(0, goals[address] - mark.done_seq) for address, mark, _ in pending if address in goals
    )


def _done(view: View) -> int:
    return min((view.watermark(space, STAGE).done_seq for space in view.spaces), default=0)


def _counts(view: View) -> list[tuple[SpaceCounts, str]]:
    return [(view.counts(space), space.generations.maker) for space in view.spaces]

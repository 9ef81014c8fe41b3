"""An opened memory behind its handles: the wired parts, the worker, waiting, listeners."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import TypeVar

from retentive.app.config import Progress
from retentive.app.wiring import Wired
from retentive.kernel.errors import ForkedHandle, OtherLoop, StoreBusy
from retentive.kernel.events import Appended, Event, Listener
from retentive.kernel.scope import Address
from retentive.model.report import Flushed, Rebuilt, SpaceCounts, Stats, Verified
from retentive.model.space import DIGEST
from retentive.pipeline.digest import Digester
from retentive.pipeline.rebuild import Rebuilder
from retentive.pipeline.worker import Worker
from retentive.ports.view import View

T = TypeVar("T")

_LOG = logging.getLogger("retentive")

_LOOK = 0.2
"""Seconds of work between two looks at what is left."""

_PAUSE = 0.02
_LONGEST_PAUSE = 0.3
"""Seconds between looks at work that another has leased: at first, and when it takes long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wait:
    """What to wait for: a `seq` a space, how long, and whether to work on it meanwhile."""

    goals: Mapping[Address, int]
    timeout: float | None
    working: bool
    progress: Progress | None = None


@dataclass(frozen=True, slots=True)
class _Waited:
    """What was digested here, what is left of the goals, and what is pending in the store.

    `late` says that time ran out with work left that could have been done.
    """

    digested: int
    left: int
    pending: int
    late: bool


@dataclass(slots=True)
class Engine:
    """What every handle of one opened memory shares."""

    wired: Wired
    listeners: tuple[Listener, ...] = ()
    worker: Worker = field(init=False)
    _pid: int = field(init=False, default_factory=os.getpid)
    _loop: asyncio.AbstractEventLoop = field(init=False, default_factory=asyncio.get_running_loop)

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
        """Tell every listener; one that fails is reported in the log of the program."""
        for listener in self.listeners:
            try:
                listener(event)
            except Exception:  # noqa: BLE001 - a listener is not ours, and harms no memory
                _LOG.exception("a listener failed on %s", type(event).__name__)

    def check(self) -> None:
        """Refuse to work in a forked child, or in another event loop than the worker's."""
        if os.getpid() != self._pid:
            raise ForkedHandle(
                "this memory was opened before a fork; open it again in the child process"
            )
        if asyncio.get_running_loop() is not self._loop:
            raise OtherLoop(
                "this memory was opened in another event loop; open it in this one, inside the "
                "same asyncio.run(…)"
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

    def appended(self, space: int, first: int, last: int) -> None:
        """Tell listeners and the worker that entries are durable."""
        if first <= last:
            self.emit(Appended(space=space, first_seq=first, last_seq=last))
            self.worker.notify()

    async def flush(self, timeout: float | None, progress: Progress | None) -> Flushed:
        """Digest, or wait for others to digest, all that is pending now."""
        self.check()
        pending = await self.wired.store.pending(DIGEST)
        goals = {address: mark.head_seq for address, mark, _ in pending}
        wait = _Wait(goals=goals, timeout=timeout, working=True, progress=progress)
        done = await self._until(wait)
        if done.late:
            raise StoreBusy(
                f"{done.left} entries are still to be digested after {timeout} s; they are safe "
                "in the log: call flush again",
                pending=done.left,
            )
        given_up = await self.read(list(goals), _dead_letters) if goals else 0
        return Flushed(digested=done.digested, pending=done.pending, dead_letters=given_up)

    async def wait(self, address: Address, seq: int, timeout: float | None) -> bool:
        """Wait until the space at `address` is digested up to `seq`; tell whether it is.

        False after `timeout` seconds, and when this process is not able to digest the space.
        """
        self.check()
        working = not self.worker.is_running
        done = await self._until(_Wait(goals={address: seq}, timeout=timeout, working=working))
        return not done.left

    async def _until(self, wait: _Wait) -> _Waited:
        """Wait until the goals are reached, time is up, or nobody here can do what is left."""
        begun, digested, start, pause = self._seconds(), 0, 0, _PAUSE
        while True:
            pending = await self.wired.store.pending(DIGEST)
            ahead = [
                (max(0, wait.goals[address] - mark.done_seq), maker)
                for address, mark, maker in pending
                if address in wait.goals
            ]
            left = sum(count for count, _ in ahead)
            start = max(start, left)
            if wait.progress is not None and start:
                wait.progress(start - left, start)
            late = wait.timeout is not None and self._seconds() - begun > wait.timeout
            able = any(count and maker == self.wired.maker for count, maker in ahead)
            if late or not able:
                total = sum(mark.head_seq - mark.done_seq for _, mark, _ in pending)
                return _Waited(digested, left, total, late=late and able)
            done = await self._work() if wait.working else None
            if done is None:
                await asyncio.sleep(pause)
            digested, pause = digested + (done or 0), _longer(pause, done)

    async def _work(self) -> int | None:
        """Digest batch after batch for a moment; None if there was nothing to lease.

        Looking at all that is pending costs more than a batch where many spaces wait.
        """
        begun, total = self._seconds(), None
        while (done := await self.worker.step()) is not None:
            total = done + (total or 0)
            if self._seconds() - begun > _LOOK:
                break
        return total

    def _seconds(self) -> float:
        return self.wired.ambient.clock.monotonic()

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
        # Its rules are many, and almost never needed: every opening would wait for them.
        from retentive.pipeline.verify import verify

        return await verify(self.wired.store, progress or _silent)

    async def close(self) -> None:
        """Stop the worker and close the store; in a forked child both are the parent's.

        The worker of a loop that has ended has ended with it.
        """
        if os.getpid() != self._pid:
            return
        if not self._loop.is_closed():
            self.check()
            await self.worker.stop()
        await self.wired.store.close()


def _silent(done: int, total: int) -> None:
    """Tell nobody."""


def _longer(pause: float, done: int | None) -> float:
    """Return how long to pause next: each time twice as long while nothing is done here."""
    return _PAUSE if done else min(2 * pause, _LONGEST_PAUSE)


def _dead_letters(view: View) -> int:
    return sum(view.dead_letters(space) for space in view.spaces)


def _counts(view: View) -> list[tuple[SpaceCounts, str]]:
    return [(view.counts(space), space.generations.maker) for space in view.spaces]

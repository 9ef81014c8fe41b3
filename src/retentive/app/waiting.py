"""One stage of the work in this process: its worker, and waiting until enough is done."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from retentive.app.config import Progress
from retentive.kernel.scope import Address
from retentive.pipeline.worker import Worker

_LOOK = 0.2
"""Seconds of work between two looks at what is left."""

_PAUSE = 0.02
_LONGEST_PAUSE = 0.3
"""Seconds between looks at work that another has leased: at first, and when it takes long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """What to wait for: a `seq` a space, how long, and whether to work on it meanwhile."""

    goals: Mapping[Address, int]
    timeout: float | None
    working: bool
    progress: Progress | None = None


@dataclass(frozen=True, slots=True)
class Waited:
    """What was done here, what is left of the goals, and what is pending in the store.

    `late` says that time ran out with work left that could have been done, `failing` why all
    that was tried failed, so that there was no sense in waiting.
    """

    done: int
    left: int
    pending: int
    late: bool
    failing: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """The worker of one stage, and what callers wait for of it.

    Waiting ends when all that is tried fails again and again. Nobody has to wait for `spare`
    work: waiting for it also ends in the middle of a step when time is up.
    """

    worker: Worker
    spare: bool = False

    async def goals(self) -> dict[Address, int]:
        """Return, for each space with pending work, the seq up to which there is some now."""
        pending = await self.worker.store.pending(self.worker.stage.name)
        return {address: mark.head_seq for address, mark, _ in pending}

    async def until(self, wait: Wait) -> Waited:
        """Wait until the goals are reached, time is up, or nobody here can do what is left."""
        begun, total, start, pause, stuck = self._seconds(), 0, 0, _PAUSE, False
        while True:
            pending = await self.worker.store.pending(self.worker.stage.name)
            ahead = [
                (max(0, wait.goals[address] - mark.done_seq), maker)
                for address, mark, maker in pending
                if address in wait.goals
            ]
            left = sum(count for count, _ in ahead)
            start = max(start, left)
            if wait.progress is not None and start:
                wait.progress(start - left, start)
            time = None if wait.timeout is None else wait.timeout - (self._seconds() - begun)
            late = time is not None and time < 0
            able = any(count and maker in self.worker.stage.able for count, maker in ahead)
            if late or stuck or not able:
                behind = sum(mark.head_seq - mark.done_seq for _, mark, _ in pending)
                failing = self.worker.failing if stuck and not late else ""
                return Waited(total, left, behind, late=late and able, failing=failing)
            done = await self._work(time) if wait.working else None
            stuck = done is not None and self._is_stuck
            if done is None:
                await asyncio.sleep(pause)
            total, pause = total + (done or 0), _longer(pause, done)

    async def _work(self, time: float | None) -> int | None:
        """Do batch after batch for a moment; None if there was nothing to lease.

        Looking at all that is pending costs more than a batch where many spaces wait.
        """
        begun, total = self._seconds(), None
        with suppress(TimeoutError):
            async with asyncio.timeout(time if self.spare else None):
                while (done := await self.worker.step()) is not None:
                    total = done + (total or 0)
                    if self._is_stuck or self._seconds() - begun > _LOOK:
                        break
        return total

    @property
    def _is_stuck(self) -> bool:
        """Whether work failed so often that waiting for it makes no sense."""
        often = self.spare and self.worker.failures >= self.worker.policy.attempts
        return often or bool(self.worker.failing)

    def _seconds(self) -> float:
        return self.worker.ambient.clock.monotonic()


def _longer(pause: float, done: int | None) -> float:
    """Return how long to pause next: each time twice as long while nothing is done here."""
    return _PAUSE if done else min(2 * pause, _LONGEST_PAUSE)

"""How long a call waits for what others hold: up to one moment, counted from when it was made."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path

from retentive.kernel.ambient import SystemClock
from retentive.kernel.errors import StoreClosed

POLL = 0.002
"""Seconds between two tries for the writer's lock of SQLite.

Its own waiting sleeps for longer and longer, and so misses the moments in which a busy writer
lets go of the lock.
"""

_GRACE = 0.25
"""Seconds that a call may still wait when the store is closed: enough for a lock of the moment."""

_CLOCK = SystemClock()
"""Others hold a lock in real time, whatever clock a memory was given."""


@dataclass(slots=True)
class Turn:
    """One call's waiting, which begins when it is made and not when its thread is free."""

    until: float
    _hurried: threading.Event
    _cut: bool = False

    def pause(self, seconds: float) -> bool:
        """Wait a little; tell whether to try again, or the time is over."""
        now = _CLOCK.monotonic()
        if self._hurried.is_set() and not self._cut:
            self.until, self._cut = min(self.until, now + _GRACE), True
        if now >= self.until:
            return False
        threading.Event().wait(min(seconds, self.until - now))
        return True

    @property
    def left(self) -> float:
        """How many seconds it may still wait."""
        return max(0.0, self.until - _CLOCK.monotonic())

    def check(self, path: Path) -> None:
        """Raise `StoreClosed` if the waiting was cut short by a `close`."""
        if self._cut:
            raise StoreClosed(
                f"{path}: this memory was closed while a call waited for another process; "
                "nothing of that call was stored: open it again"
            )


@dataclass(frozen=True, slots=True)
class Patience:
    """How long each call of one store may wait."""

    seconds: float
    _hurried: threading.Event = field(default_factory=threading.Event)

    def turn(self) -> Turn:
        """Return the waiting of a call that is made now."""
        return Turn(_CLOCK.monotonic() + self.seconds, self._hurried)

    def hurry(self) -> None:
        """Let every call, also those to come, wait for a moment only."""
        self._hurried.set()

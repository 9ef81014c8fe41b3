"""The only door to time, identity and chance, and to which process this is.

Everything else receives an `Ambient` and can therefore be replayed. The linter bans the
clock, `uuid`, `random` and `secrets` in every other module.
"""

from __future__ import annotations

import os
import secrets
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from retentive.kernel.base32 import base32
from retentive.kernel.errors import ForkedHandle
from retentive.kernel.times import clock_reading


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the present instant, aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Return seconds that never run backwards, for waiting and for measuring."""
        ...


class Ids(Protocol):
    """Mints ids for what comes from outside (log entries, runs, owners)."""

    def new(self, prefix: str, at: datetime) -> str:
        """Return a fresh id `prefix_…`; ids minted later sort later."""
        ...


class Chance(Protocol):
    """Gives unpredictable bytes, for the secret key of a space."""

    def secret(self, size: int) -> bytes:
        """Return `size` unpredictable bytes."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the present instant, aware, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds of the machine's monotonic clock."""
        return time.monotonic()


@dataclass(frozen=True, slots=True)
class CheckedClock:
    """Another clock, with every reading checked: `InvalidTime` if it cannot be the present."""

    clock: Clock

    def now(self) -> datetime:
        """Return the present instant, aware, in UTC."""
        return clock_reading(self.clock.now())

    def monotonic(self) -> float:
        """Return the seconds of the other clock."""
        return self.clock.monotonic()


class SortableIds:
    """Ids of 48 bits of milliseconds and 80 random bits, in Crockford's base 32."""

    def new(self, prefix: str, at: datetime) -> str:
        """Return a fresh id that sorts by its millisecond."""
        millis = max(0, int(at.timestamp() * 1000)) & ((1 << 48) - 1)
        value = millis << 80 | int.from_bytes(secrets.token_bytes(10))
        return f"{prefix}_{base32(value)}"


class SystemChance:
    """The operating system's source of randomness."""

    def secret(self, size: int) -> bytes:
        """Return `size` unpredictable bytes."""
        return secrets.token_bytes(size)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambient:
    """Clock, ids and chance as one value that is handed down."""

    clock: Clock = field(default_factory=SystemClock)
    ids: Ids = field(default_factory=SortableIds)
    chance: Chance = field(default_factory=SystemChance)


@dataclass(frozen=True, slots=True)
class Process:
    """The process in which something was opened; after a fork it is the parent's."""

    pid: int = field(default_factory=os.getpid)

    @property
    def is_this(self) -> bool:
        """Whether this is that process."""
        return os.getpid() == self.pid

    def check(self, what: str) -> None:
        """Raise `ForkedHandle` in a child that forked since `what` was opened."""
        if not self.is_this:
            raise ForkedHandle(
                f"this {what} was opened before a fork, and is the parent's: start children with "
                "spawn, or fork before opening, and open one in each"
            )

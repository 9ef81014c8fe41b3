"""Time, identity and chance as the demo's script has them, so that it reads the same each time."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b


@dataclass
class ScriptedClock:
    """A clock that is set to the time of the conversation."""

    at: datetime

    def now(self) -> datetime:
        """Return the time it was set to."""
        return self.at

    def monotonic(self) -> float:
        """Return the same seconds: the demo waits for nothing by the clock."""
        return 0.0


@dataclass
class NumberedIds:
    """Ids that count: m_01, m_02."""

    counts: Counter[str] = field(default_factory=Counter)

    def new(self, prefix: str, at: datetime) -> str:
        """Return the next id of that prefix."""
        self.counts[prefix] += 1
        return f"{prefix}_{self.counts[prefix]:02}"


@dataclass
class NoChance:
    """Secrets that anybody can know, of data that anybody can read."""

    count: int = 0

    def secret(self, size: int) -> bytes:
        """Return the next bytes."""
        self.count += 1
        return blake2b(f"demo {self.count}".encode(), digest_size=size).digest()

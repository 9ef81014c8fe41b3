"""Time, identity and chance that repeat, a listener that remembers, and a small embedder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

from retentive.kernel.ambient import Ambient
from retentive.kernel.events import Event

START = datetime(2026, 1, 1, tzinfo=UTC)
"""When frozen clocks begin."""


@dataclass
class FrozenClock:
    """A clock that stands still until `tick`; `step` is added after every look at it."""

    at: datetime = START
    step: timedelta = timedelta(0)
    elapsed: float = 0.0

    def now(self) -> datetime:
        """Return the instant this clock stands at."""
        now = self.at
        self._pass(self.step)
        return now

    def monotonic(self) -> float:
        """Return the seconds this clock has ticked; setting `at` does not move them."""
        return self.elapsed

    def tick(self, **by: float) -> datetime:
        """Move on, as `tick(minutes=5)`, and return the new instant."""
        self._pass(timedelta(**by))
        return self.at

    def _pass(self, by: timedelta) -> None:
        self.at += by
        self.elapsed += by.total_seconds()


@dataclass
class CountingIds:
    """Ids `prefix_000001`, `prefix_000002` …, in one count over all prefixes."""

    count: int = 0

    def new(self, prefix: str, at: datetime) -> str:
        """Return the next id; the time plays no part in it."""
        self.count += 1
        return f"{prefix}_{self.count:06}"


@dataclass
class SeededChance:
    """Bytes that look random and depend on `seed` and on how many secrets were given."""

    seed: int = 0
    count: int = 0

    def secret(self, size: int) -> bytes:
        """Return the next `size` bytes, at most 64."""
        self.count += 1
        return blake2b(f"{self.seed} {self.count}".encode(), digest_size=size).digest()


def frozen_ambient(seed: int = 0) -> Ambient:
    """Return an ambient of a frozen clock, counting ids and seeded chance."""
    return Ambient(clock=FrozenClock(), ids=CountingIds(), chance=SeededChance(seed))


@dataclass
class RecordingListener:
    """Keeps the events it hears, in order."""

    events: list[Event] = field(default_factory=list)

    def __call__(self, event: Event, /) -> None:
        """Remember the event."""
        self.events.append(event)


@dataclass
class ToyEmbedder:
    """An embedder that finds texts near which share words; `calls` counts its batches."""

    identity: str = "toy-1"
    dimensions: int = 16
    floor: float = 0.0
    calls: int = 0

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one vector a text."""
        self.calls += 1
        return [self._vector(text) for text in texts]

    def embed_query(self, text: str) -> Sequence[float]:
        """Return the vector that a text of the same words has."""
        return self._vector(text)

    def _vector(self, text: str) -> Sequence[float]:
        numbers = [0.0] * self.dimensions
        for word in text.casefold().split() or [""]:
            digest = blake2b(word.strip(".,!?:").encode(), digest_size=2).digest()
            numbers[int.from_bytes(digest) % self.dimensions] += 1.0
        return numbers

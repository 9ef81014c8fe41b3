"""How much is digested at a time, and how patient the worker is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How much is digested at a time: at most so many entries and characters are read at once.

    They are folded in slices: a transaction ends with the entry during which `slice_seconds`
    were over, and the next one begins `rest_seconds` later, so that writers who wait for the
    lock get it meanwhile. How a batch is split changes nothing but that.
    """

    entries: int = 40
    characters: int = 60_000
    slice_seconds: float = 0.02
    rest_seconds: float = 0.006


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkPolicy:
    """When the worker looks for work, and how often it tries an entry that fails.

    Before it takes a batch that may still grow it waits `gather_seconds`: one commit for many
    entries takes the lock from writers less often than many commits do.
    """

    lease_seconds: float = 30.0
    poll_seconds: float = 1.0
    gather_seconds: float = 0.1
    attempts: int = 3
    backoff_seconds: float = 2.0
    lone_attempts: int = 10
    """After so many failures by itself, while the embedder works for others, a text is put aside.

    Tries that follow each other faster than `wait_seconds` count once.
    """

    def wait_seconds(self, attempts: int) -> float:
        """Return how long what failed so many times waits for its next try."""
        return self.backoff_seconds * 2.0 ** min(attempts, self.attempts)

    @property
    def longest_wait_seconds(self) -> float:
        """The longest that anything waits; a time further ahead comes from a wrong clock."""
        return self.wait_seconds(self.attempts)


PACE = Pace()
WORK = WorkPolicy()

"""How much is digested at a time, and how patient the worker is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How much is digested in one transaction: at most so many entries and characters."""

    entries: int = 40
    characters: int = 60_000


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


PACE = Pace()
WORK = WorkPolicy()

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
    """When the worker looks for work, and how often it tries an entry that fails."""

    lease_seconds: float = 30.0
    poll_seconds: float = 1.0
    attempts: int = 3
    backoff_seconds: float = 2.0


PACE = Pace()
WORK = WorkPolicy()

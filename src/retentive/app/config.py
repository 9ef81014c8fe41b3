"""What can be set when a memory is opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from retentive.rules.limits import LIMITS, Limits
from retentive.rules.pace import PACE, WORK, Pace, WorkPolicy

Progress = Callable[[int, int], None]
"""Told how much of how much is done, now and then, on the memory's own thread."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Settings of one opened memory; every one has a sane default.

    `background` digests in this process without being asked; with False only `flush`,
    `rebuild` and other processes digest. `max_pending` is how many undigested entries of a
    space make a receipt say `lagging`. `busy_seconds` is how long a write waits for another
    process before it raises `StoreBusy`. `timezone` reads times without an offset.
    """

    background: bool = True
    max_pending: int = 10_000
    busy_seconds: float = 30.0
    timezone: str | None = None
    limits: Limits = LIMITS
    pace: Pace = PACE
    work: WorkPolicy = WORK

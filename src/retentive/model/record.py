"""What every derived record has: two times, a lineage, and a place in the log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from retentive.model.provenance import Provenance


class Precision(StrEnum):
    """How exactly a time is known; `by` means no later than."""

    INSTANT = "instant"
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    SEASON = "season"
    YEAR = "year"
    DECADE = "decade"
    BY = "by"


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurred:
    """When an event took place: `[start, end)`, with how exactly that is known."""

    start: datetime
    end: datetime
    precision: Precision


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One version of a derived record.

    `key` names the lineage and stays through update and correction; `id` names this version.
    `valid_from`/`valid_until` say when it holds in the world (half-open, None = unknown or
    open); `recorded_at`/`retired_at` when we knew it, in log time. `born_seq` is the entry
    this version rests on; `dead_seq` the one that ended it. Only `retired_at`, `dead_seq` and
    `superseded_by` are ever set on a stored version, once.
    """

    id: str
    key: str
    space: int
    born_seq: int
    recorded_at: datetime
    provenance: Provenance
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    dead_seq: int | None = None
    retired_at: datetime | None = None
    superseded_by: str | None = None

"""A stretch of one session without a long pause."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from retentive.model.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode(Record):
    """Where an episode of `session` starts (row C-22).

    Its messages are those of the session from (`started_at`, `start_seq`) to the next
    episode's start, in the order of (`said_at`, `seq`); only the boundary is stored, so a
    message that merely continues an episode changes no record.
    """

    session: str | None
    start_entry: str
    start_seq: int
    started_at: datetime

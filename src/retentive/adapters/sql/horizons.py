"""How far a space is seen as it was known at a time."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import bindparam, select

from retentive.adapters.sql import schema
from retentive.adapters.sql.link import Link
from retentive.kernel.times import to_micros
from retentive.model.space import Space

_recorded = select(schema.entry.c.recorded_at).where(
    schema.entry.c.space == bindparam("of_space"), schema.entry.c.seq == bindparam("at_seq")
)


def as_known(link: Link, space: Space, known_at: datetime | None) -> Space:
    """Return the space with its horizon at the last entry recorded by then (None: at the head)."""
    if known_at is None or space.last_recorded_at is None or known_at >= space.last_recorded_at:
        return space
    # Times rise with the numbers, so halving finds the place without an index of times.
    micros, low, high = to_micros(known_at), 0, space.head_seq - 1
    while low < high:
        middle = (low + high + 1) // 2
        row = link.first(_recorded, {"of_space": space.id, "at_seq": middle})
        if row is not None and row.recorded_at <= micros:
            low = middle
        else:
            high = middle - 1
    return replace(space, horizon=low)

"""What is found: a phrase, what it says about its time, and the interval it names."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from retentive.model.provenance import Span
from retentive.model.record import Precision


class Role(StrEnum):
    """How a phrase bears on what is said with it."""

    AT = "at"
    SINCE = "since"
    UNTIL = "until"
    BY = "by"
    """No later than: a deadline, "before summer"."""
    FOR = "for"
    """A length: `start` when it is over or still runs, `end` when it lies ahead."""
    DURING = "during"
    """A stretch with both ends: a range, "over the summer"."""
    RECURRING = "recurring"
    """Again and again; never an invented date."""
    AGE = "age"
    """Counted from a birth that only others may know; no interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePhrase:
    """Words of a text that name a time, and the half-open interval they name.

    For every role but `FOR` the interval is the period named ("until June": June), whatever the
    role makes of it. Without one, the phrase is about time but names none that can be placed.
    """

    span: Span
    role: Role
    start: datetime | None = None
    end: datetime | None = None
    precision: Precision | None = None
    around: datetime | None = None
    """The day counted to, where the interval is the week about it: "two weeks ago"."""
    extent: tuple[float, str] | None = None
    """How many of which unit a length has that is over, or an age: "for six years"."""

    @property
    def dated(self) -> bool:
        """Tell whether the phrase names an interval."""
        return self.start is not None or self.end is not None

"""The arguments of public verbs as they were given, gathered; `rules.arguments` checks them.

The times of a read are checked at once, as every read takes the same three.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from retentive.kernel.errors import InvalidInput, InvalidTime
from retentive.kernel.scope import Visibility
from retentive.kernel.times import aware_utc
from retentive.model.entry import Verb
from retentive.model.query import AnyTime
from retentive.rules.checked import checked_time, shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """At which times a read looks; `valid_at` None is now, `known_at` None the heads."""

    valid_at: datetime | AnyTime | None
    known_at: datetime | None


def read_times(valid_at: object, known_at: object, as_of: object) -> Times:
    """Return the two times of a read; `as_of` sets both and excludes the others."""
    if as_of is not None:
        if valid_at is not None or known_at is not None:
            raise InvalidInput("give as_of, or valid_at and known_at, not both", field="as_of")
        at = aware_utc(as_of, "as_of")
        return Times(valid_at=at, known_at=at)
    known = checked_time(known_at, "known_at")
    if not isinstance(valid_at, str):
        return Times(valid_at=checked_time(valid_at, "valid_at"), known_at=known)
    if valid_at != "any":
        raise InvalidTime(
            f"valid_at is a datetime or 'any', not {shown(valid_at)}", field="valid_at"
        )
    return Times(valid_at="any", known_at=known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which records a recall or list wants, how many, and how well they must fit."""

    kinds: object = ()
    tags: object = ()
    limit: object = None
    min_score: object = "calibrated"
    include_log: object = True
    explain: object = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The raw arguments of `remember`."""

    text: object
    role: object = None
    kind: object = None
    confidence: object = 1.0
    importance: object = None
    tags: object = ()
    valid_from: object = None
    valid_until: object = None
    expires_at: object = None
    metadata: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A command on one record; `text` is the new wording of a correction, else the reason."""

    verb: Verb
    record_id: object
    text: object
    visibility: Visibility | str | None
    key: object


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedOrder:
    """A command as it may be stored; `redacted` counts the secrets taken out of its text."""

    verb: Verb
    record_id: str
    text: str
    redacted: Mapping[str, int]

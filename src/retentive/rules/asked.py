"""The arguments of public verbs as they were given, and the times a read looks at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from math import isfinite

from retentive.kernel.errors import InvalidInput, InvalidTime
from retentive.kernel.scope import Visibility
from retentive.kernel.times import aware_utc
from retentive.model.entry import Verb
from retentive.model.query import AnyTime, MinScore


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """At which times a read looks; `valid_at` None is now, `known_at` None the heads."""

    valid_at: datetime | AnyTime | None
    known_at: datetime | None


def read_times(
    valid_at: datetime | AnyTime | None, known_at: datetime | None, as_of: datetime | None
) -> Times:
    """Return the two times of a read; `as_of` sets both and excludes the others."""
    if as_of is not None:
        if valid_at is not None or known_at is not None:
            raise InvalidInput("give as_of, or valid_at and known_at, not both", field="as_of")
        at = aware_utc(as_of, "as_of")
        return Times(valid_at=at, known_at=at)
    if isinstance(valid_at, str) and valid_at != "any":
        raise InvalidTime(f"valid_at is a datetime or 'any', not {valid_at!r}", field="valid_at")
    valid: datetime | AnyTime | None = valid_at
    if valid is not None and valid != "any":
        valid = aware_utc(valid, "valid_at")
    known = None if known_at is None else aware_utc(known_at, "known_at")
    return Times(valid_at=valid, known_at=known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which records a recall or list wants, how many, and how well they must fit."""

    kinds: object = ()
    tags: object = ()
    limit: object = None
    min_score: MinScore = "calibrated"
    include_log: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The raw arguments of `remember`."""

    text: object
    kind: str | None = None
    confidence: object = 1.0
    importance: object = None
    tags: object = ()
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires_at: datetime | None = None
    metadata: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A command on one record; `text` is the new wording of a correction, else the reason."""

    verb: Verb
    record_id: object
    text: object
    visibility: Visibility | str | None
    key: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedOrder:
    """A command as it may be stored; `redacted` counts the secrets taken out of its text."""

    verb: Verb
    record_id: str
    text: str
    redacted: Mapping[str, int]


def checked_seconds(value: float | None, name: str) -> float | None:
    """Return a waiting time in seconds that is not negative; None waits for ever."""
    if value is None:
        return None
    if not isfinite(value) or value < 0:
        raise InvalidInput(
            f"{name} must be a number of seconds from 0 up, not {value!r}", field=name
        )
    return float(value)


def checked_zone(zone: str | None) -> str | None:
    """Return `zone` if it is None or a known IANA name; else raise `InvalidInput`."""
    if zone is None:
        return None
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # heavy: loaded when it is needed

    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidInput(
            f"timezone {zone!r} is not a known IANA name such as 'Europe/Lisbon'", field="timezone"
        ) from error
    return zone

"""Instants as aware UTC datetimes and as whole microseconds since 1970."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from retentive.kernel.errors import InvalidTime

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


def to_micros(at: datetime) -> int:
    """Return the microseconds since 1970 of an aware datetime."""
    return (at - EPOCH) // MICROSECOND


def from_micros(micros: int) -> datetime:
    """Return the UTC datetime of `micros` microseconds since 1970."""
    return EPOCH + timedelta(microseconds=micros)


def aware_utc(at: datetime, name: str) -> datetime:
    """Return `at` in UTC; a naive datetime is refused by `InvalidTime` naming `name`."""
    if not isinstance(at, datetime):
        raise InvalidTime(f"{name} must be a datetime, not {type(at).__name__}", field=name)
    if at.tzinfo is None or at.utcoffset() is None:
        raise InvalidTime(
            f"{name} has no UTC offset; give an aware datetime or name a timezone", field=name
        )
    return at.astimezone(UTC)

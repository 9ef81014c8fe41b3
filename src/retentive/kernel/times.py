"""Instants as aware UTC datetimes and as whole microseconds since 1970."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo

from retentive.kernel.errors import InvalidTime

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
CLOCK_ENDS = datetime(2200, 1, 1, tzinfo=UTC)
"""No host's clock is believed from here on, nor before 1970."""


def to_micros(at: datetime) -> int:
    """Return the microseconds since 1970 of an aware datetime."""
    return (at - EPOCH) // MICROSECOND


def from_micros(micros: int) -> datetime:
    """Return the UTC datetime of `micros` microseconds since 1970."""
    return EPOCH + timedelta(microseconds=micros)


def aware_utc(at: object, name: str) -> datetime:
    """Return `at` in UTC; what is no time, or has no offset, is refused naming `name`."""
    if not isinstance(at, datetime):
        raise InvalidTime(
            f"{name} must be a datetime with an offset, not {type(at).__name__}; "
            "as datetime(2026, 3, 9, tzinfo=UTC)",
            field=name,
        )
    if at.tzinfo is None or at.utcoffset() is None:
        raise InvalidTime(
            f"{name} has no UTC offset; add one, as datetime(2026, 3, 9, tzinfo=UTC)",
            field=name,
        )
    try:
        return at.astimezone(UTC)
    except OverflowError as error:
        raise InvalidTime(
            f"{name} lies outside the years 1 to 9999 in UTC; give a time inside them", field=name
        ) from error


def offset_name(at: datetime) -> str | None:
    """Return the UTC offset of a time as `+05:30`; None at UTC, and for a time without one."""
    offset = at.utcoffset()
    if not offset:
        return None
    sign, minutes = ("-", -offset) if offset < timedelta(0) else ("+", offset)
    hours, left = divmod(minutes // timedelta(minutes=1), 60)
    return f"{sign}{hours:02}:{left:02}"


def zone_named(name: str) -> tzinfo:
    """Return the zone of an IANA name, or of an offset as `offset_name` tells it."""
    if name[:1] in ("+", "-"):
        hours, minutes = (int(part) for part in name[1:].split(":"))
        offset = timedelta(hours=hours, minutes=minutes)
        return timezone(-offset if name[0] == "-" else offset)
    from zoneinfo import ZoneInfo  # heavy: loaded when it is needed

    return ZoneInfo(name)


def clock_reading(at: object) -> datetime:
    """Return in UTC what a host's clock shows; refuse what no clock that is set can show.

    Log time never runs backwards, so one entry written at the end of the calendar would leave
    no room for the next.
    """
    now = aware_utc(at, "clock")
    if EPOCH <= now < CLOCK_ENDS:
        return now
    raise InvalidTime(
        f"the clock of this machine shows {now:%Y-%m-%d}, which is not between 1970 and 2200; "
        "set it and try again",
        field="clock",
    )


def read_iso(text: str) -> datetime:
    """Return the time that an ISO 8601 text tells; else raise `ValueError`.

    Digits alone are refused: nobody can tell a date without hyphens from a count of seconds.
    """
    plain = text.strip()
    if plain.removeprefix("-").replace(".", "", 1).isdigit():
        raise ValueError(f"{plain[:40]!r} is digits alone")
    return datetime.fromisoformat(plain)

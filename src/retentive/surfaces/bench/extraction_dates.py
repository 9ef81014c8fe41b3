"""Whether the dates of a fact are those of a claim, at the coarser of two precisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta, tzinfo

from retentive.surfaces.bench.extraction_found import Found
from retentive.surfaces.bench.extraction_gold import Dates, Interval
from retentive.types import Occurred

_COARSE = ("instant", "minute", "hour", "day", "by", "week", "weekend", "month", "season")
_COARSEST = ("quarter", "year", "decade")
_ORDER = {name: at for at, name in enumerate((*_COARSE, *_COARSEST))}

_FLOORS: dict[str, Callable[[datetime], object]] = {
    "instant": lambda at: at.replace(second=0, microsecond=0),
    "minute": lambda at: at.replace(second=0, microsecond=0),
    "hour": lambda at: at.replace(minute=0, second=0, microsecond=0),
    "day": lambda at: at.date(),
    "by": lambda at: at.date(),
    "week": lambda at: at.isocalendar()[:2],
    "weekend": lambda at: at.isocalendar()[:2],
    "month": lambda at: (at.year, at.month),
    "year": lambda at: at.year,
}

_MOMENT = timedelta(microseconds=1)
_DAY = timedelta(days=1)
_SLACK = {"week": 4 * _DAY, "month": 16 * _DAY, "year": 183 * _DAY}
"""How far a start may lie from one that is known to a week, a month, a year."""
_LOOSE = 31 * _DAY
"""How far the ends of seasons and quarters may lie apart."""


def dated(found: Found, dates: Dates, *, other: bool = False) -> bool | None:
    """Tell whether a fact has the dates of its claim; None if it has no date at all.

    `other`: it was read in another way than the first, so its dates may stand in either place.
    """
    if found.occurred is None and found.valid_from is None and found.valid_until is None:
        return None
    spans = [one for one in (dates.occurred, *dates.also) if isinstance(one, Interval)]
    partial = [one for one in dates.also if isinstance(one, str)]
    if dates.occurred is not None:
        if found.occurred is not None:
            return any(_same(found.occurred, one, dates.zone) for one in spans) or any(
                _starts(found.occurred.start, one, dates) for one in partial
            )
        if dates.valid_from is None and dates.valid_until is None:
            return other and any(_within(found.valid_from, one, dates.zone) for one in spans)
    return _bounds(found, dates, partial, spans, other=other)


def elsewhere(found: Found, dates: Dates) -> bool:
    """Tell whether a fact has the dates of its claim in the other place: when it is, or its bounds.

    The interval at which it happens must begin in the period with which the claim begins, and
    begin or end in that with which it ends; bounds must be the begin and the end of the interval
    of the claim, to its precision.
    """
    at = found.occurred
    if at is not None:
        bounds = (dates.valid_from, dates.valid_until)
        ends = (at.start, max(at.start, at.end - _MOMENT))
        begins = bounds[0] is None or _starts(at.start, bounds[0], dates)
        over = bounds[1] is None or any(_starts(one, bounds[1], dates) for one in ends)
        return bounds != (None, None) and begins and over
    if dates.occurred is None or (found.valid_from or found.valid_until) is None:
        return False
    zone, floor = dates.zone, _FLOORS.get(dates.occurred.precision, _FLOORS["month"])
    wanted = (_read(dates.occurred.start, zone), _read(dates.occurred.end, zone) - _MOMENT)
    last = None if found.valid_until is None else found.valid_until - _MOMENT
    told = zip((found.valid_from, last), wanted, strict=True)
    return all(ours is None or floor(ours.astimezone(zone)) == floor(at) for ours, at in told)


def until(found: datetime | None, wanted: str, zone: tzinfo) -> bool:
    """Tell whether an end is that one: the last period it may hold in, or its end."""
    if found is None:
        return False
    first, last = _period(wanted, zone)
    return first - _DAY <= found.astimezone(zone) <= last + _DAY


def _bounds(
    found: Found, dates: Dates, partial: list[str], spans: list[Interval], *, other: bool
) -> bool:
    start, end = found.valid_from, found.valid_until
    if found.occurred is not None and other:
        start, end = start or found.occurred.start, end or found.occurred.end
    begins = dates.valid_from is None or any(
        _starts(start, one, dates) for one in (dates.valid_from, *partial)
    )
    if not found.positive:
        end = end or start  # a denial holds from where the state ends
    ends = dates.valid_until is None or any(
        until(end, one, dates.zone) for one in (dates.valid_until, *partial)
    )
    return (begins and ends) or any(_within(start, one, dates.zone) for one in spans if other)


def _same(found: Occurred, wanted: Interval, zone: tzinfo) -> bool:
    start, end = found.start.astimezone(zone), max(found.start, found.end - _MOMENT)
    first, last = _read(wanted.start, zone), _read(wanted.end, zone) - _MOMENT
    coarse = max(found.precision.value, wanted.precision, key=lambda one: _ORDER.get(one, 3))
    ends = ((start, first), (end.astimezone(zone), max(first, last)))
    floor = _FLOORS.get(coarse)
    if floor is None:
        return all(abs(ours - theirs) <= _LOOSE for ours, theirs in ends)
    return all(floor(ours) == floor(theirs) for ours, theirs in ends)


def _within(at: datetime | None, wanted: Interval, zone: tzinfo) -> bool:
    return at is not None and _read(wanted.start, zone) <= at < _read(wanted.end, zone)


def _starts(at: datetime | None, wanted: str, dates: Dates) -> bool:
    if at is None:
        return False
    first, last = _period(wanted, dates.zone)
    slack = _SLACK.get(dates.precision or "", timedelta(0))
    return first - slack <= at.astimezone(dates.zone) < last + slack


def _period(partial: str, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return the year, month, day or moment that a partial date names."""
    numbers = [int(one) for one in partial.split("-")] if _plain(partial) else []
    match numbers:
        case [year]:
            return _days(date(year, 1, 1), date(year + 1, 1, 1), zone)
        case [year, month]:
            after = date(year + month // 12, month % 12 + 1, 1)
            return _days(date(year, month, 1), after, zone)
        case [year, month, day]:
            first = date(year, month, day)
            return _days(first, first + _DAY, zone)
        case _:
            at = _read(partial, zone)
            return at, at + timedelta(minutes=1)


def _plain(partial: str) -> bool:
    return all(one.isdecimal() for one in partial.split("-"))


def _days(first: date, last: date, zone: tzinfo) -> tuple[datetime, datetime]:
    start, end = (datetime(one.year, one.month, one.day, tzinfo=zone) for one in (first, last))
    return start, end


def _read(text: str, zone: tzinfo) -> datetime:
    at = datetime.fromisoformat(text)
    return at.replace(tzinfo=zone) if at.tzinfo is None else at.astimezone(zone)


def shown(dates: Dates) -> str:
    """Return the dates wanted, on one line."""
    parts: Iterable[str | None] = (
        f"occurred {dates.occurred.start}/{dates.occurred.end} {dates.occurred.precision}"
        if dates.occurred
        else None,
        f"from {dates.valid_from}" if dates.valid_from else None,
        f"until {dates.valid_until}" if dates.valid_until else None,
    )
    return ", ".join(one for one in parts if one)

"""Stretches of a calendar without zones: days, weeks, months, seasons, holidays."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from enum import Enum

from retentive.model.record import Precision

_UNITS = {
    "day": Precision.DAY,
    "week": Precision.WEEK,
    "fortnight": Precision.WEEK,
    "weekend": Precision.DAY,
    "month": Precision.MONTH,
    "quarter": Precision.QUARTER,
    "season": Precision.SEASON,
    "year": Precision.YEAR,
    "decade": Precision.DECADE,
}
"""How exactly a time is known that is told in a unit."""

_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}


class Facing(Enum):
    """Where a sentence looks."""

    PAST = "past"
    PRESENT = "present"
    FUTURE = "future"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A half-open stretch of local time, with how exactly it is told."""

    start: datetime
    end: datetime
    precision: Precision
    around: datetime | None = None
    """The day counted to, where the stretch is the week about it."""


def precision_of(unit: str) -> Precision:
    """Return how exactly a time is known that is told in a unit."""
    return _UNITS.get(unit, Precision.MINUTE)


def midnight(at: datetime) -> datetime:
    """Return the start of the day."""
    return at.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)


def months_on(at: datetime, months: int) -> datetime:
    """Return the same day some months on, or the last of that month where it has no such day."""
    index = at.year * 12 + at.month - 1 + months
    year, month = divmod(index, 12)
    return at.replace(year=year, month=month + 1, day=min(at.day, monthrange(year, month + 1)[1]))


def units_on(at: datetime, unit: str, count: float) -> datetime:
    """Return a local time some days, weeks, months or years on."""
    days = {"day": 1, "week": 7, "weekend": 7, "fortnight": 14}.get(unit)
    if days is not None:
        return at + timedelta(days=round(days * count))
    months = {"month": 1, "quarter": 3, "season": 3, "year": 12, "decade": 120}[unit]
    return months_on(at, round(months * count))


def days(start: datetime, count: int = 1, precision: Precision = Precision.DAY) -> Stretch:
    """Return some whole days."""
    first = midnight(start)
    return Stretch(first, first + timedelta(days=count), precision)


def period(unit: str, at: datetime, on: int = 0) -> Stretch:
    """Return the unit of the calendar that holds a time, or one some units on."""
    day = midnight(at)
    monday = day - timedelta(days=day.weekday())
    if unit == "day":
        return days(day + timedelta(days=on))
    if unit == "week":
        return days(monday + timedelta(days=7 * on), 7, Precision.WEEK)
    if unit == "fortnight":
        return days(monday + timedelta(days=14 * on), 14, Precision.WEEK)
    if unit == "weekend":
        return days(monday + timedelta(days=7 * on + 5), 2)
    months = {"month": 1, "quarter": 3, "year": 12, "decade": 120}[unit]
    index = (day.year * 12 + day.month - 1) // months * months + on * months
    first = months_on(day.replace(year=index // 12, month=1, day=1), index % 12)
    return Stretch(first, months_on(first, months), _UNITS[unit])


def season(name: str, year: int, south: bool) -> Stretch:
    """Return a season by the year in which it begins."""
    month = (_SEASONS[name] + (6 if south else 0) - 1) % 12 + 1
    first = _start(year, month, 1)
    return Stretch(first, months_on(first, 3), Precision.SEASON)


def easter(year: int) -> datetime:
    """Return Easter Sunday of the Gregorian calendar (Butcher's rule)."""
    a, (b, c) = year % 19, divmod(year, 100)
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    k = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    m = (a + 11 * h + 22 * k) // 451
    month, day = divmod(h + k - 7 * m + 114, 31)
    return _start(year, month, day + 1)


def nth_weekday(first: datetime, weekday: int, nth: int) -> datetime | None:
    """Return the nth such weekday of the month that begins then; a negative one from its end."""
    last = months_on(first, 1) - timedelta(days=1)
    if nth > 0:
        found = first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))
    else:
        found = last - timedelta(days=(last.weekday() - weekday) % 7 + 7 * (-nth - 1))
    return found if found.month == first.month else None


def holiday(rule: str, year: int) -> datetime | None:
    """Return the day of a holiday in a year by its rule, as `times.toml` writes them."""
    if rule.startswith("easter"):
        return easter(year) + timedelta(days=int(rule[6:]))
    first, listed, each = rule.partition(":")
    if listed:  # of a calendar of its own
        days_of, at = each.split(), year - int(first)
        return holiday(days_of[at], year) if 0 <= at < len(days_of) else None
    if " " in rule:
        nth, weekday, month, *on = (int(part) for part in rule.split())
        found = nth_weekday(_start(year, month, 1), weekday, nth)
        return None if found is None else found + timedelta(days=sum(on))
    month, day = (int(part) for part in rule.split("-"))
    return day_in(year, month, day)


def day_in(year: int, month: int, day: int) -> datetime | None:
    """Return a day of the calendar, None where there is none such."""
    if not (1 <= year <= 9998 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]):
        return None
    return _start(year, month, day)


def choose(among: Iterable[Stretch], facing: Facing, at: datetime) -> Stretch | None:
    """Return the one of several a sentence means: behind, ahead, or the nearest."""
    ordered = sorted(among, key=lambda stretch: stretch.start)
    if facing is Facing.PAST:
        return next((one for one in reversed(ordered) if one.start <= at), None)
    if facing is Facing.FUTURE:
        return next((one for one in ordered if one.end > at), None)
    return min(ordered, key=lambda one: _distance(one, at), default=None)


def third(of: Stretch, name: str) -> Stretch:
    """Return the early, middle or late third, or a half, of a stretch."""
    if name == "half1":
        return _half(of, of.start, _middle(of))
    if name == "half2":
        return _half(of, _middle(of), of.end)
    early, late = _cuts(of)
    if name == "end":
        last = months_on(of.end, -1)
        return replace(of, start=max(late, last) if of.precision is Precision.YEAR else late)
    if name == "early":
        return replace(of, end=early)
    return replace(of, start=late) if name == "late" else replace(of, start=early, end=late)


def around(of: Stretch, name: str, now: datetime) -> Stretch:
    """Return what is over of a stretch that holds now, or what is left of it."""
    if not of.start <= now < of.end:
        return of
    tomorrow = midnight(now) + timedelta(days=1)
    if name == "before":
        return replace(of, end=tomorrow)
    return replace(of, start=min(midnight(now), of.end - timedelta(days=1)))


def in_year(one: Stretch, year: int) -> Stretch:
    """Return the same days or months of another year."""
    months = 12 * (year - one.start.year)
    return Stretch(months_on(one.start, months), months_on(one.end, months), one.precision)


def _half(of: Stretch, start: datetime, end: datetime) -> Stretch:
    exact = of.precision is Precision.MONTH  # the first half of a month is some fifteen days
    return Stretch(start, end, Precision.DAY if exact else of.precision)


def _cuts(of: Stretch) -> tuple[datetime, datetime]:
    steps = {
        Precision.MONTH: (timedelta(days=10), timedelta(days=20)),
        Precision.WEEK: (timedelta(days=2), timedelta(days=4)),
    }.get(of.precision)
    if steps is not None:
        return of.start + steps[0], of.start + steps[1]
    months = _months(of)
    if of.precision is Precision.DECADE:
        return months_on(of.start, 48), months_on(of.start, 84)
    if months >= 3:
        return months_on(of.start, months // 3), months_on(of.end, -(months // 3))
    return of.start, of.end


def _middle(of: Stretch) -> datetime:
    months = _months(of)
    if months >= 2:
        return months_on(of.start, months // 2)
    if months == 1:
        return of.start + timedelta(days=15)
    return midnight(of.start + (of.end - of.start) / 2)


def _months(of: Stretch) -> int:
    return (of.end.year - of.start.year) * 12 + of.end.month - of.start.month


def _start(year: int, month: int, day: int) -> datetime:
    return datetime.combine(date(year, month, day), time.min)


def _distance(one: Stretch, at: datetime) -> tuple[timedelta, bool]:
    if one.start <= at < one.end:
        return timedelta(0), False
    ahead = one.start > at
    return (one.start - at if ahead else at - one.end), not ahead

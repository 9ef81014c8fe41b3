"""A day of a week or of a month, or a length, put in the place of a known date."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import replace
from datetime import MAXYEAR, MINYEAR, datetime, timedelta
from typing import Final

from retentive.model.record import Occurred


def in_its_round(known: Occurred, said: Occurred, hours: int, at: datetime) -> Occurred:
    """Return a day of the week, or of the month, of those ahead the nearest to a known date.

    Of an appointment in May `the 14th` is the 14th of May, whenever it is told.
    """
    zone = said.start.tzinfo
    before = known.start.astimezone(zone)
    if hours == WEEK:
        weeks = round((before - said.start) / timedelta(days=7))
        starts = [said.start + timedelta(days=7 * count) for count in (weeks - 1, weeks, weeks + 1)]
    else:
        months = (before.year - said.start.year) * 12 + before.month - said.start.month
        told = (_in_month(said.start, months + more) for more in (-1, 0, 1))
        starts = [one for one in told if one is not None]
    length = said.end - said.start
    ahead = [one for one in starts if one + length > at and one.year < MAXYEAR]
    start = min(ahead, key=lambda one: abs(one - before), default=said.start)
    return replace(said, start=start, end=start + length)


def _in_month(at: datetime, months: int) -> datetime | None:
    """Return the same day so many months on, if there is one."""
    year, month = divmod(at.year * 12 + at.month - 1 + months, 12)
    if not MINYEAR < year < MAXYEAR or at.day > monthrange(year, month + 1)[1]:
        return None
    return at.replace(year=year, month=month + 1)


def shifted(known: Occurred, by: timedelta) -> Occurred:
    """Return a date so much later, or earlier; months are of thirty days, and keep the day."""
    start = known.start
    months = by / timedelta(days=30)
    if abs(months) >= 1 and months == int(months):
        start = _in_month(start, int(months)) or start + by
    else:
        start += by
    return replace(known, start=start, end=start + (known.end - known.start))


WEEK: Final = 7 * 24
"""Hours after which a weekday comes round; a day of the month does after more of them."""

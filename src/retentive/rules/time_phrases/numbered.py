"""Days told by their number alone: in which month "the 5th" lies."""

from __future__ import annotations

from datetime import datetime

from retentive.model.record import Precision
from retentive.rules.time_phrases.reading import Hit, Reading
from retentive.rules.time_phrases.stretch import (
    Facing,
    Stretch,
    choose,
    day_in,
    days,
    midnight,
    months_on,
    period,
)


def of_earlier(r: Reading, at: int, of_day: int, facing: Facing) -> Stretch | None:
    """Return such a day of the month named before, or of about the day named in this sentence."""
    earlier, today = r.earlier, midnight(r.now)
    if earlier is None:
        return None
    if earlier.precision is Precision.MONTH:
        day = day_in(earlier.start.year, earlier.start.month, of_day)
    elif earlier.precision is Precision.DAY and r.in_sentence(r.earlier_at, at):
        on = 1 if of_day == earlier.start.day or of_day <= earlier.start.day - _BEFORE else 0
        month = months_on(earlier.start.replace(day=1), on)
        day = day_in(month.year, month.month, of_day)
    else:
        return None
    if day is None or (facing is Facing.PAST and day > today):
        return None
    return None if facing is Facing.FUTURE and day < today else days(day)


_BEFORE = 8
"""Days before a named day from which on a number is rather of the next month."""


def of_some_month(r: Reading, found: tuple[int, int]) -> Hit | None:
    """Return "the 5th of next month", "the first of the month"."""
    of = r.skip("of", found[1])
    article = None if of is None else r.skip("the", of)
    month = None if article is None else r.words.units.match(r.tokens, article)
    if month is not None and month[0] == "month":
        among = each_month(r.now, found[0], None)
        chosen = choose(among, r.facing(of or 0), midnight(r.now))
        return None if chosen is None else Hit(chosen, month[1])
    which = r.words.this.match(r.tokens, r.past("of", found[1]))
    unit = None if which is None else r.words.units.match(r.tokens, which[1])
    if which is None or unit is None or unit[0] != "month":
        return None
    first = period("month", r.now, which[0]).start
    day = day_in(first.year, first.month, found[0])
    return None if day is None else Hit(days(day), unit[1])


def each_month(now: datetime, of_day: int, on_weekday: int | None) -> list[Stretch]:
    """Return such a day of each month around now, if it is such a weekday."""
    first = midnight(now).replace(day=1)
    reach = 2 if on_weekday is None else 14
    found = []
    for on in range(-reach, reach + 1):
        begins = months_on(first, on)
        day = day_in(begins.year, begins.month, of_day)
        if day is not None and on_weekday in (None, day.weekday()):
            found.append(days(day))
    return found

"""Days and months by name and number: "4 May", "the 25th", "March 2021", "2025-03-04"."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from retentive.model.record import Precision
from retentive.rules.time_phrases.counts import ordinal
from retentive.rules.time_phrases.numbered import each_month, of_earlier, of_some_month
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
from retentive.rules.time_phrases.weekdays import joined_to, weekday

_FIRST_YEAR, _LAST_YEAR = 1800, 2199
_DAY_REACH = 12
"""More tokens than a day has with its weekday, up to its month."""
_NEAR_FUTURE = 10
"""Two figures up to so many years from now are of this century."""


def year(r: Reading, at: int) -> tuple[int, int] | None:
    """Return a year in four figures, or in two behind an apostrophe, and the place behind it."""
    low = r.low(at)
    if low in ("'", "’") and len(r.low(at + 1)) == 2 and r.joined(at + 1):
        short = r.number(at + 1)
        if short is None:
            return None
        century = r.now.year // 100 * 100
        near = short <= r.now.year % 100 + _NEAR_FUTURE
        return (century + short if near else century - 100 + short), at + 2
    found = r.number(at)
    if len(low) != 4 or found is None or not _FIRST_YEAR <= found <= _LAST_YEAR:
        return None
    if r.joined(at + 1) and (
        r.low(at + 1).isalpha() or (r.low(at + 1) in ":%" and r.joined(at + 2))
    ):
        return None
    return found, at + 1


def month(r: Reading, at: int) -> tuple[int, int] | None:
    """Return a month by name and the place behind it; a name that is also a word needs a sign."""
    found = r.words.months.match(r.tokens, at)
    if found is None:
        return None
    value, after = found
    token = r.tokens[at]
    if token.low in r.words.refuse.needs_cue and not _is_month(r, at, after):
        return None
    short = len(token.low) <= 4 and r.low(after) == "." and r.joined(after)
    return value, after + (short and not _ends_sentence(r, after))


def _is_month(r: Reading, at: int, after: int) -> bool:
    """Tell whether a name that is also a word or a person's is meant as a month."""
    follows = after + (r.low(after) in (".", "'"))
    capital = r.tokens[at].capital
    spelt = capital or r.low(at) not in r.words.refuse.verbs
    if r.preceded("month_cue", at) or r.number(at - 1, 31) is not None or ordinal(r, at - 2):
        return True
    if r.number(follows) is not None and (spelt or r.preceded("named_month_cue", at)):
        return True
    if joined_to(r, at, after, r.words.months):
        return True  # "jan to march"
    told = spelt and r.low(after) not in r.words.refuse.after_month
    cued = r.preceded("named_month_cue", at) or _is_moved_to(r, at, after)
    return told and (cued or ordinal(r, at - 1) is not None)


def _is_moved_to(r: Reading, at: int, after: int) -> bool:
    """Tell whether something is moved to a month: "put back to June", not "moved to June's"."""
    if not (r.preceded("to", at) and r.moved(at)):
        return False
    return after >= len(r.tokens) or (r.low(after)[0] not in "'’" and not r.tokens[after].capital)


def _ends_sentence(r: Reading, at: int) -> bool:
    return at + 1 >= len(r.tokens) or r.tokens[at + 1].capital


def day_number(r: Reading, at: int) -> tuple[int, int] | None:
    """Return a day of the month in figures or as an ordinal, and the place behind it."""
    found = ordinal(r, at)
    if found is None:
        figure = r.number(at, 31)
        if figure is None or len(r.low(at)) > 2:
            return None
        found = figure, at + 1
    return found if 1 <= found[0] <= 31 else None


def with_year(r: Reading, at: int) -> tuple[int, int] | None:
    """Return a year that follows a date, with or without comma or "of"."""
    return year(r, r.past("year_after", at))


def _is_month_near(r: Reading, at: int) -> bool:
    """Tell whether the name of a month stands where one can that a day at a place is of."""
    months = r.words.months.firsts
    return any(token.low in months for token in r.tokens[at : at + _DAY_REACH])


def month_day(r: Reading, at: int) -> Hit | None:
    """Return "4 May", "May 4th, 2025", "the first of June", "Saturday 14 June", "March 2021"."""
    if not _is_month_near(r, at):
        return None
    named = weekday(r, at)
    start = at if named is None else named[1] + (r.low(named[1]) == ",")
    of_year = _in_short_year(r, at) if named is None and r.preceded("in_only", at) else None
    if of_year is not None:
        return of_year
    found = _day_then_month(r, r.past("the", start)) or _month_then_day(r, start)
    if found is None:
        return _month_alone(r, at) if named is None else None
    of_month, of_day, after = found
    wanted = None if named is None else named[0]
    dated = with_year(r, after)
    if dated is not None:
        day = day_in(dated[0], of_month, of_day)
        return None if day is None else Hit(days(day), dated[1])
    among = list(_each_year(r.now, of_month, of_day))
    matching = [one for one in among if one.start.weekday() == wanted] or among
    if wanted is not None:
        return _hit(choose(matching, Facing.NONE, r.now), after)
    near = [one for one in among if abs(one.start.year - r.now.year) <= 1] or among
    return _hit(choose(near, r.planned(at), midnight(r.now)), after, "year")


def _in_short_year(r: Reading, at: int) -> Hit | None:
    """Return "in Sept 21" as a month of a year: a day would be "on"."""
    named = month(r, at)
    figure = None if named is None else r.number(named[1], r.now.year % 100)
    if named is None or figure is None or len(r.low(named[1])) != 2 or r.joined(named[1] + 1):
        return None
    first = day_in(r.now.year // 100 * 100 + figure, named[0], 1)
    return None if first is None else Hit(period("month", first), named[1] + 1)


def _day_then_month(r: Reading, at: int) -> tuple[int, int, int] | None:
    day = day_number(r, at)
    if day is None:
        return None
    named = month(r, r.past("of", day[1]))
    return None if named is None else (named[0], day[0], named[1])


def _month_then_day(r: Reading, at: int) -> tuple[int, int, int] | None:
    named = month(r, at)
    if named is None:
        return None
    day = day_number(r, r.past("the", named[1]))
    if day is None or (r.low(day[1]) in (":", "%") and r.joined(day[1])):
        return None
    return named[0], day[0], day[1]


def _month_alone(r: Reading, at: int) -> Hit | None:
    named = month(r, at)
    if named is None:
        return None
    dated = with_year(r, named[1])
    if dated is not None:
        first = day_in(dated[0], named[0], 1)
        return None if first is None else Hit(period("month", first), dated[1])
    return _hit(_month_near(r, at, named[0]), named[1], "year")


def _month_near(r: Reading, at: int, named: int) -> Stretch | None:
    january = r.now.replace(month=1, day=1)
    among = [period("month", months_on(january, 12 * n + named - 1)) for n in (-1, 0, 1)]
    return choose(among, r.planned(at), r.now)


def _each_year(now: datetime, of_month: int, of_day: int) -> Iterator[Stretch]:
    for on in range(-8, 9):
        day = day_in(now.year + on, of_month, of_day)
        if day is not None:
            yield days(day)


def bare_day(r: Reading, at: int) -> Hit | None:
    """Return "the 25th", "Friday the 13th", or "12th" where a month was named before."""
    named = weekday(r, at)
    start = r.past("the", at if named is None else named[1])
    found = ordinal(r, start)
    if found is None or not 1 <= found[0] <= 31:
        return None
    figures = r.number(start) is not None
    known = r.earlier is not None and r.earlier.precision is Precision.MONTH
    spelt = r.words.ordinals.match(r.tokens, start) is not None
    if r.preceded("in_only", at):  # of a game, a class, a row
        return None
    of_month = of_some_month(r, found)
    if of_month is not None:
        return of_month
    in_it = r.skip("month_cue", at - 1) == at and known
    cued = in_it or (r.preceded("spelt_cue", at))
    if not (figures and (start > at or known or r.preceded("on", at))) and not (
        spelt and start > at and cued and found[0] > 0
    ):
        return None
    if r.low(found[1]) in r.words.refuse.after_ordinal or _names_a_thing(r, found[1]):
        return None
    facing = r.facing(at)
    of_named = of_earlier(r, at, found[0], facing)
    if of_named is not None and named is None:
        return Hit(of_named, found[1], "month")
    among = each_month(r.now, found[0], None if named is None else named[0])
    if facing is Facing.NONE and r.skip("as_of", at - 2) != at:
        facing = Facing.FUTURE
    return _hit(choose(among, facing, midnight(r.now)), found[1], "month")


def _names_a_thing(r: Reading, at: int) -> bool:
    """Tell whether a number is followed by what it counts: "the 5th floor"."""
    low = r.low(at)
    return bool(low) and low[0].isalpha() and r.skip("after_day", at) is None


def _hit(stretch: Stretch | None, after: int, lacks: str = "") -> Hit | None:
    return None if stretch is None else Hit(stretch, after, lacks)

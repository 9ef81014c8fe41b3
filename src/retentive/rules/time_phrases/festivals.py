"""Holidays: "Christmas Eve", "last Easter", "Thanksgiving 2023", "the Easter weekend"."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from retentive.rules.time_phrases.days import with_year
from retentive.rules.time_phrases.reading import Hit, Reading
from retentive.rules.time_phrases.stretch import (
    Facing,
    Stretch,
    choose,
    days,
    holiday,
    midnight,
    period,
)
from retentive.rules.time_phrases.zones import region


def festival(r: Reading, at: int) -> Hit | None:
    """Return a holiday, or the weekend or week of one."""
    found = _day(r, at)
    start = r.skip("the", at)
    if found is None and start is not None:
        found = _day(r, start)
        if found is None or (around := _around(r, found)) is found:
            return None
        return around
    return None if found is None else _around(r, found)


def _around(r: Reading, found: Hit) -> Hit:
    """Return the weekend or week of a holiday, or the holiday of the year "before last"."""
    before_last = r.skip("before_last", found.next)
    if before_last is not None:
        names = r.words.holidays.match(r.tokens, found.next - 1)
        day = (
            None
            if names is None
            else holiday(names[0].partition("|")[0], found.stretch.start.year - 1)
        )
        return found if day is None else Hit(days(day), before_last)
    begun = r.skip("begun", found.next)
    if begun is not None:
        return found._replace(next=begun)
    if r.low(found.next - 1) == _WEEK:  # "in Holy Week"
        return Hit(period(_WEEK, found.stretch.start), found.next)
    unit = r.words.units.match(r.tokens, found.next)
    if unit is None or unit[0] not in ("weekend", "week"):
        return found
    day = found.stretch.start
    if unit[0] == "weekend" and day.weekday() == 0:  # the weekend that it makes long
        return Hit(
            Stretch(day - timedelta(days=2), found.stretch.end, found.stretch.precision), unit[1]
        )
    return Hit(period(unit[0], day), unit[1])


def _describes(r: Reading, at: int, after: int) -> bool:
    """Tell whether a holiday tells what somebody's thing is like: "my Christmas money"."""
    if not r.preceded("possessive", at) or not r.low(after).isalpha():
        return False
    return r.skip("after_day", after) is None and r.low(after)[-3:] != "ing"


def _given(r: Reading, at: int) -> bool:
    """Tell whether a holiday is the occasion of a gift: "got a camera for Christmas"."""
    words = r.words.facing
    near = [r.low(place) for place in range(at - 2, at - _FAR, -1)]
    got = next((n for n, low in enumerate(near) if low in words.granting), None)
    booked = got is not None and near[got] in words.booking - words.had
    return r.low(at - 1) in words.for_future and got is not None and not booked


_FAR: Final = 8
_WEEK: Final = "week"


def _day(r: Reading, at: int) -> Hit | None:
    """Return the day of a holiday."""
    which = r.words.this.match(r.tokens, at)
    start = at if which is None else which[1]
    found = r.words.holidays.match(r.tokens, start)
    if (
        found is None
        or _describes(r, at, found[1])
        or r.low(found[1]) in r.words.refuse.after_holiday
    ):
        return None
    rule, after = found
    regional = r.words.regional.get(region(r.anchor.tzinfo))
    rule = ((regional and regional.match(r.tokens, start)) or found)[0]
    dated = with_year(r, after)
    if r.skip("cued_holidays", at) == after and not r.preceded("holiday_cue", at):
        return None  # "happy new year"
    if dated is not None:
        day = holiday(rule.partition("|")[0], dated[0])
        return None if day is None else Hit(days(day), dated[1])
    years = [r.now.year + on for on in (-2, -1, 0, 1, 2)]
    every = [holiday(one, year) for one in rule.split("|") for year in years]
    among = sorted((days(day) for day in every if day is not None), key=lambda one: one.start)
    today = midnight(r.now)
    if which is None:
        chosen = choose(among, Facing.NONE if _given(r, at) else r.facing(at), today)
    elif which[0] < 0:
        chosen = next((one for one in reversed(among) if one.end <= today), None)
    elif which[0] > 0:
        chosen = next((one for one in among if one.start > today), None)
    else:
        chosen = next((one for one in among if one.start.year == r.now.year), None)
    return None if chosen is None else Hit(chosen, after, "year")

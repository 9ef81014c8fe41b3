"""Times told by the last one the text named: "a week later", "the following Monday"."""

from __future__ import annotations

from datetime import timedelta

from retentive.model.record import Precision
from retentive.rules.time_phrases.counts import Amount
from retentive.rules.time_phrases.reading import Hit, Reading
from retentive.rules.time_phrases.stretch import Stretch, days, midnight, period, season, units_on
from retentive.rules.time_phrases.weekdays import last_weekday, next_weekday

_CLOCK_UNITS = frozenset({"second", "minute", "hour"})
_OF_IT = ("unit_after", "before_named")
"""Words behind which what was named must stand: "two days before it"."""
_FAR = 40
"""Words behind which something is still spoken of."""


def from_named(r: Reading, told: Amount) -> Hit | None:
    """Return what is counted from the last time the text named: "a week later"."""
    for glue, sign in (("later", 1), ("earlier", -1), ("unit_after", 1), ("before_named", -1)):
        after = r.skip(glue, told.next)
        if after is not None and glue in _OF_IT:
            after = _it(r, after)
        if after is not None:
            if r.earlier is None or told.unit in _CLOCK_UNITS:
                return None
            if r.earlier.precision in (Precision.DAY, Precision.MINUTE):
                # a midnight is the end of the day it was named with
                base = midnight(r.earlier.end - timedelta(minutes=2))
                base = base if r.earlier.precision is Precision.MINUTE else r.earlier.start
                start = units_on(base, told.unit, sign * told.low)
                return Hit(days(start), after)
            start = units_on(r.earlier.start, told.unit, sign * told.low)
            return Hit(period(_unit_of(r.earlier.precision), start), after)
    return None


def _unit_of(precision: Precision) -> str:
    return precision.value if precision.value in ("week", "month", "year", "quarter") else "month"


def weekday_of_named(r: Reading, at: int) -> Hit | None:
    """Return "the Saturday after it", "the Friday before my birthday"."""
    start = r.past("the", at)
    named = r.words.weekdays.match(r.tokens, start)
    if named is None or r.earlier is None or r.earlier.precision is not Precision.DAY:
        return None
    for glue, near in (("unit_after", next_weekday), ("unit_before", last_weekday)):
        after = r.skip(glue, named[1])
        if after is not None and (it := _it(r, after) or (after if start > at else None)):
            return Hit(near(r.earlier.start, named[0]), it)
    return None


def _it(r: Reading, at: int) -> int | None:
    """Return the place behind "it" or "my birthday", if that was spoken of before."""
    it = r.skip("it_named", at)
    if it is not None:
        return it
    noun = r.skip("its_named", at)
    if noun is None:
        return None
    before = (r.low(place) for place in range(max(0, at - _FAR), at))
    return noun + 1 if r.low(noun) in before else None


def following(r: Reading, at: int) -> Hit | None:
    """Return "the following Monday", "the previous year" after a time the text named."""
    cue = r.skip("of_earlier", at)
    which = r.words.this.match(r.tokens, at)
    if cue is None or which is None or r.earlier is None:
        return None
    named = r.words.weekdays.match(r.tokens, cue)
    if named is not None:
        near = next_weekday if which[0] > 0 else last_weekday
        return Hit(near(r.earlier.start, named[0]), named[1])
    unit = r.words.units.match(r.tokens, cue)
    if unit is None or unit[0] in _CLOCK_UNITS or unit[0] == "fortnight":
        return _month_of_named(r, cue, r.earlier, which[0])
    return Hit(period(unit[0], r.earlier.start, which[0]), unit[1])


def _month_of_named(r: Reading, at: int, earlier: Stretch, on: int) -> Hit | None:
    """Return "the following January", "the previous June"."""
    named, of_year = r.words.months.match(r.tokens, at), r.words.seasons.match(r.tokens, at)
    if of_year is not None:
        every = [season(of_year[0], earlier.start.year + n, r.south) for n in (-2, -1, 0, 1, 2)]
        after = [one for one in every if one.start > earlier.start]
        before = [one for one in every if one.end <= earlier.start]
        return Hit(after[0] if on > 0 else before[-1], of_year[1])
    if named is None:
        return None
    months = (named[0] - earlier.start.month - (on > 0)) % 12 + (1 if on > 0 else -12)
    return Hit(period("month", earlier.start, months), named[1])


def of_named(r: Reading, at: int) -> Hit | None:
    """Return "then", "the same day", "the next day" after a time the text named."""
    if r.earlier is None:
        return None
    then = r.skip("then", at) if r.preceded("then_cue", at) else None
    if then is not None:
        return Hit(r.earlier, then)
    for glue, sign in (("day_after", 1), ("day_before", -1)):
        on = r.skip(glue, at)
        if on is not None:
            return Hit(days(midnight(r.earlier.start) + timedelta(days=sign)), on)
    same = r.skip("same", at)
    if same is None:
        return _unit_beside(r, at, r.earlier)
    of_year = r.words.seasons.match(r.tokens, same)
    if of_year is not None:
        return Hit(season(of_year[0], r.earlier.start.year, r.south), of_year[1])
    part = r.words.parts.match(r.tokens, same)
    if part is not None:
        return Hit(period("day", r.earlier.start), part[1], part=part[0])
    unit = r.words.units.match(r.tokens, same)
    if unit is None or unit[0] in _CLOCK_UNITS or unit[0] == "fortnight":
        return None
    return Hit(period(unit[0], r.earlier.start), unit[1])


def _unit_beside(r: Reading, at: int, earlier: Stretch) -> Hit | None:
    """Return "the week before", "the year after"."""
    start = r.skip("the", at)
    unit = None if start is None else r.words.units.match(r.tokens, start)
    if unit is None or unit[0] in _CLOCK_UNITS or unit[0] == "fortnight":
        return None
    for glue, sign in (("unit_before", -1), ("unit_after", 1)):
        after = r.skip(glue, unit[1])
        if after is not None:
            return Hit(period(unit[0], earlier.start, sign), after)
    return None

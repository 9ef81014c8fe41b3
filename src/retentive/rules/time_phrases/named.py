"""Named times: holidays, seasons, quarters, years, decades, and the nth day or week of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Final

from retentive.model.record import Precision
from retentive.rules.time_phrases.counts import Amount, amount, ordinal
from retentive.rules.time_phrases.days import with_year, year
from retentive.rules.time_phrases.reading import Hit, Reading
from retentive.rules.time_phrases.stretch import (
    Stretch,
    around,
    choose,
    day_in,
    days,
    midnight,
    months_on,
    nth_weekday,
    period,
    precision_of,
    third,
    units_on,
)

Core = Callable[[Reading, int], Hit | None]


def quarter(r: Reading, at: int) -> Hit | None:
    """Return "Q3", "Q1 2024", "the third quarter of 2022"."""
    start = r.past("the", at)
    if r.low(at) == "q" and r.joined(at + 1):
        nth, after = r.number(at + 1, 4), at + 2
    else:
        told = ordinal(r, start)
        unit = None if told is None else r.words.units.match(r.tokens, told[1])
        if told is None or unit is None or unit[0] != "quarter":
            return None
        nth, after = told[0], unit[1]
    if nth is None or not 1 <= nth <= 4:
        return None
    dated = with_year(r, after)
    if dated is not None:
        first = day_in(dated[0], 3 * nth - 2, 1)
        return None if first is None else Hit(period("quarter", first), dated[1])
    this_year = r.words.this.match(r.tokens, r.past("of", after))
    if this_year is not None and r.words.units.match(r.tokens, this_year[1]) == (
        "year",
        this_year[1] + 1,
    ):
        whole = period("year", r.now, this_year[0])
        return Hit(period("quarter", months_on(whole.start, 3 * nth - 3)), this_year[1] + 1)
    among = [
        period("quarter", months_on(r.now.replace(month=1, day=1), 12 * on + 3 * nth - 3))
        for on in (-1, 0, 1)
    ]
    chosen = choose(among, r.facing(at), r.now)
    return None if chosen is None else Hit(chosen, after, "year")


def whole_year(r: Reading, at: int) -> Hit | None:
    """Return "2019", "the year 1998", where a word before or a range says that it is a year."""
    start = at
    if r.low(r.past("the", at)) == "year":
        start = r.past("the", at) + 1
    found = year(r, start)
    if found is None:
        return _short_year(r, at)
    if r.low(found[1]) in r.words.refuse.after_number:
        return None
    pointed = r.preceded("says", at) and r.preceded("it_named", at - 1)  # "that was 2012"
    cued = pointed or r.skip("year_cue", at - 1) == at
    if start == at and not cued and not _in_range(r, at, found[1]):
        return None
    if r.words.units.match(r.tokens, found[1]) is not None or _is_round(r, found):
        return None
    first = day_in(found[0], 1, 1)
    return None if first is None else Hit(period("year", first), found[1])


def _short_year(r: Reading, at: int) -> Hit | None:
    """Return "back in 09", "since 87": two figures that rather tell a year than a number."""
    cued, surely = r.skip("short_year", at - 1) == at, r.skip("surely_year", at - 2) == at
    figure = r.number(at, 99) if cued or surely else None
    if figure is None or len(r.low(at)) != 2 or (r.joined(at + 1) and r.low(at + 1) not in ".,!?"):
        return None
    if not (surely or figure < _SINGLE or figure > _TELLING):
        return None
    if r.low(at + 1)[:1].isalnum() and r.skip("after_day", at + 1) is None:
        return None
    century = r.now.year // 100 * 100
    first = day_in(century + figure - (100 if figure > r.now.year % 100 else 0), 1, 1)
    return None if first is None else Hit(period("year", first), at + 1)


_SINGLE: Final = 10
"""Numbers below it are not written in two figures unless they are years."""
_TELLING: Final = 60
"""Numbers above it seldom count anything in chat."""


def _is_round(r: Reading, found: tuple[int, int]) -> bool:
    """Tell whether a round number rather counts what follows: "in 2000 words"."""
    low = r.low(found[1])
    return found[0] % 100 == 0 and low.isalpha() and r.skip("after_day", found[1]) is None


def _in_range(r: Reading, at: int, after: int) -> bool:
    other = year(r, r.past("to", after + (r.low(after) in ("-", "–", "—"))))
    if other is not None and other[1] > after + 1:
        return True
    if r.preceded("and", at) and year(r, at - 2) is not None:
        return True
    return r.low(at - 1) in ("-", "–", "—") or r.preceded("to", at)


def decade(r: Reading, at: int) -> Hit | None:
    """Return "the 1990s", "the '90s", "the nineties"."""
    start = r.skip("the", at)
    if start is None:
        cued = r.preceded("decade_cue", at)
        if not cued and (r.number(at) is None or len(r.low(at)) != 4):
            return None
        start = at
    spelt = r.words.decades.match(r.tokens, start)
    if spelt is not None:
        return _decade_of(r, spelt[0], spelt[1])
    start += r.low(start) in ("'", "’")
    figure = r.number(start)
    after = start + 1 + (r.low(start + 1) == "'" and r.low(start + 2) == "s")
    if figure is None or figure % 10 or r.low(after) not in ("s", "'s") or not r.joined(after):
        return None
    if len(r.low(start)) == 4:
        first = day_in(figure, 1, 1)
        return None if first is None else Hit(period("decade", first), after + 1)
    return _decade_of(r, figure, after + 1) if len(r.low(start)) == 2 else None


def _decade_of(r: Reading, figure: int, after: int) -> Hit | None:
    century = r.now.year // 100 * 100
    first = century + figure if century + figure <= r.now.year else century - 100 + figure
    begin = day_in(first, 1, 1)
    return None if begin is None else Hit(period("decade", begin), after)


def section(r: Reading, at: int, core: Core) -> Hit | None:
    """Return "mid-March", "the end of the month", "early 2019", "the start of next year"."""
    found = r.words.sections.match(r.tokens, at)
    if found is None:
        return None
    start = found[1] + (r.low(found[1]) == "-")
    of = _the_unit(r, start) or core(r, start) or _cued_year(r, start)
    if of is None or of.stretch.precision in (Precision.MINUTE, Precision.DAY):
        return None
    if found[0] in ("before", "after"):
        return Hit(around(of.stretch, found[0], r.now), of.next)
    told = third(of.stretch, found[0])
    if found[0] == "mid" and told.precision is Precision.MONTH:
        middle = midnight(told.start + (told.end - told.start) / 2)
        told = replace(told, around=middle)
    return Hit(told, of.next, of.lacks)


def _the_unit(r: Reading, at: int) -> Hit | None:
    start = r.skip("the", at)
    unit = None if start is None else r.words.units.match(r.tokens, start)
    if unit is None or unit[0] not in ("week", "month", "year", "quarter", "decade"):
        return None
    return Hit(period(unit[0], r.now), unit[1])


def _cued_year(r: Reading, at: int) -> Hit | None:
    found = year(r, at)
    first = None if found is None else day_in(found[0], 1, 1)
    return None if found is None or first is None else Hit(period("year", first), found[1])


def nth_of(r: Reading, at: int, core: Core) -> Hit | None:
    """Return "the second Tuesday of January", "the first Monday after Epiphany"."""
    start = r.past("the", at)
    told = ordinal(r, start)
    if told is None:
        return None
    several = _several_of(r, told, core)
    if several is not None:
        return several
    named = r.words.weekdays.match(r.tokens, told[1])
    unit = r.words.units.match(r.tokens, told[1]) if named is None else None
    if named is None and (unit is None or unit[0] not in ("day", "week", "weekend")):
        return None
    after = named[1] if named is not None else unit[1] if unit is not None else at
    beyond = r.skip("after", after)
    if beyond is not None and named is not None:
        whole = core(r, beyond)
        if whole is None:
            return None
        on = (named[0] - whole.stretch.end.weekday()) % 7 + 7 * (told[0] - 1)
        return Hit(days(whole.stretch.end + timedelta(days=on)), whole.next)
    of = r.skip("of", after) or r.skip("in_only", after)
    whole = None if of is None else _the_unit(r, of) or core(r, of)
    if whole is None:
        return None
    day = _nth(whole.stretch, told[0], 6 if named is None else named[0], unit and unit[0])
    return None if day is None else Hit(day, whole.next, whole.lacks)


def _several_of(r: Reading, told: tuple[int, int], core: Core) -> Hit | None:
    """Return "the first two weeks of August", "the last three days of May"."""
    amount_at = amount(r, told[1]) if told[0] in (1, -1) else None
    of = None if amount_at is None else r.skip("of", amount_at.next)
    whole = None if of is None else _the_unit(r, of) or core(r, of)
    if amount_at is None or whole is None or amount_at.unit in ("minute", "hour", "second"):
        return None
    start, end = whole.stretch.start, whole.stretch.end
    if told[0] == 1:
        end = min(end, units_on(start, amount_at.unit, amount_at.low))
    else:
        start = max(start, units_on(end, amount_at.unit, -amount_at.low))
    return Hit(Stretch(start, end, precision_of(amount_at.unit)), whole.next)


def _nth(whole: Stretch, nth: int, weekday: int, unit: str | None) -> Stretch | None:
    if unit == "day":
        day = whole.start + timedelta(days=nth - 1) if nth > 0 else whole.end - timedelta(days=1)
        return days(day)
    if whole.precision is not Precision.MONTH:
        return None
    if unit is None:
        found = nth_weekday(whole.start, weekday, nth)
        return None if found is None else days(found)
    monday = nth_weekday(whole.start, 0 if unit == "week" else 5, nth)
    return None if monday is None else period(unit, monday)


def beside(r: Reading, at: int, core: Core) -> Hit | None:
    """Return "the day after New Year's Day", "two weeks before Easter", "the week of the 12th"."""
    of_week = r.skip("weekend_of", at)
    if of_week is not None:
        within = core(r, of_week)
        if within is None:
            return None
        weekend = r.words.units.match(r.tokens, r.past("the", at))
        unit = "weekend" if weekend is not None and weekend[0] == "weekend" else "week"
        return Hit(period(unit, within.stretch.start), within.next)
    start = r.skip("the", at)
    unit_at = None if start is None else r.words.units.match(r.tokens, start)
    told = Amount(1, 1, unit_at[0], unit_at[1]) if unit_at is not None else amount(r, at)
    if told is None:
        return None
    for glue, sign in (("before", -1), ("after", 1)):
        beyond = r.skip(glue, told.next)
        of = None if beyond is None else core(r, beyond)
        if of is not None and told.unit in ("day", "week", "fortnight", "month", "weekend", "year"):
            return _beside(told, of, sign, exact=unit_at is None)
    return None


def _beside(told: Amount, of: Hit, sign: int, *, exact: bool) -> Hit:
    base = of.stretch.start if sign < 0 or exact else of.stretch.end - timedelta(days=1)
    if exact or told.unit == "day":
        return Hit(days(units_on(midnight(base), told.unit, sign * told.low)), of.next)
    if told.unit == "weekend":
        near = period("weekend", base)
        outside = near.end <= of.stretch.start if sign < 0 else near.start >= of.stretch.end
        return Hit(near if outside else period("weekend", base, sign), of.next)
    return Hit(period(told.unit, base, sign), of.next)


def era(r: Reading, at: int) -> Hit | None:
    """Return a stretch of years that speakers name alike: "lockdown"."""
    found = r.words.eras.match(r.tokens, at)
    if found is None or (r.low(at).startswith(_OH) and not r.preceded("oh_cue", at)):
        return None
    (first, last), after = found
    start, end = day_in(first, 1, 1), day_in(last + 1, 1, 1)
    if start is None or end is None:
        return None
    return Hit(Stretch(start, end, Precision.YEAR), after)


_OH = "oh"
"""How a year of the first ten of a century begins, in words: "since oh four"."""

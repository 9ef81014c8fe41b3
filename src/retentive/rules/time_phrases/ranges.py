"""Stretches with two ends: "from 3 to 7 May", "Mon-Wed", "between 9 and 10 this morning"."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from retentive.model.record import Precision
from retentive.rules.time_phrases.clock import Clock, clock, minute, nearest, of_day, settled
from retentive.rules.time_phrases.counts import number, ordinal
from retentive.rules.time_phrases.days import bare_day, day_number, month_day, year
from retentive.rules.time_phrases.moments import core, daily, joined_part, moment, past_join
from retentive.rules.time_phrases.reading import Hit, Reading
from retentive.rules.time_phrases.stretch import (
    Stretch,
    day_in,
    days,
    in_year,
    midnight,
    months_on,
    period,
)

_LONGEST_END = 24
"""Tokens of the first end of a range, at most."""
_HALF = timedelta(hours=12)


def ranged(r: Reading, at: int, *, between: bool, cued: bool) -> Hit | None:
    """Return the stretch from one time to another; `and` joins them only behind "between"."""
    if not _may_range(r, at):
        return None
    return (
        _short_years(r, at, between=between)
        or _hours(r, at, None, between=between, cued=cued)
        or _of_one_month(r, at, between=between)
        or _from_to(r, at, between=between, cued=cued)
    )


def _may_range(r: Reading, at: int) -> bool:
    """Tell whether a word or sign that joins two ends stands behind what may be the first."""
    inner, joiners = r.words.inner, r.words.joiners
    for token in r.tokens[at : at + _LONGEST_END]:
        if token.low in joiners:
            return True
        if token.low not in inner and not token.low[0].isdigit():
            return False
    return False


def _beyond(r: Reading, at: int, *, between: bool) -> int | None:
    """Return the place behind the word or dash between two ends."""
    if r.low(at) in ("-", "–", "—"):
        return at + 1
    return r.skip("and", at) if between else r.skip("to", at)


def _short_years(r: Reading, at: int, *, between: bool) -> Hit | None:
    """Return "98 to 2002", "2014-17": the shorter year is of the century of the other."""
    first, second = _year_like(r, at), None
    beyond = None if first is None else _beyond(r, first[1], between=between)
    if beyond is not None:
        second = _year_like(r, beyond)
    if first is None or second is None or (first[0] < 100) == (second[0] < 100):
        return None
    start, end = first[0], second[0]
    if start < 100:
        start += (end - start) // 100 * 100
    elif end > 12:  # else it is a month: 2025-03
        end += start // 100 * 100
    left, right = day_in(start, 1, 1), day_in(end, 1, 1)
    if left is None or right is None or not 0 < end - start < 100 or r.joined(second[1]):
        return None
    return Hit(Stretch(left, period("year", right).end, Precision.YEAR), second[1])


def _year_like(r: Reading, at: int) -> tuple[int, int] | None:
    """Return a year in four figures or two, and the place behind it."""
    full = year(r, at)
    short = r.number(at, 99)
    if (
        full is not None
        or short is None
        or len(r.low(at)) != 2
        or (r.joined(at + 1) and (r.low(at + 1) not in ("-", "–")))
    ):
        return full
    return short, at + 1


def _of_one_month(r: Reading, at: int, *, between: bool) -> Hit | None:
    """Return "3 to 7 May", "the 25th to the 8th of December", "Jan 2-4", "12th to 15th"."""
    first = day_number(r, r.past("the", at))
    if first is not None:
        beyond = _beyond(r, first[1], between=between)
        if beyond is None and (also := r.skip("and", first[1])) is not None:
            return _next_day_too(r, first[0], also, at)
        last = None if beyond is None else month_day(r, beyond)
        if last is not None and last.stretch.precision is Precision.DAY:
            start = _day_before(last.stretch.start, first[0])
            return None if start is None else Hit(replace(last.stretch, start=start), last.next)
        return _ordinals(r, at, first, beyond)
    left = month_day(r, at)
    if left is None or left.stretch.precision is not Precision.DAY:
        return None
    beyond = _beyond(r, left.next, between=between)
    end = None if beyond is None else day_number(r, r.past("the", beyond))
    if end is None or (beyond is not None and month_day(r, beyond) is not None):
        return None
    if clock(r, beyond or at) is not None or end[0] <= left.stretch.start.day:
        return None
    day = day_in(left.stretch.start.year, left.stretch.start.month, end[0])
    return None if day is None else Hit(replace(left.stretch, end=day + timedelta(days=1)), end[1])


def _next_day_too(r: Reading, first: int, at: int, place: int) -> Hit | None:
    """Return "20 and 21 April", "the 24th and 25th" as the two days it is."""
    last = month_day(r, at)
    told = ordinal(r, r.past("the", at)) if last is None else None
    left = bare_day(r, place) if told is not None and told[0] == first + 1 else None
    if told is not None and left is not None:
        both = replace(left.stretch, end=left.stretch.end + timedelta(days=1))
        return Hit(both, told[1], left.lacks)
    if last is None or last.stretch.precision is not Precision.DAY:
        return None
    start = last.stretch.start - timedelta(days=1)
    return Hit(replace(last.stretch, start=start), last.next) if start.day == first else None


def _ordinals(r: Reading, at: int, first: tuple[int, int], beyond: int | None) -> Hit | None:
    """Return "the 7th to the 10th": the first decides the month, the second follows it."""
    if beyond is None or ordinal(r, r.past("the", at)) is None:
        return None
    last = ordinal(r, r.past("the", beyond))
    left = bare_day(r, at) or (bare_day(r, beyond) if last is not None else None)
    if last is None or left is None or not 1 <= last[0] <= 31:
        return None
    month = left.stretch.start.replace(day=1)
    start = day_in(month.year, month.month, first[0])
    later = months_on(month, 1) if last[0] < first[0] else month
    end = day_in(later.year, later.month, last[0])
    if start is None or end is None:
        return None
    return Hit(Stretch(start, end + timedelta(days=1), Precision.DAY), last[1])


def _day_before(end: datetime, of_day: int) -> datetime | None:
    for month in (end, months_on(end, -1)):
        start = day_in(month.year, month.month, of_day)
        if start is not None and start <= end:
            return start
    return None


def _from_to(r: Reading, at: int, *, between: bool, cued: bool) -> Hit | None:
    """Return "March to June 2023", "Wednesday to Friday", "2014-2017"."""
    left = moment(r, at)
    if left is None:
        return None
    if daily(left) and (between_at := r.skip("between", past_join(r, left.next))) is not None:
        return _hours(r, between_at, left, between=True, cued=True)
    beyond = _beyond(r, left.next, between=between)
    right = None if beyond is None else moment(r.after(left.stretch, left.next), beyond)
    if right is None:
        return _day_with_hours(r, left)
    over = left.stretch.end <= r.now < right.stretch.end
    if over and not cued and r.low(left.next) in r.words.facing.bounds:
        return None  # "renewed last week until June": two times
    if left.lacks == "week" and not right.lacks and _is_weekday(r, beyond or at):
        back = (right.stretch.start.weekday() - left.stretch.start.weekday()) % 7
        left = Hit(days(right.stretch.start - timedelta(days=back)), left.next)
    return _fitted(left, right)


def _is_weekday(r: Reading, at: int) -> bool:
    """Tell whether a day is named by its weekday: "Wednesday to Friday next week"."""
    return r.words.weekdays.match(r.tokens, at) is not None


def _day_with_hours(r: Reading, left: Hit) -> Hit | None:
    """Return "tomorrow 3-5pm", "on Friday from 9 to 11"."""
    if not daily(left) or left.stretch.precision is not Precision.DAY:
        return None
    start = past_join(r, left.next)
    cue = r.skip("from_only", start)
    return _hours(r, cue or start, left, between=False, cued=cue is not None)


def _fitted(left: Hit, right: Hit) -> Hit | None:
    """Return the stretch from first to last; what one leaves open the other tells."""
    first, last = left.stretch, right.stretch
    if last.precision is Precision.MINUTE and first.precision is not Precision.MINUTE:
        return None
    if left.lacks == "year" and right.lacks == "":
        first = in_year(first, last.start.year)
        first = first if first.start <= last.start else in_year(first, last.start.year - 1)
    if right.lacks == "year" and left.lacks in ("", "year"):
        last = in_year(last, first.start.year)
    if right.lacks == "week":
        ahead = (last.start.weekday() - first.start.weekday()) % 7
        last = days(first.start + timedelta(days=ahead))
    if last.end <= first.start and right.lacks in ("year", "month"):
        months = 12 if right.lacks == "year" else 1
        last = Stretch(months_on(last.start, months), months_on(last.end, months), last.precision)
    if last.end <= first.start:
        return None
    coarse = max((first, last), key=lambda one: one.end - one.start)
    weekly = "week" if left.lacks == right.lacks == "week" else ""
    return Hit(Stretch(first.start, last.end, coarse.precision), right.next, weekly)


def _hours(r: Reading, at: int, day: Hit | None, *, between: bool, cued: bool) -> Hit | None:
    """Return a range of clock times: "from 3 to 5 yesterday", "2-4pm", "9 to 10" of a day."""
    first = _loose(r, at)
    beyond = None if first is None else _beyond(r, first.next, between=between)
    last = None if beyond is None else _loose(r, beyond)
    if first is None or last is None:
        return None
    if not last.told and r.words.months.match(r.tokens, last.next) is not None:
        return None  # "14 to 18 April"
    end, part = last.next, "" if day is None else day.part
    named = joined_part(r, end)
    if named is not None and (cued or last.told):
        part, end = named
    if day is None:
        after = core(r, past_join(r, end)) if cued or first.told or last.told or part else None
        if after is not None and daily(after):
            day, end = after, after.next
    if not (
        first.told or last.told or (first.sure and first.minutes > 720) or part or day is not None
    ):
        return None
    if r.words.units.match(r.tokens, last.next) is not None:
        return None
    return _between_hours(r, at, (first, last), day, part, end)


def _between_hours(
    r: Reading, at: int, ends: tuple[Clock, Clock], day: Hit | None, part: str, after: int
) -> Hit | None:
    first, last = ends
    if day is not None:
        start, end = of_day(day, first, part), of_day(day, last, part)
    else:
        by_part = replace(last, minutes=settled(last, part, night=False), sure=True)
        found = nearest(by_part if part else last, r.sense(at), r.now)
        if found is None:
            return None
        end = found
        start = midnight(end) + timedelta(minutes=settled(first, part, night=False))
    if last.sure and not first.sure:
        start = max(
            (start + n * _HALF for n in (-2, -1, 0, 1) if start + n * _HALF < end), default=start
        )
    while end <= start:
        end += _HALF if not last.sure else 2 * _HALF
    lacks = "day" if day is None else day.lacks and "week"
    return Hit(Stretch(start, minute(end).end, Precision.MINUTE), after, lacks)


def _loose(r: Reading, at: int) -> Clock | None:
    """Return a clock time or a bare hour."""
    found = clock(r, at)
    if found is not None:
        return found
    told = number(r, at)
    if told is None or not 1 <= told[0] <= 24 or r.low(at) in r.words.refuse.articles:
        return None
    return Clock(told[0] * 60, told[1], sure=told[0] > 12, told=False)

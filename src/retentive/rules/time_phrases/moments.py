"""One time at a place: a day, a longer stretch, or a day with a clock time and part of the day."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from retentive.model.record import Precision
from retentive.rules.time_phrases.anaphora import following, of_named, weekday_of_named
from retentive.rules.time_phrases.clock import Clock, clock, minute, nearest, of_day, settled
from retentive.rules.time_phrases.days import bare_day, month_day
from retentive.rules.time_phrases.festivals import festival
from retentive.rules.time_phrases.named import (
    beside,
    decade,
    era,
    nth_of,
    quarter,
    section,
    whole_year,
)
from retentive.rules.time_phrases.numeric import numeric
from retentive.rules.time_phrases.reading import Hit, Reading
from retentive.rules.time_phrases.relative import (
    counted,
    relative_day,
    the_weekend,
    this_or_next,
    this_time,
)
from retentive.rules.time_phrases.seasons import time_of_year
from retentive.rules.time_phrases.stretch import Facing, Stretch, days, in_year, months_on
from retentive.rules.time_phrases.weekdays import bare_weekday
from retentive.rules.time_phrases.weeks import calendar_week

_NESTED: Final = {"section": section, "nth_of": nth_of, "beside": beside}
_SIMPLE: Final = {
    "numeric": numeric,
    "this_time": this_time,
    "relative_day": relative_day,
    "festival": festival,
    "following": following,
    "this_or_next": this_or_next,
    "the_weekend": the_weekend,
    "counted": counted,
    "month_day": month_day,
    "bare_day": bare_day,
    "weekday_of_named": weekday_of_named,
    "bare_weekday": bare_weekday,
    "time_of_year": time_of_year,
    "quarter": quarter,
    "calendar_week": calendar_week,
    "decade": decade,
    "whole_year": whole_year,
    "of_named": of_named,
    "era": era,
}
_MOST_NESTED = 2
_LAST_HOUR = 12 * 60


def core(r: Reading, at: int, depth: int = 0) -> Hit | None:
    """Return the day or longer stretch named at a place."""
    start = r.past("hedge", at)
    for name in r.readers(start):
        simple = _SIMPLE.get(name)
        if simple is not None:
            found = simple(r, start)
        elif depth < _MOST_NESTED:
            found = _NESTED[name](r, start, lambda r, at: core(r, at, depth + 1))
        else:
            found = None
        if found is not None:
            return found
    return None


def moment(r: Reading, at: int) -> Hit | None:
    """Return the time named at a place, with the clock time and part of the day that go with it."""
    if at not in r.moments:
        r.moments[at] = _moment(r, at)
    return r.moments[at]


def _moment(r: Reading, at: int) -> Hit | None:
    day: Hit | None = None
    time: Clock | None = None
    part, end, place = "", at, at
    while place < len(r.tokens):
        if time is None and (found := clock(r, place)) is not None:
            time, end = found, found.next
        elif day is None and (hit := _in_its_year(r, core(r, place))) is not None:
            if time is not None and not daily(hit):
                break
            day, end = hit, hit.next
        elif (
            not part and (day is not None or time is not None) and (named := joined_part(r, place))
        ):
            part, end = named
        else:
            break
        if day is not None and not _open(r, day, end):
            break
        place = past_join(r, end)
    return _combined(r, at, day, time, part, end)


def _in_its_year(r: Reading, hit: Hit | None) -> Hit | None:
    """Return a time with the year told beside it: "in May last year", "two years ago in May"."""
    if hit is not None and hit.stretch.precision is Precision.WEEK:
        return _day_of_week(r, hit)
    if hit is None or not (hit.lacks == "year" or hit.stretch.precision is Precision.YEAR):
        return hit
    beside = r.past("year_join", hit.next)
    if r.words.opens_core.get(r.low(beside)) is None and not r.low(beside)[:1].isdigit():
        return hit
    other = core(r, beside)
    if other is None:
        return hit
    if hit.lacks == "year" and _is_year(other.stretch):
        return Hit(in_year(hit.stretch, other.stretch.start.year), other.next)
    if other.lacks == "year" and _is_year(hit.stretch) and beside > hit.next:
        return Hit(in_year(other.stretch, hit.stretch.start.year), other.next)
    return hit


def _day_of_week(r: Reading, hit: Hit) -> Hit:
    """Return "last week on Wednesday" as the day it is."""
    named = r.words.weekdays.match(r.tokens, r.past("on_day", hit.next))
    start, end = hit.stretch.start, hit.stretch.end
    if named is None or end - start != timedelta(days=7) or start.weekday() != 0:
        return hit
    return Hit(days(start + timedelta(days=named[0])), named[1])


def _is_year(stretch: Stretch) -> bool:
    return stretch.precision is Precision.YEAR and stretch.end == months_on(stretch.start, 12)


def _open(r: Reading, day: Hit, end: int) -> bool:
    """Tell whether a clock time may follow: a day, or "in 48 hours," with a comma."""
    return daily(day) and (day.stretch.precision is not Precision.MINUTE or r.low(end) == ",")


def daily(hit: Hit) -> bool:
    """Tell whether a stretch is a day or less."""
    return hit.stretch.end - hit.stretch.start <= timedelta(days=1)


def past_join(r: Reading, at: int) -> int:
    """Return the place behind a comma or small word that joins a day and a clock time."""
    place = at + 1 if r.low(at) == "," else at
    return r.past("join", place)


def joined_part(r: Reading, at: int) -> tuple[str, int] | None:
    """Return the part of the day at a place, as "in the morning", and the place behind it."""
    place = r.past("in_the", at)
    named = r.words.parts.match(r.tokens, place)
    return None if named is None or r.low(at) in r.words.refuse.articles else named


def _named_day(r: Reading, at: int) -> Hit | None:
    """Return the day told before a clock time: "on Tuesday we have a meeting at 18:30"."""
    day = r.earlier
    if day is None or day.precision is not Precision.DAY or not r.in_sentence(r.earlier_at, at):
        return None
    if day.end - day.start > timedelta(days=1) or day.start.date() == r.now.date():
        return None
    past, sense = day.end <= r.now, r.sense(at)
    return None if sense in ((Facing.PRESENT, Facing.FUTURE) if past else ()) else Hit(day, at)


def _combined(
    r: Reading, at: int, day: Hit | None, time: Clock | None, part: str, end: int
) -> Hit | None:
    if day is None and time is None:
        return None
    if time is None:
        return None if day is None else day._replace(next=end, part=part or day.part)
    if day is not None:
        return Hit(minute(of_day(day, time, part)), end)
    if part:
        time = replace(time, minutes=settled(time, part, night=False) % 1440, sure=True)
    if not time.told and time.minutes > _LAST_HOUR and not part:
        return None  # "at 14" is an age rather
    if (named := _named_day(r, at)) is not None:
        return Hit(minute(of_day(named, time, part)), end)
    found = nearest(time, r.sense(at), r.now)
    return None if found is None else Hit(minute(found), end)

"""Clock times: "3pm", "6:05", "half past six", "noon", "4 minutes before midnight"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from retentive.model.record import Precision
from retentive.rules.time_phrases.counts import amount, number
from retentive.rules.time_phrases.once import once
from retentive.rules.time_phrases.reading import Hit, Reading
from retentive.rules.time_phrases.stretch import Facing, Stretch, midnight

_DAY, _HALF = 1440, 720
_BARE_AFTERNOON, _COLON_AFTERNOON, _SMALL_HOURS = 6, 5, 5
"""Up to which hour "at 4" and "at 4:30" are of the afternoon, and "at 2" of the small hours."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of the day in minutes, and the place after it."""

    minutes: int
    next: int
    sure: bool
    """The half of the day is told."""
    told: bool = True
    """It is a clock time even where no word before says so."""
    colon: bool = False


@once
def clock(r: Reading, at: int) -> Clock | None:
    """Return the clock time at a place; a bare hour only behind a word such as "at"."""
    if at >= len(r.tokens) or r.tokens[at].opener not in r.words.opens_clock:
        return None
    named = r.words.clock.match(r.tokens, at)
    if named is not None:
        return Clock(named[0], named[1], sure=True)
    found = _spoken(r, at) or _figures(r, at) or _hour(r, at) or _offset(r, at)
    if found is None or (found.colon and r.preceded("pace", at)):
        return None  # "a marathon under 2:30"
    on_time = r.skip("on_time", found.next)
    return found if on_time is None else replace(found, next=on_time)


def _half_of_day(r: Reading, found: Clock) -> Clock:
    """Return a clock time with its "am", "pm" or "o'clock" read."""
    hour = found.minutes // 60
    for glue, shift in (("am", 0), ("pm", _HALF)):
        after = r.skip(glue, found.next)
        if after is not None and 1 <= hour <= 12:
            return Clock(found.minutes % _HALF + shift, after, sure=True)
    oclock = r.skip("oclock", found.next)
    if oclock is not None:
        return replace(found, next=oclock, told=True)
    return found


def _figures(r: Reading, at: int) -> Clock | None:
    """Return "6:05", "18.30 h", "6.30pm", "14h30"."""
    if (four := _four_figures(r, at)) is not None:
        return four
    hour, minute = r.number(at, 24), r.number(at + 2, 59)
    if hour is None or minute is None or len(r.low(at + 2)) != 2 or len(r.low(at)) > 2:
        return None
    sign = r.low(at + 1)
    if sign not in (":", ".", "h") or not (r.joined(at + 1) and r.joined(at + 2)):
        return None
    if r.preceded("in_only", at):
        return None  # "ran it in 1:58"
    after = at + 3
    if r.low(after) == ":" and r.joined(after) and r.number(after + 1, 59) is not None:
        after += 2
    sure = hour > 12 or hour == 0 or r.low(at).startswith("0")
    found = _half_of_day(r, Clock(hour * 60 + minute, after, sure=sure, colon=True))
    marked = r.skip("hours_mark", after)
    if marked is not None:
        return replace(found, sure=True, next=marked)
    if sign == "." and found.next == after and not r.preceded("at", at):
        return None
    return found


def _four_figures(r: Reading, at: int) -> Clock | None:
    """Return "0830", "at 1730", "2115 hrs"."""
    low, figure = r.low(at), r.number(at)
    if figure is None or len(low) != 4 or figure // 100 > 23 or figure % 100 > 59:
        return None
    marked = r.skip("hours_mark", at + 1)
    told = r.preceded("at_only", at) and figure % 5 == 0
    told = told or (low[0] == "0" and (r.preceded("at", at) or r.low(at + 1) == "on"))
    if marked is None and (not told or r.joined(at) or r.joined(at + 1)):
        return None
    return Clock(figure // 100 * 60 + figure % 100, marked or at + 1, sure=True)


def _hour(r: Reading, at: int) -> Clock | None:
    """Return "3pm", "six o'clock", and "at 8" or "9 in the morning"."""
    told = number(r, at)
    if told is None or not 0 <= told[0] <= 24 or r.low(at) in r.words.refuse.articles:
        return None
    found = _half_of_day(r, Clock(told[0] * 60, told[1], sure=told[0] > 12, told=False))
    if found.next > told[1]:
        return found
    of_part = r.skip("in_the", told[1])
    part = r.words.parts.match(r.tokens, of_part) if of_part is not None else None
    told_at = r.preceded("at_only", at) or r.skip("at_about", at - 2) == at
    told_at = told_at or (told[1] == at + 1 and r.joined(told[1]) and r.low(told[1]) == "ish")
    if told_at and r.skip("on_time", told[1]) is not None:
        return found
    of_day = r.words.days.match(r.tokens, told[1]) if r.preceded("at", at) else None
    if told_at or part is not None or of_day is not None:
        return None if _counts_something(r, told[1]) else found
    return None


def _counts_something(r: Reading, at: int) -> bool:
    low = r.low(at)
    if low in r.words.refuse.after_number or (low in ":.-/," and r.number(at + 1) is not None):
        return bool(low)
    if r.words.units.match(r.tokens, at) is not None or (r.joined(at) and low.isalnum()):
        return True
    return (
        bool(low)
        and low[0].isalpha()
        and r.skip("after_day", at) is None
        and (
            r.words.days.match(r.tokens, at) is None
            and r.words.weekdays.match(r.tokens, at) is None
            and r.words.parts.match(r.tokens, at) is None
            and r.words.this.match(r.tokens, at) is None
        )
    )


def _spoken(r: Reading, at: int) -> Clock | None:
    """Return "half past six", "quarter to nine", "ten past three"."""
    for glue, minutes in (("half_past", 30), ("quarter_past", 15), ("quarter_to", -15)):
        start = r.skip(glue, at)
        hour = None if start is None else number(r, start)
        if (
            hour is not None
            and 1 <= hour[0] <= 12
            and r.low(start or 0) not in r.words.refuse.articles
        ):
            return _half_of_day(r, _sided(hour[0] * 60 + minutes, hour[1]))
    half = r.skip("half_hour", at)
    hour = None if half is None or not _is_told_at(r, at) else number(r, half)
    if hour is not None and 1 <= hour[0] <= 12 and r.low(half or 0) not in r.words.refuse.articles:
        return _half_of_day(r, _sided(hour[0] * 60 + 30, hour[1]))  # "at half two"
    told = number(r, at)
    if told is None or not 1 <= told[0] <= 29:
        return None
    start = told[1]
    for glue, sign in (("past", 1), ("to_hour", -1)):
        beyond = r.skip(glue, start)
        hour = None if beyond is None else _twelve(r, beyond)
        if hour is not None and told[0] % 5 == 0 and r.number(at) is None:
            return _half_of_day(r, _sided(hour[0] * 60 + sign * told[0], hour[1]))
    return None


def _is_told_at(r: Reading, at: int) -> bool:
    """Tell whether a word or a day before a place makes an hour of it: "tomorrow half nine"."""
    books = (r.words.days, r.words.weekdays, r.words.parts)
    return r.preceded("at", at) or any(book.match(r.tokens, at - 1) for book in books)


def _twelve(r: Reading, at: int) -> tuple[int, int] | None:
    """Return an hour of the clock's face, and the place behind it."""
    told = None if r.low(at) in r.words.refuse.articles else number(r, at)
    return told if told is not None and 1 <= told[0] <= 12 else None


def _sided(minutes: int, after: int) -> Clock:
    return Clock(minutes % _DAY, after, sure=False)


def _offset(r: Reading, at: int) -> Clock | None:
    """Return "4 mins before midnight", "an hour after noon"."""
    told = amount(r, at)
    if told is None or told.unit not in ("minute", "hour"):
        return None
    for glue, sign in (("before", -1), ("after", 1)):
        beyond = r.skip(glue, told.next)
        base = None if beyond is None else clock_without_offset(r, beyond)
        if base is not None:
            minutes = round(told.low * (60 if told.unit == "hour" else 1))
            return replace(base, minutes=base.minutes + sign * minutes)
    return None


def clock_without_offset(r: Reading, at: int) -> Clock | None:
    """Return a clock time that is no offset from another."""
    named = r.words.clock.match(r.tokens, at)
    if named is not None:
        return Clock(named[0], named[1], sure=True)
    return _spoken(r, at) or _figures(r, at)


def settled(found: Clock, part: str, *, night: bool) -> int:
    """Return the minutes since the day's start, with a part of the day and habit deciding."""
    minutes, hour = found.minutes, found.minutes // 60
    if found.sure:
        small = night and hour <= _SMALL_HOURS
        return minutes + _DAY if small else minutes
    if part == "morning":
        return minutes % _HALF
    if part in ("afternoon", "evening"):
        return minutes % _HALF + _HALF
    if part == "night":
        if hour <= _SMALL_HOURS:
            return minutes + _DAY * night
        return minutes % _HALF + (_DAY if hour == 12 else _HALF)
    afternoon = _COLON_AFTERNOON if found.colon else _BARE_AFTERNOON
    return minutes + _HALF if 1 <= hour <= afternoon else minutes


def nearest(found: Clock, facing: Facing, now: datetime) -> datetime | None:
    """Return the moment a clock time without a day means: the last, or the next; else none."""
    if facing is Facing.NONE:
        return None
    halves = (
        (found.minutes,) if found.sure else (found.minutes % _HALF, found.minutes % _HALF + _HALF)
    )
    among = sorted(
        midnight(now) + timedelta(days=on, minutes=minutes)
        for on in (-1, 0, 1)
        for minutes in halves
    )
    if facing is Facing.PAST:
        return [one for one in among if one <= now][-1]
    return next(one for one in among if one >= now)


def of_day(day: Hit, found: Clock, part: str) -> datetime:
    """Return the local time of a clock time on a day."""
    part = part or day.part
    minutes = settled(found, part, night=part == "night")
    return midnight(day.stretch.start) + timedelta(minutes=minutes)


def minute(start: datetime) -> Stretch:
    """Return the minute that begins then."""
    return Stretch(start, start + timedelta(minutes=1), Precision.MINUTE)

"""Weekdays by name: "Friday", "Saturday gone", "Friday last week", "the Monday" behind a day."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from retentive.model.record import Precision
from retentive.rules.time_phrases.clock import clock
from retentive.rules.time_phrases.counts import ordinal
from retentive.rules.time_phrases.reading import Hit, Reading
from retentive.rules.time_phrases.stretch import Facing, Stretch, days, midnight, period
from retentive.rules.time_phrases.tokens import Phrasebook

_NEAR: Final = 2
_STOPS: Final = frozenset(",;:.!?-–\n") | {""}


def weekday(r: Reading, at: int) -> tuple[int, int] | None:
    """Return a weekday by name and the place behind it."""
    found = r.words.weekdays.match(r.tokens, at)
    if found is None:
        return None
    if r.low(at) in r.words.refuse.needs_cue and not r.preceded("day_cue", at):
        after = found[1]
        if joined_to(r, at, after, r.words.weekdays):
            return found if r.tokens[at].capital else None
        if r.words.parts.match(r.tokens, after) is not None or ordinal(r, after) is not None:
            return found  # "sat arvo", "wed 18th"
        time = clock(r, after)
        if time is not None and time.told:
            return found  # "sat 6am"
        if _follows(r, at, found[0]):
            return found  # "mon gym, tue physio, wed train to Leeds"
        if r.low(after) in r.words.facing.subjects and r.low(at - 1) in _STOPS:
            return found  # "fri we left, sat I proposed"
        goes_on = r.low(after) in ("-", "–", "/", ",") or r.number(after) is not None
        if not r.tokens[at].capital or not (goes_on or r.skip("at", after) is not None):
            return None
    return found


def _follows(r: Reading, at: int, named: int) -> bool:
    """Tell whether a weekday comes right after the one a sentence has named."""
    if r.earlier is None or r.earlier.precision is not Precision.DAY:
        return False
    near = r.low(at - 1)[:1].isalpha() or r.low(at - 1) == ","
    on = (named - r.earlier.start.weekday()) % 7
    return near and 1 <= on <= _NEAR and r.in_sentence(r.earlier_at, at)


def joined_to(r: Reading, at: int, after: int, names: Phrasebook[int]) -> bool:
    """Tell whether another such name stands beside: "March and April", "Mon-Wed"."""
    if r.preceded("joins_names", at) and names.match(r.tokens, at - 2) is not None:
        return True
    beyond = r.skip("joins_names", after)
    return beyond is not None and names.match(r.tokens, beyond) is not None


def bare_weekday(r: Reading, at: int) -> Hit | None:
    """Return "Friday", "Saturday gone", "Friday last week", "the Friday before last"."""
    start = r.past("the", at)
    named = weekday(r, start)
    if named is None or r.low(start - 1) in r.words.refuse.before_weekday:
        return None
    of_week = _in_some_week(r, *named)
    if of_week is not None:
        return of_week
    if start > at:
        return _of_named(r, at, *named)
    behind, ahead = last_weekday(r.now, named[0]), next_weekday(r.now, named[0])
    gone = r.skip("gone", named[1])
    if gone is not None:
        return Hit(behind, gone)
    facing = r.facing(at)
    return Hit(behind if facing is Facing.PAST else ahead, named[1], "week")


def _of_named(r: Reading, at: int, named: int, after: int) -> Hit | None:
    """Return "the Monday" behind the day from which it is counted: "on Friday, back the Monday"."""
    if r.earlier is None or not r.in_sentence(r.earlier_at, at) or r.skip("unit_before", after):
        return None
    if r.earlier.precision is Precision.WEEK:  # "a bad week, flu from the Monday"
        return Hit(days(r.earlier.start + timedelta(days=named)), after)
    if r.earlier.precision not in (Precision.DAY, Precision.MINUTE):
        return None
    return Hit(next_weekday(r.earlier.start, named), after)


def last_weekday(now: datetime, named: int, back: int = 1) -> Stretch:
    """Return the last such weekday before today, or one some weeks before that."""
    today = midnight(now)
    return days(today - timedelta(days=(today.weekday() - named - 1) % 7 + 7 * back - 6))


def next_weekday(now: datetime, named: int, on: int = 1) -> Stretch:
    """Return the next such weekday after today, or one some weeks after that."""
    today = midnight(now)
    return days(today + timedelta(days=(named - today.weekday() - 1) % 7 + 7 * on - 6))


def _in_some_week(r: Reading, named: int, after: int) -> Hit | None:
    """Return a weekday whose week is told behind it: "week", "last week", "before last"."""
    of_week = r.words.this.match(r.tokens, r.past("of", after))
    if of_week is not None:
        unit = r.words.units.match(r.tokens, of_week[1])
        if unit == ("week", of_week[1] + 1):
            week = period("week", r.now, of_week[0])
            return Hit(days(week.start + timedelta(days=named)), unit[1])
    weekly = r.skip("week_after", after)
    if weekly is not None:
        return Hit(next_weekday(r.now, named, 2), weekly)
    before_last = r.skip("before_last", after)
    if before_last is not None:
        return Hit(last_weekday(r.now, named, 2), before_last)
    after_next = r.skip("after_next", after)
    if after_next is not None:
        return Hit(next_weekday(r.now, named, 2), after_next)
    return None

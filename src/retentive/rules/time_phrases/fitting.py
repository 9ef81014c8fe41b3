"""Lengths counted from a time beside them: `two weeks from Monday`, `six years until 2021`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from retentive.model.record import Precision
from retentive.rules.time_phrases.phrase import Role, TimePhrase
from retentive.rules.time_phrases.stretch import units_on
from retentive.rules.time_phrases.tokens import Phrasebook, scan

_FIRST: Final = (Role.AT, Role.SINCE)
_OF_MONTHS: Final = (Precision.MONTH, Precision.YEAR)
_HALF_A_YEAR: Final = timedelta(days=183)
_GAP: Final = 2
"""Signs between two phrases that stand side by side."""


def loosened(
    text: str,
    found: Sequence[TimePhrase],
    today: date,
    states: Phrasebook[bool],
    earlier: tuple[Phrasebook[bool], Phrasebook[bool]],
) -> Iterator[TimePhrase]:
    """Yield phrases; a length beside a date counts from that, so not from now.

    One ahead beside a day is the stretch that begins then; one that is over ends when it is told
    to have ended, or begins when it is told to have begun. `states` may stand between a length
    that runs and the day on which it is full; words of `earlier` tell that it ended at a time:
    those between the two, and those that lead the sentence.
    """
    for place, one in enumerate(found):
        beside = [*found[max(0, place - 1) : place], *found[place + 1 : place + 2]]
        near = [other for other in beside if other.start and _one_sentence(text, one, other)]
        if one.role is Role.FOR and one.start and one.end is None:
            full = (other for other in near if _is_full(text, one, other, states))
            after = next((other for other in near if _begins_ahead(text, one, other, today)), None)
            if after is not None and after.start is not None:
                length = timedelta(days=(today - one.start.date()).days)
                yield replace(one, start=after.start, end=after.start + length)
            else:
                yield _running(one, next(full, None), today)
        elif one.role is not Role.FOR or not near or one.start is not None:
            yield one
        elif one.end is None:
            first = next((other for other in near if other.span < one.span), None)
            ended = first is not None and _is_before(text, one, first, earlier)
            yield _until(one, first) if first and ended else _over(one, near)
        else:
            yield _ahead(one, near, today)


def _is_before(
    text: str,
    one: TimePhrase,
    other: TimePhrase,
    earlier: tuple[Phrasebook[bool], Phrasebook[bool]],
) -> bool:
    """Tell whether a length ended at the time told before it: "before I moved in 2012"."""
    between = scan(text[other.span.end : one.span.start])
    if any(earlier[0].match(between, at) for at in range(len(between))):
        return True
    start = max(text.rfind(sign, 0, other.span.start) for sign in ".!?;\n") + 1
    led = scan(text[start : other.span.start])
    return bool(led) and earlier[1].match(led, 0) is not None


def _is_full(text: str, one: TimePhrase, other: TimePhrase, states: Phrasebook[bool]) -> bool:
    """Tell whether a time right behind a length is when it is full: "two years sober in May"."""
    if other.role is not Role.AT or other.span.start < one.span.end:
        return False
    between = scan(text[one.span.end : other.span.start])
    state = states.match(between, 0)
    return (0 if state is None else state[1]) == len(between)


def _begins_ahead(text: str, one: TimePhrase, other: TimePhrase, today: date) -> bool:
    """Tell whether a length follows right on the day it begins: "we go on Friday for five days"."""
    gap = text[other.span.end : one.span.start]
    ahead = _begins(other) and other.start is not None and other.start.date() > today
    return ahead and other.span < one.span and not gap.strip(" ,")


def _running(one: TimePhrase, full: TimePhrase | None, today: date) -> TimePhrase:
    if one.start is None or full is None or full.start is None:
        return one
    wait = (full.around or full.start).date() - today
    if wait < -_HALF_A_YEAR:
        wait += 2 * _HALF_A_YEAR  # "in May" is rather the next one
    return replace(one, start=one.start + wait)


def _ahead(one: TimePhrase, near: Sequence[TimePhrase], today: date) -> TimePhrase:
    first = next((other for other in near if _begins(other)), None)
    if one.end is None or first is None or first.start is None:
        return replace(one, end=None, precision=None)
    ahead = one.end.date()
    months = (ahead.year - today.year) * 12 + ahead.month - today.month
    if months > 0 and one.precision in _OF_MONTHS:  # "for a month, from 1 May", of whichever days
        return replace(one, start=first.start, end=units_on(first.start, "month", months))
    return replace(one, start=first.start, end=first.start + (ahead - today))


def _until(one: TimePhrase, other: TimePhrase) -> TimePhrase:
    """Return a length that ended at a time: "retired in 2020, before that a postman for years"."""
    if one.extent is None or other.start is None:
        return one
    start = units_on(other.start, one.extent[1], -one.extent[0])
    return replace(one, start=start, end=other.start, precision=other.precision)


def _over(one: TimePhrase, near: Sequence[TimePhrase]) -> TimePhrase:
    if one.extent is None:
        return one
    count, unit = one.extent
    for other in near:
        if other.start is None or other.end is None:
            continue
        if other.role is Role.UNTIL or (other.role is Role.AT and _apart(one, other)):
            start = units_on(other.start, unit, -count)
            return replace(one, start=start, end=other.end, precision=other.precision)
        if other.role in _FIRST:
            end = units_on(other.start, unit, count)
            end = units_on(other.end, unit, count) if end > other.end else other.end
            return replace(one, start=other.start, end=end, precision=other.precision)
    return one


def _apart(one: TimePhrase, other: TimePhrase) -> bool:
    """Tell whether words stand before a time behind a length: "for six years and left in 2021"."""
    return other.span.start > one.span.end + _GAP


def _begins(one: TimePhrase) -> bool:
    """Tell whether something can begin at a time: "on the 25th", "from Monday"."""
    return one.precision is Precision.DAY and one.role in _FIRST


def _one_sentence(text: str, one: TimePhrase, other: TimePhrase) -> bool:
    first, last = sorted((one.span, other.span))
    return not any(sign in text[first.end : last.start] for sign in ".!?;\n")

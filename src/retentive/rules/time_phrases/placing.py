"""What the time phrases of a clause make of a claim: bounds of a state, or the date of an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Literal

from retentive.model.provenance import Span
from retentive.model.record import Occurred, Precision
from retentive.rules.time_phrases.phrase import Role, TimePhrase


class Turn(StrEnum):
    """What a clause does to the state it tells."""

    BEGINS = "begins"
    ENDS = "ends"
    """The last time in which it held: "I worked there, left in May"."""
    DENIES = "denies"
    """The first time in which it did not, and up to which it held: "I quit on 1 February"."""
    WITHIN = "within"
    """It held then, and the phrase says nothing of now: "in 2019 I lived in Porto"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Where a claim stands in time: bounds of a state or the date of an event, never both."""

    valid_from: datetime | None = None
    valid_until: datetime | None = None
    occurred: Occurred | None = None


UNPLACED: Final = Placed()


def place(
    phrases: Sequence[TimePhrase],
    claim_span: Span,
    clause_span: Span,
    type: Literal["state", "event", "plan"],
    *,
    turn: Turn = Turn.BEGINS,
    sentence: Span | None = None,
) -> Placed:
    """Return where a claim stands by the phrases of its clause; the nearest dates an event.

    With its `sentence`, a clause without a time has the one of the sentence, if it names just one
    ("from 2014 to 2017 I lived in Gdynia and worked for the pilots").
    """
    dated = [one for one in phrases if one.dated]
    near = [one for one in dated if clause_span.overlaps(one.span)]
    if not near and sentence is not None:
        shared = [one for one in dated if sentence.overlaps(one.span)]
        near = shared if len(shared) == 1 else []
    near.sort(key=lambda one: (_distance(one.span, claim_span), one.span))
    return _bounds(near, turn) if type == "state" else _date(near)


def _date(near: Sequence[TimePhrase]) -> Placed:
    if any(one.role is Role.UNTIL for one in near):  # "for nine years until 2024": all of it
        near = [one for one in near if one.role is Role.FOR and one.start and one.end] or near
        if near[0].role is Role.FOR:
            return _whole(near[0])
    # "extended until 2028 last week"
    for one in sorted(_closest(near), key=lambda one: one.role is Role.UNTIL):
        if one.role is Role.FOR:
            continue
        if (found := _whole(one)) is not UNPLACED:
            return found
    return UNPLACED


def _closest(near: Sequence[TimePhrase]) -> Sequence[TimePhrase]:
    """Return phrases without those another tells more closely: "in two weeks, on the 23rd"."""
    first = next((one for one in near if one.role is Role.AT and one.start and one.end), None)
    if first is None:
        return near
    inside = [
        one for one in near if one.role is Role.AT and one is not first and _lies_in(one, first)
    ]
    beside = [one for one in inside if _distance(one.span, first.span) <= _GAP]
    return beside or _on_the_day(near, first) or near


def _on_the_day(near: Sequence[TimePhrase], first: TimePhrase) -> Sequence[TimePhrase]:
    """Return the day that tells a week about it more closely: "in three weeks, on the 6th"."""
    if first.around is None:
        return ()
    days = [one for one in near if one.role is Role.AT and one.precision is Precision.DAY]
    reach = timedelta(days=_REACH)
    return [
        one
        for one in days
        if one.start
        and abs(one.start - first.around) <= reach
        and _distance(one.span, first.span) <= _GAP
    ]


_REACH: Final = 4
"""Days from a day counted to, at most, of a day that tells it more closely."""
_GAP: Final = 5
"""Signs between two times of which one tells the other more closely: ", on"."""


def _lies_in(one: TimePhrase, other: TimePhrase) -> bool:
    if not (one.start and one.end and other.start and other.end):
        return False
    shorter = one.end - one.start < other.end - other.start
    return shorter and other.start <= one.start and one.end <= other.end


def _whole(one: TimePhrase) -> Placed:
    if one.start is None or one.end is None or one.precision is None:
        return UNPLACED
    return Placed(occurred=Occurred(start=one.start, end=one.end, precision=one.precision))


def _bounds(near: Sequence[TimePhrase], turn: Turn) -> Placed:
    start: datetime | None = None
    end: datetime | None = None
    for one in near:
        first, last = _bound(one, turn)
        start, end = start or first, end or last
    if start is not None and end is not None and start >= end:
        first, last = _bound(near[0], turn)
        return Placed(valid_from=first, valid_until=last)
    return Placed(valid_from=start, valid_until=end)


def _bound(one: TimePhrase, turn: Turn) -> tuple[datetime | None, datetime | None]:
    """Return where a state begins and ends by one phrase."""
    match one.role:
        case Role.SINCE:
            return one.around or one.start, None
        case Role.UNTIL:
            return None, one.around or one.end
        case Role.FOR:
            return one.start, one.end
        case Role.AT | Role.DURING | Role.BY:
            return _by_turn(one, turn)
        case Role.RECURRING | Role.AGE:
            return None, None


def _by_turn(one: TimePhrase, turn: Turn) -> tuple[datetime | None, datetime | None]:
    if turn is Turn.ENDS:
        return None, one.around or one.end
    if turn is Turn.DENIES:
        return None, one.around or one.start
    if turn is Turn.WITHIN or one.role is Role.DURING:
        near = one.around if one.precision is Precision.WEEK else None
        return near or one.start, one.end
    return one.around or one.start, None


def _distance(one: Span, other: Span) -> int:
    if one.overlaps(other):
        return 0
    return max(one.start - other.end, other.start - one.end)

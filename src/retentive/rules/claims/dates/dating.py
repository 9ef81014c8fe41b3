"""When a claim holds or happened: the time phrases of an entry, and what they make of a claim."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from retentive.model.claim import Cue, Polarity
from retentive.model.entry import Entry
from retentive.model.provenance import Span
from retentive.model.record import Occurred, Precision
from retentive.rules.characters import listed
from retentive.rules.claims.dates.belonging import (
    before,
    meant,
    of_another,
    of_verbs_before,
)
from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.matching.verbs import Tense
from retentive.rules.claims.saying import Said, spans
from retentive.rules.reading import Clause
from retentive.rules.time_phrases import (
    Placed,
    Role,
    TimePhrase,
    TimeWords,
    Turn,
    find_times,
    place,
)
from retentive.rules.zones import zone_of


@dataclass(frozen=True, slots=True)
class Times:
    """The time phrases of one entry, and the moment it was said."""

    said_at: datetime
    phrases: tuple[TimePhrase, ...]
    words: TimeWords

    @classmethod
    def of(cls, entry: Entry, words: TimeWords, question: Sequence[str] = ()) -> Times:
        """Return the phrases of an entry, read where and when it was said.

        An answer looks where the `question` does: `When was it?` `On the 2nd`.
        """
        ahead = () if _PRESENT.isdisjoint(question) else ("will",)  # `When do you fly?`
        asked = " ".join((*question, *ahead, "? ")) if question else ""
        found = find_times(asked + entry.text, entry.said_at, zone_of(entry), words)
        if asked:
            found = tuple(
                _moved(one, -len(asked)) for one in found if one.span.start > len(asked) - 1
            )
        return cls(entry.said_at, found, words)

    def within(self, span: Span) -> tuple[TimePhrase, ...]:
        """Return the phrases inside a clause."""
        first = bisect_right(self.phrases, span.start, key=_end)
        last = bisect_left(self.phrases, span.end, key=_start)
        return self.phrases[first:last]

    def dates(self, span: Span) -> tuple[TimePhrase, ...]:
        """Return the phrases inside a clause that name an interval."""
        return tuple(one for one in self.within(span) if one.dated)

    @property
    def aged(self) -> bool:
        """Tell whether a time is told by somebody's age."""
        return any(one.role is Role.AGE and one.extent is not None for one in self.phrases)

    def ahead(self, phrases: Sequence[TimePhrase]) -> bool:
        """Tell whether one of some phrases lies in the future."""
        return any(one.start is not None and one.start > self.said_at for one in phrases)

    def told(self, phrases: Sequence[TimePhrase]) -> frozenset[str]:
        """Return what kinds of time some phrases tell."""
        found = {name for name, roles in _TOLD for one in phrases if one.role in roles}
        found.add("date" if any(one.dated for one in phrases) else "undated")
        if self.ahead(phrases):
            found.add("ahead")
        elif "date" in found:
            found.add("behind")
        return frozenset(found)


_TOLD: Final = (
    ("until", (Role.UNTIL, Role.FOR, Role.DURING)),
    ("since", (Role.SINCE, Role.FOR)),
    ("recurring", (Role.RECURRING,)),
)


_PRESENT: Final = listed("do does are")


def _moved(one: TimePhrase, by: int) -> TimePhrase:
    return replace(one, span=Span(one.span.start + by, one.span.end + by))


def _start(phrase: TimePhrase) -> int:
    return phrase.span.start


def _end(phrase: TimePhrase) -> int:
    return phrase.span.end


def placed(one: Said, line: Line, clause: Span, times: Times) -> Placed:
    """Return when a claim holds or happened; a state that is over ended by when it was told."""
    where = spans(line, one.words)
    within = times.within(clause)
    if not one.dated:  # but what is so since a time
        within = tuple(each for each in within if _since(each, line.text))
    others = of_verbs_before(within, line, one.match.start) if len(within) == 1 else ()
    phrases = meant([each for each in within if each not in others], line, where, clause)
    if one.attribute in _OVER and one.type == "event":
        phrases = tuple(each for each in phrases if not times.ahead((each,)))
    if one.type == "state":
        phrases = _of_state(one, phrases, line, where, times)
    turn = Turn.BEGINS if (weds := _weds(one, phrases)) else _turn(one)
    found = place(phrases, where, clause, "state" if one.type == "state" else "event", turn=turn)
    if (lasts := _lasting(one, phrases, times)) is not None:
        return lasts
    runs = any(each.role is Role.FOR and each.start and not each.end for each in phrases)
    if one.over and not weds and found.valid_until is None and not (runs and one.cue is Cue.NOW):
        return Placed(valid_from=found.valid_from, valid_until=times.said_at)
    if one.attribute in (*_LASTING, *WAYS) and found.occurred is not None:
        far = phrases if one.attribute in WAYS else [p for p in phrases if p.role is Role.FOR]
        return Placed(occurred=as_long(found.occurred, far, line.text))
    if one.match.tense in _DONE and _turn(one) in _OVERS and found.valid_until is not None:
        found = replace(found, valid_until=min(found.valid_until, times.said_at))  # `in the spring`
    if one.cue is Cue.FOR_NOW and found.valid_until is None:
        found = replace(found, valid_until=_spanned(phrases, times.said_at))
    onwards = any(mark.name == "onwards" for mark in line.marks)
    if onwards and one.type == "state" and found == Placed() and _turn(one) is Turn.BEGINS:
        return Placed(valid_from=times.said_at)
    return found


def _lasting(one: Said, phrases: Sequence[TimePhrase], times: Times) -> Placed | None:
    """Return when a way or a plan ends, or began, if that is all that is told of it.

    `Off to Cornwall until 10 April`; `off work since the 9th`.
    """
    told = [each for each in phrases if each.dated]
    if one.attribute in _LASTING and all(each.role is Role.UNTIL for each in told):
        return Placed(valid_until=next((each.around or each.end for each in told), None))
    begun = len(told) == 1 and told[0].role is Role.SINCE and not times.ahead(told)
    return Placed(valid_from=told[0].start) if begun and one.type == "plan" else None


def _since(phrase: TimePhrase, text: str) -> bool:
    return phrase.role is Role.SINCE and text[phrase.span.start :].casefold().startswith("since")


def _of_state(
    one: Said, phrases: Sequence[TimePhrase], line: Line, where: Span, times: Times
) -> tuple[TimePhrase, ...]:
    """Return the times that are those of a state: `I hate Mondays` tells of no date."""
    phrases = tuple(each for each in phrases if not _inside(each.span, where))
    phrases = tuple(each for each in phrases if "due" not in before(each, line.text))
    phrases = tuple(each for each in phrases if not of_another(each, line, one.match.end))
    if one.attribute in _HABITS and _turn(one) is Turn.BEGINS:
        # `boxing on Wednesdays and Fridays`, however it is written
        phrases = tuple(each for each in phrases if not times.ahead([each]))
    phrases = _begun_in(phrases, line.text) if _sets_in(one) else phrases
    return tuple(_up_to(each, line.text) if one.over else each for each in phrases)


def _weds(one: Said, phrases: Sequence[TimePhrase]) -> bool:
    """Tell whether a time is that of a wedding: `we were married on 3 May 1999`."""
    told = [each for each in phrases if each.dated]
    wed = one.value == "married" and one.over and one.cue is not Cue.STILL
    return wed and len(told) == 1 and told[0].role is Role.AT


def _spanned(phrases: Sequence[TimePhrase], said_at: datetime) -> datetime | None:
    """Return the end of the stretch in which something is so for a while: `this week`."""
    spans = [(one.start, one.end) for one in phrases if one.role is Role.AT and one.start]
    return next((end for start, end in spans if end and start <= said_at < end), None)


_DONE: Final = (Tense.PAST, Tense.PERFECT)
_OVERS: Final = (Turn.ENDS, Turn.DENIES)


def _sets_in(one: Said) -> bool:
    """Tell whether a verb tells how a state came about that goes on: `took up pottery`."""
    holds = not one.over and one.polarity is Polarity.POSITIVE
    return holds and one.match.pattern.says[0].past == "holds" and one.match.tense is Tense.PAST


def _begun_in(phrases: Sequence[TimePhrase], text: str) -> tuple[TimePhrase, ...]:
    """Return the stretches in which something set in as its begins: `during the pandemic`.

    Not those of which both ends are told: `from 3 to 7 May`.
    """
    return tuple(
        replace(one, role=Role.AT)
        if one.role is Role.DURING and not text[one.span.start :].casefold().startswith(_RANGES)
        else one
        for one in phrases
    )


_RANGES: Final = ("from ", "between ")


def _up_to(phrase: TimePhrase, text: str) -> TimePhrase:
    """Return the time before which something was so as its end: `before 2015`."""
    if phrase.role is not Role.BY or not text[phrase.span.start :].casefold().startswith("before"):
        return phrase
    return replace(phrase, role=Role.UNTIL, start=None, end=phrase.start)


def as_long(
    occurred: Occurred, phrases: Sequence[TimePhrase], text: str, *, back: bool = False
) -> Occurred:
    """Return when a trip is, with the way back: `on Friday, back on Monday`, `for five days`.

    `back` says that all that is told of is the way back.
    """
    for one in phrases:
        if one.start is None or one.end is None or one.end <= occurred.end:
            continue
        if one.precision is not Precision.DAY and one.role is not Role.FOR:
            continue
        ends = back or not _BACK.isdisjoint(before(one, text))
        ends = ends or one.role in (Role.FOR, Role.UNTIL)
        if ends and occurred.precision is Precision.DAY:
            return replace(occurred, end=one.end)
    return occurred


def returned(clause: Clause, times: Times) -> list[datetime]:
    """Return when somebody is back, if a clause tells that: `back home in a fortnight`."""
    found = []
    for one in times.within(clause.span):
        before = [word.low for word in clause.words if word.end <= one.span.start][-_NEAR:]
        at = one.around or one.start
        if at is not None and not _BACK.isdisjoint(before):
            found.append(at)
    return found


_NEAR: Final = 3
"""Words before a time among which "back" is looked for."""
_BACK: Final = listed("back return returns returning home returned")
WAYS: Final = ("trip", "visited")
_OVER: Final = listed("visited purchase")
"""What lies behind: `been to Japan twice, going again in October`."""
_HABITS: Final = listed("hobby likes dislikes convention")
_LASTING: Final = listed("trip plan event")
"""What happens that may go on until some time."""


def either(one: Said, line: Line, clause: Span, times: Times) -> Placed:
    """Return when what comes in the place of something begins or happens.

    Only what it follows tells which of the two it is.
    """
    if one.cue is not Cue.NOW:
        return Placed()
    begins = placed(replace(one, type="state"), line, clause, times)
    happens = placed(replace(one, type="event"), line, clause, times)
    return Placed(valid_from=begins.valid_from, occurred=happens.occurred)


def _inside(span: Span, other: Span) -> bool:
    return other.start <= span.start and span.end <= other.end


def _turn(one: Said) -> Turn:
    if one.polarity is Polarity.NEGATIVE:
        return Turn.DENIES
    if one.ended:
        return Turn.ENDS
    return Turn.WITHIN if one.over else Turn.BEGINS

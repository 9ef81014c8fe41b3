"""Times told by somebody's age, where that is known: `since I was nineteen`, said at 34."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.claim import Claim, Polarity
from retentive.model.entry import Entry
from retentive.model.record import Precision
from retentive.rules.attributes import Registry
from retentive.rules.claims.dates.borrowing import is_undated, placed_by
from retentive.rules.claims.dates.dating import Times
from retentive.rules.reading import Clause
from retentive.rules.time_phrases import Role, TimePhrase, Turn

_YEAR: Final = 4
"""Figures of a year of birth."""
_ME: Final = " i "
_SPEAKER: Final = ("i", "born", "im", "i'm", "was")


def births(claims: Iterable[Claim], times: Times) -> dict[str, int]:
    """Return the years of birth that ages and birthdays tell, by subject."""
    found: dict[str, int] = {}
    for one in claims:
        if one.polarity is not Polarity.POSITIVE or one.attribute not in ("age", "birthday"):
            continue
        words = one.value.split()
        if one.attribute == "age" and (age := times.words.whole(one.value)) is not None:
            found.setdefault(one.subject, times.said_at.year - age)
        elif one.attribute == "birthday" and len(words[-1]) == _YEAR and words[-1].isdecimal():
            found[one.subject] = int(words[-1])
    return found


def dated_by_age(
    clauses: Sequence[Sequence[Clause]],
    claims: Sequence[list[tuple[Candidate, ...]]],
    told: Iterable[Claim],
    times: Times,
    entry: Entry,
    registry: Registry,
) -> Sequence[list[tuple[Candidate, ...]]]:
    """Return the claims of sentences, those told by an age of their subject with the year.

    `told` is all that is known, among it how old somebody is.
    """
    born = births(told, times) if times.aged else {}
    if times.aged and (year := _born_in(clauses, times)):
        born.setdefault(entry.speaker.id, year)
    if not born:
        return claims
    each = zip(clauses, claims, strict=True)
    return [_sentence(one, found, born, times, entry, registry) for one, found in each]


def _born_in(clauses: Sequence[Sequence[Clause]], times: Times) -> int | None:
    """Return the year in which the speaker says to be born: `I was born in '91`."""
    for clause in (one for sentence in clauses for one in sentence):
        lows = [word.low for word in clause.words]
        if "born" in lows and lows[0] in _SPEAKER:
            for one in times.within(clause.span):
                if one.precision is Precision.YEAR and one.role is Role.AT and one.start:
                    return one.start.year
    return None


def _sentence(
    clauses: Sequence[Clause],
    claims: Sequence[tuple[Candidate, ...]],
    born: Mapping[str, int],
    times: Times,
    entry: Entry,
    registry: Registry,
) -> list[tuple[Candidate, ...]]:
    found = []
    for at, told in enumerate(claims):
        age = _told(clauses, claims, at, times)
        mine = age is not None and _ME in entry.text[age.span.start : age.span.end].casefold()
        aged = []
        for one in told:
            fits = age is not None and not (mine and one.subject != entry.speaker.id)
            aged.append(_aged(one, age if fits else None, born, times, registry))
        found.append(tuple(aged))
    return found


def _told(
    clauses: Sequence[Clause],
    claims: Sequence[Sequence[Candidate]],
    at: int,
    times: Times,
) -> TimePhrase | None:
    """Return the age a clause tells, or the one beside it that claims nothing."""
    for near in (at, at + 1, at - 1):
        if 0 <= near < len(clauses) and (near == at or not claims[near]):
            for one in times.within(clauses[near].span):
                if one.role is Role.AGE and one.extent is not None:
                    return one
    return None


def _aged(
    one: Candidate,
    told: TimePhrase | None,
    born: Mapping[str, int],
    times: Times,
    registry: Registry,
) -> Candidate:
    claim = one.claim
    if told is None or told.extent is None or claim is None or claim.attribute == "age":
        return one
    if not is_undated(one, times) or claim.subject not in born:
        return one
    year = born[claim.subject] + round(told.extent[0])
    zone = times.said_at.tzinfo
    first, last = (datetime(each, 1, 1, tzinfo=zone) for each in (year, year + 1))
    named = replace(told, role=Role.AT, start=first, end=last, precision=Precision.YEAR)
    turn = Turn.DENIES if claim.polarity is Polarity.NEGATIVE else Turn.BEGINS
    if one.valid_until is not None:
        turn = Turn.WITHIN
    return placed_by(one, [named], told.span, turn, registry)

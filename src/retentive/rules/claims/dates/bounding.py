"""Ends and begins told in the clause behind: `I was a nurse until I retired in 2019`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.claim import Cue, Polarity
from retentive.model.record import Precision
from retentive.rules.attributes import ClaimType, Registry
from retentive.rules.characters import listed
from retentive.rules.claims.dates.amended import IT
from retentive.rules.claims.dates.dating import WAYS, Times, as_long, returned
from retentive.rules.people import TIES
from retentive.rules.reading import Clause
from retentive.rules.reading import lexicon as lex
from retentive.rules.time_phrases import Role, TimePhrase, Turn, place

_ILL: Final = "health"


def only_names(one: Candidate) -> bool:
    """Tell whether a claim only says by the way who somebody is: `my wife worked until 2020`."""
    named = one.claim is not None and one.claim.attribute in TIES
    return named and one.valid_until is None and not ends(one)


def ends(one: Candidate) -> bool:
    """Tell whether a claim denies something, so that a time with it is the end of that."""
    return one.claim is not None and one.claim.polarity is Polarity.NEGATIVE


def ends_once_more(one: Candidate, told: Sequence[Candidate]) -> bool:
    """Tell whether what is told behind an end is that end once more: `no job now, quit in May`."""
    claim = one.claim
    others = [each.claim for each in told if each.claim and ends(each)]
    return (
        claim is not None
        and ends(one)
        and any(
            other.value == claim.value or (other.value == IT and other.attribute == claim.attribute)
            for other in others
        )
    )


def was_last(clause: Clause, times: frozenset[str]) -> bool:
    """Tell whether a clause tells of the last of what is over: `last shift was on Friday`."""
    lows = [word.low for word in clause.words[: _OPENING + 1]]
    return any(low == "last" and behind in times for low, behind in pairwise(lows))


def lasting_for_now(one: Candidate, behind: Sequence[Clause], times: Times) -> Candidate:
    """Return what holds for now with its end: `until my roof is mended, say mid-November`."""
    if one.cue is not Cue.FOR_NOW:
        return one
    led = any(each.lead in lex.UNTIL for each in behind)
    phrases = [each for clause in behind for each in times.within(clause.span)]
    told = [each.end for each in phrases if each.end and (led or each.role is Role.UNTIL)]
    told += [each for clause in behind for each in returned(clause, times)]
    ahead = next((at for at in told if at > times.said_at), None)
    return one if ahead is None else replace(one, valid_until=ahead)


def bounded(
    one: Candidate, behind: Sequence[Clause], times: Times, registry: Registry
) -> Candidate:
    """Return what is told with the end, or the begin, that the clause behind it tells.

    `I was a nurse until I retired in 2019`; `I fly to Rome on Friday and return on the 12th`.
    """
    if one.claim is None or not behind:
        return one
    if one.claim.attribute in WAYS and one.occurred is not None:
        way = _way_back(behind[:_NEAR], times)
        return replace(one, occurred=as_long(one.occurred, way, "", back=True))
    phrases = times.dates(behind[0].span)
    if not phrases:
        return one
    lead = behind[0].lead
    if registry.of(one.claim.attribute).type is not ClaimType.STATE:
        return _happens(one, phrases, behind[0])
    if only_names(one) or one.occurred is not None or ends(one):
        return one
    if lead == "so" and one.claim.attribute == _ILL and one.valid_until is None:
        last = next((each.end for each in phrases if each.role is Role.UNTIL), None)
        return replace(one, valid_until=last)  # `I have the flu so I'm out until Thursday`
    if lead in lex.UNTIL and one.valid_until in (None, times.said_at):
        return replace(one, valid_until=phrases[0].end)
    if lead in (*_WHILE, "before") and one.valid_from is None and not times.ahead(phrases[:1]):
        return _then(one, phrases[0], behind[0], times)
    if lead == "since" and one.valid_from is None and phrases[0].role is Role.AT:
        return replace(one, valid_from=phrases[0].around or phrases[0].start)
    return one


_LASTS: Final = listed("lasts runs goes continues lasting running until till")


def _happens(one: Candidate, phrases: Sequence[TimePhrase], clause: Clause) -> Candidate:
    """Return what happens with the time at which it does, or up to which it lasts."""
    if one.occurred is None:
        happened = place(phrases, one.span, clause.span, "event")
        return replace(one, occurred=happened.occurred) if clause.lead in _WHILE else one
    until, day = phrases[0], one.occurred.precision is Precision.DAY
    lasts = until.role is Role.UNTIL and clause.words[0].low in _LASTS and day
    if not lasts or until.end is None or until.end <= one.occurred.start:
        return one
    return replace(one, occurred=replace(one.occurred, end=until.end))


def _then(one: Candidate, phrase: TimePhrase, clause: Clause, times: Times) -> Candidate:
    """Return a state with the time of what it began with, or was during: `when I was a student`."""
    if clause.lead == "before":
        over = one.valid_until == times.said_at and phrase.role is Role.AT
        return replace(one, valid_until=phrase.start) if over else one
    if one.valid_until is None:
        return replace(one, valid_from=phrase.start) if phrase.role is Role.AT else one
    if one.valid_until != times.said_at or phrase.role not in _WITHIN:
        return one
    when = place((phrase,), one.span, clause.span, "state", turn=Turn.WITHIN)
    return replace(one, valid_from=when.valid_from, valid_until=when.valid_until or one.valid_until)


def _way_back(clauses: Sequence[Clause], times: Times) -> Sequence[TimePhrase]:
    """Return the times of the first clause that tells of the way back: `back on the 3rd`."""
    for clause in clauses:
        phrases = times.dates(clause.span)
        opens = {word.low for word in clause.words[:_OPENING]}
        if phrases and not opens.isdisjoint(lex.RETURNING):
            return phrases
    return ()


_WITHIN: Final = (Role.AT, Role.DURING)
_NEAR: Final = 2
"""Clauses behind a trip in which the way back is looked for."""
_OPENING: Final = 3
"""Words at the head of a clause among which its verb is looked for."""
_WHILE: Final = listed("while when whilst as after")

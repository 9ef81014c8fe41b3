"""Times told beside a claim: `outgrew the allergy, tested on Monday`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from retentive.model.candidate import Candidate
from retentive.model.claim import Polarity
from retentive.rules.attributes import ClaimType, Registry
from retentive.rules.claims.dating import Times
from retentive.rules.reading import Clause, Modality
from retentive.rules.reading import lexicon as lex
from retentive.rules.time_phrases import TimePhrase, Turn, place


def dated_by_neighbours(
    clauses: Sequence[Clause],
    claims: Sequence[Sequence[Candidate]],
    times: Times,
    registry: Registry,
) -> list[tuple[Candidate, ...]]:
    """Return the claims of a sentence's clauses, those without a time with that told beside them.

    A clause that says nothing but when lends its time to the one before or behind it; a time at
    the head of a sentence counts for all that is told in one breath with it.
    """
    found: list[tuple[Candidate, ...]] = []
    for at, told in enumerate(claims):
        near = (
            _lent(clauses, claims, at, times)
            if any(_is_undated(one, times) for one in told)
            else ()
        )
        found.append(tuple(_dated(one, near, times, registry) for one in told))
    return found


def _lent(
    clauses: Sequence[Clause], claims: Sequence[Sequence[Candidate]], at: int, times: Times
) -> tuple[TimePhrase, ...]:
    for other in (at + 1, at - 1):
        if 0 <= other < len(clauses) and not claims[other] and _only_tells_when(clauses[other]):
            phrases = times.within(clauses[other].span)
            if any(one.dated for one in phrases):
                return phrases
    if clauses[at].words[0].low not in lex.FINITE | lex.THIRDS:
        return ()
    for clause in reversed(clauses[:at]):
        heads = [one for one in times.within(clause.span) if one.span.start <= clause.span.start]
        if heads:
            return tuple(heads)
    return ()


def _only_tells_when(clause: Clause) -> bool:
    """Tell whether a clause has no subject of its own."""
    first = clause.words[0].low
    return clause.modality is Modality.ASSERTED and first not in lex.NOMINATIVE | lex.WEAK_SUBJECTS


def _is_undated(one: Candidate, times: Times) -> bool:
    bounds = (one.valid_from, one.valid_until, one.occurred)
    return one.claim is not None and bounds in ((None, None, None), (None, times.said_at, None))


def _dated(
    one: Candidate, near: Sequence[TimePhrase], times: Times, registry: Registry
) -> Candidate:
    if not near or one.claim is None or not _is_undated(one, times):
        return one
    lasts = registry.of(one.claim.attribute).type is ClaimType.STATE
    turn = Turn.BEGINS if one.valid_until is None else Turn.WITHIN
    if one.claim.polarity is Polarity.NEGATIVE:
        turn = Turn.ENDS
    when = place(near, one.span, near[0].span, "state" if lasts else "event", turn=turn)
    return replace(
        one,
        valid_from=when.valid_from,
        valid_until=when.valid_until or one.valid_until,
        occurred=when.occurred,
    )

"""Times told in the sentence behind: `we booked the hall. It's on 5 May`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from retentive.model.candidate import Candidate
from retentive.model.claim import Claim
from retentive.model.entry import Entry
from retentive.rules.claims.ageing import dated_by_age
from retentive.rules.claims.borrowing import Neighbours, dated, is_undated
from retentive.rules.claims.dating import Times
from retentive.rules.claims.language import Language
from retentive.rules.reading import Clause
from retentive.rules.time_phrases import TimePhrase


def dated_elsewhere(
    clauses: Sequence[Sequence[Clause]],
    claims: Sequence[list[tuple[Candidate, ...]]],
    told: Sequence[Claim],
    times: Times,
    entry: Entry,
    language: Language,
) -> Sequence[list[tuple[Candidate, ...]]]:
    """Return the claims of sentences with the dates that are told in others.

    `told` is all that was claimed, among it how old somebody is.
    """
    after = list(claims)
    _dated_by_the_next(clauses, after, times, language)
    return dated_by_age(clauses, after, told, times, entry, language.registry)


def _dated_by_the_next(
    clauses: Sequence[Sequence[Clause]],
    claims: Sequence[list[tuple[Candidate, ...]]],
    times: Times,
    language: Language,
) -> None:
    """Date what a sentence tells last by what the next one tells of it.

    `We booked the hall. It's on 5 May`; `I quit smoking. Since Sunday I chew gum`.
    """
    for at, (one, other) in enumerate(pairwise(clauses)):
        last, first = one[-1], other[0]
        told = claims[at][-1]
        if not told or not times.within(first.span):
            continue
        beside = Neighbours((last, first), (told, claims[at + 1][0]), times, language)
        claims[at][-1] = tuple(
            dated(each, _when(each, beside), times, language.registry) for each in told
        )


def _when(one: Candidate, beside: Neighbours) -> tuple[TimePhrase, ...]:
    """Return when the first of two clauses was, as the second tells it."""
    own = beside.times.within(beside.clauses[0].span)
    if own or one.claim is None or not is_undated(one, beside.times):
        return ()
    return beside.behind(one, 0)

"""BM25 over the postings a reader may see: the same numbers on every driver.

Statistics come from exactly the postings and totals given, so rows of other readers cannot move
a score. Knows nothing of stores, tokenisers or queries as text.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

DIGITS: Final = 9
"""Decimals of a score, to which it is rounded before ties are broken, so that engines agree."""

_STEPS: Final = 1024
"""Field weights count in 1/1024: sums of whole numbers do not depend on the order of postings."""

DocKey = tuple[int, int]
"""A document among those asked for: (space, doc)."""


Held = tuple[str, Sequence[int], Sequence[str], Sequence[int], Sequence[int]]
"""One term in some documents of one space: `(term, docs, fields, tfs, lengths)`, as columns.

A length is how many terms the document holds, the same in all of its postings.
"""

Postings = Iterable[tuple[int, Iterable[Held]]]
"""The postings of each space, by its number; a space and a term may come in several parts."""


class Scores(NamedTuple):
    """The score of every document found, and how many documents hold each term.

    Scores, by space and document, are as they were summed, in the order of the terms: round them
    before ties are broken. `whole` are the documents that hold every term asked for.
    """

    scores: dict[int, dict[int, float]]
    frequencies: dict[str, int]
    whole: frozenset[DocKey]


class CorpusSize(NamedTuple):
    """The documents asked for: how many, and how many terms they hold together."""

    docs: int
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bm25Policy:
    """The parameters of the score.

    `k1` and `b` are the classic ones, measured best on conversations too. A field
    that is not named in `field_weights` weighs 1.
    """

    k1: float = 1.2
    b: float = 0.75
    field_weights: tuple[tuple[str, float], ...] = ()


BM25: Final = Bm25Policy()


def idf(df: int, docs: int) -> float:
    """How much a term tells that stands in `df` of `docs` documents; never negative."""
    docs = max(docs, df)
    return math.log(1 + (docs - df + 0.5) / (df + 0.5))


def score_documents(
    query_terms: Sequence[str],
    postings: Postings,
    totals: CorpusSize,
    policy: Bm25Policy = BM25,
) -> Scores:
    """The score of every document that holds a term of the query, and the terms' frequencies.

    `postings` are all visible ones of these terms in the spaces asked for, in any order: a term's
    document frequency is counted from them. A term repeated in the query counts once.
    """
    asked = frozenset(query_terms)
    found = _gather(asked, postings, totals, policy)
    frequencies = {term: sum(map(len, held.values())) for term, held in found.items()}
    scores: dict[int, dict[int, float]] = {}
    for term in sorted(found):
        weight = idf(frequencies[term], totals.docs) * (policy.k1 + 1)
        for space, satisfied in found[term].items():
            told = {doc: weight * much for doc, much in satisfied.items()}
            scores[space] = _added(scores.get(space, {}), told)
    whole = _whole(list(found.values())) if len(found) == len(asked) else frozenset[DocKey]()
    return Scores(scores=scores, frequencies=frequencies, whole=whole)


def _added(scores: dict[int, float], told: dict[int, float]) -> dict[int, float]:
    """Add what one more term tells to the scores of those before it, in place."""
    if not scores:
        return told
    for doc, much in told.items():
        scores[doc] = scores.get(doc, 0.0) + much
    return scores


def _whole(held: Sequence[Mapping[int, Mapping[int, object]]]) -> frozenset[DocKey]:
    """Return the documents that are among all of these."""
    spaces = set(held[0]).intersection(*held[1:]) if held else ()
    return frozenset(
        (space, doc) for space in spaces for doc in _shared([one[space] for one in held])
    )


def _shared(held: Sequence[Mapping[int, object]]) -> Iterator[int]:
    fewest, *others = sorted(held, key=len)
    return (doc for doc in fewest if all(doc in one for one in others))


def upper_bound(
    query_terms: Sequence[str],
    dfs: Mapping[str, int],
    totals: CorpusSize,
    policy: Bm25Policy = BM25,
) -> float:
    """A score that no document can pass, whatever it holds.

    `score / upper_bound` is thus in [0, 1] in a corpus of any size: how much of what the query
    asks is there. A term that no document holds counts like one that a single document holds, so
    that what is missing lowers the value, and lowers it no more than the rarest word present.
    """
    return round(
        math.fsum(
            idf(max(1, dfs.get(term, 0)), totals.docs) * (policy.k1 + 1)
            for term in sorted(set(query_terms))
        ),
        DIGITS,
    )


def _gather(
    asked: frozenset[str], postings: Postings, totals: CorpusSize, policy: Bm25Policy
) -> dict[str, dict[int, dict[int, float]]]:
    """Return for each term how much of it each document holds, in 0–1, by space and document.

    A common word has tens of thousands of postings, so they are handled as columns, and no object
    is made for one of them.
    """
    weights = {field: round(weight * _STEPS) for field, weight in policy.field_weights}
    found: dict[str, dict[int, tuple[list[int], list[int], list[int]]]] = {}
    for space, ours in postings:
        for term, docs, fields, tfs, lengths in ours:
            if term in asked:
                held = found.setdefault(term, {}).setdefault(space, ([], [], []))
                held[0].extend(docs)
                held[1].extend(_weighed(tfs, fields, weights))
                held[2].extend(lengths)
    share_of = _LengthShares(totals, policy)
    return {
        term: {space: _satisfied(*columns, share_of) for space, columns in held.items()}
        for term, held in found.items()
    }


def _weighed(
    tfs: Sequence[int], fields: Sequence[str], weights: Mapping[str, int]
) -> Iterable[int]:
    """Return how often a term stands there, in steps, by the weights of the fields."""
    if not weights:
        return [tf * _STEPS for tf in tfs]
    return [tf * weights.get(field, _STEPS) for tf, field in zip(tfs, fields, strict=True)]


def _satisfied(
    docs: Sequence[int], steps: Sequence[int], lengths: Sequence[int], share_of: _LengthShares
) -> dict[int, float]:
    """Return how far each document satisfies a term: its frequency, saturated."""
    if len(set(docs)) < len(docs):  # in several fields, or parts
        length_of = dict(zip(docs, lengths, strict=True))
        summed: dict[int, int] = {}
        for doc, more in zip(docs, steps, strict=True):
            summed[doc] = summed.get(doc, 0) + more
        docs, steps = list(summed), list(summed.values())
        lengths = [length_of[doc] for doc in docs]
    much = [tf / (tf + share_of[length]) for tf, length in zip(steps, lengths, strict=True)]
    return dict(zip(docs, much, strict=True))


class _LengthShares(dict[int, float]):
    """The part of the formula's denominator that depends on a document's length alone, in steps."""

    def __init__(self, totals: CorpusSize, policy: Bm25Policy) -> None:
        mean = totals.length / totals.docs if totals.docs and totals.length else 1.0
        self._plain = policy.k1 * (1 - policy.b) * _STEPS
        self._long = policy.k1 * policy.b / mean * _STEPS

    def __missing__(self, length: int) -> float:
        self[length] = share = self._plain + self._long * length
        return share

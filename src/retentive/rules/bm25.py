"""BM25 over the postings a reader may see: the same numbers on every driver.

Statistics come from exactly the postings and totals given, so rows of other readers cannot move
a score. Knows nothing of stores, tokenisers or queries as text.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

DIGITS: Final = 9
"""Decimals of a score; it is rounded before ties are broken, so that engines agree."""

_STEPS: Final = 1024
"""Field weights count in 1/1024: sums of whole numbers do not depend on the order of postings."""

DocKey = tuple[int, int]
"""A document among those asked for: (space, doc)."""


Held = tuple[str, int, str, int, int]
"""One term in one document: `(term, doc, field, tf, length)`.

`length` is how many terms the document holds, the same in all of its postings.
"""

Postings = Iterable[tuple[int, Iterable[Held]]]
"""The postings of each space, by its number; one space may come in several parts."""


class Scores(NamedTuple):
    """The score of every document found, and how many documents hold each term.

    `whole` are the documents that hold every term asked for.
    """

    scores: dict[DocKey, float]
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
    asked = sorted(set(query_terms))
    found, lengths = _gather(frozenset(asked), postings, policy)
    shares = _length_shares(lengths, totals, policy)
    scores: defaultdict[DocKey, float] = defaultdict(float)
    for term in asked:
        held = found.get(term)
        if not held:
            continue
        weight = idf(len(held), totals.docs) * (policy.k1 + 1)
        for key, steps in held.items():
            tf = steps / _STEPS
            scores[key] += weight * tf / (tf + shares[key])
    return Scores(
        scores={key: round(score, DIGITS) for key, score in scores.items()},
        frequencies={term: len(held) for term, held in found.items()},
        whole=_whole([found.get(term, {}) for term in asked]),
    )


def _whole(held: Sequence[Mapping[DocKey, int]]) -> frozenset[DocKey]:
    fewest_first = sorted(held, key=len)
    if not fewest_first:
        return frozenset()
    whole = frozenset(fewest_first[0])
    for one in fewest_first[1:]:
        whole = whole.intersection(one) if whole else whole
    return whole


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
    asked: frozenset[str], postings: Postings, policy: Bm25Policy
) -> tuple[dict[str, dict[DocKey, int]], dict[DocKey, int]]:
    steps = {field: round(weight * _STEPS) for field, weight in policy.field_weights}
    found: dict[str, dict[DocKey, int]] = {}
    lengths: dict[DocKey, int] = {}
    last: str | None = None
    held: dict[DocKey, int] = {}
    for space, ours in postings:
        for term, doc, field, tf, length in ours:
            if term != last:  # they mostly come grouped by term
                if term not in asked:
                    continue
                last, held = term, found.setdefault(term, {})
            key = (space, doc)
            held[key] = held.get(key, 0) + tf * (steps.get(field, _STEPS) if steps else _STEPS)
            lengths[key] = length
    return found, lengths


def _length_shares(
    lengths: Mapping[DocKey, int], totals: CorpusSize, policy: Bm25Policy
) -> dict[DocKey, float]:
    """The part of the formula's denominator that depends on a document's length alone."""
    mean = totals.length / totals.docs if totals.docs and totals.length else 1.0
    plain, long = policy.k1 * (1 - policy.b), policy.k1 * policy.b / mean
    return {key: plain + long * length for key, length in lengths.items()}

"""Marks: how much of the evidence the first k answers hold, and their means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

HIT_AT = 10


@dataclass(frozen=True, slots=True)
class Mark:
    """What one question got: recall at each k, whether the first ten hit, the best rank."""

    category: int
    recall: Mapping[int, float]
    hit: bool
    reciprocal_rank: float


def mark(
    category: int, answers: Sequence[Sequence[str]], evidence: Sequence[str], ks: Sequence[int]
) -> Mark:
    """Return the mark of ranked answers, each given by the ids of the turns it cites.

    The first k answers count as the first k distinct turns they cite, in their order.
    """
    wanted = set(evidence)
    ranked = first_turns(answers, len(answers) or 1)
    ranks = [rank for rank, turn in enumerate(ranked, start=1) if turn in wanted]
    return Mark(
        category=category,
        recall={k: len(wanted & set(first_turns(answers, k))) / len(wanted) for k in ks},
        hit=not wanted.isdisjoint(first_turns(answers, HIT_AT)),
        reciprocal_rank=1 / ranks[0] if ranks else 0.0,
    )


def first_turns(answers: Sequence[Sequence[str]], k: int) -> list[str]:
    """Return the first k distinct turns that the first k answers cite."""
    cited = dict.fromkeys(turn for answer in answers[:k] for turn in answer)
    return list(cited)[:k]


@dataclass(frozen=True, slots=True)
class Means:
    """The means of many marks."""

    questions: int
    recall: Mapping[int, float]
    hit_at_10: float
    mrr: float


def means(marks: Iterable[Mark], ks: Sequence[int]) -> Means:
    """Return the means; zeros where there is no mark."""
    kept = list(marks)
    return Means(
        questions=len(kept),
        recall={k: _mean(one.recall[k] for one in kept) for k in ks},
        hit_at_10=_mean(float(one.hit) for one in kept),
        mrr=_mean(one.reciprocal_rank for one in kept),
    )


def percentile(values: Sequence[float], share: float) -> float:
    """Return the nearest-rank percentile; zero of nothing."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def _mean(values: Iterable[float]) -> float:
    kept = list(values)
    return fmean(kept) if kept else 0.0

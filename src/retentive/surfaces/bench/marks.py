"""Marks: what one question got from the ranked answers of one system."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from retentive.surfaces.bench.talks import Question

DEPTH = 10
"""How many answers hit@10 and nDCG@10 look at."""

HIT, MRR, NDCG, CURRENT = "hit@10", "MRR", "nDCG@10", "up to date"

Cited = Sequence[Sequence[str]]
"""Ranked answers, each given by the ids of the turns it cites."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What one question got, by the name of the figure."""

    conversation: str
    question: str
    kind: str
    figures: Mapping[str, float]


def names(ks: Sequence[int]) -> list[str]:
    """Return the figures of a mark, in the order of a table."""
    return [*(f"recall@{k}" for k in ks), HIT, MRR, NDCG, CURRENT]


def mark(conversation: str, question: Question, answers: Cited, ks: Sequence[int]) -> Mark:
    """Return the mark of ranked answers.

    The first k answers count as the first k distinct turns they cite, in their order; turns
    that count as nothing are taken out first. Whether the current value comes first is
    marked only where there is a stale one.
    """
    counted = list(_counted(answers, set(question.also)))
    wanted = set(question.evidence)
    ranked = first_turns(counted, len(counted) or 1)
    ranks = [rank for rank, turn in enumerate(ranked, start=1) if turn in wanted]
    top = first_turns(counted, DEPTH)
    figures = {f"recall@{k}": len(wanted & set(first_turns(counted, k))) / len(wanted) for k in ks}
    figures |= {
        HIT: float(not wanted.isdisjoint(top)),
        MRR: 1 / ranks[0] if ranks else 0.0,
        NDCG: _ndcg([turn in wanted for turn in top], len(wanted)),
    }
    if question.stale:
        figures[CURRENT] = float(_current_first(counted, wanted, set(question.stale)))
    return Mark(
        conversation=conversation, question=question.id, kind=question.kind, figures=figures
    )


def first_turns(answers: Cited, k: int) -> list[str]:
    """Return the first k distinct turns that the first k answers cite."""
    cited = dict.fromkeys(turn for answer in answers[:k] for turn in answer)
    return list(cited)[:k]


def percentile(values: Sequence[float], share: float) -> float:
    """Return the nearest-rank percentile; zero of nothing."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def separation(above: Sequence[float], below: Sequence[float]) -> float | None:
    """Return how often a value of `above` exceeds one of `below`, ties half (the AUC)."""
    pairs = len(above) * len(below)
    if not pairs:
        return None
    won = sum((one > other) + 0.5 * (one == other) for one in above for other in below)
    return won / pairs


def _counted(answers: Cited, nothing: set[str]) -> Iterator[list[str]]:
    for answer in answers:
        kept = [turn for turn in answer if turn not in nothing]
        if kept:
            yield kept


def _ndcg(hits: Sequence[bool], wanted: int) -> float:
    ideal = math.fsum(_gain(rank) for rank in range(1, min(wanted, DEPTH) + 1))
    return math.fsum(_gain(rank) for rank, hit in enumerate(hits, start=1) if hit) / ideal


def _gain(rank: int) -> float:
    return 1 / math.log2(rank + 1)


def _current_first(answers: Cited, current: Iterable[str], stale: Iterable[str]) -> bool:
    """Whether an answer that cites the current value stands before all that cite a stale one."""
    return _place(answers, current) < _place(answers, stale)


def _place(answers: Cited, wanted: Iterable[str]) -> float:
    sought = set(wanted)
    places = (at for at, answer in enumerate(answers) if not sought.isdisjoint(answer))
    return next(places, math.inf)

"""Means with intervals, and whether two systems differ: pure, with chance handed in.

Questions of one conversation are not independent, so whole conversations are resampled.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import fsum
from random import Random

from retentive import InvalidInput
from retentive.surfaces.bench.marks import Mark, percentile

SEED = 20_240_229

ROUNDS = 1000
FLIPS = 10_000
EXACT = 12
"""Up to this many conversations every way to swap them is tried."""

LOW, HIGH = 0.025, 0.975

Grouped = Mapping[str, Sequence[float]]
"""Values by conversation."""

Scores = Mapping[tuple[str, str], float]
"""Values by conversation and question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A mean over questions with its 95 % interval; None where there is too little for one."""

    mean: float
    low: float | None
    high: float | None
    questions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """How the second of two systems differs from the first on the same questions.

    `by_question` and `by_conversation` are two-sided p-values of swapping the systems at
    random, question by question or conversation by conversation. The second is the honest
    one; with few conversations it cannot be small.
    """

    difference: float
    low: float | None
    high: float | None
    by_question: float
    by_conversation: float
    better: int
    worse: int
    questions: int


def seeded() -> Random:
    """Return chance that is the same in every run, so that equal marks give equal intervals."""
    return Random(SEED)


def figure(groups: Grouped, chance: Random) -> Figure | None:
    """Return the mean of all values and its interval; None of nothing."""
    sums = [(fsum(values), len(values)) for values in groups.values() if values]
    if not sums:
        return None
    low, high = _interval(sums, chance)
    return Figure(mean=_mean(sums), low=low, high=high, questions=sum(many for _, many in sums))


def figures(marks: Iterable[Mark], names: Iterable[str]) -> dict[str, Figure]:
    """Return the figures of those names that some mark has."""
    kept = list(marks)
    found = {name: figure(_grouped(scores(kept, name)), seeded()) for name in names}
    return {name: one for name, one in found.items() if one is not None}


def scores(marks: Iterable[Mark], name: str) -> dict[tuple[str, str], float]:
    """Return one figure of the marks that have it, by conversation and question."""
    return {
        (one.conversation, one.question): one.figures[name] for one in marks if name in one.figures
    }


def paired(before: Scores, after: Scores, chance: Random) -> Paired:
    """Return how `after` differs from `before`, question by question.

    Raises `InvalidInput` unless both hold values for the same questions.
    """
    if before.keys() != after.keys() or not before:
        raise InvalidInput(
            "two systems are compared on the same questions; ask both all of them", field="after"
        )
    apart = {key: after[key] - before[key] for key in before}
    groups = _grouped(apart)
    sums = [(fsum(values), len(values)) for values in groups.values()]
    low, high = _interval(sums, chance)
    return Paired(
        difference=_mean(sums),
        low=low,
        high=high,
        by_question=_swapped(list(apart.values()), chance),
        by_conversation=_swapped([total for total, _ in sums], chance),
        better=sum(value > 0 for value in apart.values()),
        worse=sum(value < 0 for value in apart.values()),
        questions=len(apart),
    )


def _interval(
    sums: Sequence[tuple[float, int]], chance: Random
) -> tuple[float | None, float | None]:
    if len(sums) < 2:
        return None, None
    drawn = [_mean(chance.choices(sums, k=len(sums))) for _ in range(ROUNDS)]
    return percentile(drawn, LOW), percentile(drawn, HIGH)


def _mean(sums: Sequence[tuple[float, int]]) -> float:
    return fsum(total for total, _ in sums) / sum(many for _, many in sums)


def _swapped(differences: Sequence[float], chance: Random) -> float:
    """Return how often a sum with random signs is as far from zero as the one seen."""
    moved = [one for one in differences if one]
    seen = abs(fsum(moved)) - 1e-12
    sums = [
        abs(sum(one if kept else -one for one, kept in zip(moved, signs, strict=True))) >= seen
        for signs in _signs(len(moved), chance)
    ]
    exact = len(moved) <= EXACT
    return sum(sums) / len(sums) if exact else (1 + sum(sums)) / (1 + len(sums))


def _signs(count: int, chance: Random) -> Iterator[Sequence[bool]]:
    if count <= EXACT:
        yield from product((True, False), repeat=count)
        return
    for _ in range(FLIPS):
        bits = chance.getrandbits(count)
        yield [bool(bits >> at & 1) for at in range(count)]


def _grouped(values: Scores) -> dict[str, list[float]]:
    groups: dict[str, list[float]] = defaultdict(list)
    for (conversation, _), value in values.items():
        groups[conversation].append(value)
    return groups

"""From what each arm finds to one score: calibration, weights, neighbours, folding.

Scores are absolute: how much of what was asked a text holds (BM25 by its bound), and how near
its vector is. Nothing is divided by the best or the worst of a list, so a score means the
same in every store, and a threshold can be set on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from retentive.model.change import OwnerKind
from retentive.rules.policy import FUSION, FusionPolicy

DIGITS: Final = 9
"""Scores are rounded to 1e-9 before ties are broken; so every engine orders alike."""


class Candidate(NamedTuple):
    """One visible document: what it stands for, where that was said, and how each arm scores it.

    `kind` and `id` are those of its owner; `seq`, `session` and `said_at` (in microseconds since
    1970) its place in the log, all None where it has none.
    `text` is in 0–1; `cosine` is None where the document has no vector or none was asked for.
    What is to say nothing any more `lends` nothing to what stands beside it. A turn that `borrows`
    is looked at with its neighbours, a fact with its turn.
    """

    space: int
    kind: OwnerKind
    id: str
    seq: int | None
    session: str | None
    said_at: int | None
    text: float
    cosine: float | None
    lends: bool = True
    borrows: bool = True


class Ranked(NamedTuple):
    """One record to show: its score in 0–1, and what made it.

    `own` is what it scores by itself, `other` what the turn does that it stands for, or the best
    fact learnt from it, if that is more; `lent`, by the neighbours of the turn, fills up what the
    better one lacks to 1. A turn names the `facts` that say what it does: they stand for the turn
    where they are shown, and the turn for them.
    """

    candidate: Candidate
    score: float
    own: float
    lent: float
    other: float = 0.0
    facts: tuple[str, ...] = ()

    @property
    def parts(self) -> Mapping[str, float]:
        """What made the score, by name."""
        parts = {"text": self.candidate.text, "own": self.own, "neighbours": self.lent}
        if self.other:
            kind = OwnerKind.FACT if self.candidate.kind is OwnerKind.TURN else OwnerKind.TURN
            parts[kind.value] = self.other
        if self.candidate.cosine is not None:
            parts["cosine"] = self.candidate.cosine
        return {name: round(value, DIGITS) for name, value in parts.items()}


def nearness(cosine: float | None, floor: float) -> float:
    """Return what a cosine tells, in 0–1: its square above that of unrelated texts."""
    if cosine is None:
        return 0.0
    return max(0.0, (cosine - floor) / (1 - floor)) ** 2


def vector_weight(best_text: float, policy: FusionPolicy = FUSION) -> float:
    """Return how much the vector arm weighs against the text arm, whose best score is given."""
    if best_text <= 0:
        return policy.vector_most
    return min(policy.vector_most, max(policy.vector_least, policy.vector_share / best_text))


def own_score(text: float, near: float, weight: float) -> float:
    """Return the score of one document by itself, in 0–1; `weight` 0 is text alone."""
    return (text + weight * near) / (1 + weight)


def beside(
    turns: Sequence[Candidate], own: Sequence[float], reach: int, policy: FusionPolicy = FUSION
) -> list[float]:
    """Return what the neighbours of each turn add to it.

    `turns` are the turns near the candidates, of one space, and `own` what each has to lend.
    Neighbours are those before and after in the same session by (said_at, seq), among those at
    most `reach` entries away in the log: a gap in what was loaded is no neighbourhood. At the
    ends of a session the one side counts for both. A turn without a place has none.
    """
    seqs = [-1 if one.seq is None else one.seq for one in turns]
    sessions = [one.session for one in turns]
    order = [at for at, one in enumerate(turns) if one.seq is not None]
    order.sort(key=seqs.__getitem__)
    order.sort(key=[one.said_at or 0 for one in turns].__getitem__)
    order.sort(key=[one or "" for one in sessions].__getitem__)
    added = [0.0] * len(turns)
    for step, share in enumerate(policy.neighbours, 1):
        lent, lenders = [0.0] * len(turns), [0] * len(turns)
        for first, second in zip(order, order[step:], strict=False):
            near = abs(seqs[first] - seqs[second]) <= reach
            if near and sessions[first] == sessions[second]:
                lent[first] += own[second]
                lent[second] += own[first]
                lenders[first] += 1
                lenders[second] += 1
        for turn, count in enumerate(lenders):
            if count:
                added[turn] += share * 2 * lent[turn] / count
    return added


def fused(
    found: Iterable[Candidate],
    *,
    floor: float | None,
    reach: int,
    with_turns: bool = True,
    policy: FusionPolicy = FUSION,
) -> list[Ranked]:
    """Return what is worth showing, best first.

    `floor` is the embedder's, None without one. Both a turn and the facts learnt from it are
    ranked, for who loads them to choose between. The turn and its fact that fits best count as
    much as the better of them, further facts by themselves and by a part of what the turn is
    lent; if turns are shown (`with_turns`), only facts that say a fair share of what theirs says.
    """
    candidates = list(found)
    weight = _weight(candidates, floor, policy)
    standing = policy if with_turns else replace(policy, fair=0.0)
    ranked: list[Ranked] = []
    for space in dict.fromkeys(one.space for one in candidates):
        mine = [one for one in candidates if one.space == space]
        own = [_own(one, floor, weight) for one in mine]
        ranked += _ranked(mine, own, reach, standing)
    return sorted(ranked, key=_best_first)


def weights(
    found: Iterable[Candidate], *, floor: float | None, policy: FusionPolicy = FUSION
) -> dict[str, float]:
    """Return by name what `fused` weighs the parts of these scores with, for who asks why."""
    by_step = {f"neighbour_{step}_weight": share for step, share in enumerate(policy.neighbours, 1)}
    return by_step | {
        "text_weight": 1.0,
        "cosine_weight": round(_weight(found, floor, policy), DIGITS),
        "cosine_floor": floor or 0.0,
        "further_facts_weight": policy.further_facts,
    }


def _weight(found: Iterable[Candidate], floor: float | None, policy: FusionPolicy) -> float:
    """Return how much the vector arm weighs; nothing where no meanings are compared."""
    if floor is None:
        return 0.0
    return vector_weight(max((one.text for one in found), default=0.0), policy)


def _best_first(one: Ranked) -> tuple[float, int, str, str]:
    candidate = one.candidate
    return (-one.score, candidate.space, candidate.kind, candidate.id)


def _own(one: Candidate, floor: float | None, weight: float) -> float:
    """Score a document; what has no vector yet is scored by its words alone."""
    if one.cosine is None:
        return one.text
    return own_score(one.text, nearness(one.cosine, floor or 0.0), weight)


def _ranked(
    mine: Sequence[Candidate], own: Sequence[float], reach: int, policy: FusionPolicy
) -> Iterator[Ranked]:
    """Rank the candidates of one space, each with its own score."""
    turns = [at for at, one in enumerate(mine) if one.kind is OwnerKind.TURN]
    lending = [own[at] if mine[at].lends else 0.0 for at in turns]
    added = beside([mine[at] for at in turns], lending, reach, policy)
    lent = {at: more if mine[at].borrows else 0.0 for at, more in zip(turns, added, strict=True)}
    said = {mine[at].seq: at for at in turns if mine[at].seq is not None}
    facts: dict[int, list[int]] = {}
    others = [at for at, one in enumerate(mine) if one.kind is not OwnerKind.TURN]
    others.sort(key=lambda at: mine[at].id)
    others.sort(key=own.__getitem__, reverse=True)
    for at in others:
        turn = said.get(mine[at].seq) if mine[at].borrows else None
        if turn is None or not mine[turn].lends or own[at] < policy.fair * own[turn]:
            yield _scored(mine[at], own[at])
            continue
        learnt = facts.setdefault(turn, [])
        if learnt:
            yield _scored(mine[at], own[at], policy.further_facts * lent[turn])
        else:
            yield _scored(mine[at], own[at], lent[turn], own[turn])
        learnt.append(at)
    for at in turns:
        learnt = facts.get(at, [])
        best = own[learnt[0]] if learnt else 0.0
        yield _scored(mine[at], own[at], lent[at], best, tuple(mine[one].id for one in learnt))


def _scored(
    one: Candidate, own: float, lent: float = 0.0, other: float = 0.0, facts: tuple[str, ...] = ()
) -> Ranked:
    """Let what is lent fill up what is missing to 1."""
    best = max(own, other)
    score = best + min(1.0, lent) * (1 - best)
    return Ranked(one, round(score, DIGITS), own, lent, other if other > own else 0.0, facts)

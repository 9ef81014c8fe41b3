"""From what each arm finds to one score: calibration, weights, neighbours, folding.

Scores are absolute: how much of what was asked a text holds (BM25 by its bound), and how near
its vector is. Nothing is divided by the best or the worst of a list, so a score means the
same in every store, and a threshold can be set on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from retentive.kernel.times import to_micros
from retentive.model.change import Owner, OwnerKind, Place
from retentive.rules.policy import FUSION, FusionPolicy

DIGITS: Final = 9
"""Scores are rounded to 1e-9 before ties are broken; so every engine orders alike."""


class Candidate(NamedTuple):
    """One visible document: what it stands for, and how each arm scores it.

    `text` is in 0–1; `cosine` is None where the document has no vector or none was asked for.
    What is to say nothing any more `lends` nothing to what stands beside it. What `borrows` is
    looked at with its neighbours, and a fact with its turn.
    """

    space: int
    owner: Owner
    place: Place | None
    text: float
    cosine: float | None
    lends: bool = True
    borrows: bool = True


class Ranked(NamedTuple):
    """One record to show: its score in 0–1, and what made it.

    `own` is what it scores by itself, `lent` what its neighbours add. A turn names the `facts`
    that were learnt from it: where one of them is shown, it stands for the turn as well.
    """

    candidate: Candidate
    score: float
    own: float
    lent: float
    facts: tuple[str, ...] = ()

    @property
    def space(self) -> int:
        """The space of the record."""
        return self.candidate.space

    @property
    def owner(self) -> Owner:
        """What the record is."""
        return self.candidate.owner

    @property
    def parts(self) -> Mapping[str, float]:
        """What made the score, by name."""
        parts = {"text": self.candidate.text, "own": self.own, "neighbours": self.lent}
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
    turns: Sequence[tuple[Place, float]], reach: int, policy: FusionPolicy = FUSION
) -> list[float]:
    """Return what the neighbours of each turn add to it.

    `turns` are the turns near the candidates with their own scores, of one space. Neighbours
    are those before and after in the same session by (said_at, seq), among those at most
    `reach` entries away in the log: a gap in what was loaded is no neighbourhood. At the
    ends of a session the one side counts for both.
    """
    places = [_in_session(place) for place, _ in turns]
    order = sorted(range(len(turns)), key=places.__getitem__)
    added = [0.0] * len(turns)
    for step, share in enumerate(policy.neighbours, 1):
        lent, lenders = [0.0] * len(turns), [0] * len(turns)
        for first, second in zip(order, order[step:], strict=False):
            one, other = turns[first][0], turns[second][0]
            if one.session == other.session and abs(one.seq - other.seq) <= reach:
                lent[first] += turns[second][1]
                lent[second] += turns[first][1]
                lenders[first] += 1
                lenders[second] += 1
        for turn, count in enumerate(lenders):
            if count:
                added[turn] += share * 2 * lent[turn] / count
    return added


def _in_session(place: Place) -> tuple[bool, str, int, int]:
    return (place.session is None, place.session or "", to_micros(place.said_at), place.seq)


def fused(
    found: Iterable[Candidate], *, floor: float | None, reach: int, policy: FusionPolicy = FUSION
) -> list[Ranked]:
    """Return what is worth showing, best first.

    `floor` is the embedder's, None without one. Both a turn and the facts learnt from it are
    ranked, for who loads them to choose between.
    """
    candidates = sorted(found, key=_in_order)
    weight = _weight(candidates, floor, policy)
    ranked: list[Ranked] = []
    for _, mine in groupby(candidates, key=lambda one: one.space):
        scored = [_Scored(one, _own(one, floor, weight)) for one in mine]
        ranked += _ranked(scored, reach, policy)
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
        "fact_weight": policy.fact_share,
        "further_facts_weight": policy.further_facts,
    }


def _weight(found: Iterable[Candidate], floor: float | None, policy: FusionPolicy) -> float:
    """Return how much the vector arm weighs; nothing where no meanings are compared."""
    if floor is None:
        return 0.0
    return vector_weight(max((one.text for one in found), default=0.0), policy)


def _in_order(one: Candidate) -> tuple[int, str, str]:
    return (one.space, one.owner.kind, one.owner.id)


def _best_first(one: Ranked) -> tuple[float, int, str, str]:
    return (-one.score, *_in_order(one.candidate))


class _Scored(NamedTuple):
    candidate: Candidate
    own: float


def _own(one: Candidate, floor: float | None, weight: float) -> float:
    """Score a document; what has no vector yet is scored by its words alone."""
    if one.cosine is None:
        return one.text
    return own_score(one.text, nearness(one.cosine, floor or 0.0), weight)


def _ranked(scored: Sequence[_Scored], reach: int, policy: FusionPolicy) -> Iterator[Ranked]:
    """Rank the candidates of one space."""
    turns = [one for one in scored if _is_turn(one)]
    placed = [(one.candidate.place, one) for one in turns if one.candidate.place is not None]
    lending = [(place, one.own if one.candidate.lends else 0.0) for place, one in placed]
    lent = {
        place.seq: (one.own, more if one.candidate.borrows else 0.0)
        for (place, one), more in zip(placed, beside(lending, reach, policy), strict=True)
    }
    facts: dict[int, list[str]] = {}
    best_first = sorted(scored, key=lambda one: (-one.own, one.candidate.owner.id))
    for one in best_first:
        place = one.candidate.place
        turn = lent.get(place.seq) if place is not None else None
        if _is_turn(one):
            continue
        if place is None or turn is None or not one.candidate.borrows:
            yield _as_ranked(one, 0.0, one.own)
            continue
        score = (1 - policy.fact_share) * _filled(*turn) + policy.fact_share * one.own
        learnt = facts.setdefault(place.seq, [])
        yield _as_ranked(one, turn[1], score * (policy.further_facts if learnt else 1.0))
        learnt.append(one.candidate.owner.id)
    for one in turns:
        place = one.candidate.place
        if place is None:
            yield _as_ranked(one, 0.0, one.own)
        else:
            more = lent[place.seq][1]
            found = tuple(facts.get(place.seq, ()))
            yield _as_ranked(one, more, _filled(one.own, more), found)


def _is_turn(one: _Scored) -> bool:
    return one.candidate.owner.kind is OwnerKind.TURN


def _filled(own: float, lent: float) -> float:
    """Let what is lent fill up what is missing to 1."""
    return own + min(1.0, lent) * (1 - own)


def _as_ranked(one: _Scored, lent: float, score: float, facts: tuple[str, ...] = ()) -> Ranked:
    own = round(one.own, DIGITS)
    return Ranked(one.candidate, round(score, DIGITS), own, lent, facts)

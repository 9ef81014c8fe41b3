"""Comparing what was learnt from one turn with what was to be learnt from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from retentive.surfaces.bench.extraction_dates import dated, elsewhere, shown
from retentive.surfaces.bench.extraction_found import Found
from retentive.surfaces.bench.extraction_gold import Claim, Dialogue, GoldTurn, Reading, Worth
from retentive.surfaces.bench.extraction_words import EXACT, OTHER, about, likeness

RECALL, PRECISION, SUBJECTS, DATES = "claim recall", "claim precision", "subjects", "dates"
WORDED, PLACED = "in the same words", "in the place given"
JUNK, UNREAL, FROM_AGENTS = "junk", "unreal stored", "from agents' text"
TRAPS = "false in adversarial turns"

_RELATIONS = frozenset({"relative", "partner", "friend", "colleague", "pet"})
_EITHER = frozenset({"plan", "goal", "deadline", "event", "trip", "purchase"})
"""What may be dated by when it is or by its bounds: "from September I'll be head" is both."""
_FORWARD = 8
"""Ranks the first reading of a claim above its others when two facts could be it."""


@dataclass(slots=True)
class Marks:
    """The marks of one dialogue by name, 1 or 0 a piece, and a line for each that is missed."""

    dialogue: str
    values: dict[str, list[float]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)

    def mark(self, name: str, good: bool) -> None:
        """Count one case."""
        self.values.setdefault(name, []).append(float(good))

    def miss(self, turn: GoldTurn | None, what: str, told: str) -> None:
        """Keep a line that can be searched for: dialogue, turn, what, and the rest."""
        at = turn.id if turn else "end"
        words = f"  | {' '.join(turn.text.split())}" if turn else ""
        self.lines.append(f"{self.dialogue} {at} {what}: {told}{words}")


@dataclass(frozen=True, slots=True)
class Learnt:
    """What one turn brought: new facts, and those known before that may have been meant.

    `ended` are facts that held before the turn and do not after it.
    """

    new: Sequence[Found]
    known: Sequence[Found] = ()
    ended: Sequence[Found] = ()


def compare(dialogue: Dialogue, turn: GoldTurn, learnt: Learnt, marks: Marks) -> None:
    """Mark every claim of a turn, and every fact that it brought."""
    pairs = _paired(dialogue, turn, [one for one in learnt.new if one.claims])
    for at, claim in enumerate(turn.claims):
        if claim.worth is Worth.WANTED:
            _claim(dialogue, turn, claim, pairs.get(at), learnt, marks)
    used = {id(found) for found in pairs.values()}
    for found in learnt.new:
        _fact(dialogue, turn, found, marks, wanted=id(found) in used)


def fits(found: Found, reading: Reading) -> int:
    """Return how well a fact says a reading, whoever it is about."""
    if (found.attribute, found.positive) != (reading.attribute, reading.positive):
        return OTHER
    return likeness(found.value, reading.values)


def rank(found: Found, claim: Claim) -> int:
    """Return how well a fact says a claim in any reading; 0 if it does not."""
    ranks = (
        fit + (_FORWARD if at == 0 else 0)
        for at, reading in enumerate(claim.readings)
        if (fit := fits(found, reading))
    )
    return max(ranks, default=0)


def _paired(dialogue: Dialogue, turn: GoldTurn, new: Sequence[Found]) -> dict[int, Found]:
    """Give each wanted claim a fact of its own, the best ones first."""
    possible = sorted(
        (-rank(found, claim), at, place)
        for at, claim in enumerate(turn.claims)
        for place, found in enumerate(new)
        if claim.worth is Worth.WANTED
        and rank(found, claim)
        and about(found.subject, claim.subjects, dialogue.user)
    )
    pairs: dict[int, Found] = {}
    taken: set[int] = set()
    for _, at, place in possible:
        if at not in pairs and place not in taken:
            pairs[at] = new[place]
            taken.add(place)
    return pairs


def _claim(
    dialogue: Dialogue,
    turn: GoldTurn,
    claim: Claim,
    found: Found | None,
    learnt: Learnt,
    marks: Marks,
) -> None:
    match = found or _known(dialogue, claim, learnt)
    marks.mark(RECALL, match is not None)
    if match is None:
        strange = _strange(turn, claim, learnt)
        if strange is not None:
            marks.mark(SUBJECTS, False)
            marks.miss(turn, "SUBJECT", f"{claim.shown} <- {strange.shown}")
        else:
            marks.miss(turn, "MISSED", f"{claim.shown} <- {_nearest(claim, learnt)}")
        return
    marks.mark(SUBJECTS, True)
    marks.mark(WORDED, any(fits(match, one) == EXACT for one in claim.readings))
    if claim.dates is not None and match.positive == claim.readings[0].positive:
        good = dated(match, claim.dates, other=not fits(match, claim.readings[0]))
        marks.mark(PLACED, bool(good))
        good = good or (claim.readings[0].attribute in _EITHER and elsewhere(match, claim.dates))
        marks.mark(DATES, good)
        if not good:
            there = match.times or "none"
            marks.miss(turn, "DATE", f"{claim.shown} {shown(claim.dates)} <- {there}")


def _known(dialogue: Dialogue, claim: Claim, learnt: Learnt) -> Found | None:
    """Return what is known already and says the claim; a denial may have ended what it denies."""
    mine = [one for one in learnt.known if about(one.subject, claim.subjects, dialogue.user)]
    said = max(mine, key=lambda one: rank(one, claim), default=None)
    if said is not None and rank(said, claim):
        return said
    if claim.readings[0].positive:
        return None
    for found in learnt.ended:
        if about(found.subject, claim.subjects, dialogue.user) and any(
            found.positive and likeness(found.value, one.values) for one in claim.readings
        ):
            return found
    return None


def _strange(turn: GoldTurn, claim: Claim, learnt: Learnt) -> Found | None:
    """Return what says the claim about somebody else, unless that is another claim."""
    for found in learnt.new:
        others = sum(bool(rank(found, one)) for one in turn.claims if one is not claim)
        if found.claims and rank(found, claim) and not others:
            return found
    return None


def _nearest(claim: Claim, learnt: Learnt) -> str:
    names = {one.attribute for one in claim.readings}
    found = [one.shown for one in learnt.new if one.claims and one.attribute in names]
    found += [one.shown for one in learnt.new if not one.claims and claim.quote in one.text]
    return "; ".join(found) or "nothing"


def _fact(dialogue: Dialogue, turn: GoldTurn, found: Found, marks: Marks, *, wanted: bool) -> None:
    agents = turn.role != "user" or (turn.name or "") in dialogue.agents
    unreal = None if wanted else _unreal(dialogue, turn, found)
    allowed = any(_allowed(dialogue, found, one) for one in turn.claims)
    junk = not allowed and (turn.nothing or agents or unreal is not None)
    marks.mark(JUNK, junk)
    marks.mark(UNREAL, unreal is not None and not allowed)
    own = about(found.subject, ("assistant", turn.name or "assistant"), dialogue.user)
    marks.mark(FROM_AGENTS, agents and not allowed and not own)
    if junk:
        why = "AGENT" if agents else (unreal.modality.upper() if unreal else "NOTHING")
        marks.miss(turn, f"JUNK {why}", found.shown)
    if not found.claims or (not wanted and _neutral(dialogue, turn, found)):
        return
    marks.mark(PRECISION, wanted)
    if turn.adversarial:
        marks.mark(TRAPS, not wanted)
    if not wanted and not junk:
        marks.miss(turn, "FALSE", found.shown)


def _unreal(dialogue: Dialogue, turn: GoldTurn, found: Found) -> Claim | None:
    """Return the claim that was asked, supposed, quoted or joked, if a fact says that."""
    start, end = found.span
    for claim in turn.claims:
        if claim.worth is not Worth.FORBIDDEN:
            continue
        if found.claims:
            if rank(found, claim) and about(found.subject, claim.subjects, dialogue.user):
                return claim
        elif claim.quote in turn.text[start:end] and _lone(turn, start, end):
            return claim
    return None


def _lone(turn: GoldTurn, start: int, end: int) -> bool:
    """Tell whether no real claim stands in a part of a turn."""
    part = turn.text[start:end]
    return not any(
        one.worth is not Worth.FORBIDDEN and (one.quote in part or part in one.quote)
        for one in turn.claims
    )


def _allowed(dialogue: Dialogue, found: Found, claim: Claim) -> bool:
    return (
        claim.worth is not Worth.FORBIDDEN
        and bool(rank(found, claim))
        and about(found.subject, claim.subjects, dialogue.user)
    )


def _neutral(dialogue: Dialogue, turn: GoldTurn, found: Found) -> bool:
    """Tell whether a fact counts as neither right nor wrong.

    Optional claims, a second reading of what a claim of the turn covers, inverse relations.
    """
    if any(_allowed(dialogue, found, one) for one in turn.claims):
        return True
    if any(_covered(dialogue, found, one) for one in turn.claims):
        return _unreal(dialogue, turn, found) is None
    return found.attribute in _RELATIONS and any(
        about(found.subject, reading.values, dialogue.user)
        for reading in _relations(dialogue)
        if not about(found.subject, ("user",), dialogue.user)
    )


def _covered(dialogue: Dialogue, found: Found, claim: Claim) -> bool:
    return (
        claim.worth is not Worth.FORBIDDEN
        and about(found.subject, claim.subjects, dialogue.user)
        and any(
            found.positive == one.positive and likeness(found.value, one.values)
            for one in claim.readings
        )
    )


def _relations(dialogue: Dialogue) -> Iterator[Reading]:
    for turn in dialogue.turns:
        for claim in turn.claims:
            yield from (one for one in claim.readings if one.attribute in _RELATIONS)

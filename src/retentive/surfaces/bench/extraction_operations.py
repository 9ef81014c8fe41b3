"""What a turn did to what was known, beside what it should have done."""

from __future__ import annotations

from collections.abc import Sequence

from retentive.surfaces.bench.extraction_claims import Marks, fits
from retentive.surfaces.bench.extraction_found import Held
from retentive.surfaces.bench.extraction_gold import Dialogue, GoldTurn, Operation, Standing
from retentive.surfaces.bench.extraction_verdicts import (
    OMITTED,
    ONE_VALUE,
    RIGHT,
    WRONG,
    Change,
    State,
    kept,
    saying,
    verdict,
)
from retentive.surfaces.bench.extraction_words import EXACT, about, likeness, words

COLLATERAL = "collateral"
OPERATIONS = ("ADD", "UPDATE", "NONE", "CONFIRM", "SUPERSEDE", "RETRACT", "OVERLAY")
NO_OPERATION = "no operation"
FINAL, ENDED = "final", "ended"
LEARNT = "ever learnt"


def operate(change: Change, marks: Marks) -> None:
    """Mark every operation of a turn, and everything that ended without a reason."""
    for wanted in change.turn.operations:
        found, why = verdict(change, wanted)
        for name in (RIGHT, OMITTED, WRONG):
            marks.mark(f"{wanted.op} {name}", found == name)
        if found != RIGHT:
            marks.miss(change.turn, f"OP {wanted.op} {found}", f"{wanted.shown} <- {why}")
    lost = [one for one in change.gone if not _excused(change, one)]
    op = _blamed(change.turn)
    marks.mark(f"{op} {COLLATERAL}", bool(lost))
    for one in lost:
        marks.miss(change.turn, f"COLLATERAL {op}", one.found.shown)


def close(dialogue: Dialogue, end: State, ever: Sequence[Held], marks: Marks) -> None:
    """Mark what holds when a dialogue is over, and what must not."""
    current = [one for one in end.values() if one.current]
    for one in dialogue.final:
        good = bool(saying(dialogue, one, current))
        marks.mark(FINAL, good)
        if not good:
            marks.miss(None, "FINAL", f"{one.shown} <- {_beside(dialogue, one, current)}")
    for one in dialogue.ended:
        stale = [held for held in saying(dialogue, one, current) if _is(dialogue, held, one)]
        marks.mark(ENDED, not stale)
        marks.mark(f"{ENDED}, {LEARNT}", bool(saying(dialogue, one, ever)))
        if stale:
            marks.miss(None, "ENDED", f"{one.shown} <- {stale[0].found.shown}")


def _is(dialogue: Dialogue, held: Held, ended: Standing) -> bool:
    """Tell whether what holds is what ended, not something that holds and has a like name."""
    exact = any(fits(held.found, one) == EXACT for one in ended.readings)
    return exact or not any(saying(dialogue, one, [held]) for one in dialogue.final)


def _excused(change: Change, lost: Held) -> bool:
    """Tell whether an operation of the turn ends this fact, or a live one says the same."""
    if any(
        one.current
        and one.found.subject == lost.found.subject
        and one.found.attribute == lost.found.attribute
        and one.found.positive == lost.found.positive
        and likeness(one.found.value, (lost.found.value,))
        for one in change.after.values()
    ):
        return lost.found.claims
    return any(_ends(change, one, lost) for one in change.turn.operations)


def _ends(change: Change, wanted: Operation, lost: Held) -> bool:
    allowed = {wanted.op, *wanted.also}
    if not allowed & {"SUPERSEDE", "RETRACT", "UPDATE"} or kept(wanted, lost):
        return False
    if not lost.found.claims:
        named = (words(value) for one in wanted.readings for value in one.values)
        return "RETRACT" in allowed and any(
            set(one) <= set(words(lost.found.text)) for one in named
        )
    if not about(lost.found.subject, wanted.subjects, change.dialogue.user):
        return False
    ended = (*wanted.old, *wanted.readings)
    return any(
        lost.found.attribute == one.attribute
        and (lost.found.attribute in ONE_VALUE or _shares(lost.found.value, one.values))
        for one in ended
    )


def _shares(value: str, others: Sequence[str]) -> bool:
    """Tell whether a value has a telling word in common with others: the same, told otherwise."""
    told = {word for word in words(value) if not word.isdigit()}
    return bool(likeness(value, others)) or any(told & set(words(one)) for one in others)


def _blamed(turn: GoldTurn) -> str:
    ops = [one.op for one in turn.operations]
    changing = [one for one in ops if one not in ("ADD", "NONE", "CONFIRM")]
    return next(iter((*changing, *ops)), NO_OPERATION)


def _beside(dialogue: Dialogue, wanted: Standing, current: Sequence[Held]) -> str:
    names = {one.attribute for one in wanted.readings}
    found = [one.found.shown for one in current if one.found.attribute in names]
    return "; ".join(found[:6]) or "nothing"

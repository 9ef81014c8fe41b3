"""What a turn did to what was known, beside what it should have done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from retentive.surfaces.bench.extraction_claims import Marks, fits
from retentive.surfaces.bench.extraction_dates import until
from retentive.surfaces.bench.extraction_found import Held
from retentive.surfaces.bench.extraction_gold import (
    Dialogue,
    GoldTurn,
    Operation,
    Reading,
    Standing,
)
from retentive.surfaces.bench.extraction_words import EXACT, about, likeness

RIGHT, OMITTED, WRONG, COLLATERAL = "right", "omitted", "wrong", "collateral"
OPERATIONS = ("ADD", "UPDATE", "NONE", "CONFIRM", "SUPERSEDE", "RETRACT", "OVERLAY")
NO_OPERATION = "no operation"
FINAL, ENDED = "final", "ended"
LEARNT = "ever learnt"

ONE_VALUE = frozenset(
    [
        "name",
        "age",
        "birthday",
        "lives_in",
        "origin",
        "job",
        "works_at",
        "timezone",
        "contact_preference",
        "relationship_status",
        "partner",
        "diet",
        "studies_at",
    ]
)
"""Attributes that hold one value at a time, by the conventions of the gold files."""

State = Mapping[str, Held]
"""What is known, by key."""


@dataclass(frozen=True, slots=True)
class Change:
    """What was known before and after one turn."""

    dialogue: Dialogue
    turn: GoldTurn
    before: State
    after: State

    @property
    def gone(self) -> list[Held]:
        """What held before the turn and does not any more, though its time had not run out."""
        found = []
        for key, was in self.before.items():
            now = self.after.get(key)
            if was.current and (now is None or (not now.current and now.id != was.id)):
                found.append(was)
        return found


def operate(change: Change, marks: Marks) -> None:
    """Mark every operation of a turn, and everything that ended without a reason."""
    for wanted in change.turn.operations:
        found, why = _verdict(change, wanted)
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
        good = bool(_saying(dialogue, one, current))
        marks.mark(FINAL, good)
        if not good:
            marks.miss(None, "FINAL", f"{one.shown} <- {_beside(dialogue, one, current)}")
    for one in dialogue.ended:
        stale = [held for held in _saying(dialogue, one, current) if _is(dialogue, held, one)]
        marks.mark(ENDED, not stale)
        marks.mark(f"{ENDED}, {LEARNT}", bool(_saying(dialogue, one, ever)))
        if stale:
            marks.miss(None, "ENDED", f"{one.shown} <- {stale[0].found.shown}")


def _verdict(change: Change, wanted: Operation) -> tuple[str, str]:
    """Return the verdict on an operation; any that is as good counts too.

    A denial may supersede what it ends, but end it must.
    """
    first = _JUDGES[wanted.op](change, wanted)
    if first[0] == RIGHT:
        return first
    also = [one for one in wanted.also if (wanted.op, one) != ("RETRACT", "SUPERSEDE")]
    others = (_JUDGES[one](change, wanted) for one in also if one in _JUDGES)
    return next((one for one in others if one[0] == RIGHT), first)


def _add(change: Change, wanted: Operation) -> tuple[str, str]:
    found = _saying(change.dialogue, wanted, change.after.values())
    if not found:
        return _absent(change, wanted)
    if wanted.op != "ADD" and not _moved(change, found):
        return OMITTED, f"unchanged: {found[0].found.shown}"
    one_value = wanted.readings[0].attribute in ONE_VALUE
    if wanted.reason == "late" and one_value and all(one.current for one in found):
        return WRONG, "taken for the present"
    return RIGHT, ""


def _same(change: Change, wanted: Operation) -> tuple[str, str]:
    was = _saying(change.dialogue, wanted, change.before.values())
    found = _saying(change.dialogue, wanted, change.after.values())
    if not found:
        return (WRONG, "ended") if was else _absent(change, wanted)
    if was and len(found) > len(was):
        return WRONG, f"stored again: {found[-1].found.shown}"
    return RIGHT, ""


def _update(change: Change, wanted: Operation) -> tuple[str, str]:
    found = [one for one in _saying(change.dialogue, wanted, change.after.values()) if one.current]
    if not found:
        return _absent(change, wanted)
    if not _moved(change, found):
        return OMITTED, f"unchanged: {found[0].found.shown}"
    keys = {one.key for one in found}
    poorer = [one for one in _old(change, wanted, change.after) if one.key not in keys]
    if poorer:
        return WRONG, f"the poorer one stands beside it: {poorer[0].found.shown}"
    return RIGHT, ""


def _supersede(change: Change, wanted: Operation) -> tuple[str, str]:
    found = _saying(change.dialogue, wanted, change.after.values())
    if not found:
        if (
            wanted.old
            and _old(change, wanted, change.before)
            and not _old(change, wanted, change.after)
        ):
            return WRONG, "the old one ended, the new one is not there"
        return _absent(change, wanted)
    keys = {one.key for one in _moved(change, found)}
    if not keys:
        return OMITTED, f"unchanged: {found[0].found.shown}"
    stale = [
        one
        for one in _old(change, wanted, change.after)
        if one.key not in keys and one.found.valid_until is None
    ]
    if stale:
        return WRONG, f"the old one still holds: {stale[0].found.shown}"
    return RIGHT, ""


def _retract(change: Change, wanted: Operation) -> tuple[str, str]:
    def held(state: State) -> list[Held]:
        return [
            one
            for one in state.values()
            if one.current
            and one.found.positive
            and about(one.found.subject, wanted.subjects, change.dialogue.user)
            and any(
                one.found.attribute == reading.attribute
                and likeness(one.found.value, reading.values)
                for reading in wanted.readings
            )
        ]

    was, still = held(change.before), held(change.after)
    if still:
        return (OMITTED, still[0].found.shown) if was else (WRONG, still[0].found.shown)
    if was or any(
        not one.found.positive for one in _saying(change.dialogue, wanted, change.after.values())
    ):
        return RIGHT, ""
    return OMITTED, "was never learnt"


def _overlay(change: Change, wanted: Operation) -> tuple[str, str]:
    found = _saying(change.dialogue, wanted, change.after.values())
    if not found:
        return _absent(change, wanted)
    bounded = [one for one in found if one.found.valid_until is not None]
    if not bounded:
        return WRONG, "has no end"
    zone = ZoneInfo(change.turn.zone or "UTC")
    if wanted.until and not any(
        until(one.found.valid_until, wanted.until, zone) for one in bounded
    ):
        return WRONG, f"ends otherwise: {bounded[0].found.times}"
    ended = [one for one in change.gone if _kept(wanted, one)]
    return (WRONG, f"the standing one ended: {ended[0].found.shown}") if ended else (RIGHT, "")


_JUDGES = {
    "ADD": _add,
    "UPDATE": _update,
    "NONE": _same,
    "CONFIRM": _same,
    "SUPERSEDE": _supersede,
    "RETRACT": _retract,
    "OVERLAY": _overlay,
}


def _moved(change: Change, found: Iterable[Held]) -> list[Held]:
    """Return what is new, or is not as it was."""
    return [one for one in found if change.before.get(one.key) != one]


def _absent(change: Change, wanted: Operation) -> tuple[str, str]:
    """Return the verdict on what is not there: wrong, if the turn said it in another way."""
    attribute = wanted.readings[0].attribute
    for one in _moved(change, change.after.values()):
        if (
            change.turn.id in one.turns
            and one.found.attribute == attribute
            and about(one.found.subject, wanted.subjects, change.dialogue.user)
            and not any(
                fits(one.found, made) for claim in change.turn.claims for made in claim.readings
            )
        ):
            return WRONG, one.found.shown
    return OMITTED, "nothing"


def _saying(dialogue: Dialogue, wanted: Operation | Standing, held: Iterable[Held]) -> list[Held]:
    """Return what says it, about them, of what is held."""
    return [
        one
        for one in held
        if about(one.found.subject, wanted.subjects, dialogue.user)
        and any(fits(one.found, reading) for reading in wanted.readings)
    ]


def _old(change: Change, wanted: Operation, state: State) -> list[Held]:
    """Return what still says the old value, and says it better than the new one."""
    return [
        one
        for one in state.values()
        if one.current
        and about(one.found.subject, wanted.subjects, change.dialogue.user)
        and (worth := _worth(one, wanted.old))
        and worth >= _worth(one, wanted.readings)
    ]


def _worth(held: Held, readings: Iterable[Reading]) -> int:
    return max((fits(held.found, one) for one in readings), default=0)


def _is(dialogue: Dialogue, held: Held, ended: Standing) -> bool:
    """Tell whether what holds is what ended, not something that holds and has a like name."""
    exact = any(fits(held.found, one) == EXACT for one in ended.readings)
    return exact or not any(_saying(dialogue, one, [held]) for one in dialogue.final)


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
    if not allowed & {"SUPERSEDE", "RETRACT", "UPDATE"} or _kept(wanted, lost):
        return False
    if not lost.found.claims:
        return "RETRACT" in allowed and any(
            likeness(lost.found.text, one.values) for one in wanted.readings
        )
    if not about(lost.found.subject, wanted.subjects, change.dialogue.user):
        return False
    ended = (*wanted.old, *wanted.readings)
    return any(
        lost.found.attribute == one.attribute
        and (lost.found.attribute in ONE_VALUE or likeness(lost.found.value, one.values))
        for one in ended
    )


def _kept(wanted: Operation, held: Held) -> bool:
    """Tell whether a fact is one that must stay untouched."""
    ended = [value for one in (*wanted.old, *wanted.readings) for value in one.values]
    best = likeness(held.found.value or held.found.text, wanted.keeps)
    return best > 0 and best >= likeness(held.found.value or held.found.text, ended)


def _blamed(turn: GoldTurn) -> str:
    ops = [one.op for one in turn.operations]
    changing = [one for one in ops if one not in ("ADD", "NONE", "CONFIRM")]
    return next(iter((*changing, *ops)), NO_OPERATION)


def _beside(dialogue: Dialogue, wanted: Standing, current: Sequence[Held]) -> str:
    names = {one.attribute for one in wanted.readings}
    found = [one.found.shown for one in current if one.found.attribute in names]
    return "; ".join(found[:6]) or "nothing"

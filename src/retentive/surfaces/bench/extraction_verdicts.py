"""Whether one operation was carried out: what is known before and after its turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from retentive.surfaces.bench.extraction_claims import fits
from retentive.surfaces.bench.extraction_dates import until
from retentive.surfaces.bench.extraction_found import Held
from retentive.surfaces.bench.extraction_gold import (
    Dialogue,
    GoldTurn,
    Operation,
    Reading,
    Standing,
)
from retentive.surfaces.bench.extraction_words import about, likeness

RIGHT, OMITTED, WRONG = "right", "omitted", "wrong"
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


def verdict(change: Change, wanted: Operation) -> tuple[str, str]:
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
    found = saying(change.dialogue, wanted, change.after.values())
    if not found:
        return _absent(change, wanted)
    if wanted.op != "ADD" and not _moved(change, found):
        return OMITTED, f"unchanged: {found[0].found.shown}"
    one_value = wanted.readings[0].attribute in ONE_VALUE
    if wanted.reason == "late" and one_value and all(one.current for one in found):
        return WRONG, "taken for the present"
    return RIGHT, ""


def _same(change: Change, wanted: Operation) -> tuple[str, str]:
    was = saying(change.dialogue, wanted, change.before.values())
    found = saying(change.dialogue, wanted, change.after.values())
    if not found:
        return (WRONG, "ended") if was else _absent(change, wanted)
    if was and len(found) > len(was):
        return WRONG, f"stored again: {found[-1].found.shown}"
    return RIGHT, ""


def _update(change: Change, wanted: Operation) -> tuple[str, str]:
    found = [one for one in saying(change.dialogue, wanted, change.after.values()) if one.current]
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
    found = saying(change.dialogue, wanted, change.after.values())
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
        not one.found.positive for one in saying(change.dialogue, wanted, change.after.values())
    ):
        return RIGHT, ""
    return OMITTED, "was never learnt"


def _overlay(change: Change, wanted: Operation) -> tuple[str, str]:
    found = saying(change.dialogue, wanted, change.after.values())
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
    ended = [one for one in change.gone if kept(wanted, one)]
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


def saying(dialogue: Dialogue, wanted: Operation | Standing, held: Iterable[Held]) -> list[Held]:
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


def kept(wanted: Operation, held: Held) -> bool:
    """Tell whether a fact is one that must stay untouched."""
    ended = [value for one in (*wanted.old, *wanted.readings) for value in one.values]
    best = likeness(held.found.value or held.found.text, wanted.keeps)
    return best > 0 and best >= likeness(held.found.value or held.found.text, ended)

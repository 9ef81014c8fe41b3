"""What a claim does to what is known of the same subject and attribute (row M-03).

Contradiction is decided here and inside one subject and attribute only. A value of a one-value
attribute takes its place in time (`timeline`); many values stand side by side, and only another
number of the same thing, or another date of the same appointment, takes the place of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from retentive.model.claim import Cue
from retentive.model.fact import Fact
from retentive.model.record import Precision
from retentive.rules import frames
from retentive.rules.attributes import ClaimType
from retentive.rules.calling import calls
from retentive.rules.changing import still_to_come
from retentive.rules.decisions import Decision, Operation, Revision, Said
from retentive.rules.revising import (
    SAME,
    asserted_at,
    begins_anew,
    bounded,
    covers,
    enriched,
    is_denial,
    is_one_of,
    is_own_word,
    lasts,
    over_at,
    points_back,
)
from retentive.rules.sameness import meet
from retentive.rules.timeline import SUPERSEDED, Timeline, placed
from retentive.rules.values import Likeness, adds, excludes, head, mentions, only_qualifies

ENDED = "no longer so"
_TAKEN: Final = frozenset({"hobby", "studies"})
"""Attributes whose values may be named by where they are taken or done: `running club`."""
_NEW: Final = frozenset({"new", "now"})
"""Words with which somebody is told to have come in another's place: `our new boss`."""


def reconcile(said: Said, line: Timeline) -> Decision:
    """Return what a claim does to what is known around it."""
    if is_denial(said.fact):
        return _denied(said, line)
    if line.attribute.type is not ClaimType.STATE:
        return _happened(said, line)
    over = _ended(said, line)
    if over is not None:
        return over
    if line.attribute.is_single and not line.is_beside(said.fact):
        return placed(said, line)
    return _gathered(said, line)


def place_of(fact: Fact) -> datetime:
    """Return the instant around which a claim is decided."""
    if is_denial(fact):
        return fact.valid_from or fact.valid_until or fact.said_at
    return fact.begins


# ---------------------------------------------------------------- what is so no more


def _denied(said: Said, line: Timeline) -> Decision:
    """End what is said to be so no more; the denial is a fact of its own."""
    off = line.attribute.type is not ClaimType.STATE  # what is off on Friday is so from now on
    at = min(place_of(said.fact), said.fact.said_at) if off else place_of(said.fact)
    known = [one for one in line.known if is_denial(one) and lasts(one, at)]
    again = next((one for one in known if line.like(one, said.fact) is Likeness.EQUAL), None)
    ended = _meant(said, line, at)
    if again is not None and not ended and not is_own_word(said.fact):
        return Decision(operation=Operation.NONE, rule="again", confirmed=again)
    fact = replace(said.fact, valid_until=None)
    if not ended:
        kept = fact if said.fact.valid_until is None else replace(fact, valid_from=at)
        return Decision(operation=Operation.ADD, rule="denied/new", fact=kept)
    precision = said.fact.from_precision if at != said.fact.said_at else Precision.BY
    return Decision(
        operation=Operation.RETRACT,
        rule="denied/ends",
        fact=replace(fact, valid_from=at, from_precision=precision),
        revised=tuple(bounded(one, over_at(one, at), said.fact, ENDED) for one in ended),
    )


def _meant(said: Said, line: Timeline, at: datetime) -> list[Fact]:
    """Return the facts that a denial is about: of the same value, else the one that names it.

    What was said after the denial is not meant.
    """
    held = [
        one
        for one in line.known
        if not is_denial(one) and covers(one, max(at, one.begins)) and _before(one, said.fact)
        if one.begins <= max(at, said.fact.said_at) and not is_one_of(one, said.fact)
    ]
    wide = line.attribute.is_single or said.cue is Cue.NO_MORE
    ends = SAME if wide else SAME - {Likeness.RICHER}  # no figs in salads: figs are still liked
    same = [one for one in held if line.like(one, said.fact) in ends]
    if same or said.cue is not Cue.NO_MORE:
        return same
    assert said.fact.claim is not None
    value = said.fact.claim.value
    alike = [one for one in held if one.claim and frames.may_name(one.claim.value, value)]
    alike = [one for one in alike if line.like(one, said.fact) is not Likeness.COUNT]  # some
    alike = alike or [one for one in held if one.claim and mentions(one.claim.value, value)]
    alike = alike or [one for one in held if one.claim and frames.practises(one.claim.value, value)]
    bare = frames.without_thing(value, taken=line.attribute.name in _TAKEN)
    alike = alike or [one for one in held if bare and one.claim and mentions(one.claim.value, bare)]
    loosely = held if said.loosely else []
    alike = alike or [one for one in loosely if calls(one, value, line.attribute)]
    return alike if len(alike) == 1 else []


def _before(known: Fact, said: Fact) -> bool:
    return asserted_at(known) <= said.said_at


def _ended(said: Said, line: Timeline) -> Decision | None:
    """End what is told with its end alone: "I worked at Acme until May"; None if it is not that."""
    fact, until = said.fact, said.fact.valid_until
    if until is None or until > fact.said_at or fact.valid_from is not None:
        return None
    open_ = [
        one
        for one in line.known
        if not is_denial(one) and covers(one, until) and _before(one, fact)
        if line.like(one, fact) in SAME
    ]
    if not open_:
        return None
    first = open_[0]
    start = first.valid_from if first.valid_from is None or first.valid_from < until else None
    return Decision(
        operation=Operation.RETRACT,
        rule="ended",
        fact=replace(fact, valid_from=start, from_precision=first.from_precision),
        revised=tuple(bounded(one, until, fact, ENDED) for one in open_),
    )


# ---------------------------------------------------------------- many values side by side


def _gathered(said: Said, line: Timeline) -> Decision:
    """Let a state stand beside others of its attribute, unless it was known already."""
    fact, at = said.fact, said.fact.begins
    held = [one for one in line.known if not is_denial(one) and lasts(one, at)]
    same = [one for one in held if line.like(one, fact) in SAME and not _is_other(one, said)]
    if same:
        return _known_already(said, same, line)
    undenied = _undenied(fact, line)
    counted = [one for one in held if _is_replaced(one, said, line)]
    if line.attribute.rivals and len(counted) > 1:
        counted = []  # which of the two cars is gone?
    if not counted or said.cue is Cue.ALSO:
        return Decision(operation=Operation.ADD, rule="many/new", fact=fact, revised=undenied)
    later = [one for one in counted if asserted_at(one) > fact.said_at and one.begins > at]
    if later:
        filed = replace(fact, valid_until=fact.valid_until or min(one.begins for one in later))
        return Decision(operation=Operation.ADD, rule="many/late", fact=filed)
    new = fact
    if fact.valid_from is None:
        new = replace(fact, valid_from=at, from_precision=Precision.BY)
    ends = (bounded(one, at, fact, SUPERSEDED) for one in counted)
    return Decision(
        operation=Operation.SUPERSEDE,
        rule="many/count",
        fact=new,
        revised=(*ends, *undenied),
    )


def _is_replaced(known: Fact, said: Said, line: Timeline) -> bool:
    """Tell whether a value takes the place of a known one among many."""
    if line.like(known, said.fact) is Likeness.COUNT:
        return True
    if known.claim is None or said.fact.claim is None:
        return False
    old, new = known.claim.value, said.fact.claim.value
    if line.attribute.by_role and not _NEW.isdisjoint(
        one.strip(".,!?;:") for one in said.fact.text.lower().split()
    ):
        return new.split(" ", 1)[0] == old.split(" ", 1)[0] in line.attribute.by_role
    framed = line.attribute.by_frame
    if framed and (
        frames.lifts(old, new)
        or frames.forbids(old, new, said.fact.text)
        or (said.cue is not Cue.ALSO and frames.says_else(old, new, said.fact.text))
    ):
        return True
    if frames.favours(known.text, said.fact.text) and said.cue is not Cue.ALSO:
        return True
    return said.cue is Cue.NOW and _is_changed(known, said.fact, line)


def _is_changed(known: Fact, said: Fact, line: Timeline) -> bool:
    """Tell whether a value that is told as a change is another one of the same."""
    assert known.claim is not None
    assert said.claim is not None
    old, new = known.claim.value, said.claim.value
    if frames.renumbers(old, new):
        return True
    if line.attribute.rivals:
        alike = frames.told_alike((known.text, old), (said.text, new))
        return alike or frames.are_rivals(old, new, line.attribute.rivals)
    if line.attribute.by_frame:
        return only_qualifies(old, new) or frames.frames_alike(old, new)
    return line.attribute.by_form and ("@" in old) == ("@" in new)


def _is_other(known: Fact, said: Said) -> bool:
    """Tell whether what reads like a known value is another, or the same once more.

    A change may say the words of one in another order: `DD/MM`, `MM/DD`.
    """
    if begins_anew(known, said.fact):
        return True
    if said.cue is not Cue.NOW or known.claim is None or said.fact.claim is None:
        return False
    return frames.reordered(known.claim.value, said.fact.claim.value)


def _undenied(fact: Fact, line: Timeline) -> tuple[Revision, ...]:
    denials = [one for one in line.known if is_denial(one) and covers(one, fact.begins)]
    same = [one for one in denials if line.like(one, fact) in SAME and _before(one, fact)]
    return tuple(bounded(one, fact.begins, fact, "it is so again") for one in same)


def _known_already(said: Said, known: Sequence[Fact], line: Timeline) -> Decision:
    """Confirm or enrich a fact of the same value.

    Words that say more than any of them are kept beside: of `a cat` there may be two.
    """
    fact = said.fact
    fuller = next((one for one in known if not adds(one.text, fact.text)), None)
    same = fuller or known[0]
    told = line.like(same, fact)
    if fuller is None and line.attribute.is_of_people and points_back(fact):
        bare = replace(fact, claim=None)  # `my sister is ill` tells of no other sister
        return Decision(operation=Operation.ADD, rule="many/again", fact=bare, confirmed=same)
    if fuller is None and told is not Likeness.RICHER and said.cue is not Cue.STILL:
        return Decision(operation=Operation.ADD, rule="many/more", fact=fact)
    if is_own_word(fact) or (told is Likeness.RICHER and is_own_word(same)):
        return Decision(operation=Operation.ADD, rule="many/own-words", fact=fact)
    new = enriched(same, fact, told)
    if new is None:
        return Decision(operation=Operation.NONE, rule="again", confirmed=same)
    revised = (Revision(same, new),)
    return Decision(operation=Operation.UPDATE, rule="richer", revised=revised, confirmed=same)


# ---------------------------------------------------------------- events and plans


def _happened(said: Said, line: Timeline) -> Decision:
    """Add an event or a plan; the same one on the same day is known, on another day it may move."""
    fact = said.fact
    held = [one for one in line.known if not is_denial(one) and lasts(one, fact.said_at)]
    same = [one for one in held if line.like(one, fact) in SAME]
    together = [one for one in same if meet(one.occurred, fact.occurred)]
    if together:
        return _known_already(said, together, line)
    moved = _moved(said, same, held, moves=line.attribute.moves)
    if moved is None:
        return Decision(operation=Operation.ADD, rule="event/new", fact=fact)
    if moved.occurred is not None and fact.occurred is not None:
        ahead = still_to_come(moved.occurred, fact.occurred, fact.said_at)
        fact = replace(fact, occurred=ahead)
    ends = bounded(moved, fact.said_at, fact, SUPERSEDED)
    return Decision(operation=Operation.SUPERSEDE, rule="event/moved", fact=fact, revised=(ends,))


def _moved(said: Said, same: Sequence[Fact], held: Iterable[Fact], *, moves: bool) -> Fact | None:
    """Return what a change takes the place of: the newest appointment of the same thing.

    Without a date that is a plan to be something else. Of what `moves` any other date is a change.
    """
    if moves and said.cue is not Cue.NOW and said.fact.occurred is not None:
        ahead = [one for one in same if one.occurred and one.occurred.end > said.fact.said_at]
        return next((one for one in ahead if _before(one, said.fact)), None)
    if said.cue is not Cue.NOW or said.fact.claim is None:
        return None
    value = said.fact.claim.value
    claiming = [(one, one.claim.value) for one in held if one.claim and _before(one, said.fact)]
    if said.fact.occurred is None:
        return next((one for one, known in claiming if excludes(known, value)), None)
    alike = [one for one, known in claiming if head(known) == head(value)]
    return next(iter([one for one in alike if one in same] or alike), None)

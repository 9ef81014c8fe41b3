"""What takes the place of something that only what is known tells: `it's Danish now`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from retentive.model.claim import Claim, Cue
from retentive.model.fact import Fact
from retentive.pipeline.reconciling import Reconciling
from retentive.pipeline.vocabulary import registry
from retentive.rules.changing import as_it_lasts, counted, reached, recounted, renumbered
from retentive.rules.correcting import told_of
from retentive.rules.revising import bounded, is_denial, lasts, newest_first
from retentive.rules.telling import is_about_the_same
from retentive.rules.timeline import SUPERSEDED
from retentive.rules.values import counting, value_of


def newest(state: Reconciling, *subjects: str) -> list[Fact]:
    """Return what is so of somebody, or is to be, the newest first."""
    at = state.entry.said_at
    found = [one for one in state.about(set(subjects)) if one.standing.served]
    holding = [one for one in found if one.claim and not is_denial(one) and lasts(one, at)]
    return newest_first(holding)


def take_place(state: Reconciling, fact: Fact, new: str) -> bool:
    """Let a value follow what this entry said to be over, or a number that was known."""
    over = None if counting(new) else state.followed()
    claim = None if over is None else replace(over, value=new)
    held = newest(state, fact.subject) if claim is None else []
    counts = counted(new, held)
    if counts is not None:
        claim = replace(counts, value=recounted(counts.value, new))
    claim = claim or reached(new, held)
    known = None if claim is not None else renumbered(new, held)
    if known is not None:
        claim = known[1]
    if claim is None and _is_of_a_rule(state.over()):
        over = state.followed()  # `no tabs any more, from now on it's four spaces`
        claim = None if over is None else replace(over, value=new)
    if claim is None:
        return False
    told = told_of(state.space, fact, claim, claim.subject)
    following = as_it_lasts(told, registry())
    state.follow(following)
    if known is not None:
        end_by(state, known[0], following)
    return True


def _is_of_a_rule(over: Fact | None) -> bool:
    return (
        over is not None and over.claim is not None and registry().of(over.claim.attribute).by_frame
    )


def take_its_place(state: Reconciling, fact: Fact, cue: Cue, *, ended: bool) -> bool:
    """Let a value follow the one of its attribute; where none is known its words claim nothing.

    Of an attribute that holds many it follows the only one, and may be the first; of one that must
    have `ended` before it follows none that still holds. One `for now` follows nothing.
    """
    claim = fact.claim
    assert claim is not None
    held = newest(state, fact.subject)
    if any(state.is_new(one) and one.claim and one.claim.value == claim.value for one in held):
        return True  # a partner by now, and no employer
    weighed = _weighed(claim, held)
    if weighed is not None:
        fact = told_of(state.space, fact, weighed[1], fact.subject)
        state.take(fact, Cue.NOW)
        end_by(state, weighed[0], fact)
        return True
    if is_about_the_same(state.over(), fact):
        state.followed()
        state.follow(fact)
        return True
    told = [one for one in state.about({fact.subject}) if one.standing.served]
    known = [one for one in told if is_about_the_same(one, fact) and not is_denial(one)]
    held = [one for one in known if lasts(one, fact.said_at)]
    if claim.attribute == _AGE and not any(_grows(one, claim) for one in held):
        state.add(replace(fact, claim=None))
    elif registry().of(claim.attribute).is_single and known and not (ended and held):
        state.take(fact, cue)
    elif len(held) == 1 and not ended:
        state.take(fact, Cue.NOW)
        end_by(state, held[0], fact)
    elif not (held or ended or registry().of(claim.attribute).is_single or counting(claim.value)):
        state.take(fact, Cue.NOW)
    elif not state.rests_on(fact.provenance.citations):
        state.add(replace(fact, claim=None))
    return True


def _grows(known: Fact, said: Claim) -> bool:
    """Tell whether an age is the next of somebody, or one soon after it."""
    old, new = (counting(one.value) for one in (known.claim, said) if one is not None)
    return old is not None and new is not None and 0 < new[0] - old[0] <= _SOON


def _weighed(claim: Claim, held: Iterable[Fact]) -> tuple[Fact, Claim] | None:
    """Return the known weight that another one follows, and that with the unit of the known."""
    for one in held if counting(claim.value) and claim.attribute == _WEIGHT else ():
        known = value_of(one.claim.value) if one.claim else None
        amount = known.amount if known else None
        if one.claim is not None and amount is not None and amount[0] == _MASS:
            bare = not value_of(claim.value).words
            value = recounted(one.claim.value, claim.value) if bare else claim.value
            return one, replace(claim, value=value)
    return None


_AGE: Final = "age"
_SOON: Final = 3
"""Years in which somebody is believed to have told no other age."""
_WEIGHT: Final = "health"
_MASS: Final = "mass"


def end_by(state: Reconciling, known: Fact, following: Fact) -> None:
    """End what another value follows, unless that has ended it already."""
    if state.now(known) == known:
        ended = bounded(known, following.begins, following, SUPERSEDED)
        state.revise(known, ended.new)

"""Another time of an appointment that is known, told by words that only its date completes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from retentive.model.candidate import Candidate
from retentive.model.claim import Cue
from retentive.model.fact import Fact
from retentive.pipeline.following import newest
from retentive.pipeline.reconciling import Reconciling
from retentive.pipeline.vocabulary import kinds, registry
from retentive.rules.attributes import ClaimType
from retentive.rules.changing import at_its_hour, moving, without_kind
from retentive.rules.correcting import told_of
from retentive.rules.revising import is_denial
from retentive.rules.shifting import WEEK, in_its_round, shifted


def retimed(state: Reconciling, found: Candidate, fact: Fact) -> bool:
    """Let an appointment that is known be at another time of its day, if one is told."""
    if not 0 < found.clock < WEEK or found.occurred is None:
        return False
    known = _meant(state, fact)
    if known is None or known.occurred is None or known.claim is None:
        return False
    occurred = at_its_hour(known.occurred, found.occurred, found.clock)
    state.take(replace(fact, claim=known.claim, occurred=occurred), Cue.NOW)
    return True


def shift(state: Reconciling, found: Candidate, fact: Fact) -> bool:
    """Let an appointment that is known be so much later, or earlier, as is told; if one is."""
    if not found.shift:
        return False
    known = _meant(state, fact)
    if known is not None and known.occurred is not None and known.claim is not None:
        told = told_of(state.space, fact, known.claim, known.subject)
        state.take(
            replace(told, occurred=shifted(known.occurred, timedelta(minutes=found.shift))), Cue.NOW
        )
    elif not state.rests_on(fact.provenance.citations):
        state.add(replace(fact, claim=None))
    return True


def in_known_round(state: Reconciling, found: Candidate, fact: Fact) -> Fact:
    """Return a change of date on the day that is meant: the 14th of the month that is known."""
    if found.clock < WEEK or fact.claim is None or fact.occurred is None:
        return fact
    attribute = registry().of(fact.claim.attribute)
    if attribute.type is ClaimType.STATE or not (found.cue is Cue.NOW or attribute.moves):
        return fact
    known = _meant(state, fact)
    if known is None or known.occurred is None:
        return fact
    day = in_its_round(known.occurred, fact.occurred, found.clock, fact.said_at)
    return replace(fact, occurred=day)


def _meant(state: Reconciling, fact: Fact) -> Fact | None:
    """Return the appointment ahead that words name; `it` and `me` mean the first."""
    if fact.claim is None or is_denial(fact):
        return None
    among = {fact.claim.attribute, *registry().of(fact.claim.attribute).akin}
    subjects = {fact.subject, state.entry.speaker.id}
    ahead = [one for one in newest(state, *sorted(subjects)) if _is_ahead(one, fact)]
    bare = without_kind(fact.claim.value, kinds())
    values = [value for value in (fact.claim.value, bare) if value]
    return next(filter(None, (_named(value, fact, ahead, among) for value in values)), None)


def _named(value: str, fact: Fact, ahead: Sequence[Fact], among: set[str]) -> Fact | None:
    assert fact.claim is not None
    return moving(replace(fact.claim, value=value), fact.said_at, ahead, among)


def _is_ahead(known: Fact, fact: Fact) -> bool:
    return known.occurred is not None and known.occurred.end > fact.said_at

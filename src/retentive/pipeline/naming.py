"""What is known of somebody's sister is known of Rosa, once her name is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from retentive.languages import table
from retentive.model.candidate import Candidate
from retentive.model.claim import Claim, Polarity
from retentive.pipeline.reconciling import Reconciling
from retentive.rules.correcting import told_of
from retentive.rules.people import named_kin
from retentive.rules.reading.people import People
from retentive.rules.revising import is_own_word


@cache
def people() -> People:
    """Return the words for what people are to others."""
    return People.of(table("en/people.toml"))


def rename(state: Reconciling, candidates: Iterable[Candidate]) -> None:
    """Let what was told of nameless kin be told of those whose names an entry tells."""
    told = (one.claim for one in candidates if one.claim is not None)
    for claim in told:
        if claim.polarity is Polarity.POSITIVE and not _has_another(state, claim):
            _rename(state, claim)


def _rename(state: Reconciling, claim: Claim) -> None:
    named = named_kin(claim, people())
    if named is None:
        return
    before, name = named
    for one in state.about({before}):
        if one.standing.served and one.subject == before and not is_own_word(one):
            known = None if one.claim is None else replace(one.claim, subject=name)
            state.revise(one, told_of(state.space, one, known, name))


def _has_another(state: Reconciling, claim: Claim) -> bool:
    """Tell whether kin of another name is known, of whom it may have been told."""
    named = named_kin(claim, people())
    facts = (one.claim for one in state.about({claim.subject}) if one.claim is not None)
    kin = (found for one in facts if (found := named_kin(one, people())) is not None)
    return named is None or any(one[0] == named[0] and one[1] != named[1] for one in kin)

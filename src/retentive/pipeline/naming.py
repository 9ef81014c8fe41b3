"""What is known of somebody's sister is known of Rosa, once her name is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from retentive.model.candidate import Candidate
from retentive.model.claim import Polarity
from retentive.pipeline.reconciling import Reconciling
from retentive.pipeline.vocabulary import people
from retentive.rules.correcting import told_of
from retentive.rules.people import named_kin
from retentive.rules.revising import is_own_word


def rename(state: Reconciling, candidates: Iterable[Candidate]) -> None:
    """Let what was told of nameless kin be told of those whose names an entry tells."""
    told = (one.claim for one in candidates if one.claim is not None)
    for claim in told:
        named = named_kin(claim, people()) if claim.polarity is Polarity.POSITIVE else None
        if named is not None and not _has_another(state, claim.subject, *named):
            _rename(state, *named)


def _rename(state: Reconciling, before: str, name: str) -> None:
    for one in state.about({before}):
        if one.standing.served and one.subject == before and not is_own_word(one):
            known = None if one.claim is None else replace(one.claim, subject=name)
            state.revise(one, told_of(state.space, one, known, name))


def _has_another(state: Reconciling, owner: str, before: str, name: str) -> bool:
    """Tell whether kin of another name is known, of whom it may have been told."""
    facts = (one.claim for one in state.about({owner}) if one.claim is not None)
    kin = (named_kin(one, people()) for one in facts)
    return any(one is not None and one[0] == before and one[1] != name for one in kin)

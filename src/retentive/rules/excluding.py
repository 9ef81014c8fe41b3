"""What cannot hold beside a claim: who dislikes figs likes them no more, who is single nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from retentive.model.claim import Polarity
from retentive.model.fact import Fact
from retentive.rules.couples import excluded_by, is_of_couples
from retentive.rules.decisions import Revision, Said
from retentive.rules.reconcile import reconcile
from retentive.rules.revising import bounded, covers, is_denial
from retentive.rules.timeline import SUPERSEDED, Timeline


def contrary(
    fact: Fact, opposite: str | None, around: Callable[[Fact], Timeline]
) -> Iterable[Revision]:
    """Return how the same value of the attribute `opposite` ends.

    `around` tells what is known of the subject and attribute of a fact.
    """
    assert fact.claim is not None
    if opposite is None or is_denial(fact):
        return ()
    claim = replace(fact.claim, attribute=opposite, polarity=Polarity.NEGATIVE)
    denied = replace(fact, claim=claim)
    return reconcile(Said(denied), around(denied)).revised


def parted(
    facts: Iterable[Fact], about: Callable[[Iterable[str]], Iterable[Fact]]
) -> Iterator[Revision]:
    """Yield how what is known of a couple ends by what an entry says of one.

    `about` tells what is known about some subjects.
    """
    for fact in facts:
        if fact.claim is None or fact.valid_until is not None or not is_of_couples(fact.claim):
            continue
        at = fact.begins
        known = tuple(about([fact.subject]))
        if is_denial(fact) and any(_is_with_another(one, fact) for one in known):
            continue
        for one in known:
            if one.claim is None or not one.standing.served or not covers(one, at):
                continue
            if excluded_by(fact.claim, one.claim):
                yield bounded(one, at, fact, SUPERSEDED)


def _is_with_another(known: Fact, parted: Fact) -> bool:
    """Tell whether somebody has a partner when a couple has parted."""
    assert parted.claim is not None
    same = known.claim is not None and known.claim.attribute == parted.claim.attribute
    return same and known.standing.served and not is_denial(known) and covers(known, parted.begins)

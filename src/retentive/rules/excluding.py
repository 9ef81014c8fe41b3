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


def excluded(
    fact: Fact,
    opposite: str | None,
    around: Callable[[Fact], Timeline],
    about: Callable[[Iterable[str]], Iterable[Fact]],
) -> Iterator[Revision]:
    """Yield how what cannot hold beside a claim ends; `opposite` is the attribute of the contrary.

    `around` and `about` tell what is known of the subject and attribute of a fact, and of subjects.
    """
    assert fact.claim is not None
    if is_denial(fact):
        return
    if opposite is not None:
        claim = replace(fact.claim, attribute=opposite, polarity=Polarity.NEGATIVE)
        denied = replace(fact, claim=claim)
        yield from reconcile(Said(denied), around(denied)).revised
    if is_of_couples(fact.claim) and fact.valid_until is None:
        at = fact.begins
        for one in about([fact.subject]):
            holds = one.claim and one.standing.served and covers(one, at)
            if holds and one.claim and excluded_by(fact.claim, one.claim):
                yield bounded(one, at, fact, SUPERSEDED)

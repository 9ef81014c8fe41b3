"""Who is told to be one of those of whom was spoken: `Two kids. Mia is 4 and Leo's 7`."""

from __future__ import annotations

from collections.abc import Iterator

from retentive.rules.claims.whom.ties import Tie, ties
from retentive.rules.reading import Clause, Company, Modality, People


def ties_of(clause: Clause, company: Company, people: People) -> Iterator[Tie]:
    """Yield what the mentions in a clause tell, and the ages in it, of who belongs to whom."""
    yield from ties(clause, company, people)
    if clause.modality is Modality.ASSERTED:
        for who in company.aged(clause):
            if who.owner is not None:
                yield Tie(who.owner, who.attribute, f"{who.relation} {who.name}")

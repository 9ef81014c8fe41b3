"""Names that turn out to be of a place or a firm: `home is Kecskemét` names nobody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.model.claim import Claim
from retentive.rules.reading import Company

_OF_PLACES: Final = frozenset({"lives_in", "origin", "works_at", "studies_at", "visited", "trip"})
"""Attributes of which no value is somebody."""


def without_places(company: Company, told: Sequence[Claim]) -> Company:
    """Return the company without those whose names claims of a clause tell to be no person's."""
    for claim in told:
        if claim.attribute not in _OF_PLACES:
            continue
        low = claim.value.casefold()
        for one in company.recent:
            if one.who.name and not one.who.relation and one.who.name.casefold() == low:
                company = company.without(one.who)
    return company

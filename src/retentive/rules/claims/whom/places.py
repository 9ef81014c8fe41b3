"""Names that turn out to be of a place or a firm: `home is Kecskemét` names nobody.

And those that are of neither: `I cook for Tom`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.model.claim import Claim
from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.saying import Said
from retentive.rules.reading import Company

_OF_PLACES: Final = frozenset({"lives_in", "origin", "works_at", "studies_at", "visited", "trip"})
"""Attributes of which no value is somebody."""
_BESIDE: Final = ("for", "with")


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


def for_somebody(one: Said, line: Line, company: Company) -> bool:
    """Tell whether somebody stands where a firm would: `I cook for Tom`, `I clean at Mum's`."""
    named = one.match.values("org")
    at = named[0].start - 1 if named else -1
    if one.attribute not in ("works_at", "job") or at < 0:
        return False
    low = line.between(named[0].start, named[-1].end).casefold().replace("’", "'")
    works = one.match.verb >= 0 and line.words[one.match.verb].low.startswith("work")
    if line.words[at].low not in _BESIDE and (works or not low.endswith("'s")):
        return False
    people, low = company.phrases.people, low.removesuffix("'s")
    known = (company.phrases.known, people.small, people.given, people.relations)
    return any(low in words for words in known)

"""What a partner and a status say of each other: nobody is single who has one."""

from __future__ import annotations

from typing import Final

from retentive.model.claim import Claim, Polarity
from retentive.rules.characters import listed

_ALONE: Final = listed("single divorced widowed separated")
_UNTIED: Final = "single"
"""Who is divorced or widowed stays that with a new partner."""
_PROMISED: Final = listed("engaged taken dating")
"""What nobody is any more whose couple has parted."""
_PARTNER: Final = "partner"
_STATUS: Final = "relationship_status"


def excluded_by(claim: Claim, known: Claim) -> bool:
    """Tell whether a known claim cannot hold beside what is claimed now."""
    if claim.subject != known.subject or known.polarity is Polarity.NEGATIVE:
        return False
    if claim.polarity is Polarity.NEGATIVE:
        return claim.attribute == _PARTNER and _is_promised(known)
    if claim.attribute == _PARTNER:
        return known.attribute == _STATUS and known.value.lower() == _UNTIED
    return known.attribute == _PARTNER and is_alone(claim)


def _is_promised(claim: Claim) -> bool:
    return claim.attribute == _STATUS and claim.value.lower() in _PROMISED


def is_alone(claim: Claim) -> bool:
    """Tell whether a claim says that somebody has no partner."""
    return claim.attribute == _STATUS and claim.value.lower() in _ALONE


def is_of_couples(claim: Claim) -> bool:
    """Tell whether a claim can exclude one of the other kind."""
    return claim.attribute == _PARTNER or is_alone(claim)

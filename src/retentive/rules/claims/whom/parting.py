"""Who leaves, and was known by a tie that was told long before: `he isn't my boss any more`."""

from __future__ import annotations

from dataclasses import replace

from retentive.model.claim import Cue, Polarity
from retentive.rules.claims.matching.patterns import AWAY
from retentive.rules.claims.saying import Said
from retentive.rules.reading import Referent


def left_by_name(one: Said, about: Referent, speaker: Referent) -> tuple[Said, Referent] | None:
    """Return the end of working with somebody who is only named, if that is known."""
    if one.value != AWAY or about.owner or not about.name or about == speaker:
        return None
    ends = replace(
        one,
        attribute="colleague",
        value=about.name,
        polarity=Polarity.NEGATIVE,
        cue=Cue.NO_MORE,
        over=False,
        known=True,
    )
    return ends, speaker

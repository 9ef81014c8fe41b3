"""What somebody else says of the user: that he said so is known, and nothing of the user."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from retentive.model.candidate import Candidate
from retentive.model.provenance import Span
from retentive.rules.facts import DEFAULT_KIND


def without_hearsay(found: Iterable[Candidate], speaker: str, user: str) -> Iterator[Candidate]:
    """Yield candidates, of what somebody else claims of the user only that he said so.

    What a speaker says of himself is known of him; about the user only the user is believed.
    """
    told: set[Span] = set()
    for one in found:
        if speaker == user or one.claim is None or one.claim.subject != user:
            yield one
        elif one.span not in told:
            told.add(one.span)
            yield Candidate(
                text=one.quote,
                kind=DEFAULT_KIND,
                subject=speaker,
                span=one.span,
                quote=one.quote,
                confidence=one.confidence,
                rule=one.rule,
            )

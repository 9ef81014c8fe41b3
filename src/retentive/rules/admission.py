"""Which of the candidates that one extraction yields are stored (rows P-16, P-17, Z-17).

For extractors that propose freely, as a model does. What is left out is told with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.claim import Claim
from retentive.rules.text import content_hash_text

LEAST_CONFIDENCE: Final = 0.5
"""What is less certain is not stored (row P-16)."""
MOST_FACTS: Final = 5
"""So many facts may come of one extraction (row P-17)."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A candidate that is not stored, and why."""

    candidate: Candidate
    reason: str


@dataclass(frozen=True, slots=True)
class Admission:
    """The candidates to store, the surest first, and those that are not."""

    kept: tuple[Candidate, ...]
    refused: tuple[Refused, ...]


def admitted(
    candidates: Sequence[Candidate],
    *,
    least: float = LEAST_CONFIDENCE,
    most: int | None = MOST_FACTS,
) -> Admission:
    """Decide which candidates of one extraction are stored.

    In this order: what is not valid goes, then what is less certain than `least`, then what
    says the same as an earlier one; the rest is sorted by confidence, equals as they came, and
    the first `most` are kept (None: all). A kept one that turns out to be known counts too.
    """
    refused: list[Refused] = []
    found: dict[tuple[str, str, Claim | None], Candidate] = {}
    for one in candidates:
        says = (one.subject, content_hash_text(one.text), one.claim)
        if reason := _fault(one):
            refused.append(Refused(one, reason))
        elif one.confidence < least:
            refused.append(Refused(one, f"less certain than {least}"))
        elif says in found:
            refused.append(Refused(one, "says the same as an earlier one"))
        else:
            found[says] = one
    ranked = sorted(found.values(), key=lambda one: -one.confidence)
    kept = tuple(ranked if most is None else ranked[:most])
    refused += [Refused(one, f"beyond the first {most}") for one in ranked[len(kept) :]]
    return Admission(kept, tuple(refused))


def _fault(one: Candidate) -> str:
    """Return what is not valid about a candidate; empty if it is."""
    if not one.text.strip() or not one.quote:
        return "says nothing"
    if not 0 <= one.confidence <= 1:
        return "its confidence is not in 0-1"
    if one.importance is not None and not 0 <= one.importance <= 1:
        return "its importance is not in 0-1"
    return ""

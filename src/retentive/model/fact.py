"""One self-contained statement, true for a stretch of time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from retentive.kernel.scope import Scope
from retentive.model.brief import brief
from retentive.model.checks import aware, named, share
from retentive.model.claim import Claim
from retentive.model.entry import Json
from retentive.model.record import Occurred, Precision, Record


class Standing(StrEnum):
    """What a fact is worth, and whether it is served.

    `fresh` is stored as said and not yet digested; `candidate` and `verified` are the stages
    of the gate; `quarantined`, `retracted` and `forgotten` are kept and not served.
    """

    FRESH = "fresh"
    PLAIN = "plain"
    CANDIDATE = "candidate"
    VERIFIED = "verified"
    QUARANTINED = "quarantined"
    RETRACTED = "retracted"
    FORGOTTEN = "forgotten"

    @property
    def served(self) -> bool:
        """Whether facts of this standing appear in recall, lists and context."""
        return self in _SERVED


_SERVED = frozenset({Standing.FRESH, Standing.PLAIN, Standing.CANDIDATE, Standing.VERIFIED})


class Layer(StrEnum):
    """How a value lies to the others of its subject and attribute, where it is not just one more.

    An `overlay` wins while it holds, and what it covers resumes afterwards; what stands `beside`
    another is true with it, though the attribute holds one value.
    """

    OVERLAY = "overlay"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(Record):
    """One version of a fact.

    `base_confidence` is the value it was stored with, `confirmations` counts the distinct
    sessions that confirmed it by the asked time, `last_confirmed_at` tells when that was last,
    and `confidence` is what base and confirmations make.
    `content_hash` is the keyed hash by which equal texts of a space are found (row Z-40).
    `pinned` facts were set by a person: they neither decay nor are pruned or merged away.
    `from_precision` tells how exactly `valid_from` is known; `ended_by` is the key of the fact
    because of which it ended or changed, and `layer` how it lies to others.
    `origin` is the scope it was written from, `reason` why this version exists, `redacted`
    how many secrets of which kind were taken out of what was said before it was stored.
    """

    text: str
    kind: str
    standing: Standing
    origin: Scope
    subject: str
    said_at: datetime
    content_hash: str
    base_confidence: float = 1.0
    importance: float | None = None
    tags: tuple[str, ...] = ()
    claim: Claim | None = None
    occurred: Occurred | None = None
    from_precision: Precision | None = None
    layer: Layer | None = None
    ended_by: str | None = None
    expires_at: datetime | None = None
    pinned: bool = False
    reason: str = ""
    metadata: Mapping[str, Json] = field(default_factory=dict)
    redacted: Mapping[str, int] = field(default_factory=dict)
    entity_keys: tuple[str, ...] = ()
    theme_key: str | None = None
    confirmations: int = 0
    last_confirmed_at: datetime | None = None

    def __post_init__(self) -> None:
        """Refuse a fact without words, numbers outside 0–1, and times without an offset."""
        named(self.text, "text")
        named(self.kind, "kind")
        share(self.base_confidence, "confidence")
        share(self.importance, "importance")
        for name in ("recorded_at", "said_at", "valid_from", "valid_until", "expires_at"):
            aware(getattr(self, name), name)

    def __repr__(self) -> str:
        """Show the id, the kind, the words, and a standing that is not the usual one."""
        usual = self.standing in (Standing.FRESH, Standing.PLAIN)
        standing = "" if usual else f" {self.standing.value}"
        return f"<Fact {self.id} {self.kind} {brief(self.text)}{standing}>"

    @property
    def begins(self) -> datetime:
        """Its place in time: when it begins, else when it was said, at the latest its end."""
        if self.valid_from is not None:
            return self.valid_from
        return self.said_at if self.valid_until is None else min(self.said_at, self.valid_until)

    @property
    def confidence(self) -> float:
        """Base plus 0.1 a confirming session, at most 1.0 (row P-18)."""
        return min(1.0, self.base_confidence + CONFIRMATION_STEP * self.confirmations)


CONFIRMATION_STEP = 0.1
"""What one independent confirmation adds to a confidence (row P-18)."""

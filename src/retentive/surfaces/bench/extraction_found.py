"""What a memory learnt, as the scorer compares it: the same for facts and for candidates."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from retentive.types import Candidate, Claim, Fact, Occurred, Polarity


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One thing learnt; without an `attribute` it is a sentence and claims nothing."""

    subject: str
    attribute: str
    value: str
    positive: bool
    text: str
    span: tuple[int, int]
    occurred: Occurred | None
    valid_from: datetime | None
    valid_until: datetime | None

    @property
    def claims(self) -> bool:
        """Whether this can be compared with a claim."""
        return bool(self.attribute)

    @property
    def shown(self) -> str:
        """What was learnt, on one line."""
        if not self.claims:
            return f"{self.subject} “{_line(self.text)}”"
        return f"{self.subject} {self.attribute}{'=' if self.positive else '≠'}{self.value}"

    @property
    def times(self) -> str:
        """Its dates on one line; empty without any."""
        parts = []
        if self.occurred is not None:
            one = self.occurred
            parts.append(f"occurred {_at(one.start)}/{_at(one.end)} {one.precision.value}")
        if self.valid_from is not None:
            parts.append(f"from {_at(self.valid_from)}")
        if self.valid_until is not None:
            parts.append(f"until {_at(self.valid_until)}")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A version of a fact that is known, and whether it holds now."""

    id: str
    key: str
    turns: frozenset[str]
    confirmations: int
    current: bool
    found: Found


def of_candidate(candidate: Candidate) -> Found:
    """Return what an extractor found."""
    return _found(candidate.claim, candidate, candidate.span)


def of_fact(fact: Fact) -> Found:
    """Return what a fact says; its place is that of its first words."""
    cited = fact.provenance.citations
    return _found(fact.claim, fact, cited[0].span if cited else (0, 0))


def _found(claim: Claim | None, made: Candidate | Fact, span: tuple[int, int]) -> Found:
    return Found(
        subject=claim.subject if claim else made.subject,
        attribute=claim.attribute if claim else "",
        value=claim.value if claim else "",
        positive=claim is None or claim.polarity is Polarity.POSITIVE,
        text=made.text,
        span=(span[0], span[1]),
        occurred=made.occurred,
        valid_from=made.valid_from,
        valid_until=made.valid_until,
    )


def _line(text: str) -> str:
    return " ".join(text.split())


def _at(time: datetime) -> str:
    return f"{time:%Y-%m-%dT%H:%MZ}".replace("T00:00Z", "")

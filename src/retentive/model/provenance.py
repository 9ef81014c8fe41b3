"""Where a record comes from: spans of the log, or other records that end at spans."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from retentive.model.actor import Actor
from retentive.model.brief import brief
from retentive.model.checks import aware, share


class Span(NamedTuple):
    """Code points `[start, end)` of exactly the stored text of one entry."""

    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two share a code point."""
        return self.start < other.end and other.start < self.end

    def covers(self, other: Span) -> bool:
        """Tell whether `other` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end


class Channel(StrEnum):
    """By which way a record came in (row Z-05)."""

    AUTO = "auto"
    CONSOLIDATION = "consolidation"
    EXPLICIT = "explicit"
    IMPORT = "import"


class SourceKind(StrEnum):
    """What made a record (row C-06)."""

    AGENT = "agent"
    TOOL = "tool"
    HUMAN = "human"
    SYSTEM = "system"
    DERIVED = "derived"


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A first-hand source: `entry_id` says `quote` at `span`."""

    entry_id: str
    span: Span
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Who or what made a record, by which rule, from which words (row C-06).

    A first-hand record has `citations`; a derived one names the records it rests on in
    `derived_from`. `rule` names the rule or prompt, with its version.
    """

    source: SourceKind
    channel: Channel
    created_at: datetime
    citations: tuple[Citation, ...] = ()
    derived_from: tuple[str, ...] = ()
    agent_id: str | None = None
    tool_name: str | None = None
    run_id: str | None = None
    node_id: str | None = None
    confidence: float | None = None
    rule: str = ""

    def __post_init__(self) -> None:
        """Refuse a confidence outside 0–1 and a time without an offset."""
        share(self.confidence, "confidence")
        aware(self.created_at, "created_at")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A citation as a reader sees it: the words, who said them, and when.

    `quote` has words that were forgotten or retracted replaced by `[…]`.
    """

    entry_id: str
    span: Span
    quote: str
    speaker: Actor
    said_at: datetime
    session: str | None = None
    caller_id: str | None = None

    def __repr__(self) -> str:
        """Show who said which words when."""
        return f"<Source {self.speaker.id} {self.said_at:%Y-%m-%d} {brief(self.quote)}>"

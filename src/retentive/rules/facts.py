"""How facts and episodes are first made: their ids, hashes, times and provenance.

Everything here is a function of the log and the space's key: no clock, no chance. An id
depends on where its record first came from, so a rebuild makes the same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from retentive.kernel.identity import derived_id, keyed_hash
from retentive.kernel.scope import Visibility
from retentive.model.actor import ActorKind
from retentive.model.candidate import Candidate
from retentive.model.change import Alias
from retentive.model.entry import Entry, Statement
from retentive.model.episode import Episode
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Channel, Citation, Provenance, SourceKind, Span
from retentive.model.space import Space
from retentive.rules.text import content_hash_text

DEFAULT_KIND = "knowledge"
"""The kind of a fact when nobody says; it equals every other kind when texts are equal."""

STATED = "stated"
CORRECTED = "correct-1"
"""The rules of what a person stated or corrected."""


def content_hash(space: Space, subject: str, text: str) -> str:
    """Return the keyed hash under which equal statements about a subject are found (Z-40)."""
    return keyed_hash(space.secret, "content", subject, content_hash_text(text)).hex()


def lineage_key(space: Space, entry: Entry, kind: str, span: Span, ordinal: int) -> str:
    """Return the key of the fact that `span` of `entry` yields."""
    return derived_id("k", space.secret, entry.id, kind, span.start, span.end, ordinal)


def version_id(space: Space, key: str, entry: Entry, ordinal: int = 0) -> str:
    """Return the id of the version of lineage `key` that `entry` makes."""
    return derived_id("f", space.secret, key, entry.id, ordinal)


def fact_from_candidate(space: Space, entry: Entry, found: Candidate) -> Fact:
    """Return the fact a candidate stands for; quarantined if its quote is not at its span."""
    key = lineage_key(space, entry, found.kind, found.span, found.ordinal)
    sound = entry.text[found.span.start : found.span.end] == found.quote != ""
    return Fact(
        id=version_id(space, key, entry),
        key=key,
        space=space.id,
        born_seq=entry.seq,
        recorded_at=entry.recorded_at,
        provenance=Provenance(
            source=SOURCES[entry.speaker.kind],
            channel=Channel.AUTO,
            created_at=entry.recorded_at,
            citations=(Citation(entry_id=entry.id, span=found.span, quote=found.quote),),
            agent_id=entry.origin.agent,
            confidence=found.confidence,
            rule=found.rule,
        ),
        text=found.text,
        kind=found.kind,
        standing=Standing.PLAIN if sound else Standing.QUARANTINED,
        origin=entry.origin,
        subject=found.subject,
        said_at=entry.said_at,
        content_hash=content_hash(space, found.subject, found.text),
        base_confidence=found.confidence,
        importance=found.importance,
        tags=found.tags,
        claim=found.claim,
        occurred=found.occurred,
        valid_from=found.valid_from,
        valid_until=found.valid_until,
        from_precision=found.from_precision,
        reason="extracted" if sound else "the quote is not at the cited place",
    )


SOURCES: Final[Mapping[ActorKind, SourceKind]] = {
    ActorKind.HUMAN: SourceKind.HUMAN,
    ActorKind.AGENT: SourceKind.AGENT,
    ActorKind.TOOL: SourceKind.TOOL,
    ActorKind.DOCUMENT: SourceKind.SYSTEM,
}
"""What makes a record that rests on words of such a speaker."""


def fact_from_statement(space: Space, entry: Entry, said: Statement, standing: Standing) -> Fact:
    """Return the fact that a statement stores, word for word."""
    span = Span(0, len(said.text))
    subject = said.claim.subject if said.claim else subject_of(space, entry)
    key = lineage_key(space, entry, said.fact_kind, span, 0)
    return Fact(
        id=version_id(space, key, entry),
        key=key,
        space=space.id,
        born_seq=entry.seq,
        recorded_at=entry.recorded_at,
        provenance=told(entry, said.text, STATED),
        text=said.text,
        kind=said.fact_kind,
        standing=standing,
        origin=entry.origin,
        subject=subject,
        said_at=entry.said_at,
        content_hash=content_hash(space, subject, said.text),
        base_confidence=said.confidence,
        importance=said.importance,
        tags=said.tags,
        claim=said.claim,
        valid_from=said.valid_from,
        valid_until=said.valid_until,
        expires_at=said.expires_at,
        metadata=said.metadata,
        redacted=said.redacted,
        reason="stated",
    )


def subject_of(space: Space, entry: Entry) -> str:
    """Return whom a statement is about: its author in a personal space, nobody in a shared one."""
    shared = space.address.visibility not in (Visibility.PRIVATE, Visibility.USER)
    return space.address.visibility.value if shared else entry.speaker.id


def also_cited(fact: Fact, citations: Iterable[Citation]) -> Fact:
    """Return the fact resting on further words as well."""
    known = fact.provenance.citations
    further = tuple(one for one in dict.fromkeys(citations) if one not in known)
    if not further:
        return fact
    return replace(fact, provenance=replace(fact.provenance, citations=(*known, *further)))


def aliases(new: Fact, survivor: Fact, *, tentative: bool = False) -> tuple[Alias, Alias]:
    """Let the id and the key of a folded fact resolve to the lineage that survives."""
    return (
        Alias(name=new.id, key=survivor.key, seq=new.born_seq, tentative=tentative),
        Alias(name=new.key, key=survivor.key, seq=new.born_seq, tentative=tentative),
    )


def episode_key(space: Space, session: str | None, start_entry: str) -> str:
    """Return the key of the episode of `session` that starts with that entry."""
    return derived_id("k", space.secret, "episode", session, start_entry)


def episode(space: Space, entry: Entry, start: Entry) -> Episode:
    """Return the episode that starts with `start`, as `entry` makes it."""
    session = start.origin.session
    key = episode_key(space, session, start.id)
    return Episode(
        id=derived_id("e", space.secret, key, entry.id),
        key=key,
        space=space.id,
        born_seq=entry.seq,
        recorded_at=entry.recorded_at,
        provenance=Provenance(
            source=SourceKind.DERIVED,
            channel=Channel.AUTO,
            created_at=entry.recorded_at,
            derived_from=(start.id,),
            rule="gap-1",
        ),
        session=session,
        start_entry=start.id,
        start_seq=start.seq,
        started_at=start.said_at,
    )


def told(entry: Entry, text: str, rule: str) -> Provenance:
    """Return where words come from that a person or agent gave, the whole entry."""
    kind = entry.speaker.kind
    return Provenance(
        source=SourceKind.HUMAN if kind is ActorKind.HUMAN else SourceKind.AGENT,
        channel=Channel.EXPLICIT,
        created_at=entry.recorded_at,
        citations=(Citation(entry_id=entry.id, span=Span(0, len(text)), quote=text),),
        agent_id=entry.origin.agent,
        rule=rule,
    )


def holds_at(fact: Fact, at: datetime) -> bool:
    """Tell whether a fact holds at an instant: `[valid_from, valid_until)`, and not expired."""
    return (
        (fact.valid_from is None or fact.valid_from <= at)
        and (fact.valid_until is None or at < fact.valid_until)
        and (fact.expires_at is None or at < fact.expires_at)
    )

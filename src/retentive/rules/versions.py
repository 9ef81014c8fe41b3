"""How a next version of a fact is made: corrected, ended, added to, or resting on other words.

Like first versions these are functions of the log and the space's key alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from retentive.model.change import AnyRecord, Change, Put, Retire, family_of
from retentive.model.claim import Claim
from retentive.model.entry import Command, Entry, Statement, Target, Verb
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Channel, Citation, Span
from retentive.model.record import Precision
from retentive.model.space import Space
from retentive.rules.facts import (
    CORRECTED,
    DEFAULT_KIND,
    SOURCES,
    STATED,
    also_cited,
    content_hash,
    subject_of,
    told,
    version_id,
)
from retentive.rules.values import mentions

UNSAID_CONFIDENCE = 1.0
"""The confidence of a statement when nobody says one."""


def retired(entry: Entry, old: AnyRecord, by: str | None) -> Retire:
    """Return the end of a version by what an entry says; `by` is the version in its place."""
    return Retire(
        family=family_of(old),
        id=old.id,
        dead_seq=entry.seq,
        retired_at=entry.recorded_at,
        superseded_by=by,
    )


def replaced(entry: Entry, old: Fact, new: Fact) -> tuple[Change, Change]:
    """Return what puts a version of a fact in the place of another."""
    return retired(entry, old, new.id), Put(new)


def next_version(space: Space, entry: Entry, old: Fact, **changes: Any) -> Fact:
    """Return the version of a lineage that `entry` makes."""
    return replace(
        old,
        id=version_id(space, old.key, entry),
        born_seq=entry.seq,
        recorded_at=entry.recorded_at,
        dead_seq=None,
        retired_at=None,
        superseded_by=None,
        confirmations=0,
        last_confirmed_at=None,
        **changes,
    )


def corrected_fact(space: Space, entry: Entry, old: Fact, standing: Standing) -> Fact:
    """Return the version of `old` with the words of a correction; pinned (rows P-30, P-35)."""
    return next_version(
        space,
        entry,
        old,
        provenance=told(entry, entry.text, CORRECTED),
        text=entry.text,
        standing=standing,
        content_hash=content_hash(space, old.subject, entry.text),
        base_confidence=1.0,
        claim=None,
        pinned=True,
        redacted=entry.body.redacted if isinstance(entry.body, Command) else {},
        reason="corrected",
    )


def merged_fact(new: Fact, others: Sequence[Fact], citations: Iterable[Citation]) -> Fact:
    """Return a corrected fact that stands for `others` too, which say the same already.

    It rests on their words as well, and has what they say more: a kind, tags, metadata,
    importance, a claim, and since when it holds.
    """
    for one in others:
        new = replace(
            new,
            kind=one.kind if new.kind == DEFAULT_KIND else new.kind,
            tags=tuple(dict.fromkeys((*new.tags, *one.tags))),
            metadata={**one.metadata, **new.metadata},
            importance=one.importance if new.importance is None else new.importance,
            claim=new.claim or one.claim,
            valid_from=new.valid_from or one.valid_from,
            valid_until=new.valid_until or one.valid_until,
            redacted={**one.redacted, **new.redacted},
        )
    return also_cited(new, citations)


def fact_from_correction(space: Space, entry: Entry, target: Target, key: str) -> Fact:
    """Return the fact that a correction makes where there is nothing left to correct."""
    subject = target.subject or subject_of(space, entry)
    return Fact(
        id=version_id(space, key, entry),
        key=key,
        space=space.id,
        born_seq=entry.seq,
        recorded_at=entry.recorded_at,
        provenance=told(entry, entry.text, CORRECTED),
        text=entry.text,
        kind=target.kind or DEFAULT_KIND,
        standing=Standing.PLAIN,
        origin=entry.origin,
        subject=subject,
        said_at=entry.said_at,
        content_hash=content_hash(space, subject, entry.text),
        pinned=True,
        redacted=entry.body.redacted if isinstance(entry.body, Command) else {},
        reason="corrected",
    )


def is_correction(entry: Entry) -> bool:
    """Tell whether an entry corrects a fact."""
    return isinstance(entry.body, Command) and entry.body.verb is Verb.CORRECT


def is_told(fact: Fact) -> bool:
    """Tell whether a fact has the words in which a person stated or corrected it."""
    return fact.provenance.rule in (STATED, CORRECTED)


def is_corrected(fact: Fact, seq: int) -> bool:
    """Tell whether a fact has other words since the entry `seq`, by a correction."""
    return fact.provenance.rule == CORRECTED and fact.born_seq > seq


def last_stated(known: Mapping[str, Iterable[Fact]]) -> dict[str, int]:
    """Return for each content the newest entry that stated what stands of it."""
    stated = {
        content: [one.born_seq for one in facts if one.provenance.channel is Channel.EXPLICIT]
        for content, facts in known.items()
    }
    return {content: max(seqs) for content, seqs in stated.items() if seqs}


def with_brought(known: Fact, new: Fact) -> Fact:
    """Return `known` with what a statement of the same words brings; itself if that is nothing.

    These are a kind where it has the default, tags and metadata it has not (of one name the
    newer counts), another importance, and a confidence where that was only estimated.
    """
    metadata = {**known.metadata, **new.metadata}
    estimated = known.provenance.channel is Channel.AUTO
    says = estimated and new.base_confidence not in (UNSAID_CONFIDENCE, known.base_confidence)
    brought = replace(
        known,
        kind=new.kind if known.kind == DEFAULT_KIND else known.kind,
        tags=tuple(dict.fromkeys((*known.tags, *new.tags))),
        metadata=metadata,
        importance=known.importance if new.importance is None else new.importance,
        base_confidence=new.base_confidence if says else known.base_confidence,
        provenance=replace(known.provenance, channel=Channel.EXPLICIT)
        if says
        else known.provenance,
    )
    if brought == known:
        return known
    return replace(brought, redacted={**known.redacted, **new.redacted})


def added_to(space: Space, entry: Entry, known: Fact, new: Fact, standing: Standing) -> Fact | None:
    """Return the version of `known` that has what `new` brings, and rests on both; None: nothing.

    A confidence of its own takes the place of the estimate instead of confirming it.
    """
    brought = with_brought(known, new)
    if brought is known:
        return None
    cited = also_cited(brought, new.provenance.citations)
    return next_version(space, entry, cited, standing=standing, reason="stated with more")


def stripped(fact: Fact) -> Fact:
    """Return a fact without what only a statement brings: tags, metadata and importance."""
    return replace(fact, tags=(), metadata={}, importance=None, redacted={})


def told_before(fact: Fact, before: Fact) -> Fact:
    """Return a fact with the words, the claim and the times that it had before it was told more.

    What other facts did to its times stays.
    """
    stated = fact.valid_from is not None and fact.from_precision is not Precision.BY
    return replace(
        fact,
        text=before.text,
        content_hash=before.content_hash,
        claim=before.claim,
        occurred=before.occurred,
        valid_from=before.valid_from if stated else fact.valid_from,
        from_precision=before.from_precision if stated else fact.from_precision,
        valid_until=before.valid_until if fact.ended_by is None else fact.valid_until,
    )


def ended_fact(space: Space, entry: Entry, old: Fact, standing: Standing, reason: str) -> Fact:
    """Return the last version of a lineage that a command ended; it is kept, not served."""
    return next_version(space, entry, old, standing=standing, reason=reason)


def retracted_fact(space: Space, entry: Entry, old: Fact) -> Fact:
    """Return the version that a retraction makes; its reason is what the command gives."""
    verb = entry.body.verb if isinstance(entry.body, Command) else Verb.RETRACT
    return ended_fact(space, entry, old, Standing.RETRACTED, entry.text or verb.value)


def _still_said(claim: Claim | None, citations: Iterable[Citation]) -> Claim | None:
    """Return a claim if what is cited still says its value."""
    if claim is None or any(mentions(one.quote, claim.value) for one in citations):
        return claim
    return None


def resting_on(
    space: Space,
    entry: Entry,
    old: Fact,
    places: Sequence[tuple[Entry, Span]],
    standing: Standing,
) -> Fact:
    """Return the version of `old` that rests on other words, which claimed the same."""
    citations = tuple(
        Citation(entry_id=cited.id, span=span, quote=cited.text[span.start : span.end])
        for cited, span in places
    )
    verbatim = old.text in {one.quote for one in old.provenance.citations}
    first = places[0][0]
    # What confirms a claim may say it in other words; those of a forgotten entry do not stay.
    text = citations[0].quote if verbatim or old.claim is not None else old.text
    return next_version(
        space,
        entry,
        old,
        provenance=replace(
            old.provenance,
            source=SOURCES[first.speaker.kind],
            channel=Channel.EXPLICIT if isinstance(first.body, Statement) else Channel.AUTO,
            created_at=entry.recorded_at,
            citations=citations,
            agent_id=first.origin.agent,
        ),
        text=text,
        content_hash=content_hash(space, old.subject, text),
        claim=_still_said(old.claim, citations),
        standing=standing,
        origin=first.origin,
        said_at=first.said_at,
        reason="an earlier source was forgotten",
    )

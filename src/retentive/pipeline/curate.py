"""Statements and commands: they act at once on what exists, and for good when digested.

What they do at once is tentative: digestion drops it and decides again in the order of the
log (design: commands act at once and again when digestion reaches them).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import IdempotencyConflict
from retentive.kernel.identity import digest
from retentive.kernel.scope import Address, Scope
from retentive.model.change import Change, Mute, Put, Silencing
from retentive.model.codec import canonical
from retentive.model.entry import Body, Command, Entry, Message, Statement, Target, Verb
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Span
from retentive.model.report import Curated
from retentive.pipeline.commit import commit_at_once
from retentive.pipeline.ending import without
from retentive.pipeline.reading import Reader, said_in, unknown
from retentive.ports.rows import Seen, SeenEntry
from retentive.ports.store import MemoryStore, Transaction
from retentive.rules.asked import CheckedOrder
from retentive.rules.facts import aliases, corrected_fact, fact_from_statement, first_same
from retentive.rules.logtime import Draft, stamp
from retentive.rules.silence import same_words, silences_of
from retentive.rules.speakers import author
from retentive.rules.text import content_hash_text

_MODES = {
    Verb.CORRECT: Silencing.CORRECTED,
    Verb.RETRACT: Silencing.RETRACTED,
    Verb.FORGET: Silencing.FORGOTTEN,
}

_BATCH = 200

Place = tuple[int, int, int]
"""A space, and the first and last seq that a call appended there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One write of a person or agent: where it goes and from which scope."""

    address: Address
    scope: Scope
    key: str | None = None


async def remember(
    store: MemoryStore, ambient: Ambient, act: Act, said: Statement
) -> tuple[Fact, Place]:
    """Store one statement; return its fact as it is now, and where its entry is.

    If an equal fact is known, that one is returned and the statement counts as one more
    confirmation of it.
    """

    def work(tx: Transaction) -> tuple[Fact, Place]:
        content = digest(tx.space.secret, "seen", canonical(said)).hex()
        before = _done_before(tx, act, content)
        if before is not None:
            fact = fact_from_statement(tx.space, before, said, Standing.FRESH)
            return tx.get(tx.space, Fact, [fact.id]).get(fact.id, fact), _place(before, 1)
        entry = _append(tx, ambient, act, said, content)
        fact = fact_from_statement(tx.space, entry, said, Standing.FRESH)
        equals = tx.facts_by_hash(tx.space, [fact.content_hash]).get(fact.content_hash, ())
        known = first_same(Reader(tx, "any").served(tx.space, equals), fact)
        if known is not None:
            commit_at_once(tx, entry, "remember", aliases(fact, known, tentative=True))
            return known, _place(entry)
        commit_at_once(tx, entry, "remember", [Put(fact)])
        return fact, _place(entry)

    return await store.write(act.address, work)


def _done_before(tx: Transaction, act: Act, content: str) -> Entry | None:
    """Return the entry of an earlier call with the same idempotency key; refuse other content."""
    if act.key is None:
        return None
    name = Seen("key", act.key, "0")
    before = tx.seen([name]).get(name)
    if before is None:
        return None
    if before.content != content:
        raise IdempotencyConflict(
            f"idempotency key {act.key!r} was used before with other content; nothing was stored. "
            "Use a new key for a new call",
            idempotency_key=act.key,
        )
    return tx.entries_by_id(tx.space, [before.entry_id])[before.entry_id]


def _append(tx: Transaction, ambient: Ambient, act: Act, body: Body, content: str) -> Entry:
    """Append one entry, and remember its idempotency key with what was asked."""
    now = ambient.clock.now()
    draft = Draft(
        id=ambient.ids.new("m", now), origin=act.scope, speaker=author(act.scope), body=body
    )
    (entry,) = stamp(tx.space, [draft], now)
    names = {} if act.key is None else {Seen("key", act.key, "0"): SeenEntry(draft.id, content)}
    tx.append([entry], names)
    return entry


async def command(
    store: MemoryStore, ambient: Ambient, act: Act, order: CheckedOrder
) -> tuple[Curated, Place]:
    """Correct, retract or forget one record; return what it is now, and where the entry is.

    Its name is the id of any version, a key, or, for `forget`, the id of a log entry.
    """
    verb, name = order.verb, order.record_id

    def work(tx: Transaction) -> tuple[Curated, Place]:
        content = digest(tx.space.secret, "seen", verb.value, name, order.text).hex()
        before = _done_before(tx, act, content)
        if before is not None:
            return _repeated(tx, before), _place(before, 1)
        target = _target(tx, verb, name)
        body = Command(verb=verb, target=target, text=order.text, redacted=order.redacted)
        entry = _append(tx, ambient, act, body, content)
        return _at_once(tx, entry, body), _place(entry)

    return await store.write(act.address, work)


def _target(tx: Transaction, verb: Verb, name: str) -> Target:
    """Return what a command is about; else raise `NotFound`."""
    fact = tx.get(tx.space, Fact, [name]).get(name)
    if fact is None and verb is Verb.FORGET and name in tx.entries_by_id(tx.space, [name]):
        return Target(entry_id=name)
    if fact is None or not Reader(tx, "any").served(tx.space, [fact]):
        raise unknown(name)
    spans = tuple(said_in(tx, tx.space, [fact.key]))
    return Target(fact_id=fact.id, key=fact.key, claim=fact.claim, citations=spans)


def _at_once(tx: Transaction, entry: Entry, body: Command) -> Curated:
    """Do what a command asks until digestion decides for good."""
    target, mode = body.target, _MODES[body.verb]
    new: list[Fact] = []
    if target.entry_id is not None:
        cited = tx.entries_by_id(tx.space, [target.entry_id])[target.entry_id]
        gone, left = without(tx, tx.space, entry, cited, Standing.FRESH)
        keys, new = [fact.key for fact in gone], [after for _, after in left]
        loose = [(cited.id, Span(0, len(cited.text)))]
    else:
        old = tx.get(tx.space, Fact, [target.fact_id or ""])[target.fact_id or ""]
        keys, loose = [old.key], list(_not_digested(tx, old.key))
        if mode is Silencing.CORRECTED:
            new = [corrected_fact(tx.space, entry, old, Standing.FRESH)]
    silences = silences_of(entry.seq, mode, keys, target.citations, loose=loose, tentative=True)
    changes: list[Change] = [*map(Mute, silences), *map(Put, new)]
    change_id = commit_at_once(tx, entry, body.verb.value, changes)
    silenced = dict.fromkeys(entry_id for entry_id, _ in (*target.citations, *loose))
    corrected = new[0] if mode is Silencing.CORRECTED else None
    return Curated(fact=corrected, change_id=change_id, silenced=tuple(silenced))


def _not_digested(tx: Transaction, key: str) -> Iterator[tuple[str, Span]]:
    """Return where turns that digestion has not reached say what a lineage says."""
    words = {content_hash_text(version.text) for version in tx.versions(tx.space, Fact, key)}
    after = tx.watermark(tx.space, "digest").done_seq
    while batch := tx.entries(tx.space, after=after, limit=_BATCH):
        for entry in batch:
            if isinstance(entry.body, Message):
                yield from ((entry.id, span) for span in same_words(entry.text, words))
        after = batch[-1].seq


def _repeated(tx: Transaction, entry: Entry) -> Curated:
    """Return what an earlier command did, with its record as it is now."""
    assert isinstance(entry.body, Command)
    target, fact = entry.body.target, None
    if entry.body.verb is Verb.CORRECT and target.key is not None:
        found = tx.get(tx.space, Fact, [target.key]).values()
        shown = Reader(tx, "any").shown(tx.space, found)
        fact = next((one for one in shown if one.standing.served), None)
    named = [target.entry_id] if target.entry_id else [one for one, _ in target.citations]
    return Curated(fact=fact, change_id="", silenced=tuple(dict.fromkeys(named)))


def _place(entry: Entry, skipped: int = 0) -> Place:
    return (entry.space, entry.seq + skipped, entry.seq)

"""Statements and commands: they act at once on what exists, and for good when digested.

What they do at once is tentative: digestion drops it and decides again in the order of the
log (docs/ARCHITECTURE.md, "Tentative rows").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import IdempotencyConflict
from retentive.kernel.identity import keyed_hash
from retentive.kernel.scope import Address, Scope
from retentive.model.actor import Actor
from retentive.model.change import Change, Mute, Put, Silencing
from retentive.model.codec import canonical
from retentive.model.entry import Body, Command, Entry, Statement, Target, Verb
from retentive.model.fact import Fact, Standing
from retentive.model.report import Curated
from retentive.pipeline.commit import commit_at_once
from retentive.pipeline.deeds import Deed, done_to_fact, entry_forgotten
from retentive.pipeline.reading import Reader, ended, is_ended, said_in, unknown
from retentive.pipeline.trial import written
from retentive.pipeline.undoing import undo_target, undone
from retentive.pipeline.unread import Swept, swept, unread
from retentive.pipeline.vocabulary import calendar
from retentive.ports.rows import Seen, SeenEntry
from retentive.ports.store import MemoryStore, Transaction
from retentive.rules.asked import CheckedOrder
from retentive.rules.facts import (
    aliases,
    fact_from_statement,
)
from retentive.rules.logtime import Draft, stamp
from retentive.rules.sameness import first_same
from retentive.rules.silence import Hush, numbered, silences_of, silencing
from retentive.rules.versions import added_to, is_correction

Place = tuple[int, int, int]
"""A space, and the first and last seq that a call appended there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One write of a person or agent: where it goes, from which scope, and who signs it."""

    address: Address
    scope: Scope
    speaker: Actor
    key: str | None = None
    dry_run: bool = False


async def remember(
    store: MemoryStore, ambient: Ambient, act: Act, said: Statement
) -> tuple[Fact, Place]:
    """Store one statement; return its fact as it is now, and where its entry is.

    If an equal fact is known, that one is returned and the statement counts as one more
    confirmation of it.
    """

    def work(tx: Transaction) -> tuple[Fact, Place]:
        content = keyed_hash(tx.space.secret, "seen", act.speaker.id, canonical(said)).hex()
        before = _done_before(tx, act, content)
        if before is not None:
            fact = fact_from_statement(tx.space, before, said, Standing.FRESH)
            return _as_it_is(tx, fact), _place(before, 1)
        entry = _append(tx, ambient, act, said, content)
        fact = fact_from_statement(tx.space, entry, said, Standing.FRESH)
        equals = tx.facts_by_hash(tx.space, [fact.content_hash]).get(fact.content_hash, ())
        served = Reader(tx, "any").served(tx.space, equals)
        known = first_same(served, fact, calendar(entry)) if served else None
        if known is not None:
            new = added_to(tx.space, entry, known, fact, Standing.FRESH)
            names = aliases(fact, known, tentative=True)
            more = _instead(entry, new) if new is not None else ()
            commit_at_once(tx, entry, "remember", [*names, *more])
            return new or known, _place(entry)
        commit_at_once(tx, entry, "remember", [Put(fact)])
        return fact, _place(entry)

    return await written(store, act.address, work, dry_run=act.dry_run)


def _as_it_is(tx: Transaction, said: Fact) -> Fact:
    """Return what became of a statement; what is shown no more as it was said, and how it ended.

    Its caller gave these words again; any others that took their place are not to be told.
    """
    reader = Reader(tx, "any")
    now = tx.get(tx.space, Fact, [said.id]).get(said.id, said)
    shown = reader.shown(tx.space, [now])
    if shown:
        return shown[0]
    ended_as = reader.standing(tx.space, now).standing
    return replace(said, standing=Standing.FORGOTTEN if ended_as.served else ended_as)


def _instead(entry: Entry, new: Fact) -> Iterator[Change]:
    """Put a fresh version in the place of those before."""
    hush = Hush(keys=(new.key,))
    yield from map(Mute, silences_of(entry.seq, Silencing.REPLACED, hush, tentative=True))
    yield Put(new)


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
    draft = Draft(id=ambient.ids.new("m", now), origin=act.scope, speaker=act.speaker, body=body)
    (entry,) = stamp(tx.space, [draft], now)
    names = {} if act.key is None else {Seen("key", act.key, "0"): SeenEntry(draft.id, content)}
    tx.append([entry], names)
    return entry


async def command(
    store: MemoryStore, ambient: Ambient, act: Act, order: CheckedOrder
) -> tuple[Curated, Place]:
    """Correct, retract or forget one record; return what it is now, and where the entry is.

    Its name is the id of any version, a key, or, for `forget`, our id of a log entry. What is
    not digested yet is searched for its words in a snapshot before, so that the space is not
    locked meanwhile; under the lock only what came in since is.
    """
    verb, name = order.verb, order.record_id
    before = await store.read([act.address], partial(swept, name=name))

    def work(tx: Transaction) -> tuple[Curated, Place]:
        content = keyed_hash(tx.space.secret, "seen", verb.value, name, order.text).hex()
        done = _done_before(tx, act, content)
        if done is not None:
            return _repeated(tx, done), _place(done, 1)
        if act.key is None and (said := _said_before(tx, order)) is not None:
            return _repeated(tx, said), _place(said, 1)
        target = _target(tx, verb, name, before)
        body = Command(verb=verb, target=target, text=order.text, redacted=order.redacted)
        entry = _append(tx, ambient, act, body, content)
        return _at_once(tx, entry, body), _place(entry)

    return await written(store, act.address, work, dry_run=act.dry_run)


def _said_before(tx: Transaction, order: CheckedOrder) -> Entry | None:
    """Return the command that gave a fact the very words of this correction, if they stand."""
    fact = tx.get(tx.space, Fact, [order.record_id]).get(order.record_id)
    if order.verb is not Verb.CORRECT or fact is None:
        return None
    if fact.text != order.text or not Reader(tx, "any").served(tx.space, [fact]):
        return None
    ids = [one.entry_id for one in fact.provenance.citations]
    entries = tx.entries_by_id(tx.space, ids).values()
    return next((one for one in entries if one.seq == fact.born_seq and is_correction(one)), None)


def _target(tx: Transaction, verb: Verb, name: str, before: Swept) -> Target:
    """Return what a command is about; else raise `NotFound`.

    What is served can be ended; what was retracted, quarantined or superseded can be forgotten.
    """
    space = tx.space
    if verb is Verb.UNDO:
        return undo_target(tx, space, name)
    fact = tx.get(space, Fact, [name]).get(name)
    if fact is None and verb is Verb.FORGET and name in tx.entries_by_id(space, [name]):
        return Target(entry_id=name)
    if fact is None:
        raise unknown(name)
    reader, versions = Reader(tx, "any"), tx.versions(space, Fact, fact.key)
    shown = reader.served(space, [fact])
    if not shown and not (verb is Verb.FORGET and reader.remembered(space, versions)):
        raise ended(name) if is_ended(tx, space, fact) else unknown(name)
    claims = [one.claim for one in versions if one.claim is not None]
    return Target(
        fact_id=fact.id,
        key=fact.key,
        claim=fact.claim or (claims[-1] if claims else None),
        citations=tuple(said_in(tx, space, [fact.key])),
        unread=tuple(unread(tx, fact, before)),
        maker=space.generations.maker,
        kind=fact.kind,
        subject=fact.subject,
        content=fact.content_hash,
    )


def _at_once(tx: Transaction, entry: Entry, body: Command) -> Curated:
    """Do what a command asks until digestion decides for good."""
    deed = _deed(tx, entry, body)
    instead = [(Silencing.REPLACED, Hush(keys=(one.key,))) for one in deed.instead]
    silences = numbered(entry.seq, [*deed.hushes, *instead], tentative=True)
    versions = (*deed.new, *deed.instead)
    changes: list[Change] = [*map(Mute, silences), *map(Put, versions), *deed.names]
    return Curated(
        fact=deed.fact,
        change_id=commit_at_once(tx, entry, body.verb.value, changes),
        silenced=tuple(dict.fromkeys(deed.silenced)),
        ended=tuple(fact.id for fact in deed.ended),
    )


def _deed(tx: Transaction, entry: Entry, body: Command) -> Deed:
    target, mode = body.target, silencing(body.verb)
    if body.verb is Verb.UNDO:
        done = undone(tx, tx.space, entry, target, Standing.FRESH)
        return Deed(
            hushes=done.hushes,
            silenced=[entry_id for _, hush in done.hushes for entry_id, _ in hush.spans],
            ended=done.retracted,
            instead=[new for _, new in (*done.revised, *done.retold)],
            fact=next((new for _, new in done.revised), None),
        )
    assert mode is not None, f"{body.verb} was let in"
    if target.entry_id is not None:
        return entry_forgotten(tx, entry, target.entry_id)
    return done_to_fact(tx, entry, target, mode)


def _repeated(tx: Transaction, entry: Entry) -> Curated:
    """Return what an earlier command did, with its record as it is now."""
    assert isinstance(entry.body, Command)
    target, fact = entry.body.target, None
    if entry.body.verb is Verb.CORRECT and target.key is not None:
        found = tx.get(tx.space, Fact, [target.key]).values()
        shown = Reader(tx, "any").shown(tx.space, found)
        fact = next((one for one in shown if one.standing.served), None)
    named = [target.entry_id] if target.entry_id else [one for one, _ in target.citations]
    change_id = tx.change_of(tx.space, entry.seq) or ""
    return Curated(fact=fact, change_id=change_id, silenced=tuple(dict.fromkeys(named)))


def _place(entry: Entry, skipped: int = 0) -> Place:
    return (entry.space, entry.seq + skipped, entry.seq)

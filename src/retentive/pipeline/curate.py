"""Statements and commands: they act at once on what exists, and for good when digested.

What they do at once is tentative: digestion drops it and decides again in the order of the
log (design: commands act at once and again when digestion reaches them).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import IdempotencyConflict, NotFound
from retentive.kernel.identity import digest
from retentive.kernel.scope import Address, Scope
from retentive.model.change import (
    Change,
    Mute,
    Put,
    Silencing,
)
from retentive.model.codec import canonical
from retentive.model.entry import Body, Command, Entry, Statement, Target, Verb
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Span
from retentive.model.report import Curated
from retentive.pipeline.commit import commit_at_once
from retentive.pipeline.reading import Reader
from retentive.ports.store import MemoryStore, Seen, SeenEntry, Transaction
from retentive.rules.asked import CheckedOrder
from retentive.rules.facts import aliases, corrected_fact, fact_from_statement, first_same
from retentive.rules.logtime import Draft, stamp
from retentive.rules.silence import forgets_fact, silences_of
from retentive.rules.speakers import author

_MODES = {
    Verb.CORRECT: Silencing.CORRECTED,
    Verb.RETRACT: Silencing.RETRACTED,
    Verb.FORGET: Silencing.FORGOTTEN,
}


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
        entry, repeated = _append(tx, ambient, act, said)
        fact = fact_from_statement(tx.space, entry, said, Standing.FRESH)
        if repeated:
            return tx.get(tx.space, Fact, [fact.id]).get(fact.id, fact), _place(entry, repeated)
        equals = tx.facts_by_hash(tx.space, [fact.content_hash]).get(fact.content_hash, ())
        known = first_same(Reader(tx, "any").served(tx.space, equals), fact)
        if known is not None:
            commit_at_once(tx, entry, "remember", aliases(fact, known, tentative=True))
            return known, _place(entry, repeated)
        commit_at_once(tx, entry, "remember", [Put(fact)])
        return fact, _place(entry, repeated)

    return await store.write(act.address, work)


def _append(tx: Transaction, ambient: Ambient, act: Act, body: Body) -> tuple[Entry, bool]:
    """Append one entry; return it, or the entry that used the same idempotency key before."""
    now = ambient.clock.now()
    draft = Draft(
        id=ambient.ids.new("m", now), origin=act.scope, speaker=author(act.scope), body=body
    )
    names: dict[Seen, SeenEntry] = {}
    if act.key is not None:
        name = Seen("key", act.key, "0")
        content = digest(tx.space.secret, "seen", canonical(body)).hex()
        before = tx.seen([name]).get(name)
        if before is not None:
            return _repeated(tx, before, content, act.key), True
        names[name] = SeenEntry(draft.id, content)
    (entry,) = stamp(tx.space, [draft], now)
    tx.append([entry], names)
    return entry, False


def _repeated(tx: Transaction, before: SeenEntry, content: str, key: str) -> Entry:
    if before.content != content:
        raise IdempotencyConflict(
            f"idempotency key {key!r} was used before with other content; nothing was stored. "
            "Use a new key for a new statement",
            idempotency_key=key,
        )
    return tx.entries_by_id(tx.space, [before.entry_id])[before.entry_id]


def _current(tx: Transaction, fact: Fact) -> Fact:
    return tx.get(tx.space, Fact, [fact.id]).get(fact.id, fact)


async def command(
    store: MemoryStore, ambient: Ambient, act: Act, order: CheckedOrder
) -> tuple[Curated, Place]:
    """Correct, retract or forget one record; return what it is now, and where.

    It is named by the id of any version, a key, or, for `forget`, the id of a log entry.
    """
    verb, name = order.verb, order.record_id

    def work(tx: Transaction) -> tuple[Curated, Place]:
        fact = tx.get(tx.space, Fact, [name]).get(name)
        if fact is None and verb is Verb.FORGET and name in tx.entries_by_id(tx.space, [name]):
            return _forget_entry(tx, ambient, act, order)
        if fact is None or not Reader(tx, "any").served(tx.space, [fact]):
            raise NotFound(f"no record {name!r} is known in this scope", id=name)
        target = Target(fact_id=fact.id, key=fact.key, claim=fact.claim, citations=_cited(tx, fact))
        entry, repeated = _append(tx, ambient, act, _command(order, target))
        if repeated:
            return Curated(fact=_current(tx, fact), change_id=""), _place(entry, repeated)
        mode = _MODES[verb]
        new = (
            corrected_fact(tx.space, entry, fact, Standing.FRESH) if verb is Verb.CORRECT else None
        )
        changes = list(_at_once(tx, entry, fact, mode, new))
        change_id = commit_at_once(tx, entry, verb.value, changes)
        silenced = tuple(dict.fromkeys(entry_id for entry_id, _ in target.citations))
        return Curated(fact=new, change_id=change_id, silenced=silenced), _place(entry, repeated)

    return await store.write(act.address, work)


def _command(order: CheckedOrder, target: Target) -> Command:
    return Command(verb=order.verb, target=target, text=order.text, redacted=order.redacted)


def _cited(tx: Transaction, fact: Fact) -> tuple[tuple[str, Span], ...]:
    """Return every span on which any version of the lineage rests."""
    spans = [
        (citation.entry_id, citation.span)
        for version in tx.versions(tx.space, Fact, fact.key)
        for citation in version.provenance.citations
    ]
    return tuple(dict.fromkeys(spans))


def _at_once(
    tx: Transaction, entry: Entry, fact: Fact, mode: Silencing, new: Fact | None
) -> Iterator[Change]:
    spans = _cited(tx, fact)
    for silence in silences_of(entry.seq, mode, [fact.key], spans, tentative=True):
        yield Mute(silence)
    if new is not None:
        yield Put(new)


def _forget_entry(
    tx: Transaction, ambient: Ambient, act: Act, order: CheckedOrder
) -> tuple[Curated, Place]:
    entry_id = order.record_id
    entry, repeated = _append(tx, ambient, act, _command(order, Target(entry_id=entry_id)))
    if repeated:
        return Curated(fact=None, change_id="", silenced=(entry_id,)), _place(entry, repeated)
    cited = tx.entries_by_id(tx.space, [entry_id])[entry_id]
    gone = [fact for fact in tx.facts_citing(tx.space, [entry_id]) if forgets_fact(fact, entry_id)]
    spans = [(entry_id, Span(0, len(cited.text)))]
    keys = [fact.key for fact in gone]
    mutes = silences_of(entry.seq, Silencing.FORGOTTEN, keys, spans, tentative=True)
    change_id = commit_at_once(tx, entry, "forget", [Mute(one) for one in mutes])
    return Curated(fact=None, change_id=change_id, silenced=(entry_id,)), _place(entry, repeated)


def _place(entry: Entry, repeated: bool) -> Place:
    return (entry.space, entry.seq + repeated, entry.seq)

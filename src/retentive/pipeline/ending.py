"""What a command does to settled state: correct, retract, forget.

A command names its target by id, key, claim and spans; rules that changed since find it by
the next of these that fits. What it silences needs no target at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from retentive.model.change import (
    Change,
    Mute,
    Owner,
    OwnerKind,
    Put,
    Retire,
    SetDocs,
    Silencing,
    Unplaced,
)
from retentive.model.entry import Command, Entry, Target, Verb
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Span
from retentive.model.space import Space
from retentive.pipeline.reading import said_in
from retentive.ports.store import Transaction
from retentive.rules.facts import corrected_fact, ended_fact, version_id
from retentive.rules.place import placed
from retentive.rules.silence import forgets_fact, silences_of

_MODES = {
    Verb.CORRECT: Silencing.CORRECTED,
    Verb.RETRACT: Silencing.RETRACTED,
    Verb.FORGET: Silencing.FORGOTTEN,
}


def obey(tx: Transaction, space: Space, entry: Entry, command: Command) -> Iterator[Change]:
    """Return what a command changes once the fold has reached its entry."""
    mode = _MODES.get(command.verb)
    if mode is None:
        return
    target = command.target
    if target.entry_id is not None:
        yield from _forget_entry(tx, space, entry, target)
        return
    if target.key is not None:
        yield SetDocs(Owner(OwnerKind.FACT, version_id(space, target.key, entry)), ())
    found = _found(tx, space, target)
    spans = [*target.citations, *said_in(tx, space, [fact.key for fact in found or ()])]
    keys = [fact.key for fact in found or ()] or ([target.key] if target.key else [])
    yield from map(Mute, silences_of(entry.seq, mode, keys, spans))
    if found is None:
        yield Unplaced(seq=entry.seq, reason=f"{command.verb}: nothing here matches its target")
    for order, fact in enumerate(found or ()):
        if mode is Silencing.CORRECTED and order == 0:
            yield from _replace(entry, fact, corrected_fact(space, entry, fact, Standing.PLAIN))
        else:
            yield from _replace(entry, fact, _ended(space, entry, fact, command, mode))


def _found(tx: Transaction, space: Space, target: Target) -> list[Fact] | None:
    names = [name for name in (target.fact_id, target.key) if name]
    claim = target.claim
    claiming = tx.facts_by_claim(space, claim.subject, claim.attribute) if claim else ()
    citing = tx.facts_citing(space, {entry_id for entry_id, _ in target.citations})
    return placed(target, tx.get(space, Fact, names), claiming, citing)


def _ended(space: Space, entry: Entry, fact: Fact, command: Command, mode: Silencing) -> Fact:
    standing = Standing.FORGOTTEN if mode is Silencing.FORGOTTEN else Standing.RETRACTED
    return ended_fact(space, entry, fact, standing, command.text or command.verb.value)


def _replace(entry: Entry, old: Fact, new: Fact) -> Iterator[Change]:
    yield Retire(id=old.id, dead_seq=entry.seq, retired_at=entry.recorded_at, superseded_by=new.id)
    yield Put(new)


def _forget_entry(tx: Transaction, space: Space, entry: Entry, target: Target) -> Iterator[Change]:
    """Silence a whole entry, and end the facts that rest on nothing else."""
    entry_id = target.entry_id or ""
    cited = tx.entries_by_id(space, [entry_id]).get(entry_id)
    if cited is None:
        yield Unplaced(seq=entry.seq, reason="forget: the entry is gone")
        return
    gone = [fact for fact in tx.facts_citing(space, [entry_id]) if forgets_fact(fact, entry_id)]
    keys = [fact.key for fact in gone]
    loose = [(entry_id, Span(0, len(cited.text))), *said_in(tx, space, keys)]
    yield from map(Mute, silences_of(entry.seq, Silencing.FORGOTTEN, keys, (), loose=loose))
    reason = "its source was forgotten"
    for fact in gone:
        yield from _replace(entry, fact, ended_fact(space, entry, fact, Standing.FORGOTTEN, reason))

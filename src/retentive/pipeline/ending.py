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
from retentive.model.entry import Command, Entry, Target
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Span
from retentive.model.space import Space
from retentive.pipeline.reading import said_in
from retentive.ports.store import Transaction
from retentive.rules.facts import corrected_fact, ended_fact, resting_on, version_id
from retentive.rules.masking import is_covered, spans_of
from retentive.rules.place import placed
from retentive.rules.silence import forgets_fact, silences_of, silencing


def obey(tx: Transaction, space: Space, entry: Entry, command: Command) -> Iterator[Change]:
    """Return what a command changes once the fold has reached its entry."""
    mode = silencing(command.verb)
    if mode is None:
        yield Unplaced(seq=entry.seq, reason=f"{command.verb}: this version does not serve it")
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
    yield Retire(
        family="fact",
        id=old.id,
        dead_seq=entry.seq,
        retired_at=entry.recorded_at,
        superseded_by=new.id,
    )
    yield Put(new)


def _forget_entry(tx: Transaction, space: Space, entry: Entry, target: Target) -> Iterator[Change]:
    """Silence a whole entry; end what rests on nothing else, and let the others rest on that."""
    cited = tx.entries_by_id(space, [target.entry_id or ""]).get(target.entry_id or "")
    if cited is None:
        yield Unplaced(seq=entry.seq, reason="forget: the entry is gone")
        return
    gone, left = without(tx, space, entry, cited, Standing.PLAIN)
    keys = [fact.key for fact in gone]
    loose = [(cited.id, Span(0, len(cited.text)))]
    yield from map(Mute, silences_of(entry.seq, Silencing.FORGOTTEN, keys, (), loose=loose))
    reason = "its source was forgotten"
    for fact in gone:
        yield from _replace(entry, fact, ended_fact(space, entry, fact, Standing.FORGOTTEN, reason))
    for old, new in left:
        yield from _replace(entry, old, new)
        yield SetDocs(Owner(OwnerKind.FACT, old.id), ())


def without(
    tx: Transaction, space: Space, entry: Entry, cited: Entry, standing: Standing
) -> tuple[list[Fact], list[tuple[Fact, Fact]]]:
    """Return what ends when `entry` forgets `cited`, and what goes on resting on others.

    The second list pairs each fact with its next version, of that `standing`.
    """
    gone: list[Fact] = []
    left: list[tuple[Fact, Fact]] = []
    for fact in tx.facts_citing(space, [cited.id]):
        if not forgets_fact(fact, cited.id):
            continue
        places = [one for one in _confirmed_in(tx, space, entry, fact) if one[0].id != cited.id]
        if places:
            left.append((fact, resting_on(space, entry, fact, places, standing)))
        else:
            gone.append(fact)
    return gone, left


def _confirmed_in(
    tx: Transaction, space: Space, entry: Entry, fact: Fact
) -> Iterator[tuple[Entry, Span]]:
    """Yield where earlier entries confirm a fact with words that are not silent."""
    rows = tx.confirming(space, [fact.key])
    ids = {row.entry_id for row in rows}
    before = [one for one in tx.silences(space, entry_ids=ids) if one.seq < entry.seq]
    entries = tx.entries_by_id(space, ids)
    for row in rows:
        silent = spans_of(before, row.entry_id)
        for span in row.spans:
            if not is_covered(span, silent):
                yield entries[row.entry_id], span

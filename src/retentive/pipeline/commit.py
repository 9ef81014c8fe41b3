"""The one way into derived state: index documents and an audit row go with every change.

Runs inside a store transaction. No stage writes by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from retentive.model.change import (
    Change,
    ChangeSet,
    Mute,
    Owner,
    OwnerKind,
    Put,
    Retire,
    RetireDocs,
    SetDocs,
    Silence,
    Silencing,
)
from retentive.model.entry import Entry, Message, Observation
from retentive.model.fact import Fact
from retentive.model.space import Space
from retentive.ports.store import Transaction
from retentive.rules.audit import audit_row
from retentive.rules.documents import fact_doc, source_of, turn_docs, utterance
from retentive.rules.masking import hides


def commit(
    tx: Transaction,
    space: Space,
    entry: Entry,
    operation: str,
    changes: Sequence[Change],
) -> str:
    """Apply what the fold decides for `entry`, with its index documents.

    Returns the id of the change. `space` is the transaction's space, or a generation being
    built: then nothing is audited, for the log tells no news, and the id is empty.
    """
    # A generation being built was begun at an earlier head, and entries came in since.
    seen = replace(space, horizon=max(space.horizon, entry.seq))
    return _apply(tx, space, entry, operation, _with_documents(tx, seen, entry, changes))


def commit_at_once(tx: Transaction, entry: Entry, operation: str, changes: Sequence[Change]) -> str:
    """Apply what a statement or command does before it is digested; return the change's id.

    Only fresh facts get documents. Settled ones stay as they are, so that digestion starts
    from what the log says and nothing else; readers hide what is silent meanwhile.
    """
    documented = _with_fresh_documents(tx, tx.space, entry, changes)
    return _apply(tx, tx.space, entry, operation, documented)


def _apply(
    tx: Transaction, space: Space, entry: Entry, operation: str, changes: Iterable[Change]
) -> str:
    indexed = tuple(changes)
    whole = ChangeSet(operation=operation, seq=entry.seq, changes=indexed)
    building = space.generations != tx.space.generations
    row = None if building or not indexed else audit_row(tx.space, whole, entry)
    tx.apply(space, whole, row)
    return row.change_id if row else ""


def _with_fresh_documents(
    tx: Transaction, space: Space, entry: Entry, changes: Iterable[Change]
) -> Iterator[Change]:
    for change in changes:
        yield change
        match change:
            case Put(record=Fact() as fact):
                yield _documented(tx, space, fact, entry)
            case _:
                continue


def _with_documents(
    tx: Transaction, space: Space, entry: Entry, changes: Iterable[Change]
) -> Iterator[Change]:
    muted: list[Silence] = []
    for change in changes:
        yield change
        match change:
            case Put(record=Fact() as fact) if fact.standing.served:
                yield _documented(tx, space, fact, entry)
            case Retire(family="fact", id=fact_id, dead_seq=seq):
                yield RetireDocs(owner=Owner(OwnerKind.FACT, fact_id), dead_seq=seq)
            case Mute(silence=silence):
                muted.append(silence)
            case _:
                continue
    yield from _without_forgotten(tx, space, muted)
    yield from _turns(tx, space, entry, muted)


def _documented(tx: Transaction, space: Space, fact: Fact, entry: Entry) -> SetDocs:
    """Index a version as words of what it cites, which `entry`, that makes it, need not be."""
    ids = {one.entry_id for one in fact.provenance.citations}
    cited = [entry] if ids == {entry.id} else tx.entries_by_id(space, ids).values()
    doc = fact_doc(space.secret, fact, source_of(map(utterance, cited)))
    return SetDocs(Owner(OwnerKind.FACT, fact.id), (doc,) if doc.terms else ())


def _without_forgotten(
    tx: Transaction, space: Space, muted: Sequence[Silence]
) -> Iterator[SetDocs]:
    """Drop what the index holds of versions that are silent at every known time."""
    forgotten = [one for one in muted if one.mode is Silencing.FORGOTTEN]
    for key in sorted({one.key for one in forgotten if one.key is not None}):
        for version in tx.versions(space, Fact, key):
            if any(hides(one, version) for one in forgotten):
                yield SetDocs(Owner(OwnerKind.FACT, version.id), ())


def _turns(
    tx: Transaction, space: Space, entry: Entry, muted: Sequence[Silence]
) -> Iterator[SetDocs]:
    """Index anew the turns in which words were silenced."""
    ids = sorted({one.entry_id for one in muted if one.entry_id is not None})
    if not ids:
        return
    before = [one for one in tx.silences(space, entry_ids=ids) if one.seq < entry.seq]
    for cited in tx.entries_by_id(space, ids).values():
        if cited.seq <= entry.seq and isinstance(cited.body, Message | Observation):
            docs = turn_docs(space.secret, cited, (*before, *muted))
            yield SetDocs(Owner(OwnerKind.TURN, cited.id), docs)

"""What each change does to the rows of a generation."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from retentive.adapters.memory.horizon import is_fresh
from retentive.adapters.memory.state import Indexed, Rows
from retentive.model.change import (
    Alias,
    AnyRecord,
    Change,
    Confirm,
    Doc,
    Mute,
    Owner,
    OwnerKind,
    Put,
    PutVector,
    Retire,
    RetireDocs,
    SetDocs,
    Settle,
    Unplaced,
    family_of,
)


def apply_change(rows: Rows, change: Change) -> None:
    """Apply one change; `ValueError` if a version is there already, unknown, or ended."""
    match change:
        case Put(record):
            _put(rows, record)
        case Retire():
            _retire(rows, change)
        case SetDocs(owner, docs):
            _set_docs(rows, owner, docs)
        case RetireDocs(owner, dead_seq):
            _retire_docs(rows, owner, dead_seq)
        case Settle(seq):
            _settle(rows, seq)
        case PutVector():
            return  # put when the documents are as all changes leave them
        case Confirm() | Alias() | Mute() | Unplaced():
            _note(rows, change)
        case _:
            assert_never(change)


def _note(rows: Rows, change: Confirm | Alias | Mute | Unplaced) -> None:
    match change:
        case Confirm():
            rows.confirmations.setdefault((change.key, change.entry_id), change)
        case Alias():
            rows.aliases[change.name, change.seq] = change
        case Mute(silence):
            rows.silences.append(silence)
        case Unplaced():
            rows.unplaced.append(change)


def _put(rows: Rows, record: AnyRecord) -> None:
    if record.id in rows.records:
        raise ValueError(f"a version {record.id} is stored already")
    rows.records[record.id] = record


def _retire(rows: Rows, change: Retire) -> None:
    record = rows.records.get(change.id)
    if record is None or family_of(record) != change.family:
        raise ValueError(f"no {change.family} version {change.id} is stored that could end")
    if record.dead_seq is not None:
        raise ValueError(f"version {change.id} has ended at {record.dead_seq} already")
    rows.records[change.id] = replace(
        record,
        dead_seq=change.dead_seq,
        retired_at=change.retired_at,
        superseded_by=change.superseded_by,
    )


def _set_docs(rows: Rows, owner: Owner, docs: tuple[Doc, ...]) -> None:
    rows.docs = {number: row for number, row in rows.docs.items() if row.owner != owner}
    for doc in docs:
        rows.last_doc += 1
        rows.docs[rows.last_doc] = Indexed(owner, doc)


def _retire_docs(rows: Rows, owner: Owner, dead_seq: int) -> None:
    for number, row in rows.docs.items():
        if row.owner == owner and row.doc.dead_seq is None:
            rows.docs[number] = row._replace(doc=replace(row.doc, dead_seq=dead_seq))


def _settle(rows: Rows, seq: int) -> None:
    fresh = [row for row in rows.records.values() if is_fresh(row) and row.born_seq == seq]
    for record in fresh:
        del rows.records[record.id]
        _set_docs(rows, Owner(OwnerKind.FACT, record.id), ())
    rows.silences = [row for row in rows.silences if not (row.tentative and row.seq == seq)]
    rows.aliases = {
        name: row for name, row in rows.aliases.items() if not (row.tentative and row.seq == seq)
    }

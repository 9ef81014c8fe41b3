"""What a change set does to the rows of a generation.

A change set is checked as a whole before anything is written, so that one that is refused
leaves the transaction as it was. Its changes are then written in runs between two settlings,
many rows a statement: inside a run the kinds of changes do not touch each other's rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table, bindparam, literal, select

from retentive.adapters.sql.documents import DocChange, write_docs
from retentive.adapters.sql.link import Link
from retentive.adapters.sql.notes import write_notes
from retentive.adapters.sql.reads import OF_SPACE, among, in_records
from retentive.adapters.sql.rows import cited, labels, record_columns, record_of
from retentive.adapters.sql.schema import (
    FAMILIES,
    alias,
    citation,
    fact,
    fact_label,
    silence,
)
from retentive.adapters.sql.sums import Generation, print_of, prints
from retentive.kernel.times import to_micros
from retentive.model.change import (
    Change,
    Owner,
    OwnerKind,
    Put,
    Retire,
    SetDocs,
    Settle,
)
from retentive.model.fact import Fact, Standing

Values = dict[str, Any]

_BY_NAME = {table.name: table for table in FAMILIES.values()}
_stored = {
    name: select(
        table.c.id,
        table.c.born_seq,
        table.c.dead_seq,
        (table.c.standing if table is fact else literal("")).label("standing"),
    ).where(in_records(table), among(table.c.id))
    for name, table in _BY_NAME.items()
}
_inserts = {name: table.insert().inline() for name, table in _BY_NAME.items()}
_retires = {
    name: table.update()
    .where(in_records(table), table.c.id == bindparam("of_id"))
    .values(
        dead_seq=bindparam("now_dead"),
        retired_at=bindparam("now_retired"),
        superseded_by=bindparam("now_by"),
    )
    for name, table in _BY_NAME.items()
}
_insert_label, _insert_citation = fact_label.insert(), citation.insert()
_is_fresh_of = (
    in_records(fact),
    fact.c.born_seq == bindparam("of_seq"),
    fact.c.standing == Standing.FRESH.value,
)
_fresh = select(fact).where(*_is_fresh_of)
_drop_fresh = fact.delete().where(*_is_fresh_of)
_drop_label = fact_label.delete().where(
    in_records(fact_label),
    fact_label.c.kind == bindparam("of_kind"),
    fact_label.c.label == bindparam("of_label"),
    fact_label.c.fact_id == bindparam("of_fact"),
)
_drop_citation = citation.delete().where(
    in_records(citation),
    citation.c.entry_id == bindparam("of_entry"),
    citation.c.fact_id == bindparam("of_fact"),
)
_drop_tentative = {
    table: table.delete()
    .where(
        table.c.space == OF_SPACE,
        table.c.generation == bindparam("of_records"),
        table.c.seq == bindparam("of_seq"),
        table.c.tentative,
    )
    .returning(table)
    for table in (silence, alias)
}


@dataclass(slots=True)
class _Stored:
    born_seq: int
    ended: bool
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class Destination:
    """Whose rows change: the space, and its generations with their counters and sums."""

    space: int
    records: Generation
    text: Generation

    @property
    def values(self) -> Values:
        """The values of the conditions that all statements share."""
        return {
            "of_space": self.space,
            "of_records": self.records.number,
            "of_text": self.text.number,
        }


def apply_changes(link: Link, target: Destination, changes: Sequence[Change]) -> Collection[bytes]:
    """Apply changes in their order; `ValueError` if a version is there, unknown or ended.

    Returns the digests of the documents that were dropped.
    """
    _check(changes, _load(link, target, changes))
    docs: list[DocChange] = []
    for run in _runs(changes):
        match run:
            case Settle(seq):
                docs += _settle(link, target, seq)
            case _:
                _write_records(link, target, run)
                write_notes(link, target.records, target.values, run)
                docs += [one for one in run if isinstance(one, DocChange)]
    return write_docs(link, target.text, target.values, docs)


def _runs(changes: Iterable[Change]) -> Iterator[Settle | list[Change]]:
    """Yield settlings, and lists of what stands between them."""
    run: list[Change] = []
    for change in changes:
        if isinstance(change, Settle):
            if run:
                yield run
            yield change
            run = []
        else:
            run.append(change)
    if run:
        yield run


_Name = tuple[str, str]
"""The family and the id of a version."""


def _load(link: Link, target: Destination, changes: Iterable[Change]) -> dict[_Name, _Stored]:
    """Return what is stored under the ids that the changes put or end."""
    wanted: dict[str, set[str]] = {}
    for change in changes:
        match change:
            case Put(record=record):
                wanted.setdefault(FAMILIES[type(record)].name, set()).add(record.id)
            case Retire(family=family, id=name):
                wanted.setdefault(family, set()).add(name)
            case _:
                continue
    return {
        (family, row.id): _Stored(
            row.born_seq, row.dead_seq is not None, row.standing == Standing.FRESH
        )
        for family, names in sorted(wanted.items())
        for row in link.rows_in(_stored[family], target.values, "items", names)
    }


def _check(changes: Iterable[Change], stored: dict[_Name, _Stored]) -> None:
    """Play the changes over what is stored; `ValueError` if one of them cannot be."""
    for change in changes:
        match change:
            case Put(record=record):
                name = FAMILIES[type(record)].name, record.id
                if name in stored:
                    raise ValueError(f"a version {record.id} is stored already")
                is_fresh = isinstance(record, Fact) and record.standing is Standing.FRESH
                stored[name] = _Stored(record.born_seq, record.dead_seq is not None, is_fresh)
            case Retire():
                _end(change, stored.get((change.family, change.id)))
            case Settle(seq):
                for name, one in list(stored.items()):
                    if one.is_fresh and one.born_seq == seq:
                        del stored[name]
            case _:
                continue


def _end(change: Retire, one: _Stored | None) -> None:
    if one is None:
        raise ValueError(f"no {change.family} version {change.id} is stored that could end")
    if one.ended:
        raise ValueError(f"version {change.id} has ended already")
    one.ended = True


def _settle(link: Link, target: Destination, seq: int) -> list[DocChange]:
    """Drop what entry `seq` caused tentatively; return what that does to the index."""
    values = target.values | {"of_seq": seq}
    rows = link.rows(_fresh, values)
    fresh = [record_of(Fact, row, None) for row in rows]
    for row in rows:
        _sum(target, fact, row._asdict(), -1)
    if fresh:
        link.run(_drop_fresh, values)
        _drop_lists(link, target, fresh)
    for table, statement in _drop_tentative.items():
        for row in link.rows(statement, values):
            _sum(target, table, row._asdict(), -1)
    return [SetDocs(Owner(OwnerKind.FACT, one.id), ()) for one in fresh]


def _write_records(link: Link, target: Destination, changes: Sequence[Change]) -> None:
    rows: dict[str, list[Values]] = {}
    facts: list[Fact] = []
    ends: dict[str, list[Values]] = {}
    for change in changes:
        match change:
            case Put(record=record):
                table = FAMILIES[type(record)]
                columns = record_columns(target.space, target.records.number, record)
                rows.setdefault(table.name, []).append(columns)
                _sum(target, table, columns, 1)
                if isinstance(record, Fact):
                    facts.append(record)
            case Retire():
                end = target.values | {
                    "of_id": change.id,
                    "now_dead": change.dead_seq,
                    "now_retired": to_micros(change.retired_at),
                    "now_by": change.superseded_by,
                }
                ends.setdefault(change.family, []).append(end)
                target.records.sum(change.family, _end_print(end))
            case _:
                continue
    for name, columns_of in rows.items():
        link.run(_inserts[name], columns_of)
    _write_lists(link, target, facts)
    for name, values in ends.items():
        link.run(_retires[name], values)


def _end_print(end: Values) -> int:
    return print_of((end["of_id"], end["now_dead"], end["now_retired"], end["now_by"]))


def _sum(target: Destination, table: Table, row: Mapping[str, Any], sign: int) -> None:
    for number in prints(table, row):
        target.records.sum(table.name, sign * number)


def _write_lists(link: Link, target: Destination, facts: Sequence[Fact]) -> None:
    """Write under what else facts are found: tags, entities, cited entries."""
    lead = {"space": target.space, "generation": target.records.number}
    link.run(
        _insert_label,
        [
            lead | {"kind": kind, "label": label, "fact_id": one.id}
            for one in facts
            for kind, label in labels(one)
        ],
    )
    link.run(
        _insert_citation,
        [
            lead | {"entry_id": entry_id, "fact_id": one.id}
            for one in facts
            for entry_id in cited(one)
        ],
    )


def _drop_lists(link: Link, target: Destination, facts: Sequence[Fact]) -> None:
    link.run(
        _drop_label,
        [
            target.values | {"of_kind": kind, "of_label": label, "of_fact": one.id}
            for one in facts
            for kind, label in labels(one)
        ],
    )
    link.run(
        _drop_citation,
        [
            target.values | {"of_entry": entry_id, "of_fact": one.id}
            for one in facts
            for entry_id in cited(one)
        ],
    )

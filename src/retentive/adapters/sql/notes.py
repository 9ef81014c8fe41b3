"""Small rows beside records: confirmations, aliases, silences, unplaced commands."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Table, bindparam, select, tuple_

from retentive.adapters.sql.link import Link
from retentive.adapters.sql.reads import in_records
from retentive.adapters.sql.schema import alias, confirmation, silence, unplaced
from retentive.adapters.sql.sums import Generation, prints
from retentive.kernel.times import to_micros
from retentive.model.change import Alias, Change, Confirm, Mute, Silence, Unplaced

Values = dict[str, Any]
Rows = dict[tuple[str, Any], Values]
"""Rows by what tells them apart inside their generation."""

_confirmed = select(confirmation.c.key, confirmation.c.entry_id).where(
    in_records(confirmation),
    tuple_(confirmation.c.key, confirmation.c.entry_id).in_(bindparam("items", expanding=True)),
)
_replaced = {
    alias: select(alias).where(
        in_records(alias),
        tuple_(alias.c.name, alias.c.seq).in_(bindparam("items", expanding=True)),
    ),
}
_insert_silence, _insert_unplaced = silence.insert().inline(), unplaced.insert().inline()


def write_notes(link: Link, records: Generation, values: Values, changes: Iterable[Change]) -> None:
    """Write the notes among the changes, in their order, and sum them up."""
    lead = {"space": values["of_space"], "generation": values["of_records"]}
    confirmed: Rows = {}
    aliases: Rows = {}
    silences: list[Values] = []
    lost: list[Values] = []
    for change in changes:
        match change:
            case Confirm():
                confirmed.setdefault((change.key, change.entry_id), lead | _confirmation(change))
            case Alias():
                aliases[change.name, change.seq] = lead | _alias(change)
            case Mute(silence=one):
                silences.append(lead | _silence(one))
            case Unplaced():
                lost.append(lead | {"seq": change.seq, "reason": change.reason})
            case _:
                continue
    link.run(_insert_silence, silences)
    link.run(_insert_unplaced, lost)
    _write_confirmations(link, records, values, confirmed)
    _replace(link, records, values, alias, aliases)
    _sum(records, silence, silences)
    _sum(records, unplaced, lost)


def _write_confirmations(link: Link, records: Generation, values: Values, confirmed: Rows) -> None:
    """Write what does not stand yet."""
    found = link.rows_in(_confirmed, values, "items", confirmed)
    kept = {(row.key, row.entry_id) for row in found}
    new = [row for name, row in confirmed.items() if name not in kept]
    link.run(link.dialect.upsert(confirmation, replace=False), new)
    _sum(records, confirmation, new)


def _replace(link: Link, made: Generation, values: Values, table: Table, rows: Rows) -> None:
    """Write rows, each in place of one of the same name."""
    before = link.rows_in(_replaced[table], values, "items", rows)
    _sum(made, table, [row._asdict() for row in before], -1)
    link.run(link.dialect.upsert(table, replace=True), list(rows.values()))
    _sum(made, table, rows.values())


def _sum(
    records: Generation, table: Table, rows: Iterable[Mapping[str, Any]], sign: int = 1
) -> None:
    for row in rows:
        for number in prints(table, row):
            records.sum(table.name, sign * number)


def _confirmation(change: Confirm) -> Values:
    return {
        "key": change.key,
        "entry_id": change.entry_id,
        "seq": change.seq,
        "speaker": change.speaker,
        "session": change.session,
        "at": to_micros(change.at),
        "spans": json.dumps(change.spans, separators=(",", ":")),
    }


def _alias(change: Alias) -> Values:
    return {
        "name": change.name,
        "key": change.key,
        "seq": change.seq,
        "tentative": change.tentative,
    }


def _silence(one: Silence) -> Values:
    return {
        "seq": one.seq,
        "ordinal": one.ordinal,
        "mode": one.mode.value,
        "entry_id": one.entry_id,
        "start": one.span.start if one.span else None,
        "end": one.span.end if one.span else None,
        "key": one.key,
        "content": one.content,
        "tentative": one.tentative,
    }

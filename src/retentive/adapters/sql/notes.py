"""Small rows beside records: confirmations, aliases, silences, vectors, unplaced commands."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from retentive.adapters.sql.link import Link
from retentive.adapters.sql.schema import alias, confirmation, silence, unplaced, vector
from retentive.kernel.times import to_micros
from retentive.model.change import Alias, Change, Confirm, Mute, PutVector, Silence, Unplaced

Values = dict[str, Any]

_insert_silence, _insert_unplaced = silence.insert().inline(), unplaced.insert().inline()


def write_notes(link: Link, values: Values, changes: Iterable[Change]) -> None:
    """Write the notes among the changes, in their order."""
    lead = {"space": values["of_space"], "generation": values["of_records"]}
    confirmed: dict[Any, Values] = {}
    aliases: dict[Any, Values] = {}
    vectors: dict[Any, Values] = {}
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
            case PutVector():
                of_vectors = {"generation": values["of_vectors"]}
                vectors[change.owner] = lead | of_vectors | _vector(change)
            case Unplaced():
                lost.append(lead | {"seq": change.seq, "reason": change.reason})
            case _:
                continue
    upsert = link.dialect.upsert
    link.run(upsert(confirmation, replace=False), list(confirmed.values()))
    link.run(upsert(alias, replace=True), list(aliases.values()))
    link.run(_insert_silence, silences)
    link.run(upsert(vector, replace=True), list(vectors.values()))
    link.run(_insert_unplaced, lost)


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


def _vector(change: PutVector) -> Values:
    return {
        "owner_kind": change.owner.kind.value,
        "owner_id": change.owner.id,
        "dim": change.dim,
        "data": change.data,
    }

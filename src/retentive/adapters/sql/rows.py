"""Entries and records as rows, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any, cast

from sqlalchemy import Table

from retentive.adapters.sql.schema import FAMILIES, entry
from retentive.kernel.identity import keyed_hash
from retentive.kernel.scope import Scope
from retentive.kernel.times import from_micros, to_micros
from retentive.model.actor import Actor
from retentive.model.bodies import read_body, write_body
from retentive.model.change import AnyRecord
from retentive.model.codec import decoder, encode
from retentive.model.entry import Entry, Reply
from retentive.model.episode import Episode
from retentive.model.fact import Fact
from retentive.model.graph import Entity, Relation
from retentive.ports.store import R
from retentive.rules.values import head

BLOB_BYTES = 64 * 1024
"""Texts longer than this stand once in `blob`, however often they are in the log."""

NAME_START = 64
"""How many code points of a name are indexed."""

Columns = dict[str, Any]

_OF_COLUMNS = ("id", "key", "space", "born_seq", "dead_seq", "retired_at", "superseded_by")
_UNSEALED = frozenset(
    {"row", "generation", "dead_seq", "retired_at", "superseded_by", "text", "blob", "checksum"}
)
_SEALED = {
    one: tuple(column.name for column in one.columns if column.name not in _UNSEALED)
    for one in (entry, *FAMILIES.values())
}
"""The columns that are written once; the words of an entry are added to its own."""

_read_record = {family: decoder(family) for family in FAMILIES}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Head:
    origin: Scope
    speaker: Actor


_decode_head = decoder(_Head)


@lru_cache(maxsize=4096)
def _read_head(text: str) -> _Head:
    """Return the head of an entry; most entries of a conversation share one of two."""
    head: _Head = _decode_head(json.loads(text))
    return head


_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def dumped(data: object) -> str:
    """Return the JSON text that is stored."""
    return _encoder.encode(data)


def seal(table: Table, columns: Mapping[str, Any], text: str = "") -> bytes:
    """Return the checksum by which a row that did not stay as it was written is told."""
    values = [*(columns[name] for name in _SEALED[table]), text]
    data = "\0".join(map(str, values)).encode("utf-8", "surrogatepass")
    return blake2b(data, digest_size=8).digest()


def is_sealed(table: Table, row: Any, text: str = "") -> bool:
    """Tell whether a row is as it was written; `text` holds the words of an entry."""
    return bool(row.checksum == seal(table, row._asdict(), text))


def text_of(row: Any, blobs: Mapping[bytes, str]) -> str:
    """Return the words of an entry's row; raise `KeyError` if they are gone."""
    text: str = row.text if row.blob is None else blobs[row.blob]
    return text


def entry_columns(space: int, added: Entry, secret: bytes) -> tuple[Columns, Columns | None]:
    """Return the row of an entry, and the row of its text if that is long."""
    kind, version, body = write_body(added.body)
    text = body.pop("text", "")
    reply = added.body if isinstance(added.body, Reply) else None
    columns = {
        "space": space,
        "seq": added.seq,
        "id": added.id,
        "kind": kind,
        "version": version,
        "recorded_at": to_micros(added.recorded_at),
        "said_at": to_micros(added.said_at),
        "told_at": None if added.told_at is None else to_micros(added.told_at),
        "speaker": added.speaker.id,
        "agent": added.origin.agent,
        "project": added.origin.project,
        "session": added.origin.session,
        "about_seq": reply.about_seq if reply else None,
        "status": reply.status.value if reply else None,
        "caller_id": added.caller_id,
        "zone": added.zone,
        "head": dumped(encode(_Head(origin=added.origin, speaker=added.speaker))),
        "text": text,
        "blob": None,
        "body": dumped(body),
    }
    columns["checksum"] = seal(entry, columns, text)
    if len(text) * 4 <= BLOB_BYTES:
        return columns, None
    data = text.encode()
    if len(data) <= BLOB_BYTES:
        return columns, None
    name = keyed_hash(secret, "blob", data)
    return columns | {"text": None, "blob": name}, {"space": space, "digest": name, "data": data}


def entry_of(row: Any, blobs: Mapping[bytes, str]) -> Entry:
    """Return the entry of a row; raise `ValueError` or `KeyError` if it cannot be read.

    One that a newer version wrote raises `NewerEntry`.
    """
    head = _read_head(row.head)
    body = json.loads(row.body)
    body["text"] = text_of(row, blobs)
    return Entry(
        id=row.id,
        space=row.space,
        seq=row.seq,
        recorded_at=from_micros(row.recorded_at),
        said_at=from_micros(row.said_at),
        told_at=None if row.told_at is None else from_micros(row.told_at),
        origin=head.origin,
        speaker=head.speaker,
        body=read_body(row.kind, row.version, body),
        caller_id=row.caller_id,
        zone=row.zone,
    )


def record_columns(space: int, generation: int, record: AnyRecord) -> Columns:
    """Return the row of a version."""
    body = cast(Columns, encode(record))
    for name in _OF_COLUMNS:
        body.pop(name, None)
    columns = {
        "space": space,
        "generation": generation,
        "id": record.id,
        "key": record.key,
        "born_seq": record.born_seq,
        "dead_seq": record.dead_seq,
        "retired_at": None if record.retired_at is None else to_micros(record.retired_at),
        "superseded_by": record.superseded_by,
        "body": dumped(body),
        **_filtered(record),
    }
    return columns | {"checksum": seal(FAMILIES[type(record)], columns)}


def _filtered(record: AnyRecord) -> Columns:
    """Return the columns by which records of this family are found."""
    match record:
        case Fact():
            return _of_fact(record)
        case Episode():
            return {"session": record.session, "started_at": to_micros(record.started_at)}
        case Entity():
            return {
                "name_start": record.name[:NAME_START],
                "name": record.name,
                "entity_type": record.entity_type,
            }
        case Relation():
            return {
                "source_key": record.source_key,
                "target_key": record.target_key,
                "relation_type": record.relation_type,
            }
        case _:
            return {}


def _of_fact(fact: Fact) -> Columns:
    return {
        "kind": fact.kind,
        "standing": fact.standing.value,
        "content_hash": fact.content_hash,
        "subject": fact.subject,
        "claim_subject": fact.claim.subject if fact.claim else None,
        "claim_attribute": fact.claim.attribute if fact.claim else None,
        "claim_head": head(fact.claim.value) if fact.claim else None,
        "claim_begins": to_micros(fact.begins) if fact.claim else None,
        "theme_key": fact.theme_key,
        "valid_from": None if fact.valid_from is None else to_micros(fact.valid_from),
        "valid_until": None if fact.valid_until is None else to_micros(fact.valid_until),
    }


def labels(fact: Fact) -> Sequence[tuple[str, str]]:
    """Return what else a fact is listed under: its tags and entities, each once."""
    tags = [("tag", tag) for tag in fact.tags]
    return list(dict.fromkeys([*tags, *(("entity", key) for key in fact.entity_keys)]))


def cited(fact: Fact) -> Sequence[str]:
    """Return the ids of the entries that a fact cites, each once."""
    return list(dict.fromkeys(one.entry_id for one in fact.provenance.citations))


def record_of(family: type[R], row: Any, horizon: int | None) -> R:
    """Return the version of a row as it reads at `horizon` (None: as stored)."""
    body = json.loads(row.body)
    body["id"] = row.id
    body["key"] = row.key
    body["space"] = row.space
    body["born_seq"] = row.born_seq
    if row.dead_seq is not None and (horizon is None or row.dead_seq <= horizon):
        body["dead_seq"] = row.dead_seq
        body["retired_at"] = None if row.retired_at is None else encode(from_micros(row.retired_at))
        body["superseded_by"] = row.superseded_by
    record: R = _read_record[family](body)
    return record

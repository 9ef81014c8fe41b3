"""Values with sane defaults, for tests that care about one field of them.

Every builder takes the number of the space and the seq it rests on first; any field can be
given by name.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any

from retentive.kernel.scope import Address, Scope, Visibility
from retentive.model.actor import Actor, ActorKind
from retentive.model.change import (
    AuditRow,
    Change,
    ChangeSet,
    Doc,
    Field,
    Owner,
    OwnerKind,
    Place,
    PutVector,
    Silence,
    Silencing,
)
from retentive.model.entry import Body, Entry, Message, Reply, ReplyStatus, Role
from retentive.model.episode import Episode
from retentive.model.fact import Fact, Standing
from retentive.model.graph import Entity, Relation, Theme
from retentive.model.provenance import Channel, Citation, Provenance, SourceKind, Span
from retentive.testing.fakes import START

ANA = Address(visibility=Visibility.USER, tenant="acme", user="ana")
BO = Address(visibility=Visibility.USER, tenant="acme", user="bo")
SCOPE = Scope(tenant="acme", user="ana", agent="support", session="s-1")


def at(seq: float) -> datetime:
    """Return the time at which builders record entry `seq`: a minute an entry."""
    return START + timedelta(minutes=seq)


def entry_id(space: int, seq: int) -> str:
    """Return the id that builders give to an entry."""
    return f"entry_{space}_{seq}"


def entry(space: int, seq: int, body: Body | str = "I like tea.", **fields: Any) -> Entry:
    """Return an entry; a text is a message of the user's, `session=` replaces the session."""
    if isinstance(body, str):
        body = Message(role=Role.USER, text=body)
    if "session" in fields:
        fields["origin"] = replace(SCOPE, session=fields.pop("session"))
    plain = Entry(
        id=entry_id(space, seq),
        space=space,
        seq=seq,
        recorded_at=at(seq),
        said_at=at(seq),
        told_at=None,
        origin=SCOPE,
        speaker=Actor(id="user:ana", kind=ActorKind.HUMAN, name="Ana"),
        body=body,
    )
    return replace(plain, **fields)


def reply(about_seq: int, status: ReplyStatus = ReplyStatus.ANSWERED, text: str = "[]") -> Reply:
    """Return a recorded reply of a model about an entry."""
    return Reply(about_seq=about_seq, stage="extract", status=status, text=text)


def provenance(space: int, *seqs: int) -> Provenance:
    """Return the provenance of a record that rests on the first word of some entries."""
    cited = (Citation(entry_id=entry_id(space, seq), span=Span(0, 1), quote="I") for seq in seqs)
    return Provenance(
        source=SourceKind.HUMAN,
        channel=Channel.AUTO,
        created_at=at(max(seqs, default=0)),
        citations=tuple(cited),
    )


def _lineage(prefix: str, space: int, seq: int, name: str | None) -> dict[str, Any]:
    name = name or str(seq)
    return {
        "id": f"{prefix}_{name}",
        "key": f"{prefix}key_{name}",
        "space": space,
        "born_seq": seq,
        "recorded_at": at(seq),
        "provenance": provenance(space, seq),
    }


def fact(space: int, seq: int, name: str | None = None, /, **fields: Any) -> Fact:
    """Return a plain fact `fact_NAME` of the lineage `factkey_NAME`."""
    plain: dict[str, Any] = {
        "text": "Ana likes tea.",
        "kind": "preference",
        "standing": Standing.PLAIN,
        "origin": SCOPE,
        "subject": "user:ana",
        "said_at": at(seq),
        "content_hash": f"hash_{name or seq}",
    }
    return Fact(**_lineage("fact", space, seq, name) | plain | fields)


def episode(space: int, seq: int, name: str | None = None, /, **fields: Any) -> Episode:
    """Return an episode that starts at entry `seq`."""
    plain: dict[str, Any] = {
        "session": "s-1",
        "start_entry": entry_id(space, seq),
        "start_seq": seq,
        "started_at": at(seq),
    }
    return Episode(**_lineage("episode", space, seq, name) | plain | fields)


def entity(space: int, seq: int, name: str | None = None, /, **fields: Any) -> Entity:
    """Return an entity `entity_NAME` of the lineage `entitykey_NAME`."""
    plain: dict[str, Any] = {"name": "Porto", "entity_type": "place"}
    return Entity(**_lineage("entity", space, seq, name) | plain | fields)


def relation(space: int, seq: int, name: str | None = None, /, **fields: Any) -> Relation:
    """Return a relation from the entity lineage `a` to `b`."""
    plain: dict[str, Any] = {"source_key": "a", "target_key": "b", "relation_type": "knows"}
    return Relation(**_lineage("relation", space, seq, name) | plain | fields)


def theme(space: int, seq: int, name: str | None = None, /, **fields: Any) -> Theme:
    """Return a theme `theme_NAME` of the lineage `themekey_NAME`."""
    return Theme(**_lineage("theme", space, seq, name) | {"label": "Drinks"} | fields)


def doc(
    words: str,
    born_seq: int,
    dead_seq: int | None = None,
    *,
    speaker: str | None = None,
    place: Place | None = None,
) -> Doc:
    """Return the index document of a text whose words are its terms."""
    terms = {(term, Field.BODY): tf for term, tf in Counter(words.split()).items()}
    if speaker is not None:
        terms[speaker, Field.SPEAKER] = 1
    return Doc(
        born_seq=born_seq,
        dead_seq=dead_seq,
        length=len(words.split()),
        terms=terms,
        digest=says(words),
        place=place,
    )


def says(words: str) -> bytes:
    """Return the digest of the documents that have these words."""
    return blake2b(words.encode(), digest_size=16).digest()


def place(seq: int, session: str | None = "s-1") -> Place:
    """Return where the turn of entry `seq` stands."""
    return Place(seq, session, at(seq))


def turn(space: int, seq: int) -> Owner:
    """Return the owner of a turn's documents."""
    return Owner(OwnerKind.TURN, entry_id(space, seq))


def vector(words: str, data: bytes = b"\x00\x3c\x00\x00") -> PutVector:
    """Return the vector of the documents with these words: (1, 0), or what `data` holds."""
    return PutVector(digest=says(words), dim=len(data) // 2, data=data)


def of_fact(name: str) -> Owner:
    """Return the owner of a fact's documents."""
    return Owner(OwnerKind.FACT, f"fact_{name}")


def silence(seq: int, mode: Silencing = Silencing.RETRACTED, **fields: Any) -> Silence:
    """Return a silence that entry `seq` caused."""
    plain: dict[str, Any] = {"seq": seq, "ordinal": 0, "mode": mode}
    return Silence(**plain | fields)


def change_set(seq: int, *changes: Change, operation: str = "digest") -> ChangeSet:
    """Return the changes that entry `seq` causes."""
    return ChangeSet(operation=operation, seq=seq, changes=changes)


def audit_row(number: int, seq: int = 1, **fields: Any) -> AuditRow:
    """Return the row of an audit chain with that number; its link is the number's text."""
    plain: dict[str, Any] = {
        "number": number,
        "format": 1,
        "change_id": f"change_{number}",
        "seq": seq,
        "operation": "digest",
        "actor": "digest",
        "reason": "message",
        "rule": "rules-1",
        "at": at(seq),
        "touched": (f"fact_{number}",),
        "digest": b"digest",
        "link": str(number).encode(),
    }
    return AuditRow(**plain | fields)

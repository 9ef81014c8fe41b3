"""The audit chain: one row a change set, linked under the space's secret key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from retentive.kernel.identity import derived_id, keyed_hash
from retentive.kernel.times import to_micros
from retentive.model.actor import Actor
from retentive.model.change import AuditRow, Change, ChangeSet, Put, Retire
from retentive.model.codec import canonical
from retentive.model.entry import Command, Entry
from retentive.model.space import Space
from retentive.rules.maker import FOLD

FORMAT = 1
"""The version of what a row holds and of how it is linked."""

DIGEST = "digest"
"""The operation of the fold, and the actor of what it does."""


def audit_row(space: Space, changes: ChangeSet, entry: Entry) -> AuditRow:
    """Return the row that follows the head of the space's chain, about what `entry` caused."""
    number, digested = space.audit_number + 1, changes.operation == DIGEST
    bare = AuditRow(
        number=number,
        format=FORMAT,
        change_id=derived_id("c", space.secret, number),
        seq=changes.seq,
        operation=changes.operation,
        actor=DIGEST if digested else stands_for(space, entry.speaker),
        reason=_reason(entry),
        rule=space.generations.maker if digested else FOLD,
        at=entry.recorded_at,
        touched=tuple(dict.fromkeys(_touched(changes.changes))),
        digest=keyed_hash(space.secret, canonical(changes)),
        link=b"",
    )
    before = space.audit_link if space.audit_number else genesis(space)
    return linked(space.secret, before, bare)


def genesis(space: Space) -> bytes:
    """Return what stands before the first row: so the chain says which space it is of."""
    return keyed_hash(space.secret, "space", space.address.encoded())


def stands_for(space: Space, speaker: Actor) -> str:
    """Return what stands for a speaker in audit rows: his id without the key says nothing."""
    return derived_id("a", space.secret, speaker.id)


def _reason(entry: Entry) -> str:
    """Return what kind of entry this is, of a command what it asks for."""
    body = entry.body
    return body.verb.value if isinstance(body, Command) else type(body).__name__.lower()


def linked(secret: bytes, before: bytes, row: AuditRow) -> AuditRow:
    """Return `row` with the link that chains it behind the link `before`."""
    link = keyed_hash(
        secret,
        before,
        row.format,
        row.number,
        row.change_id,
        row.seq,
        row.operation,
        row.actor,
        row.reason,
        row.rule,
        to_micros(row.at),
        len(row.touched),
        *row.touched,
        row.digest,
    )
    return replace(row, link=link)


def _touched(changes: Iterable[Change]) -> Iterable[str]:
    for change in changes:
        match change:
            case Put(record=record):
                yield record.id
            case Retire(id=record_id):
                yield record_id
            case _:
                continue

"""The audit chain: one row a change set, linked under the space's secret key."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from retentive.kernel.identity import derived_id, digest
from retentive.kernel.times import to_micros
from retentive.model.change import AuditRow, Change, ChangeSet, Put, Retire
from retentive.model.codec import canonical
from retentive.model.space import Space

GENESIS = b""
"""The link before the first row."""


def audit_row(space: Space, changes: ChangeSet, at: datetime) -> AuditRow:
    """Return the row that follows the head of the space's chain."""
    number = space.audit_number + 1
    bare = AuditRow(
        number=number,
        change_id=derived_id("c", space.secret, number),
        seq=changes.seq,
        operation=changes.operation,
        at=at,
        touched=tuple(dict.fromkeys(_touched(changes.changes))),
        digest=digest(space.secret, canonical(changes)),
        link=b"",
    )
    return linked(space.secret, space.audit_link, bare)


def is_linked(secret: bytes, before: bytes, row: AuditRow) -> bool:
    """Tell whether `row` says what it said when it was chained behind the link `before`."""
    return linked(secret, before, row).link == row.link


def linked(secret: bytes, before: bytes, row: AuditRow) -> AuditRow:
    """Return `row` with the link that chains it behind the link `before`."""
    link = digest(
        secret,
        before,
        row.number,
        row.change_id,
        row.seq,
        row.operation,
        to_micros(row.at),
        *row.touched,
        row.digest,
    )
    return AuditRow(
        number=row.number,
        change_id=row.change_id,
        seq=row.seq,
        operation=row.operation,
        at=row.at,
        touched=row.touched,
        digest=row.digest,
        link=link,
    )


def _touched(changes: Iterable[Change]) -> Iterable[str]:
    for change in changes:
        match change:
            case Put(record=record):
                yield record.id
            case Retire(id=record_id):
                yield record_id
            case _:
                continue

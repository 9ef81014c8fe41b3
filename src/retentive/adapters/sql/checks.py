"""What only the driver can find wrong: rows that dangle, numbers with gaps, counters off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, and_, exists, func, not_, select

from retentive.adapters.sql.link import Link
from retentive.adapters.sql.reads import OF_SPACE, in_records, in_text
from retentive.adapters.sql.schema import (
    FAMILIES,
    alias,
    audit,
    blob,
    citation,
    confirmation,
    doc,
    entity,
    entry,
    episode,
    fact,
    fact_label,
    posting,
    theme,
    watermark,
)
from retentive.adapters.sql.spaces import TEXT, SpaceState
from retentive.model.change import OwnerKind
from retentive.model.report import Damage
from retentive.model.space import Space

SHOWN = 20
"""How many places of one kind of damage are named."""


def _of(table: Table, owner: Table) -> ColumnElement[bool]:
    return and_(table.c.space == owner.c.space, table.c.generation == owner.c.generation)


def _without(
    table: Table, name: str, *conditions: ColumnElement[bool], of: ColumnElement[bool]
) -> Select[Any]:
    """Rows of `table` for which no row of another table meets the conditions."""
    missing = not_(exists().where(*conditions))
    return select(table.c[name].label("place")).where(of, missing).distinct().limit(SHOWN)


def _without_fact(table: Table) -> Select[Any]:
    same = (_of(table, fact), fact.c.id == table.c.fact_id)
    return _without(table, "fact_id", *same, of=in_records(table))


def _key_known(table: Table) -> ColumnElement[bool]:
    """Whether some family has a lineage, or an alias, of the key."""
    known = [
        exists().where(_of(table, other), other.c.key == table.c.key) for other in FAMILIES.values()
    ]
    led = alias.alias("led")
    known.append(
        exists().where(
            led.c.space == table.c.space,
            led.c.generation == table.c.generation,
            led.c.name == table.c.key,
        )
    )
    return known[0].__or__(known[1]) | known[2] | known[3] | known[4] | known[5]


_owners = {
    OwnerKind.FACT: fact,
    OwnerKind.EPISODE: episode,
    OwnerKind.ENTITY: entity,
    OwnerKind.THEME: theme,
}


def _ownerless(kind: OwnerKind) -> Select[Any]:
    of = in_text(doc) & (doc.c.owner_kind == kind.value)
    owner = _owners.get(kind)
    if owner is None:
        same = (entry.c.space == doc.c.space, entry.c.id == doc.c.owner_id)
        return _without(doc, "owner_id", *same, of=of)
    # The owner is of the records generation that belongs to this text generation.
    same = (in_records(owner), owner.c.id == doc.c.owner_id)
    return _without(doc, "owner_id", *same, of=of)


_dangling: dict[str, Select[Any]] = {
    "posting without document": _without(
        posting, "doc", _of(posting, doc), doc.c.doc == posting.c.doc, of=in_text(posting)
    ),
    "tag without fact": _without_fact(fact_label),
    "citation without fact": _without_fact(citation),
    "confirmation without lineage": select(confirmation.c.key.label("place"))
    .where(in_records(confirmation), not_(_key_known(confirmation)))
    .distinct()
    .limit(SHOWN),
    "alias without lineage": select(alias.c.name.label("place"))
    .where(in_records(alias), not_(_key_known(alias)))
    .limit(SHOWN),
    "long text missing": _without(
        entry,
        "id",
        blob.c.space == entry.c.space,
        blob.c.digest == entry.c.blob,
        of=and_(entry.c.space == OF_SPACE, entry.c.blob.is_not(None)),
    ),
    "watermark beyond the head": select(watermark.c.stage.label("place")).where(
        watermark.c.space == OF_SPACE, watermark.c.done_seq > watermark.c.head_seq
    ),
    **{f"document without {kind.value}": _ownerless(kind) for kind in OwnerKind},
}
_log = select(
    func.count(), func.coalesce(func.max(entry.c.seq), 0), func.coalesce(func.min(entry.c.seq), 1)
).where(entry.c.space == OF_SPACE)
_chain = select(func.count(), func.coalesce(func.max(audit.c.number), 0)).where(
    audit.c.space == OF_SPACE
)
_live = select(func.count(), func.coalesce(func.sum(doc.c.length), 0)).where(
    in_text(doc), doc.c.dead_seq.is_(None)
)


def damages(
    link: Link, state: SpaceState, space: Space, values: dict[str, Any]
) -> Iterator[Damage]:
    """Yield what is wrong with the rows of a space's generations."""
    for check, query in _dangling.items():
        for row in link.rows(query, values):
            yield Damage(check=check, place=f"space {space.id}, {row.place}", detail=check)
    number, head = state.space.audit_number, state.space.head_seq
    count, last, _ = link.first(_log, values)
    yield from _compared(space, "log", ("entries", count, head), ("last seq", last, head))
    count, last = link.first(_chain, values)
    yield from _compared(space, "audit", ("rows", count, number), ("last number", last, number))
    kept = state.generation(TEXT, space.generations.text)
    if kept is not None:
        docs, length = link.first(_live, values)
        live = ("live documents", docs, kept.live_docs)
        yield from _compared(space, "index", live, ("length", int(length), kept.live_length))


def _compared(space: Space, check: str, *pairs: tuple[str, int, int]) -> Iterator[Damage]:
    for name, found, kept in pairs:
        if found != kept:
            detail = f"{name}: {found} are stored, the counter says {kept}"
            yield Damage(check=check, place=f"space {space.id}", detail=detail)

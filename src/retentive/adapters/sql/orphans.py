"""What is wrong with the store as a whole: its marks, its spaces, and rows of no space.

A space that cannot be read is passed over by whoever reads spaces; here it is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, Table, exists, func, select

from retentive.adapters.sql.columns import metadata
from retentive.adapters.sql.decoding import UNREADABLE
from retentive.adapters.sql.link import Link
from retentive.adapters.sql.migrate import APPLICATION, HEAD, alembic_version
from retentive.adapters.sql.schema import doc, generation, meta, posting, space, stage, vector
from retentive.adapters.sql.spaces import RECORDS, TEXT, VECTORS, name_of
from retentive.kernel.scope import Address
from retentive.model.report import Damage
from retentive.model.space import DIGEST

STORE = "store"
"""The place of what belongs to no space."""

_FAMILY_OF: Mapping[Table, str] = {doc: TEXT, posting: TEXT, vector: VECTORS}
_spaces = select(space).order_by(space.c.id)
_numbers = select(generation.c.space, func.max(generation.c.number).label("last")).group_by(
    generation.c.space
)


def _without_space(table: Table) -> Select[Any]:
    known = select(space.c.id)
    return select(table.c.space).where(table.c.space.not_in(known)).distinct()


def _without_generation(table: Table) -> Select[Any]:
    known = exists().where(
        generation.c.space == table.c.space,
        generation.c.family == _FAMILY_OF.get(table, RECORDS),
        generation.c.number == table.c.generation,
    )
    return select(table.c.space, table.c.generation).where(~known).distinct()


_of_spaces = {
    table: _without_space(table)
    for table in metadata.tables.values()
    if "space" in table.c and (table.name == "watermark" or "generation" not in table.c)
}
_of_generations = {
    table: _without_generation(table)
    for table in metadata.tables.values()
    if "generation" in table.c and table.name != "watermark"
}


def store_damages(link: Link) -> Iterator[Damage]:
    """Yield what is wrong with marks, spaces, and rows that belong to none."""
    yield from _marks(link)
    last = {row.space: row.last for row in link.rows(_numbers)}
    for row in link.swept(_spaces):
        if last.get(row.id) != row.last_generation:
            detail = f"its last generation is {last.get(row.id)}, it says {row.last_generation}"
            yield Damage(check="generation", place=f"space {row.id}", detail=detail)
    yield from _orphans(link)


def all_addresses(link: Link) -> Sequence[Address | Damage]:
    """Return the address of every space, or the damage that it has none to be found by."""
    return [_address(row) for row in link.swept(_spaces)]


def _address(row: Any) -> Address | Damage:
    place = f"space {row.id}"
    try:
        address = Address.decoded(row.address)
        if address.encoded() == row.address and name_of(address) == row.name:
            return address
    except UNREADABLE as error:
        detail = f"its address cannot be read: {type(error).__name__}"
        return Damage(check="address", place=place, detail=detail)
    return Damage(check="address", place=place, detail="is not found by its address")


def _marks(link: Link) -> Iterator[Damage]:
    marks = {row.key: row.value for row in link.swept(select(meta))}
    if marks != {"application": APPLICATION}:
        yield Damage(check="marks", place=STORE, detail="does not say what program it is of")
    versions = [row.version_num for row in link.swept(select(alembic_version))]
    if versions != [HEAD]:
        yield Damage(check="marks", place=STORE, detail="does not say what version it is of")
    if DIGEST not in {row.name for row in link.swept(select(stage))}:
        yield Damage(check="marks", place=STORE, detail=f"the stage {DIGEST} is missing")


def _orphans(link: Link) -> Iterator[Damage]:
    """Name each space and generation that only its rows know, with the tables of these."""
    tables: dict[str, list[str]] = {}
    for table, query in _of_spaces.items():
        for row in link.rows(query):
            tables.setdefault(f"space {row.space}", []).append(table.name)
    for table, query in _of_generations.items():
        for row in link.rows(query):
            place = f"space {row.space} generation {row.generation}"
            tables.setdefault(place, []).append(table.name)
    for place, names in sorted(tables.items()):
        detail = f"is not known, but has rows in {', '.join(names)}"
        yield Damage(check="orphan", place=place, detail=detail)

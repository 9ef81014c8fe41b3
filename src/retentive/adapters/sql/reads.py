"""What all answers stand on: the spaces of a view, and the conditions every query shares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Select, Table, and_, bindparam, or_, tuple_

from retentive.adapters.sql.link import PAGE, Link
from retentive.adapters.sql.spaces import SpaceState
from retentive.model.space import Space

Bounds = dict[str, Any]

OF_SPACE: BindParameter[int] = bindparam("of_space")
HORIZON: BindParameter[int] = bindparam("horizon")
LIMIT: BindParameter[int] = bindparam("row_limit")
OFFSET: BindParameter[int] = bindparam("row_offset")


def in_records(table: Table) -> ColumnElement[bool]:
    """Rows of the space's records generation."""
    return and_(table.c.space == OF_SPACE, table.c.generation == bindparam("of_records"))


def in_text(table: Table) -> ColumnElement[bool]:
    """Rows of the space's text generation."""
    return and_(table.c.space == OF_SPACE, table.c.generation == bindparam("of_text"))


def in_vectors(table: Table) -> ColumnElement[bool]:
    """Rows of the space's vectors generation."""
    return and_(table.c.space == OF_SPACE, table.c.generation == bindparam("of_vectors"))


def born(table: Table) -> ColumnElement[bool]:
    """Rows that were there at the horizon."""
    return table.c.born_seq <= HORIZON


def alive(table: Table) -> ColumnElement[bool]:
    """Rows that had not ended at the horizon."""
    return or_(table.c.dead_seq.is_(None), table.c.dead_seq > HORIZON)


def among(column: ColumnElement[Any], name: str = "items") -> ColumnElement[bool]:
    """Rows whose column is one of the items."""
    return column.in_(bindparam(name, expanding=True))


class Reads:
    """The states of some spaces, by their numbers, and the link to their rows."""

    def __init__(self, link: Link, states: Mapping[int, SpaceState]) -> None:
        self._link = link
        self._states = states

    def _state(self, space: Space) -> SpaceState:
        state = self._states.get(space.id)
        if state is None:
            raise PermissionError(f"space {space.id} was not asked for in this call")
        return state

    def _at(self, space: Space) -> Bounds:
        """Return the values of the shared conditions."""
        self._state(space)
        return {
            "of_space": space.id,
            "of_records": space.generations.records,
            "of_text": space.generations.text,
            "of_vectors": space.generations.vectors,
            "horizon": space.horizon,
        }

    def _pages(self, pages: Pages, values: Bounds) -> Iterator[Any]:
        """Yield all rows of a sweep, a page at a time, so that none is held for long."""
        rows = self._link.swept(pages.first, values)
        while rows:
            yield from rows
            if len(rows) < PAGE:
                return
            last = {f"last_{at}": getattr(rows[-1], key) for at, key in enumerate(pages.keys)}
            rows = self._link.swept(pages.next, values | last)


class Pages:
    """A sweep in the order of its key columns, as a statement for the first page and the next."""

    def __init__(self, query: Select[Any], *keys: ColumnElement[Any]) -> None:
        ordered = query.order_by(*keys).limit(PAGE)
        last = [bindparam(f"last_{at}", type_=key.type) for at, key in enumerate(keys)]
        self.keys = [str(key.key) for key in keys]
        self.first = ordered
        self.next = ordered.where(tuple_(*keys) > tuple_(*last))

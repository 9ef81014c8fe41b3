"""SQLite's way to write a row that may be there already."""

from __future__ import annotations

from functools import cache

from sqlalchemy import Insert, Table
from sqlalchemy.dialects.sqlite import insert


@cache
def upsert(table: Table, replace: bool) -> Insert:
    """Return an insert that replaces, or else leaves, a row of the same primary key."""
    made = insert(table)
    if not replace:
        return made.on_conflict_do_nothing()
    keys = [column.name for column in table.primary_key]
    new = {one.name: made.excluded[one.name] for one in table.c if one.name not in keys}
    return made.on_conflict_do_update(index_elements=keys, set_=new)

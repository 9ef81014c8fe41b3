"""How a row is written that may be there already: alike on both engines but for the statement."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from sqlalchemy import Insert, Table


@cache
def upsert(insert: Callable[[Table], Any], table: Table, *, replace: bool) -> Insert:
    """Return an engine's `insert` that replaces, or else leaves, a row of the same primary key."""
    made = insert(table)
    keys = [column.name for column in table.primary_key]
    new = {one.name: made.excluded[one.name] for one in table.c if one.name not in keys}
    written: Insert = (
        made.on_conflict_do_update(index_elements=keys, set_=new)
        if replace
        else made.on_conflict_do_nothing()
    )
    return written

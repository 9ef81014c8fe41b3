"""Tables spelled in one line each, so that a version of the schema is short and stays as it is.

A table is its columns, `name:type`, with `!` for a part of the primary key and `?` for a column
that may be null. `*` behind its name clusters it on the primary key in SQLite. An index is
`table: columns`, with `!` if it is unique, and `where …` if it covers some rows only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

_TYPES: Mapping[str, Any] = {
    "int": sa.Integer(),
    "big": sa.BigInteger(),
    "small": sa.SmallInteger(),
    "bool": sa.Boolean(),
    "bytes": sa.LargeBinary(),
    "words": sa.Text().with_variant(sa.Text(collation="C"), "postgresql"),
    "row": sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
}


def create_tables(tables: Mapping[str, str]) -> None:
    """Create tables as they are spelled."""
    for name, columns in tables.items():
        op.create_table(
            name.removesuffix("*"),
            *map(_column, columns.split()),
            sqlite_with_rowid=not name.endswith("*"),
        )


def create_indexes(indexes: Mapping[str, str]) -> None:
    """Create indexes as they are spelled."""
    for name, spelled in indexes.items():
        table, _, rest = spelled.partition(": ")
        columns, _, where = rest.partition(" where ")
        condition = sa.text(where) if where else None
        op.create_index(
            name.removesuffix("!"),
            table,
            columns.split(),
            unique=name.endswith("!"),
            sqlite_where=condition,
            postgresql_where=condition,
        )


def _column(spelled: str) -> sa.Column[Any]:
    name, _, kind = spelled.partition(":")
    bare = kind.rstrip("!?")
    return sa.Column(
        name,
        _TYPES[bare],
        primary_key="!" in kind,
        nullable="?" in kind,
        autoincrement=bare == "row",
    )

"""How tables are made: the types of columns, and what families of tables share."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData()

Words = Text().with_variant(Text(collation="C"), "postgresql")
"""Text that compares and sorts by code points."""

Row = BigInteger().with_variant(Integer(), "sqlite")
"""A number the engine gives; SQLite does so for INTEGER alone."""


def column(name: str, kind: Any, *, key: bool = False, null: bool = False) -> Column[Any]:
    """Return a column whose values are always given."""
    return Column(name, kind, primary_key=key, nullable=null, autoincrement=False)


def columns(kind: Any, *names: str, null: bool = False) -> tuple[Column[Any], ...]:
    """Return several columns of one kind."""
    return tuple(column(name, kind, null=null) for name in names)


def table(name: str, *columns: Column[Any], clustered: bool = False) -> Table:
    """Return a table; `clustered` keeps its rows in the order of the primary key in SQLite."""
    return Table(name, metadata, *columns, sqlite_with_rowid=not clustered)


def in_generation(*key: Column[Any]) -> tuple[Column[Any], ...]:
    """Return the columns that say whose rows these are, leading the primary key `key`."""
    return (
        column("space", Integer, key=bool(key)),
        column("generation", Integer, key=bool(key)),
        *key,
    )


def numbered(name: str, *columns: Column[Any]) -> Table:
    """Return a table of a generation whose rows keep the order in which they were stored."""
    row = Column("row", Row, primary_key=True, autoincrement=True)
    return Table(name, metadata, row, *in_generation(), *columns)


def index(of: Table, *names: str, unique: bool = False, where: Any = None) -> None:
    """Add an index that leads with space and generation, if wanted over some rows only.

    Over which rows is told to SQLite here and to others by `tell_rows`: to name PostgreSQL would
    load all that SQLAlchemy knows of it into every process.
    """
    lead = [of.c[name] for name in ("space", "generation") if name in of.c]
    partial = {} if where is None else {"sqlite_where": where}
    columns = (of.c[name] for name in names)
    Index("_".join((of.name, *names)), *lead, *columns, unique=unique, **partial)


def tell_rows(dialect: str) -> None:
    """Let an engine's indexes be over the same rows as those of SQLite."""
    for one in metadata.tables.values():
        for made in one.indexes:
            where = made.dialect_options["sqlite"]["where"]
            made.dialect_options[dialect]["where"] = where


def family(name: str, *columns: Column[Any]) -> Table:
    """Return the table of a family of derived records, with `columns` that filters need."""
    made = numbered(
        name,
        column("id", Words),
        column("key", Words),
        column("born_seq", BigInteger),
        column("dead_seq", BigInteger, null=True),
        column("retired_at", BigInteger, null=True),
        column("superseded_by", Words, null=True),
        *columns,
        column("body", Words),
        column("checksum", LargeBinary),
    )
    index(made, "id", unique=True)
    index(made, "key", "born_seq")
    index(made, "born_seq", "id")
    return made

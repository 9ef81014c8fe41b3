"""What SQLite should believe about the sizes of tables when it plans a query.

Without statistics SQLite takes a space for ten rows and walks through all of it. Real ones
would have to be gathered again and again, and would let plans change with the data. So the
table of statistics is written once, with the proportions that a well used store has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, Connection, MetaData, Table, Text

from retentive.adapters.sql.columns import metadata

ROWS = 1_000_000
PARTS = {
    "space": 10,
    "generation": 1,
    "family": 3,
    "kind": 2,
    "owner_kind": 2,
    "stage": 3,
    "session": 100,
    "subject": 10,
}
"""Into how many parts a column divides the rows; all others into many."""

MANY = 20_000

FEW = {"watermark_pending": 100}
"""How many rows indexes have that hold little of their table."""

_statistics = Table(
    "sqlite_stat1", MetaData(), Column("tbl", Text), Column("idx", Text), Column("stat", Text)
)


def tell_sizes(connection: Connection) -> None:
    """Write the statistics; connections that are opened later plan by them."""
    connection.exec_driver_sql("ANALYZE")
    connection.execute(_statistics.delete())
    connection.execute(
        _statistics.insert(),
        [
            {"tbl": table.name, "idx": name, "stat": stat}
            for table in metadata.tables.values()
            for name, stat in _indexes(table)
        ],
    )


def _indexes(table: Table) -> Iterator[tuple[str, str]]:
    keys = table.primary_key.columns
    if not table.dialect_options["sqlite"]["with_rowid"]:
        yield table.name, _stat(list(keys), unique=True)
    elif len(keys) > 1:
        yield f"sqlite_autoindex_{table.name}_1", _stat(list(keys), unique=True)
    for index in table.indexes:
        name = str(index.name)
        yield name, _stat(list(index.columns), unique=index.unique, rows=FEW.get(name, ROWS))


def _stat(columns: list[Column[Any]], *, unique: bool, rows: int = ROWS) -> str:
    numbers = [rows]
    for column in columns:
        rows = max(2, rows // PARTS.get(column.name, MANY))
        numbers.append(rows)
    if unique:
        numbers[-1] = 1
    return " ".join(map(str, numbers))

"""A store's database as whoever damages it sees it: plain SQL, on either engine."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import psycopg
from psycopg.rows import dict_row

from retentive.adapters.sql.columns import metadata
from retentive.adapters.sql.postgres import SCHEMA
from retentive.adapters.sql.rows import seal
from retentive.adapters.sql.schema import FAMILIES, entry

_SEALED = {table.name: table for table in (entry, *FAMILIES.values())}


class _Connection(Protocol):
    def execute(self, query: Any, values: Any = ..., /) -> Any: ...


@dataclass(frozen=True)
class Database:
    """An open connection; statements have `?` for values, and begin with SELECT to be read."""

    connection: _Connection
    mark: str

    def run(self, statement: str, *values: object) -> list[dict[str, Any]]:
        """Execute a statement that changes something, or return the rows of a query."""
        done = self.connection.execute(statement.replace("?", self.mark), values)
        if statement.startswith("SELECT"):
            return [dict(row) for row in done.fetchall()]
        assert done.rowcount > 0, statement
        return []

    def one(self, statement: str, *values: object) -> Any:
        """Return the only value of the first row."""
        return next(iter(self.run(statement, *values)[0].values()))

    def rewrite(self, table: str, where: str, old: str, new: str) -> None:
        """Replace words in the body of one row and seal it again, as a wrong program would."""
        body = self.one(f"SELECT body FROM {table} WHERE {where}")
        assert old in body
        self.run(f"UPDATE {table} SET body = ? WHERE {where}", body.replace(old, new))
        self.reseal(table, where)

    def reseal(self, table: str, where: str) -> None:
        """Make the checksum of one row that of what it holds now."""
        (row,) = self.run(f"SELECT * FROM {table} WHERE {where}")
        checksum = seal(_SEALED[table], row, row.get("text") or "")
        self.run(f"UPDATE {table} SET checksum = ? WHERE {where}", checksum)


@contextlib.contextmanager
def sqlite_file(path: Path) -> Iterator[Database]:
    """Give a SQLite file; what was done is kept at the end."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        yield Database(connection, "?")
        connection.commit()


def keep(url: str) -> None:
    """Keep a copy of all tables of a PostgreSQL database beside them."""
    with psycopg.connect(url) as connection:
        connection.execute("CREATE SCHEMA kept")
        for name in metadata.tables:
            connection.execute(f"CREATE TABLE kept.{name} AS TABLE {SCHEMA}.{name}")


def restore(url: str) -> None:
    """Make all tables what they were when they were kept."""
    with psycopg.connect(url) as connection:
        for name in metadata.tables:
            connection.execute(f"DELETE FROM {SCHEMA}.{name}")
            connection.execute(f"INSERT INTO {SCHEMA}.{name} TABLE kept.{name}")


@contextlib.contextmanager
def postgres_database(url: str) -> Iterator[Database]:
    """Give a PostgreSQL database; what was done is kept at the end."""
    with psycopg.connect(url, row_factory=dict_row) as connection:
        connection.execute(f"SET search_path TO {SCHEMA}")
        yield Database(connection, "%s")

"""The three drivers of the store port, each over data that can be opened again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import psycopg
import pytest
from psycopg import sql

from retentive.adapters.memory import MemoryDriver, Shelf
from retentive.adapters.sql.store import SqlStore
from retentive.kernel.ambient import Ambient
from retentive.ports.store import MemoryStore
from tests.support.postgres import PostgresServer


class Driver(Protocol):
    """Data of a driver's: empty at first, and opened again by every `open`."""

    async def open(self, *, ambient: Ambient, tokeniser: str, extractor: str) -> MemoryStore:
        """Return a store over the data."""
        ...


@dataclass(frozen=True)
class MemoryData:
    """Data of the in-memory driver; it lives as long as this value."""

    shelf: Shelf = field(default_factory=Shelf)

    async def open(self, *, ambient: Ambient, tokeniser: str, extractor: str) -> MemoryStore:
        """Return a store over the data."""
        return MemoryDriver(
            ambient=ambient, tokeniser=tokeniser, extractor=extractor, shelf=self.shelf
        )


@dataclass(frozen=True)
class SqlData:
    """Data of the SQL driver, in a file or a database."""

    url: str

    async def open(self, *, ambient: Ambient, tokeniser: str, extractor: str) -> MemoryStore:
        """Return a store over the data."""
        return await SqlStore.open(
            self.url, ambient=ambient, tokeniser=tokeniser, extractor=extractor
        )


@pytest.fixture
def memory() -> Driver:
    """Empty data of the in-memory driver."""
    return MemoryData()


@pytest.fixture
def sqlite(tmp_path: Path) -> Driver:
    """Empty data of the SQL driver in a SQLite file."""
    return SqlData(f"sqlite:///{tmp_path / 'memory.db'}")


@pytest.fixture
def postgres(kept_database: str) -> Driver:
    """Empty data of the SQL driver in a PostgreSQL database."""
    return emptied(kept_database)


@pytest.fixture(scope="session")
def kept_database(postgres_server: PostgresServer) -> Iterator[str]:
    """The URL of one database for many tests, since a new one for each takes half a second."""
    with postgres_server.fresh_database() as url:
        yield url


def emptied(url: str) -> SqlData:
    """Delete all rows that stores left in a PostgreSQL database; return its empty data.

    What a new database holds is kept: its version, and the stage of digestion.
    """
    with psycopg.connect(url) as connection:
        connection.execute("SET lock_timeout = '10s'")
        tables = connection.execute(_TABLES).fetchall()
        for table in tables:
            condition = "name <> 'digest'" if table[1] == "stage" else "true"
            connection.execute(
                sql.SQL("DELETE FROM {} WHERE ").format(sql.Identifier(*table)) + sql.SQL(condition)
            )
    return SqlData(url)


_TABLES = """
    SELECT schemaname, tablename FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
    AND tablename NOT IN ('meta', 'alembic_version')
"""

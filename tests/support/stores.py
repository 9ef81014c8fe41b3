"""The three drivers of the store port, each over data that can be opened again."""

from __future__ import annotations

import asyncio
import shutil
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
from retentive.testing.fakes import frozen_ambient
from tests.support.postgres import PostgresServer


class Driver(Protocol):
    """Data of a driver's: empty at first, and opened again by every `open`."""

    async def open(
        self, *, ambient: Ambient, tokeniser: str, maker: str, embedder: str = ""
    ) -> MemoryStore:
        """Return a store over the data."""
        ...


@dataclass(frozen=True)
class MemoryData:
    """Data of the in-memory driver; it lives as long as this value."""

    shelf: Shelf = field(default_factory=Shelf)

    async def open(
        self, *, ambient: Ambient, tokeniser: str, maker: str, embedder: str = ""
    ) -> MemoryStore:
        """Return a store over the data."""
        return MemoryDriver(
            ambient=ambient, tokeniser=tokeniser, maker=maker, embedder=embedder, shelf=self.shelf
        )


@dataclass(frozen=True)
class SqlData:
    """Data of the SQL driver, in a file or a database."""

    url: str

    async def open(
        self, *, ambient: Ambient, tokeniser: str, maker: str, embedder: str = ""
    ) -> MemoryStore:
        """Return a store over the data."""
        return await SqlStore.open(
            self.url, ambient=ambient, tokeniser=tokeniser, maker=maker, embedder=embedder
        )


@pytest.fixture
def memory() -> Driver:
    """Empty data of the in-memory driver."""
    return MemoryData()


@pytest.fixture
def sqlite(tmp_path: Path, prepared_file: Path) -> Driver:
    """Empty data of the SQL driver in a SQLite file."""
    path = tmp_path / "memory.db"
    shutil.copyfile(prepared_file, path)
    return SqlData(f"sqlite:///{path}")


@pytest.fixture(scope="session")
def prepared_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file that holds the tables and nothing else, to be copied."""
    path = tmp_path_factory.mktemp("prepared") / "memory.db"

    async def prepare() -> None:
        data = SqlData(f"sqlite:///{path}")
        store = await data.open(ambient=frozen_ambient(), tokeniser="none", maker="none")
        await store.close()

    asyncio.run(prepare())
    return path


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

    What a new database holds is kept: its version, and the stages that every space has.
    """
    with psycopg.connect(url) as connection:
        connection.execute("SET lock_timeout = '10s'")
        tables = connection.execute(_TABLES).fetchall()
        if tables:
            connection.execute(sql.SQL("; ").join(_deletion(*table) for table in tables))
    return SqlData(url)


def _deletion(schema: str, table: str) -> sql.Composed:
    condition = "name NOT IN ('digest', 'embed')" if table == "stage" else "true"
    deletion = sql.SQL("DELETE FROM {} WHERE ").format(sql.Identifier(schema, table))
    return deletion + sql.SQL(condition)


_TABLES = """
    SELECT schemaname, tablename FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
    AND tablename NOT IN ('meta', 'alembic_version')
"""

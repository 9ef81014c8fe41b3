"""A migrated store has the schema of a new one, on both engines."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, text

from retentive.adapters.sql.columns import metadata
from retentive.adapters.sql.migrate import HEAD, fill, migrate
from retentive.adapters.sql.postgres import SCHEMA
from retentive.adapters.sql.schema import VERSION
from retentive.adapters.sql.sqlite import APPLICATION_ID
from retentive.adapters.sql.store import SqlStore
from retentive.testing import build
from retentive.testing.fakes import frozen_ambient
from tests.adapters.first_version import PATH, spelled


@contextmanager
def _connected(url: str) -> Iterator[Connection]:
    pool = create_engine(url)
    with pool.begin() as connection:
        yield connection
    pool.dispose()


def _schema(path: Path) -> set[tuple[str, str]]:
    """Return the statements that made a file, as SQLite keeps them."""
    with closing(sqlite3.connect(path)) as raw:
        rows = raw.execute(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name != 'sqlite_stat1'"
        ).fetchall()
    return {(name, " ".join(sql.replace('"', "").split())) for name, sql in rows}


async def _made(url: Any) -> None:
    store = await SqlStore.open(url, ambient=frozen_ambient(), tokeniser="t-1", maker="e-1")
    await store.write(build.ANA, lambda tx: tx.append([build.entry(tx.space.id, 1)], {}))
    await store.close()


def test_the_first_version_is_the_present_schema() -> None:
    told = "the schema changed: python -m tests.adapters.first_version"
    assert PATH.read_text("utf-8") == spelled(), told


def test_a_migrated_file_is_like_a_new_one(tmp_path: Path) -> None:
    new, migrated = tmp_path / "new.db", tmp_path / "migrated.db"
    asyncio.run(_made(new))
    with _connected(f"sqlite:///{migrated}") as connection:
        migrate(connection)
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        assert version == HEAD
    assert _schema(migrated) == _schema(new)


def test_a_migrated_database_is_like_a_new_one(postgres_url: str) -> None:
    with _connected(postgres_url.replace("postgresql:", "postgresql+psycopg:")) as connection:
        connection.execute(text(f"CREATE SCHEMA {SCHEMA}"))
        connection.execute(text(f"SET search_path TO {SCHEMA}"))
        migrate(connection)
        fill(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    asyncio.run(_made(postgres_url))


def test_an_older_file_is_brought_up_when_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        raw.execute("PRAGMA journal_mode = WAL")
    asyncio.run(_made(path))
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("PRAGMA user_version").fetchone() == (VERSION,)
    new = tmp_path / "new.db"
    asyncio.run(_made(new))
    assert _schema(path) == _schema(new)


def test_alembic_is_not_imported_to_open_a_file(tmp_path: Path) -> None:
    asyncio.run(_made(tmp_path / "m.db"))
    script = f"""
import asyncio, sys
from retentive.adapters.sql.store import SqlStore
from retentive.kernel.ambient import Ambient

async def main():
    store = await SqlStore.open({str(tmp_path / "m.db")!r}, ambient=Ambient(),
                                tokeniser="t-1", maker="e-1")
    await store.close()

asyncio.run(main())
assert "sqlalchemy" in sys.modules
assert "alembic" not in sys.modules
assert "psycopg" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)

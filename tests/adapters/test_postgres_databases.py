"""What only a PostgreSQL database can meet: other tables, other processes, lost connections."""

from __future__ import annotations

import asyncio

import psycopg
import pytest

from retentive.adapters.sql.postgres import SCHEMA
from retentive.adapters.sql.store import SqlStore, engine_of
from retentive.kernel.errors import (
    ForeignFile,
    MissingExtra,
    NewerFile,
    StoreBusy,
    StoreError,
)
from retentive.ports.store import Transaction
from retentive.testing import build
from tests.adapters.opening import append, heads, opened, using


def test_a_lost_connection_is_an_error_once(postgres_url: str) -> None:
    async def work(store: SqlStore) -> None:
        await store.write(build.ANA, append)

        def cut(tx: Transaction) -> None:
            with psycopg.connect(postgres_url, autocommit=True) as other:
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            append(tx)

        with pytest.raises(StoreError):
            await store.write(build.ANA, cut)
        for _ in range(3):
            await store.read([build.ANA], heads)
        assert await store.write(build.ANA, append) == 2

    using(postgres_url, work)


def test_a_held_space_is_busy(postgres_url: str) -> None:
    async def work(store: SqlStore) -> None:
        await store.write(build.ANA, append)
        with psycopg.connect(postgres_url) as other:
            other.execute(f"SELECT 1 FROM {SCHEMA}.space FOR UPDATE")
            with pytest.raises(StoreBusy, match="held the space"):
                await store.write(build.ANA, append)
            assert await store.read([build.ANA], heads) == [1]
            other.rollback()
        assert await store.write(build.ANA, append) == 2

    using(postgres_url, work)


def test_a_schema_of_others_is_refused(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as raw:
        raw.execute(f"CREATE SCHEMA {SCHEMA}")
        raw.execute(f"CREATE TABLE {SCHEMA}.meta (key text, value text)")
    with pytest.raises(ForeignFile, match="not a Retentive store"):
        asyncio.run(opened(postgres_url))


def test_a_newer_database_is_refused(postgres_url: str) -> None:
    async def nothing(store: SqlStore) -> None:
        await store.write(build.ANA, append)

    using(postgres_url, nothing)
    with psycopg.connect(postgres_url, autocommit=True) as raw:
        raw.execute(f"UPDATE {SCHEMA}.alembic_version SET version_num = '9999'")
    with pytest.raises(NewerFile, match="9999"):
        asyncio.run(opened(postgres_url))


def test_tables_of_the_users_own_are_not_touched(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as raw:
        raw.execute("CREATE TABLE fact (mine int)")

    async def work(store: SqlStore) -> None:
        await store.write(build.ANA, append)

    using(postgres_url, work)
    with psycopg.connect(postgres_url) as raw:
        found = raw.execute("SELECT schemaname FROM pg_tables WHERE tablename = 'fact'").fetchall()
    assert sorted(found) == [("public",), (SCHEMA,)]


def test_without_the_extra_the_install_line_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retentive.adapters.sql.postgres.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'retentive\[postgres\]'"):
        engine_of("postgresql://db.example/mem", 1.0)

"""What the SQL driver promises beyond the port, on both engines."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from retentive.adapters.sql.link import Link
from retentive.adapters.sql.postgres import SCHEMA, PostgresEngine
from retentive.adapters.sql.spaces import lock_space
from retentive.adapters.sql.store import SqlStore, engine_of
from retentive.adapters.sql.transaction import SqlTransaction
from retentive.kernel.errors import (
    ForeignFile,
    ForkedHandle,
    NewerFile,
    StoreBusy,
    StoreClosed,
    StoreError,
    UsageError,
)
from retentive.kernel.scope import Address, Visibility
from retentive.model.change import Put, SetDocs
from retentive.model.space import Lease
from retentive.ports.store import Posting, Totals, Transaction, View
from retentive.testing import build
from tests.adapters.test_sqlite_files import append, heads, opened


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The place of an empty store, on each engine."""
    if request.param == "sqlite":
        return str(tmp_path / "m.db")
    found: str = request.getfixturevalue("postgres_url")
    return found


def using(url: str, work: Callable[[SqlStore], Coroutine[Any, Any, None]]) -> None:
    """Run some work on an open store."""

    async def main() -> None:
        store = await opened(url, busy_seconds=1.0)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(main())


def test_a_view_is_of_no_use_after_its_work(url: str) -> None:
    async def work(store: SqlStore) -> None:
        await store.write(build.ANA, append)
        view = await store.read([build.ANA], lambda view: view)
        with pytest.raises(UsageError, match="only inside the work"):
            view.entries(view.spaces[0], limit=1)
        late = await store.read([build.ANA], lambda view: view.all_entries(view.spaces[0]))
        with pytest.raises(UsageError, match="only inside the work"):
            next(iter(late))

    using(url, work)


def test_a_cancelled_call_ends_whole_and_the_next_one_works(url: str) -> None:
    async def work(store: SqlStore) -> None:
        await store.write(build.ANA, append)
        begun, go = threading.Event(), threading.Event()

        def slow(tx: Transaction) -> None:
            begun.set()
            go.wait(10)
            append(tx)

        call = asyncio.create_task(store.write(build.ANA, slow))
        await asyncio.to_thread(begun.wait, 10)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        go.set()
        assert await store.write(build.ANA, append) in (2, 3)
        (head,) = await store.read([build.ANA], heads)
        count = await store.read([build.ANA], lambda view: view.counts(view.spaces[0]).entries)
        assert count == head

    using(url, work)


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_an_interrupted_write_is_rolled_back(url: str, error: type[BaseException]) -> None:
    async def work(store: SqlStore) -> None:
        await store.write(build.ANA, append)

        def interrupted(tx: Transaction) -> None:
            append(tx)
            raise error

        def write() -> None:
            with store._engine.writing() as connection:
                link = Link(connection, store._engine)
                state = lock_space(link, build.ANA)
                assert state is not None
                interrupted(SqlTransaction(link, state))

        with pytest.raises(error):
            write()
        assert await store.write(build.ANA, append) == 2

    using(url, work)


def test_closing_waits_for_running_calls(url: str) -> None:
    async def main() -> None:
        store = await opened(url)
        begun, go = threading.Event(), threading.Event()

        def slow(tx: Transaction) -> int:
            begun.set()
            go.wait(10)
            return append(tx)

        call = asyncio.create_task(store.write(build.ANA, slow))
        await asyncio.to_thread(begun.wait, 10)
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0.05)
        assert not closing.done()
        with pytest.raises(StoreClosed):
            await store.read([build.ANA], heads)
        go.set()
        assert await call == 1
        await closing
        await store.close()
        again = await opened(url)
        assert await again.read([build.ANA], heads) == [1]
        await again.close()

    asyncio.run(main())


def test_a_handle_is_refused_in_a_forked_child(url: str) -> None:
    async def work(store: SqlStore) -> None:
        await store.write(build.ANA, append)
        store._process = os.getpid() + 1
        for call in (
            lambda: store.read([build.ANA], heads),
            lambda: store.write(build.ANA, append),
            store.addresses,
        ):
            with pytest.raises(ForkedHandle, match="before a fork"):
                await call()
        await store.close()
        store._process = os.getpid()
        assert await store.write(build.ANA, append) == 2

    using(url, work)


def test_many_threads_take_every_piece_of_work_once(url: str) -> None:
    spaces = [Address(visibility=Visibility.USER, user=f"u{number}") for number in range(12)]

    async def fill(store: SqlStore) -> None:
        for address in spaces:
            await store.write(address, append)

    using(url, fill)

    def worker(name: str) -> list[Lease]:
        async def take() -> list[Lease]:
            store = await opened(url, busy_seconds=20.0)
            found: list[Lease] = []
            misses = 0
            while misses < 3:
                lease = await store.lease("digest", name, able=["e-1"], now=build.at(9), seconds=60)
                misses += lease is None
                found += [] if lease is None else [lease]
            await store.close()
            return found

        return asyncio.run(take())

    with ThreadPoolExecutor(4) as pool:
        taken = [lease for found in pool.map(worker, "abcd") for lease in found]
    assert sorted(lease.space for lease in taken) == list(range(1, 13))
    assert {lease.fence for lease in taken} == {1}


def test_counters_say_what_counting_says(url: str) -> None:
    def fill(tx: Transaction) -> None:
        for _ in range(4):
            append(tx)
        docs = [
            SetDocs(build.of_fact("a"), (build.doc("x y", 1, 3), build.doc("x", 3))),
            SetDocs(build.of_fact("b"), (build.doc("x y z", 2),)),
            SetDocs(build.of_fact("b"), (build.doc("x", 2),)),
            SetDocs(build.of_fact("c"), (build.doc("q", 2),)),
            SetDocs(build.of_fact("c"), ()),
        ]
        tx.apply(tx.space, build.change_set(4, *docs), None)

    async def work(store: SqlStore) -> None:
        await store.write(build.ANA, fill)

        def compared(view: View) -> tuple[Totals, Totals]:
            (space,) = view.spaces
            docs = [doc for doc in view.all_docs(space) if doc.dead_seq is None]
            return view.totals(space), Totals(len(docs), sum(doc.length for doc in docs))

        kept, counted = await store.read([build.ANA], compared)
        assert kept == counted == Totals(2, 2)

    using(url, work)


def test_more_names_than_a_statement_takes_are_asked_in_parts(url: str) -> None:
    async def work(store: SqlStore) -> None:
        def fill(tx: Transaction) -> None:
            append(tx)
            tx.apply(
                tx.space,
                build.change_set(
                    1,
                    Put(build.fact(tx.space.id, 1, "x")),
                    SetDocs(build.of_fact("x"), (build.doc("tea", 1),)),
                ),
                None,
            )

        await store.write(build.ANA, fill)
        many = [f"none{number}" for number in range(70_000)]

        def ask(view: View) -> tuple[list[str], list[Posting]]:
            (space,) = view.spaces
            found = view.get(space, type(build.fact(1, 1)), [*many, "fact_x"])
            return list(found), list(view.postings(space, [*many, "tea"]))

        names, postings = await store.read([build.ANA], ask)
        assert names == ["fact_x"]
        assert [one.term for one in postings] == ["tea"]

    using(url, work)


def test_a_refused_change_leaves_the_transaction_usable(url: str) -> None:
    async def work(store: SqlStore) -> None:
        def tried(tx: Transaction) -> int:
            append(tx)
            fact = build.fact(tx.space.id, 1, "x")
            tx.apply(tx.space, build.change_set(1, Put(fact)), None)
            with pytest.raises(ValueError, match="stored already"):
                tx.apply(tx.space, build.change_set(1, Put(fact)), None)
            return append(tx)

        assert await store.write(build.ANA, tried) == 2

    using(url, work)


def test_a_location_hides_the_password() -> None:
    for given in ("ana:secret@db.example/mem?", "ana@db.example/mem?password=secret&"):
        engine = engine_of(f"postgresql://{given}sslmode=require", 1.0)
        assert engine.location == "postgresql://ana@db.example/mem?sslmode=require"
        engine.close()


def test_an_error_says_nothing_of_what_was_stored(url: str) -> None:
    async def work(store: SqlStore) -> None:
        def twice(tx: Transaction) -> None:
            for number in (1, 2):
                same = replace(build.entry(tx.space.id, number, "a secret wish"), id="same")
                tx.append([same], {})

        with pytest.raises(StoreError) as caught:
            await store.write(build.ANA, twice)
        told = "".join(traceback.format_exception(caught.value))
        assert "wish" not in told

    using(url, work)


def test_a_child_that_forked_is_told_to_open_its_own(tmp_path: Path) -> None:
    code = """
import asyncio, os, sys
from retentive.kernel.errors import ForkedHandle
from tests.adapters.test_sqlite_files import append, build, heads, opened

async def use(store):
    try:
        await store.read([build.ANA], heads)
    except ForkedHandle:
        await store.close()
        return 7
    return 1

loop = asyncio.new_event_loop()
store = loop.run_until_complete(opened(sys.argv[1]))
loop.run_until_complete(store.write(build.ANA, append))
child = os.fork()
if child == 0:
    os._exit(asyncio.new_event_loop().run_until_complete(use(store)))
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 7, status
assert loop.run_until_complete(store.write(build.ANA, append)) == 2
loop.run_until_complete(store.close())
"""
    subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, str(tmp_path / "m.db")],
        check=True,
        timeout=60,
    )


# Only PostgreSQL.


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


def test_several_processes_create_one_database(postgres_url: str) -> None:
    def make(_: int) -> list[int]:
        async def main() -> list[int]:
            store = await opened(postgres_url, busy_seconds=30.0)
            await store.write(build.ANA, append)
            found = await store.read([build.ANA], heads)
            await store.close()
            return found

        return asyncio.run(main())

    with ThreadPoolExecutor(3) as pool:
        assert max(pool.map(make, range(3))) == [3]
    assert isinstance(engine_of(postgres_url, 1.0), PostgresEngine)

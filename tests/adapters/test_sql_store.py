"""What the SQL driver promises beyond the port, on both engines."""

from __future__ import annotations

import asyncio
import threading
import traceback
from dataclasses import replace

import pytest

from retentive.adapters.sql.link import Link
from retentive.adapters.sql.spaces import lock_space
from retentive.adapters.sql.store import SqlStore, engine_of
from retentive.adapters.sql.transaction import SqlTransaction
from retentive.kernel.errors import (
    StoreClosed,
    StoreError,
    UsageError,
)
from retentive.model.change import Put, SetDocs
from retentive.ports.rows import TermPostings, Totals
from retentive.ports.store import Transaction
from retentive.ports.view import View
from retentive.testing import build
from retentive.testing.compare_documents import sound
from tests.adapters.opening import append, heads, opened, using


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
            docs = [doc for doc in sound(view.all_docs(space)) if doc.dead_seq is None]
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

        def ask(view: View) -> tuple[list[str], list[TermPostings]]:
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

"""Several callers at once: threads, tasks and processes on one store."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from threading import Barrier
from time import sleep
from typing import TypeVar

import psycopg
import pytest

from retentive import AsyncMemory, Memory
from retentive.app.config import Config
from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import StoreBusy
from retentive.model.report import Outcome
from retentive.testing.fakes import FrozenClock
from tests.cases.playing import MANUAL, Play, listed, texts
from tests.cases.workers import started, together

T = TypeVar("T")

OAT = "Prefers oat milk"


def at_once(calls: Sequence[Callable[[], T]]) -> list[T]:
    """Run the calls in threads that start together; return their results in order."""
    barrier = Barrier(len(calls))

    def one(call: Callable[[], T]) -> T:
        barrier.wait(timeout=60)
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))


# ---------------------------------------------------------------- one fact, many writers


@pytest.mark.case("con-01")
@pytest.mark.parametrize("key", [None, "same"])
def test_threads_that_store_the_same_share_one_fact(play: Play, key: str | None) -> None:
    ana = play.user()
    ids = at_once([lambda: ana.remember(OAT, idempotency_key=key).id] * 16)
    assert len(set(ids)) == 1
    for _ in play.moments():
        assert [fact.id for fact in listed(play.user())] == ids[:1]
        assert play.user().remember(OAT).id == ids[0]


@pytest.mark.case("con-01")
def test_tasks_that_store_the_same_share_one_fact(play: Play) -> None:
    play.memory.close()

    async def main() -> set[str]:
        async with await AsyncMemory.open(play.url, ambient=play.ambient, config=MANUAL) as memory:
            ana = memory.scope(user="u1")
            facts = await asyncio.gather(*(ana.remember(OAT) for _ in range(16)))
            await memory.flush()
            listed = await ana.facts.list()
            assert [fact.text for fact in listed.items] == [OAT]
            return {fact.id for fact in (*facts, *listed.items)}

    assert len(asyncio.run(main())) == 1


@pytest.mark.case("con-01")
def test_threads_of_two_memories_share_one_fact(play: Play) -> None:
    if play.lasts:
        with Memory.open(play.url, config=MANUAL) as other:
            handles = [play.user(), other.scope(user="u1")]
            facts = at_once([partial(own.remember, OAT) for own in handles * 8])
            ids = [fact.id for fact in facts]
        assert len(set(ids)) == 1
    else:
        ids = [play.user().remember(OAT).id]
    for _ in play.moments():
        assert [fact.id for fact in listed(play.user())] == ids[:1]


@pytest.mark.case("con-01")
def test_processes_that_store_the_same_share_one_fact(lasting: Play) -> None:
    said = [OAT, "Keeps two ferrets", OAT.upper()] * 3
    first, second = together(lasting.url, *[["remember", "u1", said]] * 2)
    assert first == second
    assert len(set(first)) == 2
    for _ in lasting.moments():
        assert sorted(fact.id for fact in listed(lasting.user())) == sorted(set(first))


@pytest.mark.case("con-01")
def test_threads_that_send_the_same_messages_store_them_once(play: Play) -> None:
    ana = play.user(session="s")
    named = [{"role": "user", "content": f"I own kite {n}", "id": f"m{n}"} for n in range(5)]
    receipts = at_once([lambda: ana.observe(named)] * 8)
    assert len({receipt.ids for receipt in receipts}) == 1
    outcomes = [item.outcome for one in receipts for item in one.items]
    assert outcomes.count(Outcome.STORED) == 5
    for _ in play.moments():
        assert play.user().stats().entries == 5


# ---------------------------------------------------------------- locks


@contextmanager
def a_long_read(url: str) -> Iterator[None]:
    """Hold a read transaction open that has seen the store as it is now."""
    if url.startswith("postgresql:"):
        with psycopg.connect(url) as connection:
            connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            connection.execute("SELECT count(*) FROM retentive.entry").fetchall()
            yield
    else:
        with closing(sqlite3.connect(url)) as connection:
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM entry").fetchall()
            yield


@contextmanager
def a_long_write(url: str) -> Iterator[None]:
    """Hold what keeps every other writer out."""
    if url.startswith("postgresql:"):
        with psycopg.connect(url) as connection:
            connection.execute(
                "LOCK TABLE retentive.space, retentive.entry IN ACCESS EXCLUSIVE MODE"
            )
            yield
            connection.rollback()
    else:
        with closing(sqlite3.connect(url)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield


def _four_writers_and_two_readers(play: Play, rows: int, looks: int) -> None:
    writers = [
        ["remember", f"u{process}", [f"Row {process}-{n}" for n in range(rows)]]
        for process in range(4)
    ]
    readers = [["recall", "u0", "Row", looks]] * 2
    with a_long_read(play.url):
        results = together(play.url, *writers, *readers)
    assert play.memory.stats().entries == rows * 4
    for process, ids in enumerate(results[:4]):
        assert len(set(ids)) == rows
        own = play.user(f"u{process}")
        assert [own.facts.get(fact_id).text for fact_id in ids] == writers[process][2]
    play.memory.flush()
    assert [len(listed(play.user(f"u{process}"))) for process in range(4)] == [rows] * 4
    assert play.memory.verify().clean


@pytest.mark.case("con-02")
def test_no_write_of_several_processes_is_dropped(lasting: Play) -> None:
    _four_writers_and_two_readers(lasting, rows=15, looks=15)


@pytest.mark.slow
@pytest.mark.case("con-02")
def test_no_write_of_a_thousand_is_dropped(lasting: Play) -> None:
    _four_writers_and_two_readers(lasting, rows=250, looks=200)


@pytest.mark.case("con-02")
def test_a_writer_waits_a_bounded_time_and_says_to_try_again(lasting: Play) -> None:
    lasting.user().remember("Keeps bees")
    lasting.memory.close()
    with Memory.open(lasting.url, config=Config(background=False, busy_seconds=0.2)) as memory:
        ana = memory.scope(user="u1")
        with a_long_write(lasting.url):
            for call in (
                lambda: ana.remember("Owns a kiln"),
                lambda: ana.observe([{"role": "user", "content": "I own a kiln"}]),
            ):
                with pytest.raises(StoreBusy) as refused:
                    call()
                assert refused.value.status == 503
        assert texts(ana) == ["Keeps bees"]
        ana.remember("Owns a kiln")
        assert texts(ana) == ["Keeps bees", "Owns a kiln"]
        assert memory.verify().clean


# ---------------------------------------------------------------- one turn, many calls


def test_calls_of_one_turn_lose_nothing(play: Play) -> None:
    base = play.user().remember("Mill opens at 9")

    def of_one_turn(number: int) -> list[Callable[[], object]]:
        ana = play.user(session=f"s{number % 3}")
        said = [{"role": "user", "content": f"I own millstone {number}"}]
        return [
            lambda: ana.remember(f"Mill tour {number} is at 11"),
            lambda: ana.observe(said),
            lambda: ana.recall("mill"),
            lambda: ana.context("mill"),
        ]

    calls = [call for number in range(10) for call in of_one_turn(number)]
    calls.append(lambda: play.user().correct(base.id, "Mill opens at 10"))
    at_once(calls)
    for moment in play.moments():
        wanted = {f"Mill tour {n} is at 11" for n in range(10)} | {"Mill opens at 10"}
        if moment != "at once":
            wanted |= {f"I own millstone {n}" for n in range(10)}
        assert texts(play.user()) == sorted(wanted), moment


# ---------------------------------------------------------------- many sessions


def _sessions(play: Play, processes: int, times: int) -> None:
    jobs = [["mix", f"u{number % 5}", times] for number in range(processes)]
    assert together(play.url, *jobs) == [times * 4] * processes
    with ThreadPoolExecutor(1) as pool:
        stats = pool.submit(play.memory.stats).result(timeout=1)
    assert stats.entries == processes * times
    play.memory.flush()
    assert play.memory.verify().clean


@pytest.mark.timeout(60)
def test_several_sessions_end_all_their_calls(lasting: Play) -> None:
    _sessions(lasting, processes=5, times=8)


@pytest.mark.slow
@pytest.mark.case("con-05")
@pytest.mark.timeout(300)
def test_twelve_sessions_end_all_their_calls(lasting: Play) -> None:
    """The case gives them a minute, which two idle cores keep; busy ones get five."""
    _sessions(lasting, processes=12, times=50)


# ---------------------------------------------------------------- short sessions


def _until(holds: Callable[[], bool], seconds: float = 30) -> None:
    clock = Ambient().clock
    end = clock.monotonic() + seconds
    while not holds():
        assert clock.monotonic() < end, f"not within {seconds} s"
        sleep(0.01)


@pytest.mark.case("con-08")
@pytest.mark.parametrize("background", [False, True])
def test_short_sessions_are_digested_however_few_their_messages(
    play: Play, background: bool
) -> None:
    if background:
        play.config = Config()
        play.reopen()
    ferrets, left, rows = "I keep two ferrets", "I am left-handed", "I row on Sundays"
    for session, said in (("s1", [ferrets]), ("s2", [left]), ("s2", [left, rows])):
        play.user(session=session).observe([{"role": "user", "content": one} for one in said])
    play.clock.tick(hours=1)
    if play.lasts:
        play.reopen()
    if background:
        _until(lambda: len(texts(play.user())) == 3)  # digested though nobody asks for it
    assert play.memory.flush().pending == 0
    for _ in play.moments():
        assert texts(play.user()) == sorted([ferrets, left, rows])


@pytest.mark.case("con-08")
def test_messages_of_a_process_that_was_killed_are_digested_by_the_next(lasting: Play) -> None:
    said = ["I keep two ferrets", "I am left-handed", "I row on Sundays"]
    with started(lasting.url, ["say", "u1", said]) as (worker,):
        worker.go()
        ids = worker.result()
        worker.kill()
    # What the other process was about to digest is free again when its lease has run out.
    later = lasting.ambient.clock.now() + timedelta(hours=1)
    lasting.ambient = replace(lasting.ambient, clock=FrozenClock(later))
    lasting.reopen()
    assert lasting.user().stats().entries == len(set(ids)) == 3
    lasting.memory.flush()
    assert texts(lasting.user()) == sorted(said)

"""Locks, full disks, forks, Ctrl-C: a call fails with a name, and nothing accepted is lost."""

from __future__ import annotations

import asyncio
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import cast

import psycopg
import pytest

from retentive import AsyncMemory, Config, Memory
from retentive.adapters.sql.sqlite import SqliteEngine
from retentive.adapters.sql.store import SqlStore
from retentive.kernel.ambient import SystemClock
from retentive.kernel.errors import ForkedHandle, StoreBusy, StoreClosed, StoreFull
from tests.durability.acts import QUIET, entry_of
from tests.durability.logs import linear, log_of, on, settled, state
from tests.durability.nursery import Nursery

BUSY = 0.4
SOON = 10.0
"""Seconds: far less than a lease or a wait for a lock lasts, far more than an end needs."""


def texts_of(memory: Memory) -> list[str]:
    return sorted(fact.text for fact in memory.scope(user="ana").facts.list().items)


# Locks.


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "one.db")
    return cast(str, request.getfixturevalue("kept_postgres"))


def test_a_lock_held_too_long_is_named_and_timed_and_nothing_is_written(
    nurse: Nursery, tmp_path: Path
) -> None:
    path = tmp_path / "busy.db"
    with Memory.open(str(path), config=Config(background=False, busy_seconds=BUSY)) as memory:
        ana = memory.scope(user="ana")
        ana.remember("Said before")
        holder = nurse.start("tests.durability.crowd:hold_lock", path=str(path), seconds=60)
        assert holder.hear() == "held"
        begun = SystemClock().monotonic()
        with pytest.raises(StoreBusy, match=r"0\.4 s; retry") as caught:
            ana.remember("Said too early")
        assert SystemClock().monotonic() - begun >= BUSY
        assert (caught.value.status, caught.value.facts["waited"]) == (503, BUSY)
        with pytest.raises(StoreBusy):
            ana.observe([{"role": "user", "content": "Said too early."}])
        assert [hit.text for hit in ana.recall("said", min_score=0)] == ["Said before"]
        with Memory.open(str(path), config=QUIET) as other:  # opening and reading wait for nobody
            assert texts_of(other) == ["Said before"]
        holder.tell("let go")
        assert holder.ended() == 0
        ana.remember("Said after")
        assert texts_of(memory) == ["Said after", "Said before"]
    on(path, settled)


def test_a_space_locked_too_long_in_postgresql_is_named_and_timed(kept_postgres: str) -> None:
    with Memory.open(kept_postgres, config=Config(background=False, busy_seconds=BUSY)) as memory:
        ana, bo = memory.scope(user="ana"), memory.scope(user="bo")
        ana.remember("Said before")
        bo.remember("Said by another")
        with psycopg.connect(kept_postgres) as other:
            other.execute("SELECT 1 FROM retentive.space WHERE id = 1 FOR UPDATE")
            begun = SystemClock().monotonic()
            with pytest.raises(StoreBusy, match=r"0\.4 s; retry") as caught:
                ana.remember("Said too early")
            assert SystemClock().monotonic() - begun >= BUSY
            assert caught.value.facts["waited"] == BUSY
            bo.remember("Said in another space")
        ana.remember("Said after")
        assert texts_of(memory) == ["Said after", "Said before"]
    on(kept_postgres, settled)


# Disks.


def test_a_full_file_is_named_and_later_writes_work(tmp_path: Path) -> None:
    path = tmp_path / "full.db"
    with Memory.open(str(path), config=QUIET) as memory:
        ana = memory.scope(user="ana")
        accepted = [entry_of(ana.remember("Said while there is room"))]
        pages = limit(memory, 0)
        limit(memory, pages + 12)

        def fill() -> None:
            for number in range(10_000):
                accepted.append(entry_of(ana.remember(f"{number} " + "canoe " * 300)))

        with pytest.raises(StoreFull, match="free some space") as caught:
            fill()
        assert caught.value.status == 507
        with pytest.raises(StoreFull):
            ana.observe([{"role": "user", "content": "no room " * 2000}])
        assert memory.stats().entries == len(accepted)
        limit(memory, 1 << 30)
        accepted.append(entry_of(ana.remember("Said when there is room again")))
    (entries,) = on(path, settled).values()
    assert [one.id for one in entries] == accepted


def limit(memory: Memory, pages: int) -> int:
    """Let the file grow to so many pages (0: as it is); return how many it has."""
    engine = cast(SqlStore, memory._twin._verbs.engine.wired.store)._engine
    with cast(SqliteEngine, engine).writing() as connection:
        if pages:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        return int(connection.exec_driver_sql("PRAGMA page_count").scalar_one())


def test_a_full_disk_loses_nothing_accepted_and_later_writes_work(
    nurse: Nursery, tmp_path: Path
) -> None:
    (code, count), seen, damages, after, reopened = nurse.run(
        "tests.durability.broken:fill_disk", folder=str(tmp_path)
    )
    assert code in {"store_full", "store_error"}
    assert count > 1
    assert seen == [1, count]
    assert damages == []
    assert after == [count + 1] * 3
    assert reopened == [count + 1, 0]


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every account can reach."""
    folder = Path(tempfile.mkdtemp(prefix="retentive-open-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize(("file", "folder"), [(0o444, 0o777), (0o666, 0o555), (0o000, 0o777)])
def test_what_may_not_be_written_is_named_and_left_alone(
    nurse: Nursery, open_folder: Path, file: int, folder: int
) -> None:
    path = open_folder / "kept.db"
    with Memory.open(str(path), config=QUIET) as memory:
        memory.scope(user="ana").remember("Said before")
    before = path.read_bytes()
    path.chmod(file)
    open_folder.chmod(folder)
    (code,) = nurse.run("tests.durability.broken:open_powerless", url=str(path))
    assert code == "store_read_only"
    assert [one.name for one in open_folder.iterdir()] == ["kept.db"]
    path.chmod(0o644)
    assert path.read_bytes() == before


def test_a_folder_that_is_missing_or_closed_is_named(nurse: Nursery, open_folder: Path) -> None:
    opened = "tests.durability.broken:open_powerless"
    assert nurse.run(opened, url=str(open_folder / "none" / "new.db")) == ["store_read_only"]
    inner = open_folder / "inner"
    inner.mkdir()
    open_folder.chmod(0o555)
    assert nurse.run(opened, url=str(open_folder / "new.db")) == ["store_read_only"]
    open_folder.chmod(0o000)
    assert nurse.run(opened, url=str(inner / "new.db")) == ["store_read_only"]
    open_folder.chmod(0o755)
    assert [one.name for one in open_folder.rglob("*")] == ["inner"]


# Forks and ends.


def test_a_forked_child_is_refused_and_harms_nothing(nurse: Nursery, tmp_path: Path) -> None:
    path = tmp_path / "forked.db"
    child = nurse.start("tests.durability.broken:fork_inside", url=str(path))
    told = child.hear()
    assert told.pop("close") == ""
    assert set(told.values()) == {ForkedHandle.code}
    assert child.hear() == 7
    accepted = [child.hear()]
    accepted += nurse.run("tests.durability.broken:write_once", url=str(path), text="Said apart")
    child.tell("go on")
    accepted.append(child.hear())
    child.send(signal.SIGKILL)
    assert child.ended() == -signal.SIGKILL
    (entries,) = on(path, settled).values()
    assert [one.id for one in entries[1:]] == accepted


def test_closing_twice_is_harmless_and_every_later_call_says_that_it_is_closed(
    url: str,
) -> None:
    memory = Memory.open(url)
    ana = memory.scope(user="ana")
    fact = ana.remember("Said before")
    memory.close()
    memory.close()
    calls: list[Callable[[], object]] = [
        lambda: ana.remember("no"),
        lambda: ana.observe([{"role": "user", "content": "no"}]),
        lambda: ana.recall("no"),
        lambda: ana.context("no"),
        lambda: ana.correct(fact.id, "no"),
        lambda: ana.forget(fact.id),
        lambda: ana.retract(fact.id),
        lambda: ana.history(fact.id),
        lambda: ana.facts.list(),
        lambda: ana.facts.get(fact.id),
        ana.stats,
        memory.flush,
        memory.rebuild,
        memory.verify,
        memory.stats,
    ]
    for call in calls:
        with pytest.raises(StoreClosed):
            call()


def test_an_async_memory_that_is_closed_says_so(url: str) -> None:
    async def main() -> None:
        memory = await AsyncMemory.open(url)
        ana = memory.scope(user="ana")
        await ana.remember("Said before")
        await memory.close()
        await memory.close()
        for call in (ana.remember("no"), ana.recall("no"), memory.flush(), memory.stats()):
            with pytest.raises(StoreClosed):
                await call

    asyncio.run(main())


@pytest.mark.parametrize("verb", ["observe", "remember", "flush"])
@pytest.mark.parametrize("with_block", [True, False])
def test_ctrl_c_ends_soon_and_what_was_acknowledged_is_there(
    nurse: Nursery, tmp_path: Path, verb: str, with_block: bool
) -> None:
    path = tmp_path / "interrupted.db"
    child = nurse.start(
        "tests.durability.broken:interrupted", url=str(path), verb=verb, with_block=with_block
    )
    accepted: list[str] = []
    while (line := child.hear()) != "flushing":
        accepted += line
        if verb != "flush" and len(accepted) > 60:
            break
    child.send(signal.SIGINT)
    begun = SystemClock().monotonic()
    accepted += [one for line in child.hear_all() if line != "flushing" for one in line]
    assert child.ended() == -signal.SIGINT
    assert SystemClock().monotonic() - begun < SOON

    async def work(memory: AsyncMemory) -> list[str]:
        await memory.flush(timeout=3 * SOON)
        (entries,) = (await settled(memory)).values()
        assert linear(entries)
        return [one.id for one in entries]

    ids = on(path, work)
    assert set(accepted) <= set(ids)
    assert len(ids) - len(accepted) in {0, 1, 20}  # the call that was under way


def test_ctrl_c_waits_for_a_lock_no_longer_than_the_call_would_have_waited(
    nurse: Nursery, tmp_path: Path
) -> None:
    path = tmp_path / "held.db"
    on(path, state)
    child = nurse.start(
        "tests.durability.broken:interrupted", url=str(path), verb="remember", with_block=True
    )
    assert child.hear()
    holder = nurse.start("tests.durability.crowd:hold_lock", path=str(path), seconds=60)
    assert holder.hear() == "held"
    child.send(signal.SIGINT)
    begun = SystemClock().monotonic()
    assert child.ended() == -signal.SIGINT
    assert SystemClock().monotonic() - begun < SOON
    holder.tell("let go")
    assert holder.ended() == 0


# Several memories, threads and processes.


def test_of_two_memories_on_one_file_in_one_process_neither_takes_the_others_locks(
    nurse: Nursery, tmp_path: Path
) -> None:
    path = tmp_path / "twice.db"
    child = nurse.start("tests.durability.broken:two_memories", url=str(path))
    accepted = [child.hear(), child.hear()]
    assert child.hear() == "open"
    accepted += nurse.run("tests.durability.broken:write_once", url=str(path), text="Said apart")
    assert Path(f"{path}-wal").exists(), "who came and went took the WAL for nobody's"
    child.tell("go on")
    accepted += [child.hear(), child.hear()]
    child.send(signal.SIGKILL)
    assert child.ended() == -signal.SIGKILL
    (entries,) = on(path, settled).values()
    assert [one.id for one in entries] == accepted


def test_two_memories_on_one_file_in_one_process_do_not_disturb_each_other(url: str) -> None:
    with Memory.open(url) as one, Memory.open(url) as other, ThreadPoolExecutor(8) as threads:

        def write(number: int) -> str:
            memory = (one, other)[number % 2]
            ana = memory.scope(user="ana")
            accepted = entry_of(ana.remember(f"Owns canoe number {number}"))
            assert ana.recall(f"canoe number {number}", min_score=0)
            return accepted

        accepted = list(threads.map(write, range(60)))
        one.close()
        other.scope(user="ana").remember("Said to the other")
    (entries,) = on(url, settled).values()
    assert {one.id for one in entries} > set(accepted)
    assert len(entries) == 61


SAME = "Prefers e-mail over phone"


def judge_same(url: str, keys: list[str]) -> None:
    """One fact, under the key that every call returned, before and after digestion."""
    assert len(set(keys)) == 1

    async def work(memory: AsyncMemory) -> None:
        for _ in range(2):
            facts = (await memory.scope(user="ana").facts.list()).items
            assert [(fact.key, fact.text) for fact in facts] == [(keys[0], SAME)]
            await memory.flush()
        log = await log_of(memory)
        assert [len(entries) for entries in log.values()] == [len(keys)]
        await settled(memory)

    on(url, work)


@pytest.mark.req("Z-75")
@pytest.mark.parametrize("background", [False, True])
def test_sixteen_threads_that_say_the_same_get_one_fact(url: str, background: bool) -> None:
    barrier = threading.Barrier(16)
    with Memory.open(url, config=Config(background=background)) as memory:
        ana = memory.scope(user="ana")

        def say(_: int) -> str:
            barrier.wait(30)
            return ana.remember(SAME).key

        with ThreadPoolExecutor(16) as threads:
            keys = list(threads.map(say, range(16)))
    judge_same(url, keys)


def test_tasks_that_say_the_same_get_one_fact(url: str) -> None:
    async def main() -> list[str]:
        async with await AsyncMemory.open(url) as memory:
            ana = memory.scope(user="ana")
            said = await asyncio.gather(*(ana.remember(SAME) for _ in range(16)))
            return [fact.key for fact in said]

    judge_same(url, asyncio.run(main()))


def test_processes_that_say_the_same_get_one_fact(nurse: Nursery, url: str) -> None:
    act = "tests.durability.crowd:remember_at_once"
    children = [nurse.start(act, url=url, text=SAME) for _ in range(2)]
    assert [child.hear() for child in children] == ["ready", "ready"]
    for child in children:
        child.tell("go")
    keys = [child.hear() for child in children]
    assert [child.ended() for child in children] == [0, 0]
    judge_same(url, keys)

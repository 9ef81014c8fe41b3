"""Several memories, threads, tasks and processes on one store."""

from __future__ import annotations

import asyncio
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from retentive import AsyncMemory, Config, Memory
from tests.durability.acts import entry_of
from tests.durability.logs import log_of, on, settled
from tests.durability.nursery import Nursery


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
    with (
        Memory.open(url, embedder=None) as one,
        Memory.open(url, embedder=None) as other,
        ThreadPoolExecutor(8) as threads,
    ):

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


@pytest.mark.parametrize("background", [False, True])
def test_sixteen_threads_that_say_the_same_get_one_fact(url: str, background: bool) -> None:
    barrier = threading.Barrier(16)
    with Memory.open(url, embedder=None, config=Config(background=background)) as memory:
        ana = memory.scope(user="ana")

        def say(_: int) -> str:
            barrier.wait(30)
            return ana.remember(SAME).key

        with ThreadPoolExecutor(16) as threads:
            keys = list(threads.map(say, range(16)))
    judge_same(url, keys)


def test_tasks_that_say_the_same_get_one_fact(url: str) -> None:
    async def main() -> list[str]:
        async with await AsyncMemory.open(url, embedder=None) as memory:
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

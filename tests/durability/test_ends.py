"""Forks, closed memories and Ctrl-C: refused or quick, and nothing accepted is lost."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from retentive import AsyncMemory, Memory
from retentive.kernel.ambient import SystemClock
from retentive.kernel.errors import ForkedHandle, StoreClosed
from tests.durability.logs import linear, on, settled, state
from tests.durability.nursery import INTERRUPTED, Nursery

SOON = 10.0
"""Seconds: far less than a lease or a wait for a lock lasts, far more than an end needs."""


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
    memory = Memory.open(url, embedder=None)
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
        memory = await AsyncMemory.open(url, embedder=None)
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
    assert child.ended() == INTERRUPTED
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
    assert child.ended() == INTERRUPTED
    assert SystemClock().monotonic() - begun < SOON
    holder.tell("let go")
    assert holder.ended() == 0


@pytest.mark.embed
@pytest.mark.parametrize("closes", [True, False])
def test_a_program_that_ends_while_its_memory_embeds_ends_well(
    tmp_path: Path, closes: bool
) -> None:
    program = f"""
from retentive import Memory
memory = Memory.open({str(tmp_path / "m.db")!r})
said = [{{"role": "user", "content": f"I keep number {{n}} of many things."}} for n in range(200)]
memory.scope(user="ana").observe(said)
while not memory.stats().vectors:
    pass
if {closes}:
    memory.close()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")

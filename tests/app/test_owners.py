"""A lease of a process that has ended is not waited for."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from retentive import AsyncMemory, Config
from retentive.app.owners import is_gone, owner_name
from retentive.errors import StoreBusy
from retentive.model.space import DIGEST
from tests.durability.logs import store_of
from tests.support.inside import engine_of

PRINT = "from retentive.app.owners import owner_name; print(owner_name('w'))"


@pytest.fixture(scope="module")
def ended() -> str:
    """Return the name of an owner whose process has ended."""
    told = subprocess.run([sys.executable, "-c", PRINT], capture_output=True, text=True, check=True)
    return told.stdout.strip()


def test_who_lives_who_has_ended_and_of_whom_nobody_knows(ended: str) -> None:
    mine = owner_name("w_1")
    place, _, began = mine.rpartition("/")
    assert is_gone(ended)
    assert not is_gone(mine)
    assert is_gone(f"{place}/{began}0")  # the number was given again
    elsewhere = ended.replace("@", "@another-")
    for unknown in ("", "w_1", elsewhere, "w_1@", f"{place}/", "w_1@here/-1/2", "@//"):
        assert not is_gone(unknown)


def test_work_that_a_dead_process_holds_is_taken_over_at_once(ended: str) -> None:
    async def main() -> None:
        config = Config(background=False)
        async with await AsyncMemory.open("memory://", embedder=None, config=config) as memory:
            ana = memory.scope(user="ana")

            async def held_by(owner: str) -> None:
                await ana.observe([{"role": "user", "content": "I like tea."}])
                engine = engine_of(memory)
                able, now = engine.digester.able, engine.now()
                lease = store_of(memory).lease(DIGEST, owner, able=able, now=now, seconds=30)
                assert await lease is not None

            await held_by(ended)
            assert (await memory.flush(timeout=20)).digested == 1
            await held_by(owner_name("w_1"))
            with pytest.raises(StoreBusy):
                await memory.flush(timeout=0.1)

    asyncio.run(main())

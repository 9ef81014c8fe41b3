"""Waiting until what was accepted is digested, and where that never comes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from retentive import AsyncMemory, Config
from retentive.adapters.sql.store import SqlStore
from retentive.app.languages import RuleExtractor
from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Reply
from retentive.testing.scripted import ScriptedExtractor
from tests.adapters.test_sql_plans import recorded
from tests.properties.places import opened
from tests.support.inside import engine_of
from tests.support.stores import MemoryData

BUSY = Config(background=True)
QUIET = Config(background=False)
SAID = [{"role": "user", "content": "I like green tea."}]


@dataclass
class Slow(RuleExtractor):
    """An extractor that waits until it may go on."""

    may: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        super().__init__()

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        """Wait, then do the work."""
        assert self.may.wait(30)
        return super().extract(entry, earlier, reply)


@pytest.mark.parametrize("config", [BUSY, QUIET])
def test_waiting_ends_where_this_process_cannot_digest(config: Config) -> None:
    async def main() -> None:
        data = MemoryData()
        async with await opened(data, extractor=ScriptedExtractor()) as other:
            await other.scope(user="ana").observe(SAID)
        async with asyncio.timeout(20), await opened(data, config=config) as memory:
            engine_of(memory).start()
            receipt = await memory.scope(user="ana").observe(SAID)
            assert not await receipt.wait()
            assert (await memory.flush()).pending == 2
            mine = await memory.scope(user="bo").observe(SAID)
            assert await mine.wait()
            assert (await memory.flush()).pending == 2

    asyncio.run(main())


def test_waiting_ends_after_its_time_and_works_again_later() -> None:
    async def main() -> None:
        slow = Slow()
        memory = await AsyncMemory.open("memory://", extractor=slow, config=BUSY)
        async with asyncio.timeout(20), memory:
            receipt = await memory.scope(user="ana").observe(SAID)
            assert not await receipt.wait(0.05)
            slow.may.set()
            assert await receipt.wait()

    asyncio.run(main())


def test_a_flush_counts_nothing_but_what_it_waits_for(tmp_path: Path) -> None:
    async def main() -> list[str]:
        memory = await AsyncMemory.open(str(tmp_path / "m.db"), config=QUIET)
        async with memory:
            for number in range(9):
                await memory.scope(user=f"u{number}").observe(SAID)
            await memory.flush()
            store = engine_of(memory).wired.store
            assert isinstance(store, SqlStore)
            with recorded(store) as found:
                flushed = await memory.flush()
            assert (flushed.digested, flushed.pending, flushed.dead_letters) == (0, 0, 0)
            return [sql for sql, _ in found]

    statements = asyncio.run(main())
    assert len([sql for sql in statements if sql.startswith("SELECT")]) <= 4, statements


def test_a_flush_tells_what_was_given_up() -> None:
    async def main() -> None:
        extractor = ScriptedExtractor([*[RuntimeError("odd")] * 3, "[]"])
        memory = await AsyncMemory.open("memory://", extractor=extractor, config=QUIET)
        async with memory:
            await memory.scope(user="ana").observe(SAID)
            flushed = await memory.flush()
            assert (flushed.pending, flushed.dead_letters) == (0, 1)
            assert (await memory.flush()).dead_letters == 1

    asyncio.run(main())

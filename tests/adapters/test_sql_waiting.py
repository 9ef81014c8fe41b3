"""How long a write waits while another process holds the file, and that `close` ends it."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from retentive import Config, Memory
from retentive.kernel.ambient import SystemClock
from retentive.kernel.errors import RetentiveError, StoreBusy, StoreClosed
from retentive.testing import build
from tests.adapters.opening import append, heads, opened

BUSY = 0.8
LONG = 60.0
SOON = 10.0
CLOCK = SystemClock()


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the lock that a writer needs."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("COMMIT")


def test_calls_that_wait_behind_one_another_wait_no_longer_than_one(tmp_path: Path) -> None:
    path = tmp_path / "m.db"

    async def main() -> None:
        store = await opened(path, busy_seconds=BUSY)
        await store.write(build.ANA, append)
        begun = CLOCK.monotonic()
        with held(path):
            calls = [store.write(build.ANA, append) for _ in range(5)]
            answers = await asyncio.gather(*calls, return_exceptions=True)
        took = CLOCK.monotonic() - begun
        assert [type(answer) for answer in answers] == [StoreBusy] * 5
        assert "0.8 s; retry" in str(answers[-1])
        assert BUSY <= took < 2 * BUSY
        assert await store.write(build.ANA, append) == 2
        await store.close()

    asyncio.run(main())


def test_who_waited_its_time_behind_others_still_tries_once(tmp_path: Path) -> None:
    async def main() -> None:
        store = await opened(tmp_path / "m.db", busy_seconds=0.0)
        assert await asyncio.gather(*(store.write(build.ANA, append) for _ in range(3)))
        assert await store.read([build.ANA], heads) == [3]
        await store.close()

    asyncio.run(main())


def test_close_ends_the_waiting_for_another_process(tmp_path: Path) -> None:
    path = tmp_path / "m.db"

    async def main() -> None:
        store = await opened(path, busy_seconds=LONG)
        await store.write(build.ANA, append)
        begun = CLOCK.monotonic()
        with held(path):
            calls = [asyncio.create_task(store.write(build.ANA, append)) for _ in range(3)]
            await asyncio.sleep(0.05)
            await store.close()
            answers = await asyncio.gather(*calls, return_exceptions=True)
        assert CLOCK.monotonic() - begun < SOON
        assert [type(answer) for answer in answers] == [StoreClosed] * 3
        assert "nothing of that call was stored" in str(answers[0])
        again = await opened(path)
        assert await again.read([build.ANA], heads) == [1]
        await again.close()

    asyncio.run(main())


def test_a_memory_closes_soon_though_another_process_holds_the_file(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    memory = Memory.open(str(path), config=Config(busy_seconds=LONG))
    ana = memory.scope(user="ana")
    ana.remember("Owns a kiln")
    memory.flush()
    heard: list[type[RetentiveError]] = []

    def say() -> None:
        with pytest.raises(StoreClosed) as caught:
            ana.remember("Owns a canoe")
        heard.append(caught.type)

    with held(path):
        waiting = threading.Thread(target=say)
        waiting.start()
        waiting.join(0.2)
        begun = CLOCK.monotonic()
        memory.close()
        assert CLOCK.monotonic() - begun < SOON
        waiting.join(SOON)
    assert heard == [StoreClosed]
    with Memory.open(str(path), config=Config(background=False)) as again:
        texts = [one.text for one in again.scope(user="ana").facts.list().items]
    assert texts == ["Owns a kiln"]

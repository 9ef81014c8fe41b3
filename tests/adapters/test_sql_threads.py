"""Many threads, handles and processes over one store."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from retentive.adapters.sql.store import SqlStore
from retentive.kernel.ambient import Process
from retentive.kernel.errors import ForkedHandle
from retentive.kernel.scope import Address, Visibility
from retentive.model.space import Lease
from retentive.testing import build
from tests.adapters.opening import append, heads, opened, using


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


def test_several_handles_create_one_store(url: str) -> None:
    def make(_: int) -> list[int]:
        async def main() -> list[int]:
            store = await opened(url, busy_seconds=30.0)
            await store.write(build.ANA, append)
            found = await store.read([build.ANA], heads)
            await store.close()
            return found

        return asyncio.run(main())

    with ThreadPoolExecutor(3) as pool:
        assert max(pool.map(make, range(3))) == [3]


def test_a_child_that_forked_is_told_to_open_its_own(tmp_path: Path) -> None:
    code = """
import asyncio, os, sys
from retentive.kernel.errors import ForkedHandle
from retentive.testing import build
from tests.adapters.opening import append, heads, opened

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


def test_a_handle_is_refused_in_a_forked_child(url: str) -> None:
    async def work(store: SqlStore) -> None:
        await store.write(build.ANA, append)
        store._calls._process = Process(os.getpid() + 1)
        for call in (
            lambda: store.read([build.ANA], heads),
            lambda: store.write(build.ANA, append),
            store.addresses,
        ):
            with pytest.raises(ForkedHandle, match="spawn, or fork before opening"):
                await call()
        await store.close()
        store._calls._process = Process()
        assert await store.write(build.ANA, append) == 2

    using(url, work)

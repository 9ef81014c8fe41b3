"""What is ours is opened, what is not is left alone; and what the file promises."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from retentive.adapters.sql.schema import VERSION
from retentive.adapters.sql.sqlite import APPLICATION_ID, SqliteEngine
from retentive.adapters.sql.store import SqlStore
from retentive.kernel.errors import (
    CorruptStore,
    ForeignFile,
    InvalidInput,
    NewerFile,
    RetentiveError,
    StoreBusy,
    StoreFull,
)
from retentive.ports.store import Transaction
from retentive.testing import build
from tests.adapters.opening import append, heads, opened


def writer(store: SqlStore) -> Any:
    """Return the one connection that writes."""
    assert isinstance(store._engine, SqliteEngine)
    with store._engine._writer.connect() as connection:
        return connection.connection.dbapi_connection


async def _made(path: Path) -> None:
    store = await opened(path)
    await store.write(build.ANA, append)
    await store.close()


def _of_others(path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE theirs (x)")
        raw.execute("INSERT INTO theirs VALUES (1)")
        raw.commit()


def _newer(path: Path) -> None:
    asyncio.run(_made(path))
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(f"PRAGMA user_version = {VERSION + 1}")


FOREIGN: dict[str, tuple[Callable[[Path], object], type[RetentiveError]]] = {
    "another program's file": (_of_others, ForeignFile),
    "text": (lambda path: path.write_text("Dear diary,\n" * 99), ForeignFile),
    "one byte": (lambda path: path.write_bytes(b"S"), ForeignFile),
    "a cut header": (lambda path: path.write_bytes(b"SQLite format 3\x00"), ForeignFile),
    "a newer file": (_newer, NewerFile),
}


@pytest.mark.parametrize("name", list(FOREIGN))
def test_what_is_not_ours_is_refused_and_left_as_it_was(name: str, tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    make, error = FOREIGN[name]
    make(path)
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(error, match=r"x\.db"):
            asyncio.run(opened(path))
    assert path.read_bytes() == before


def test_a_folder_and_a_missing_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ForeignFile, match="not a file"):
        asyncio.run(opened(tmp_path))
    with pytest.raises(InvalidInput, match="create it first"):
        asyncio.run(opened(tmp_path / "none" / "m.db"))


def test_an_empty_file_becomes_a_store(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    path.touch()
    asyncio.run(_made(path))
    header = path.read_bytes()[:100]
    assert int.from_bytes(header[68:72], "big") == APPLICATION_ID
    assert int.from_bytes(header[60:64], "big") == VERSION


@pytest.mark.parametrize("url", ["{0}", "sqlite:///{0}"])
def test_a_path_and_a_url_name_the_same_file(url: str, tmp_path: Path) -> None:
    path = tmp_path / "odd ?#%20' name.db"
    asyncio.run(_made(path))

    async def main() -> str:
        store = await opened(url.format(path))
        assert await store.read([build.ANA], heads) == [1]
        await store.close()
        return store.location

    assert asyncio.run(main()) == str(path)
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_what_may_not_be_written_can_be_read(open_folder: Path) -> None:
    path = open_folder / "m.db"
    asyncio.run(_made(path))
    folder = path.parent
    code = """
import asyncio, os, sys
from tests.adapters.opening import append, heads, opened
from retentive.kernel.errors import StoreReadOnly
from retentive.testing import build
import retentive.adapters.sql.sqlite  # while its packages can still be read
if os.geteuid() == 0:
    os.setuid(65534)
async def main():
    store = await opened(sys.argv[1])
    assert await store.read([build.ANA], heads) == [1]
    try:
        await store.write(build.ANA, append)
    except StoreReadOnly as error:
        assert "cannot be written" in str(error), error
    else:
        sys.exit("it was written")
    await store.close()
asyncio.run(main())
"""
    before = path.read_bytes()
    for mode_of_file, mode_of_folder in ((0o444, 0o777), (0o666, 0o555), (0o444, 0o555)):
        path.chmod(mode_of_file)
        folder.chmod(mode_of_folder)
        done = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert [one.name for one in folder.iterdir()] == [path.name]
    assert path.read_bytes() == before


def test_the_writer_waits_for_the_disk_and_readers_cannot_write(tmp_path: Path) -> None:
    async def main() -> None:
        store = await opened(tmp_path / "m.db")
        raw = writer(store)
        assert raw.execute("PRAGMA synchronous").fetchone() == (2,)
        assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert raw.execute("PRAGMA secure_delete").fetchone() == (1,)
        assert isinstance(store._engine, SqliteEngine)
        with store._engine.reading() as connection:
            assert connection.exec_driver_sql("PRAGMA query_only").scalar() == 1
        await store.close()

    asyncio.run(main())


def test_a_full_disk_loses_nothing_and_heals(tmp_path: Path) -> None:
    async def main() -> None:
        store = await opened(tmp_path / "m.db")
        await store.write(build.ANA, append)
        raw = writer(store)
        (pages,) = raw.execute("PRAGMA page_count").fetchone()
        raw.execute(f"PRAGMA max_page_count = {pages}")

        def big(tx: Transaction) -> None:
            tx.append([build.entry(tx.space.id, 2, "long " * 100_000)], {})

        with pytest.raises(StoreFull, match="disk is full") as caught:
            await store.write(build.ANA, big)
        assert caught.value.__cause__ is not None
        assert await store.read([build.ANA], heads) == [1]
        raw.execute("PRAGMA max_page_count = 1000000")
        await store.write(build.ANA, big)
        assert await store.read([build.ANA], heads) == [2]
        await store.close()

    asyncio.run(main())


def test_a_locked_file_is_busy_and_readers_do_not_care(tmp_path: Path) -> None:
    path = tmp_path / "m.db"

    async def main() -> None:
        store = await opened(path)
        await store.write(build.ANA, append)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreBusy, match=r"held the store for 0\.1 s; retry"):
                await store.write(build.ANA, append)
            assert await store.read([build.ANA], heads) == [1]
            other.execute("COMMIT")
        assert await store.write(build.ANA, append) == 2
        await store.close()

    asyncio.run(main())


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    asyncio.run(_made(path))
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))

    async def main() -> None:
        store = await opened(path)
        await store.close()

    with pytest.raises(CorruptStore, match="damaged"):
        asyncio.run(main())


def test_the_check_of_a_file_damaged_in_the_middle_tells_it(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    asyncio.run(_made(path))
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xa5" * 4000)

    async def main() -> list[str]:
        store = await opened(path)
        try:
            return [one.check for one in await store.damages()]
        finally:
            await store.close()

    found = set(asyncio.run(main()))
    assert {"engine"} <= found <= {"engine", "unreadable"}  # by what stands in the middle


def test_the_check_of_a_sound_file_finds_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        store = await opened(tmp_path / "m.db")
        await store.write(build.ANA, append)
        assert await store.damages() == []
        await store.close()

    asyncio.run(main())

"""A lock held too long, a full disk, a read-only file: named, and nothing is lost."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import psycopg
import pytest

from retentive import Config, Memory
from retentive.adapters.sql.sqlite import SqliteEngine
from retentive.adapters.sql.store import SqlStore
from retentive.kernel.ambient import SystemClock
from retentive.kernel.errors import StoreBusy, StoreFull
from tests.durability.acts import QUIET, entry_of
from tests.durability.logs import on, settled
from tests.durability.nursery import Nursery
from tests.support.inside import engine_of

BUSY = 0.4


def texts_of(memory: Memory) -> list[str]:
    return sorted(fact.text for fact in memory.scope(user="ana").facts.list().items)


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
    engine = cast(SqlStore, engine_of(memory).wired.store)._engine
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


@pytest.mark.parametrize(("file", "folder"), [(0o444, 0o777), (0o666, 0o555), (0o444, 0o555)])
def test_what_may_not_be_written_is_read_and_left_alone(
    nurse: Nursery, open_folder: Path, file: int, folder: int
) -> None:
    path = open_folder / "kept.db"
    with Memory.open(str(path), config=QUIET) as memory:
        memory.scope(user="ana").remember("Said before")
        memory.flush()
    before = path.read_bytes()
    path.chmod(file)
    open_folder.chmod(folder)
    found, code = nurse.run("tests.durability.broken:read_powerless", url=str(path))
    assert (found, code) == (["Said before"], "store_read_only")
    assert [one.name for one in open_folder.iterdir()] == ["kept.db"]
    path.chmod(0o644)
    assert path.read_bytes() == before


def test_what_may_not_be_read_is_named(nurse: Nursery, open_folder: Path) -> None:
    path = open_folder / "kept.db"
    with Memory.open(str(path), config=QUIET):
        pass
    path.chmod(0o000)
    assert nurse.run("tests.durability.broken:open_powerless", url=str(path)) == ["store_read_only"]


def test_a_folder_that_is_missing_or_closed_is_named(nurse: Nursery, open_folder: Path) -> None:
    opened = "tests.durability.broken:open_powerless"
    assert nurse.run(opened, url=str(open_folder / "none" / "new.db")) == ["invalid_input"]
    inner = open_folder / "inner"
    inner.mkdir()
    open_folder.chmod(0o555)
    assert nurse.run(opened, url=str(open_folder / "new.db")) == ["store_read_only"]
    open_folder.chmod(0o000)
    assert nurse.run(opened, url=str(inner / "new.db")) == ["invalid_input"]
    open_folder.chmod(0o755)
    assert [one.name for one in open_folder.rglob("*")] == ["inner"]

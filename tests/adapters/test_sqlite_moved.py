"""A file that is renamed, deleted or replaced while it is open: nothing is acknowledged into it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from retentive import Config, Memory
from retentive.adapters.sql.files import check_still, still
from retentive.errors import StoreBusy, StoreMoved

QUIET = Config(background=False)


def put_away(path: Path) -> None:
    path.rename(path.with_suffix(".away"))


def replace_by_another(path: Path) -> None:
    put_away(path)
    with Memory.open(path.with_suffix(".new"), config=QUIET):
        pass
    path.with_suffix(".new").rename(path)


def replace_by_a_copy(path: Path) -> None:
    put_away(path)
    shutil.copyfile(path.with_suffix(".away"), path)


def replace_by_a_folder(path: Path) -> None:
    put_away(path)
    path.mkdir()


@pytest.mark.parametrize(
    "act", [put_away, replace_by_another, replace_by_a_copy, replace_by_a_folder]
)
def test_a_write_is_refused_until_the_file_is_back(
    act: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, config=QUIET) as memory:
        ana = memory.scope(user="ana")
        ana.remember("Said before")
        act(path)
        for text in ("Said meanwhile", "Said again"):
            with pytest.raises(StoreMoved, match="put it back, or open the store again"):
                ana.remember(text)
            with pytest.raises(StoreMoved):
                ana.observe([{"role": "user", "content": text}])
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        path.with_suffix(".away").rename(path)
        ana.remember("Said after")
    with Memory.open(path, config=QUIET) as memory:
        assert memory.verify().clean
        facts = memory.scope(user="ana").facts.list().items
        assert {fact.text for fact in facts} == {"Said before", "Said after"}


def test_a_deleted_file_is_refused_and_not_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, config=QUIET) as memory:
        ana = memory.scope(user="ana")
        ana.remember("Said before")
        path.unlink()
        with pytest.raises(StoreMoved):
            ana.remember("Said after")
        with pytest.raises(StoreMoved):
            memory.flush()
    assert not path.exists()


@pytest.mark.parametrize("touched", ["m.db", "m.db-wal"])
def test_what_is_read_without_a_lock_must_stay_as_it_was(touched: str, tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    path.write_bytes(b"before")
    seen = still(path)
    check_still(path, seen)
    (tmp_path / touched).write_bytes(b"later on")
    with pytest.raises(StoreBusy, match="open it again"):
        check_still(path, seen)

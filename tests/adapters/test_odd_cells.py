"""A cell that holds something of another kind is an error of ours, and a damage in `verify`."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from retentive import Config, Memory
from retentive.app.sync_handle import Handle
from retentive.errors import CorruptStore

QUIET = Config(background=False)
LONG = "I like tea. " + "x" * 70_000

VERBS: dict[str, Callable[[Memory, Handle], object]] = {
    "recall": lambda memory, ana: ana.recall("tea"),
    "facts": lambda memory, ana: ana.facts.list(),
    "stats": lambda memory, ana: memory.stats(),
    "remember": lambda memory, ana: ana.remember("I like pie."),
    "flush": lambda memory, ana: memory.flush(timeout=5),
    "rebuild": lambda memory, ana: memory.rebuild(),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with a long text and something that is pending."""
    path = tmp_path_factory.mktemp("odd") / "whole.db"
    with Memory.open(path, embedder=None, config=QUIET) as memory:
        ana = memory.scope(user="ana", session="s")
        ana.observe([{"role": "user", "content": text} for text in ("I own a canoe.", LONG)])
        memory.flush()
        ana.observe([{"role": "user", "content": "I own a kite."}])
    return path


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        ("UPDATE space SET head_seq = 'zz'", {*VERBS}),
        ("UPDATE space SET audit_link = 7", {*VERBS}),
        ("UPDATE space SET last_recorded_at = 'zz'", {*VERBS}),
        ("UPDATE space SET name = x'00'", {"stats", "flush", "rebuild"}),
        ("UPDATE generation SET last_doc = 'zz'", {*VERBS}),
        ("UPDATE entry SET blob = 'z' WHERE blob IS NOT NULL", {"rebuild"}),
        ("UPDATE blob SET data = 7", {"rebuild"}),
        ("UPDATE watermark SET done_seq = 'zz'", {"stats"}),
        ("UPDATE watermark SET attempts = x'fffe'", {"flush", "stats"}),
        ("UPDATE watermark SET owner = x'fffe'", set()),
        ("UPDATE watermark SET next_try = x'fffe'", {"flush", "stats"}),
    ],
)
def test_an_odd_cell_is_named_by_verify_and_refused_elsewhere(
    whole: Path, tmp_path: Path, change: str, refused: set[str]
) -> None:
    path = tmp_path / "odd.db"
    shutil.copy(whole, path)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(change)
    with Memory.open(path, embedder=None, config=QUIET) as memory:
        damages = memory.verify().damages
        assert damages
        assert not any("retentive verify" in one.detail for one in damages)
    failed: dict[str, str] = {}
    for name, verb in VERBS.items():
        other = tmp_path / f"{name}.db"
        shutil.copy(path, other)
        with Memory.open(other, embedder=None, config=QUIET) as memory:
            try:
                verb(memory, memory.scope(user="ana", session="s"))
            except CorruptStore as error:
                failed[name] = error.message
    assert failed.keys() >= refused
    assert all("retentive verify" in message for message in failed.values())

"""The evaluation sets that come with the sources: what is in them, and that it is in order."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from retentive.surfaces.bench.own import CHATS, load_abstention, load_chats, load_updates
from tests.house.source import ROOT

DATA = ROOT / "benchmarks" / "data"
FILES = ("assistant_chats.json", "abstention.json", "updates.json")


def test_the_sets_are_read_whole() -> None:
    chats = load_chats(DATA / "assistant_chats.json")
    kinds = Counter(one.kind for talk in chats for one in talk.questions)
    assert (len(chats), sum(len(talk.turns) for talk in chats)) == (30, 1845)
    assert (set(kinds), kinds.total()) == (set(CHATS.kinds), 194)
    pairs = load_abstention(DATA / "abstention.json")
    assert Counter(one.kind for talk in pairs for one in talk.questions) == {
        "answered": 200,
        "off_topic": 100,
        "near_miss": 100,
    }
    updates = load_updates(DATA / "updates.json")
    assert len(updates) == 35
    assert all(one.stale and one.evidence for talk in updates for one in talk.questions)


def test_the_files_are_what_the_texts_beside_them_make(tmp_path: Path) -> None:
    shutil.copytree(DATA / "src", tmp_path / "src")
    subprocess.run([sys.executable, str(tmp_path / "src" / "build.py")], check=True)
    for name in FILES:
        assert (tmp_path / name).read_bytes() == (DATA / name).read_bytes()


def test_the_checks_find_nothing_wrong_and_bite(tmp_path: Path) -> None:
    for name in (*FILES, "validate.py"):
        shutil.copy(DATA / name, tmp_path)

    def checked() -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, str(tmp_path / "validate.py")], capture_output=True, text=True
        )
        return done.returncode, done.stdout

    assert checked()[0] == 0
    path = tmp_path / "updates.json"
    path.write_text(path.read_text("utf-8").replace('"t8"', '"t99"', 1), "utf-8")
    code, told = checked()
    assert code == 1
    assert "c01: " in told

"""The benchmarks of time: what they measure and beside what; how fast it is tests nothing."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from retentive import InvalidInput, Memory
from retentive.surfaces.bench.bare import exact_scan, full_text, replayed
from retentive.surfaces.bench.extraction_speed import read_through, speed, texts
from retentive.surfaces.bench.recalling import recalling
from retentive.surfaces.bench.rows import lines, row
from retentive.surfaces.bench.sentences import sentences
from retentive.surfaces.bench.storing import Sizes, storing
from retentive.surfaces.cli import root
from tests.surfaces.embedding import WordEmbedder


@contextmanager
def quietly(label: str) -> Iterator[Callable[[int, int], None]]:
    yield lambda done, total: None


def test_a_row_shows_ours_the_yardstick_and_their_ratio() -> None:
    rows = [
        row("a write", 6.0, "ms", yardstick=2.0, wanted="≤ 3×"),
        row("lost", 0, "", wanted="0"),
        row("facts", 12_345, ""),
    ]
    assert list(lines(rows)) == [
        "what             ours     yardstick   ratio  wanted",
        "a write          6 ms          2 ms    3.00  ≤ 3×",
        "lost                0             –       –  0",
        "facts          12,345             –       –  shown",
    ]


def test_statements_are_always_the_same_and_all_different() -> None:
    said = sentences(200)
    assert said[150:] == sentences(50, start=150)
    assert len({one.text for one in said}) == 200
    thing = said[0].text.split()[3]
    assert thing in said[0].question


def test_bare_sqlite_writes_the_rows_of_the_library_in_as_many_transactions(
    tmp_path: Path,
) -> None:
    place, copy = tmp_path / "ours.db", tmp_path / "bare.db"
    with Memory.open(place) as memory:
        for one in sentences(3):
            memory.scope(user="ana").remember(one.text)
        memory.flush()
    assert len(replayed(place, copy, 3)) == 3
    with closing(sqlite3.connect(place)) as ours, closing(sqlite3.connect(copy)) as bare:
        for name in ("entry", "fact", "posting", "audit"):
            query = f"SELECT * FROM {name}"
            assert sorted(ours.execute(query), key=repr) == sorted(bare.execute(query), key=repr)


def test_bare_full_text_and_exact_scans_are_timed_a_query(tmp_path: Path) -> None:
    said = sentences(5)
    queries = [one.question for one in said]
    assert len(full_text(tmp_path / "fts.db", [one.text for one in said], queries)) == 5
    scan = exact_scan(5, 8, 3)
    assert scan is not None
    assert len(scan) == 3


@pytest.mark.slow
def test_recall_is_measured_beside_a_writer_at_each_size() -> None:
    names = [one.what for one in recalling((10, 20), WordEmbedder(), quietly)]
    assert [name for name in names if "statements" in name] == [
        "facts among 10 statements",
        "facts among 20 statements",
    ]
    assert "recall p95 of 20 beside a writer; bare FTS5 + scan" in names


def test_recall_is_measured_from_the_command_line() -> None:
    done = CliRunner().invoke(root, ["bench", "recall", "--sizes", "10", "--json"])
    assert done.exit_code == 0, done.output
    rows = {one["what"]: one for one in json.loads(done.stdout)}
    timed = rows["recall p95 of 10 beside a writer; bare FTS5"]
    assert (timed["unit"], timed["wanted"]) == ("ms", "≤ 2×")
    assert timed["ratio"] == pytest.approx(timed["ours"] / timed["yardstick"])


@pytest.mark.slow
def test_writes_are_measured_and_lose_and_double_nothing() -> None:
    sizes = Sizes(writes=5, own=4, foreign=3, processes=3, each=4)
    rows = {one.what: one for one in storing(sizes, WordEmbedder(), quietly)}
    crowd = "3 processes × 4 writes into one space"
    assert rows[f"{crowd}: lost"].ours == 0
    assert rows[f"{crowd}: doubled"].ours == 0
    assert rows[f"{crowd}: damages found by verify"].ours == 0
    assert rows["answers equal in ids, order and scores at 3× foreign data"].ours == 1
    assert rows["CPU of a fresh process: import; python alone"].yardstick is not None


def test_reading_is_timed_beside_a_tokeniser_and_a_long_transcript_weighed(tmp_path: Path) -> None:
    file = tmp_path / "said.json"
    file.write_text('[{"turns": [{"text": "I moved to Faro."}, {"text": " "}, {"text": "Rain."}]}]')
    assert texts(file) == ["I moved to Faro.", "Rain."]
    rows = speed(file, size=5000, spite=200)
    assert [one.unit for one in rows] == ["MB/s", "MB/s", "×", "s", "MB", "MB"]
    assert all(one.ours > 0 for one in rows[:5])
    assert read_through(texts(file), 2000) > 90


def test_a_file_without_texts_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "said.json"
    file.write_text('{"said": "nothing"}')
    with pytest.raises(InvalidInput, match="with a `text` anywhere in it: there is nothing"):
        speed(file)

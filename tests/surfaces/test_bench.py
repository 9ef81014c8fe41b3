"""The LoCoMo benchmark on a conversation of our own in the same format."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from retentive import InvalidInput
from retentive.surfaces.bench.locomo import evidence_ids, load
from retentive.surfaces.bench.marks import Mark, Means, mark, means, percentile
from retentive.surfaces.bench.yardstick import PlainBM25
from retentive.surfaces.cli import root

TINY = Path(__file__).with_name("locomo-tiny.json")


@pytest.mark.parametrize(
    ("evidence", "ids"),
    [
        (["D1:3"], ("D1:3",)),
        (["D8:6; D9:17", "D8:6"], ("D8:6", "D9:17")),
        (["D1:18", "D", "D1:20"], ("D1:18", "D1:20")),
        (["D:11:26", "D30:05"], ("D30:5",)),
        (["", "none"], ()),
    ],
)
def test_evidence_is_read_as_people_typed_it(evidence: list[str], ids: tuple[str, ...]) -> None:
    assert evidence_ids(evidence) == ids


def test_a_file_becomes_sessions_turns_and_questions() -> None:
    (talk,) = load(TINY)
    assert (talk.id, talk.speaker_a, list(talk.sessions)) == (
        "tiny-1",
        "Nora",
        ["session_1", "session_2"],
    )
    assert [(turn.id, turn.said_at) for turn in talk.turns] == [
        ("D1:1", datetime(2024, 6, 3, 9, 5, tzinfo=UTC)),
        ("D1:2", datetime(2024, 6, 3, 9, 5, 30, tzinfo=UTC)),
        ("D2:1", datetime(2024, 7, 14, 12, 30, tzinfo=UTC)),
        ("D2:2", datetime(2024, 7, 14, 12, 30, 30, tzinfo=UTC)),
    ]
    assert talk.turns[1].text.endswith("in August. [shared image: a lighthouse on a red cliff]")
    assert [(one.category, one.evidence) for one in talk.questions] == [
        (4, ("D1:1",)),
        (1, ("D1:1", "D2:2")),
        (2, ("D1:2",)),
        (5, ("D2:1",)),
    ]


@pytest.mark.parametrize("text", ["{}", "[1]", "not json", '[{"sample_id": "x"}]'])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, "utf-8")
    if text == "{}":
        assert load(path) == []
    else:
        with pytest.raises(InvalidInput, match="is not a LoCoMo file"):
            load(path)


def test_marks_count_distinct_turns_of_the_first_k_answers() -> None:
    answers = [("a",), ("a", "b"), ("c",), ("d",)]
    assert mark(1, answers, ["b", "d"], (1, 2, 4)) == Mark(
        category=1, recall={1: 0.0, 2: 0.5, 4: 1.0}, hit=True, reciprocal_rank=0.5
    )
    assert mark(1, [], ["b"], (5,)) == Mark(
        category=1, recall={5: 0.0}, hit=False, reciprocal_rank=0.0
    )


def test_means_and_percentiles() -> None:
    marks = [
        Mark(category=1, recall={5: 1.0}, hit=True, reciprocal_rank=0.5),
        Mark(category=2, recall={5: 0.0}, hit=False, reciprocal_rank=0.0),
    ]
    assert means(marks, [5]) == Means(questions=2, recall={5: 0.5}, hit_at_10=0.5, mrr=0.25)
    assert means([], [5]) == Means(questions=0, recall={5: 0.0}, hit_at_10=0.0, mrr=0.0)
    assert [percentile([4.0, 1.0, 3.0, 2.0], share) for share in (0.5, 0.95)] == [3.0, 4.0]
    assert percentile([], 0.5) == 0.0


def test_the_yardstick_ranks_rare_words_first() -> None:
    index = PlainBM25(["the red cliff", "the red the red barn", "a violin", ""])
    assert index.search("RED violin", 10) == [2, 1, 0]
    assert index.search("submarine", 10) == []
    assert PlainBM25([]).search("anything", 10) == []


def test_a_run_prints_figures_beside_the_yardstick() -> None:
    done = CliRunner().invoke(root, ["bench", "locomo", "--data", str(TINY), "--k", "1,5"])
    assert done.exit_code == 0, done.output
    heads = [line for line in done.stdout.splitlines() if "recall@1" in line]
    assert [line.split("  ")[0] for line in heads] == ["retentive", "facts alone", "plain BM25"]
    assert "1 conversations, 4 turns: " in done.stdout
    assert "storing: 4 of 4" in done.stderr


def test_a_run_as_json() -> None:
    args = ["bench", "locomo", "--data", str(TINY), "--json", "--store", "memory://"]
    report = json.loads(CliRunner().invoke(root, args).stdout)
    assert report["ks"] == [5, 10, 20]
    assert report["ingestion"]["turns"] == 4
    whole, facts, plain = report["systems"]
    assert [one["name"] for one in (whole, facts, plain)] == [
        "retentive",
        "facts alone",
        "plain BM25",
    ]
    assert whole["rows"]["1-4"] == {
        "questions": 3,
        "recall": {"5": 1.0, "10": 1.0, "20": 1.0},
        "hit_at_10": 1.0,
        "mrr": 1.0,
    }
    assert whole["rows"]["5"]["questions"] == 1


@pytest.mark.parametrize("ks", ["", "0", "5,x", "5000"])
def test_impossible_counts_are_misuse(ks: str) -> None:
    done = CliRunner().invoke(root, ["bench", "locomo", "--data", str(TINY), "--k", ks])
    assert done.exit_code == 2

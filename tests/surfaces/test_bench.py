"""The benchmarks of retrieval on small conversations of our own, in the formats of the sets."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from retentive import InvalidInput, Memory
from retentive.surfaces.bench.abstaining import abstention, judged
from retentive.surfaces.bench.contexts import shown
from retentive.surfaces.bench.coverage import covered
from retentive.surfaces.bench.extraction_gold import load_gold
from retentive.surfaces.bench.locomo import LOCOMO, evidence_ids, load
from retentive.surfaces.bench.own import load_abstention, load_chats, load_updates
from retentive.surfaces.bench.run import Report, Setup, run
from retentive.surfaces.bench.searching import Found
from retentive.surfaces.bench.talks import Conversation
from retentive.surfaces.cli import root
from tests.surfaces.embedding import WordEmbedder

TINY = Path(__file__).with_name("locomo-tiny.json")

LIBRARY = ["retentive", "default min_score", "facts alone"]


@contextmanager
def quietly(label: str) -> Iterator[Callable[[int, int], None]]:
    yield lambda done, total: None


def measured(embedder: WordEmbedder | None = None, *, peers: bool = False) -> Report:
    setup = Setup(ks=(1, 5), telling=quietly, embedder=embedder, peers=peers)
    return run(LOCOMO, load(TINY), setup)


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


def test_a_locomo_file_becomes_sessions_turns_and_questions() -> None:
    (talk,) = load(TINY)
    assert (talk.id, talk.user, list(talk.sessions)) == (
        "tiny-1",
        "Nora",
        ["session_1", "session_2"],
    )
    assert [(turn.id, turn.role, turn.name, turn.said_at) for turn in talk.turns] == [
        ("D1:1", "user", "Nora", datetime(2024, 6, 3, 9, 5, tzinfo=UTC)),
        ("D1:2", "assistant", "Piet", datetime(2024, 6, 3, 9, 5, 30, tzinfo=UTC)),
        ("D2:1", "assistant", "Piet", datetime(2024, 7, 14, 12, 30, tzinfo=UTC)),
        ("D2:2", "user", "Nora", datetime(2024, 7, 14, 12, 30, 30, tzinfo=UTC)),
    ]
    assert talk.turns[1].text.endswith("in August. [shared image: a lighthouse on a red cliff]")
    assert talk.turns[3].said == "Nora: Biscuit won the village race on Sunday."
    assert [(one.kind, one.evidence) for one in talk.questions] == [
        ("4", ("D1:1",)),
        ("1", ("D1:1", "D2:2")),
        ("2", ("D1:2",)),
        ("5", ("D2:1",)),
    ]


def test_annotated_observations_are_covered_by_turn_and_in_words() -> None:
    (talk,) = load(TINY)
    assert [one.turns for one in talk.notes] == [("D1:1",), ("D1:2",), ("D2:1", "D2:2")]
    learnt = {turn.id: [turn.text] for turn in talk.turns}
    assert [covered(talk, one, learnt) for one in talk.notes] == [True, False, True]
    assert not covered(talk, talk.notes[0], {"D2:1": ["Nora adopted a greyhound."]})


def test_a_run_tells_what_the_facts_cover() -> None:
    found = measured().coverage
    assert found is not None
    assert found.turns is not None
    assert found.cited is not None
    assert found.said is not None
    assert (found.turns.questions, found.cited.questions, found.said.questions) == (4, 3, 3)
    assert found.cited.mean > 0


@pytest.mark.parametrize("read", [load, load_chats, load_updates, load_abstention, load_gold])
@pytest.mark.parametrize(
    "text", ["[1]", "not json", '[{"sample_id": "x"}]', "[]", "{}", "null", "[" * 100_000]
)
def test_another_file_is_refused(
    tmp_path: Path, text: str, read: Callable[[Path], Sequence[object]]
) -> None:
    path = tmp_path / "other.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InvalidInput, match=r"is not a (file of|LoCoMo file|gold file of)"):
        read(path)


def test_chats_become_dialogues_whose_turns_are_half_a_minute_apart(tmp_path: Path) -> None:
    path = tmp_path / "chats.json"
    turns = [
        {"id": "s1.t1", "role": "user", "text": "Tea."},
        {"id": "s1.t2", "role": "assistant", "text": "Noted."},
    ]
    question = {
        "id": "a1.q1",
        "question": "What do I drink?",
        "kind": "single",
        "evidence": ["s1.t1"],
        "stale": [],
        "answer": "tea",
        "also": ["s1.t2"],
    }
    session = {"id": "s1", "started_at": "2025-02-04T09:41:00+01:00", "turns": turns}
    path.write_text(
        json.dumps([{"id": "a1", "user": "Ilse", "sessions": [session], "questions": [question]}])
    )
    (talk,) = load_chats(path)
    assert [turn.said_at for turn in talk.turns] == [
        datetime(2025, 2, 4, 8, 41, tzinfo=UTC),
        datetime(2025, 2, 4, 8, 41, 30, tzinfo=UTC),
    ]
    assert talk.turns[0].said == "Tea."
    assert talk.questions[0].also == ("s1.t2",)


def test_a_run_without_an_embedder_measures_text_beside_plain_bm25() -> None:
    report = measured()
    assert [one.name for one in report.systems] == [*LIBRARY, "plain BM25"]
    assert (report.embedder, report.ingestion.embed_seconds) == (None, None)
    figures = report.systems[0].rows["together"]
    assert (figures["recall@5"].mean, figures["recall@5"].questions) == (1.0, 3)
    assert report.systems[0].rows["5"]["recall@5"].questions == 1
    assert report.systems[0].rows["3"] == {}
    assert report.off_topic is None


def test_a_run_with_an_embedder_measures_the_same_store_without_it_and_more_yardsticks() -> None:
    report = measured(WordEmbedder())
    assert [one.name for one in report.systems] == [
        *LIBRARY,
        "without embedder",
        "plain BM25",
        "plain dense",
        "rank fusion, k 60",
    ]
    assert report.embedder == "words-1"
    assert report.ingestion.embed_seconds is not None
    assert report.query_embedding_ms is not None
    assert report.systems[-2].rows["together"]["recall@5"].mean == 1.0


def test_the_share_of_evidence_in_a_context_is_of_what_its_text_shows() -> None:
    (talk,) = load(TINY)
    with Memory.open("memory://") as memory:
        scope = memory.scope(user="nora")
        scope.observe(
            [{"role": "user", "content": turn.text, "id": turn.id} for turn in talk.turns]
        )
        memory.flush()
        whole = scope.context("greyhound Biscuit race", budget=1000)
        assert shown(whole, talk, ["D1:1", "D2:2"]) == 1.0
        assert shown(whole, talk, ["D1:1", "D9:9"]) == 0.5
        cut = scope.context("greyhound Biscuit race", budget=1)
        assert (cut.text, shown(cut, talk, ["D1:1"])) == ("", 0.0)


def test_peers_need_equal_vectors() -> None:
    with pytest.raises(InvalidInput, match=r"retentive\[embed\]"):
        measured(peers=True)


def test_a_peer_that_is_not_installed_is_said_to_be_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("mem0", "chromadb", "langgraph.store.memory"):
        monkeypatch.setitem(sys.modules, module, None)
    report = measured(WordEmbedder(), peers=True)
    told = {one.name: one.reason for one in report.missing}
    assert told == {
        "mem0": "not installed: pip install mem0ai",
        "chromadb": "not installed: pip install chromadb",
        "LangGraph": "not installed: pip install langgraph",
    }


def test_questions_of_others_are_asked_off_topic() -> None:
    (talk,) = load(TINY)
    stranger = Conversation(id="tiny-2", user="Olga", sessions={}, questions=talk.questions[:1])
    setup = Setup(ks=(5,), telling=quietly)
    report = run(LOCOMO, [talk, stranger], setup)
    assert report.off_topic is not None
    assert (report.off_topic.mean, report.off_topic.questions) == (0.25, 4)


def test_what_answers_are_worth_is_judged_by_the_turns_they_cite() -> None:
    found = [Found(("a",), 0.9), Found(("b", "c"), 0.5)]
    assert judged(found, ["c", "d"]) == {"recall@10": 0.5, "first right": 0.0, "precision": 0.5}
    assert judged([], ["c"]) == {"recall@10": 0.0}


def test_abstention_counts_what_is_answered_by_kind_of_question(tmp_path: Path) -> None:
    path = tmp_path / "pairs.json"
    turn = {"id": "t1", "role": "user", "text": "I adopted a greyhound called Biscuit."}
    answered = {"question": "What is the greyhound called?", "evidence": ["t1"], "answer": "x"}
    pairs = [
        {
            "id": f"m1.{kind}",
            "memory": "m1",
            "kind": kind,
            "answered": answered,
            "unanswered": {"question": question},
        }
        for kind, question in (
            ("off_topic", "Who repaired that submarine?"),
            ("near_miss", "How old is the greyhound?"),
        )
    ]
    memory = {"id": "m1", "user": "Nora", "turns": [{**turn, "at": "2025-01-06T07:40:00+01:00"}]}
    path.write_text(json.dumps({"memories": [memory], "pairs": pairs}))
    report = abstention(
        load_abstention(path),
        Setup(ks=(10,), telling=quietly, embedder=WordEmbedder()),
    )
    assert report.questions == {"answered": 2, "off_topic": 1, "near_miss": 1}
    assert [one.name for one in report.restraints] == ["retentive", "without embedder"]
    without = report.restraints[1].figures
    assert (without["answered"].mean, without["first right"].mean) == (1.0, 1.0)
    assert without["off_topic"].mean == 0.0
    assert [one.name for one in report.partings][2:] == [
        "plain BM25",
        "plain dense",
        "rank fusion, k 60",
    ]


def test_a_run_prints_figures_beside_the_yardstick() -> None:
    done = CliRunner().invoke(root, ["bench", "locomo", "--data", str(TINY), "--k", "1,5"])
    assert done.exit_code == 0, done.output
    heads = [line for line in done.stdout.splitlines() if "recall@1" in line]
    assert [line.split("  ")[0] for line in heads] == [*LIBRARY, "plain BM25"]
    assert "1 conversations, 4 turns: " in done.stdout
    assert "evidence turns inside context(budget=1000): " in done.stdout
    assert "storing: 4 of 4" in done.stderr


def test_a_run_as_json() -> None:
    args = ["bench", "locomo", "--data", str(TINY), "--json", "--store", "memory://"]
    report = json.loads(CliRunner().invoke(root, args).stdout)
    assert report["ks"] == [5, 10, 20]
    assert report["ingestion"]["turns"] == 4
    whole = report["systems"][0]
    assert whole["rows"]["together"]["MRR"] == {
        "mean": 1.0,
        "low": None,
        "high": None,
        "questions": 3,
    }
    assert set(report["contexts"]) == {"500", "1000", "2000"}


@pytest.mark.parametrize("ks", ["", "0", "5,x", "5000"])
def test_impossible_counts_are_misuse(ks: str) -> None:
    done = CliRunner().invoke(root, ["bench", "locomo", "--data", str(TINY), "--k", ks])
    assert done.exit_code == 2

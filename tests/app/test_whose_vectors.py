"""The embedder that a store is opened with: whose vectors it holds, and what waits for whom."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from retentive import Config, Memory
from retentive.errors import EmbedderUnavailable, EmbeddingMismatch, InvalidInput
from retentive.kernel.events import Digested
from retentive.testing.fakes import RecordingListener, ToyEmbedder
from tests.app.test_embedders import ERRORS, QUIET, SAID, Odd, by_words, embedded, scores


@pytest.mark.parametrize("dimensions", [0, -1, True, 1.5, None, 10**9, "16"])
def test_odd_dimensions_are_refused_at_once(tmp_path: Path, dimensions: Any) -> None:
    with pytest.raises(InvalidInput, match=r"embedder\.dimensions"):
        Memory.open(tmp_path / "m.db", embedder=ToyEmbedder(dimensions=dimensions))
    assert not (tmp_path / "m.db").exists()


def test_other_dimensions_under_the_same_name_are_never_mixed(tmp_path: Path) -> None:
    path, heard = tmp_path / "m.db", RecordingListener()
    with Memory.open(path, embedder=ToyEmbedder(), config=QUIET) as memory:
        memory.scope(user="ana").observe(SAID)
        memory.flush()
    longer = ToyEmbedder(dimensions=32)
    with Memory.open(path, embedder=longer, config=QUIET, listeners=(heard,)) as memory:
        memory.scope(user="ana").observe([{"role": "user", "content": "I keep ferrets."}])
        assert memory.flush().unembedded > 0
        assert any("rebuild --embeddings" in str(one) for one in heard.events)
        assert memory.verify().clean
        heard.events.clear()
        assert [text for text, _ in scores(memory)] == [text for text, _ in by_words(path)]
        assert "rebuild --embeddings" in str(heard.events[-1])
        memory.rebuild(embeddings=True)
        assert memory.flush().unembedded == 0
        assert memory.verify().clean
        assert "cosine" in memory.scope(user="ana").recall("ferrets")[0].parts


def test_another_embedder_is_refused_with_the_remedy_or_words_serve(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, embedder=ToyEmbedder(), config=QUIET) as memory:
        memory.scope(user="ana").observe(SAID)
        memory.flush()
    other = ToyEmbedder("toy-2")
    with pytest.raises(EmbeddingMismatch, match="rebuild --embeddings"):
        Memory.open(path, embedder=other, config=QUIET)
    words = Config(background=False, embedding_mismatch="text")
    with Memory.open(path, embedder=other, config=words) as memory:
        assert scores(memory) == by_words(path) != []
        memory.scope(user="ana").observe([{"role": "user", "content": "I keep ferrets."}])
        assert memory.flush().unembedded > 0
        assert memory.stats().waiting_for == ("toy-1",)
        assert memory.rebuild(embeddings=True).vectors == memory.stats().vectors > 0
        assert memory.stats().unembedded == 0
        assert "cosine" in memory.scope(user="ana").recall("green tea")[0].parts
    with pytest.raises(EmbeddingMismatch):
        Memory.open(path, embedder=ToyEmbedder(), config=QUIET)


def test_a_rebuild_of_vectors_that_fails_leaves_the_old_ones_in_use(tmp_path: Path) -> None:
    embedder = Odd()
    with Memory.open(tmp_path / "m.db", embedder=embedder, config=QUIET) as memory:
        memory.scope(user="ana").observe(SAID)
        memory.flush()
        before = scores(memory)
        embedder.answer = ERRORS["raises"]
        with pytest.raises(EmbedderUnavailable, match="no network"):
            memory.rebuild(embeddings=True)
        embedder.answer = list
        assert scores(memory) == before
        assert memory.verify().clean


def test_events_tell_how_many_texts_were_embedded_and_how_far_that_is(tmp_path: Path) -> None:
    heard = RecordingListener()
    opened = Memory.open(
        tmp_path / "m.db", embedder=ToyEmbedder(), config=QUIET, listeners=(heard,)
    )
    with opened as memory:
        texts = [f"The canoe number {number} is green." for number in range(50)]
        memory.scope(user="ana").observe([{"role": "user", "content": one} for one in texts])
        done = memory.flush()
        told = [one for one in heard.events if isinstance(one, Digested) and one.stage == "embed"]
        assert sum(one.changes for one in told) == done.embedded == memory.stats().vectors
        assert [one.done_seq for one in told] == sorted(one.done_seq for one in told)
        assert told[-1].done_seq == 50
        assert all(one.done_seq <= 50 for one in told)


@pytest.mark.parametrize("location", ["memory://", "m.db"])
def test_two_memories_of_one_process_each_with_their_own_embedder(
    tmp_path: Path, location: str
) -> None:
    place = [location if "://" in location else tmp_path / f"{one}-{location}" for one in "ab"]
    with (
        Memory.open(place[0], embedder=ToyEmbedder("toy-1"), config=QUIET) as one,
        Memory.open(place[1], embedder=ToyEmbedder("toy-2", 32), config=QUIET) as other,
    ):
        for memory in (one, other):
            memory.scope(user="ana").observe(SAID)
            memory.flush()
            assert "cosine" in memory.scope(user="ana").recall("green tea")[0].parts


def test_a_store_begun_without_an_embedder_is_adopted_and_filled(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, embedder=None, config=QUIET) as memory:
        for number in range(5):
            memory.scope(user=f"u{number}").observe(SAID)
        memory.flush()
        assert (memory.stats().unembedded, memory.stats().waiting_for) == (0, ())
    with Memory.open(path, embedder=ToyEmbedder()) as memory:
        embedded(memory)
        assert memory.stats().vectors == 10
        assert memory.verify().clean
        for number in range(5):
            assert "cosine" in memory.scope(user=f"u{number}").recall("green tea")[0].parts


def test_a_store_with_vectors_opened_without_an_embedder_says_what_it_lacks(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, embedder=ToyEmbedder(), config=QUIET) as memory:
        memory.scope(user="ana").observe(SAID)
        memory.flush()
    caplog.set_level("INFO", "retentive")
    with Memory.open(path, embedder=None, config=QUIET) as memory:
        ana = memory.scope(user="ana")
        ana.observe([{"role": "user", "content": "I keep ferrets."}])
        memory.flush()
        assert [hit.text for hit in ana.recall("ferrets")] == ["I keep ferrets."]
        assert ana.recall("green tea")
        assert memory.stats().unembedded > 0
        assert memory.stats().waiting_for == ("toy-1",)
    assert ["toy-1" in one.message for one in caplog.records] == [True]

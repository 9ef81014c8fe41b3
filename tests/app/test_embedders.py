"""Embedders that fail in every way there is: nothing waits for ever, and no score is wrong."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from retentive import Config, Memory
from retentive.errors import (
    StoreBusy,
)
from retentive.kernel.events import Failed
from retentive.rules.pace import WorkPolicy
from retentive.testing.fakes import RecordingListener, ToyEmbedder

QUIET = Config(background=False)
TEA, OUD = "I like green tea.", "My sister plays the oud."
SAID = [{"role": "user", "content": text} for text in (TEA, OUD)]


@dataclass
class Odd(ToyEmbedder):
    """Answers what it is told to, for texts or questions that hold a word."""

    answer: Callable[[list[Any]], Any] = list
    word: str = ""
    asked: list[str] = field(default_factory=list)

    def embed(self, texts: Sequence[str]) -> Any:
        """Answer, oddly if a text holds the word."""
        self.asked += texts
        vectors = [list(one) for one in super().embed(texts)]
        return self.answer(vectors) if any(self.word in text for text in texts) else vectors

    def embed_query(self, text: str) -> Any:
        """Answer as for a text."""
        return self.embed([text])[0]


def raised(error: BaseException) -> Callable[[list[Any]], Any]:
    """Return an answer that is an error."""

    def answer(vectors: list[Any]) -> Any:
        raise error

    return answer


ERRORS: dict[str, Callable[[list[Any]], Any]] = {
    "raises": raised(OSError("no network")),
    "exits": raised(SystemExit(1)),
    "stops": raised(StopIteration()),
    "interrupts": raised(KeyboardInterrupt()),
    "times out": raised(TimeoutError()),
    "none": lambda vectors: None,
    "a text": lambda vectors: "0" * len(vectors),
    "texts": lambda vectors: ["0.5" * 16 for _ in vectors],
    "numbers as texts": lambda vectors: [["1"] * 16 for _ in vectors],
    "nothings": lambda vectors: [None for _ in vectors],
    "holes": lambda vectors: [[None] * 16 for _ in vectors],
    "too few": lambda vectors: vectors[1:],
    "too many": lambda vectors: [*vectors, vectors[0]],
    "too short": lambda vectors: [one[1:] for one in vectors],
    "too long": lambda vectors: [[*one, 1.0] for one in vectors],
    "empty": lambda vectors: [[] for _ in vectors],
    "numbers": lambda vectors: [1.0 for _ in vectors],
    "nested": lambda vectors: [[one] for one in vectors],
}
NOWHERE: dict[str, Callable[[list[Any]], Any]] = {
    "zeros": lambda vectors: [[0.0] * 16 for _ in vectors],
    "NaN": lambda vectors: [[math.nan] * 16 for _ in vectors],
    "one NaN": lambda vectors: [[*one[1:], math.nan] for one in vectors],
    "infinite": lambda vectors: [[*one[1:], -math.inf] for one in vectors],
}
FINE: dict[str, Callable[[list[Any]], Any]] = {
    "an array": np.array,
    "halves": lambda vectors: np.array(vectors, np.float16),
    "rows": lambda vectors: [np.array(one, np.float32) for one in vectors],
    "tuples": lambda vectors: tuple(map(tuple, vectors)),
    "whole numbers": lambda vectors: [[int(x) for x in one] for one in vectors],
    "huge": lambda vectors: [[x * 1e300 for x in one] for one in vectors],
    "tiny": lambda vectors: [[x * 1e-300 for x in one] for one in vectors],
    "an iterator": iter,
}


def by_words(path: Path) -> list[tuple[str, float]]:
    """Return what words alone find of the tea."""
    with Memory.open(path, embedder=None, config=QUIET) as memory:
        return [(hit.text, hit.score) for hit in memory.scope(user="ana").recall("green tea")]


def scores(memory: Memory, query: str = "green tea") -> list[tuple[str, float]]:
    return [(hit.text, hit.score) for hit in memory.scope(user="ana").recall(query)]


@pytest.mark.parametrize("odd", ERRORS)
def test_an_embedder_that_fails_at_everything_leaves_the_words_and_ends_the_flush(
    tmp_path: Path, odd: str
) -> None:
    path, heard = tmp_path / "m.db", RecordingListener()
    embedder = Odd(answer=ERRORS[odd])
    with Memory.open(path, embedder=embedder, config=QUIET, listeners=(heard,)) as memory:
        memory.scope(user="ana").observe(SAID)
        done = memory.flush()
        assert (done.digested, done.pending, done.embedded) == (2, 0, 0)
        assert done.unembedded == memory.stats().unembedded > 0
        assert [one for one in heard.events if isinstance(one, Failed) and one.stage == "embed"]
        assert scores(memory) == by_words(path) != []
        assert memory.verify().clean
        embedder.answer = list
        assert memory.flush().unembedded == memory.stats().unembedded == 0
        assert memory.stats().vectors > 0
        assert memory.verify().clean


@pytest.mark.parametrize("odd", ERRORS)
def test_a_text_that_the_embedder_fails_at_keeps_no_other_waiting(tmp_path: Path, odd: str) -> None:
    path, heard = tmp_path / "m.db", RecordingListener()
    embedder = Odd(answer=ERRORS[odd], word="oud")
    with Memory.open(path, embedder=embedder, config=QUIET, listeners=(heard,)) as memory:
        memory.scope(user="ana").observe(SAID)
        done = memory.flush()
        assert done.embedded == memory.stats().vectors > 0
        assert done.unembedded == memory.stats().unembedded > 0
        failed = [one for one in heard.events if isinstance(one, Failed)]
        assert {(one.stage, one.dead) for one in failed} == {("embed", False)}
        assert memory.flush().embedded == 0
        (hit,) = [one for one in memory.scope(user="ana").recall("sister", min_score=0)][:1]
        assert hit.text == OUD
        assert "cosine" not in hit.parts
        assert memory.verify().clean


@pytest.mark.parametrize("odd", NOWHERE)
def test_a_vector_of_no_direction_is_not_kept(tmp_path: Path, odd: str) -> None:
    path, heard = tmp_path / "m.db", RecordingListener()
    embedder = Odd(answer=NOWHERE[odd])
    with Memory.open(path, embedder=embedder, config=QUIET, listeners=(heard,)) as memory:
        memory.scope(user="ana").observe(SAID)
        assert memory.flush().unembedded == memory.stats().unembedded > 0
        assert memory.stats().vectors == 0
        assert any(isinstance(one, Failed) for one in heard.events)
        assert scores(memory) == by_words(path) != []
        assert memory.verify().clean
        embedder.answer = list
        assert memory.flush().unembedded == memory.stats().unembedded == 0
        assert memory.stats().vectors > 0


@pytest.mark.parametrize("odd", FINE)
def test_numbers_of_any_kind_and_size_give_the_same_scores(tmp_path: Path, odd: str) -> None:
    found = []
    for name, answer in (("plain", list), ("odd", FINE[odd])):
        embedder = Odd(answer=answer)
        with Memory.open(tmp_path / name, embedder=embedder, config=QUIET) as memory:
            memory.scope(user="ana").observe(SAID)
            assert memory.flush().unembedded == 0
            embedder.answer = list
            found.append(scores(memory))
            assert memory.verify().clean
    assert found[0] == found[1] != []


@pytest.mark.parametrize("odd", [*ERRORS, *NOWHERE])
def test_a_question_without_a_vector_is_answered_by_words(tmp_path: Path, odd: str) -> None:
    path, heard = tmp_path / "m.db", RecordingListener()
    embedder = Odd()
    with Memory.open(path, embedder=embedder, config=QUIET, listeners=(heard,)) as memory:
        memory.scope(user="ana").observe(SAID)
        memory.flush()
        embedder.answer = (ERRORS | NOWHERE)[odd]
        if odd in ("too few", "too many"):
            return  # of one question there are no more vectors than one
        assert scores(memory) == by_words(path) != []
        assert isinstance(heard.events[-1], Failed)
        assert heard.events[-1].stage == "recall"


def embedded(memory: Memory) -> None:
    """Wait until the background has embedded everything."""
    for _ in range(4_000):
        if not memory.stats().unembedded:
            return
        time.sleep(0.005)
    raise AssertionError("nobody embeds")


@dataclass
class Hanging(ToyEmbedder):
    """Does not answer until it may."""

    may: threading.Event = field(default_factory=threading.Event)
    began: threading.Event = field(default_factory=threading.Event)

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Wait, then answer."""
        self.began.set()
        self.may.wait(60)
        return super().embed(texts)


@pytest.fixture
def hanging() -> Iterator[Hanging]:
    embedder = Hanging()
    yield embedder
    embedder.may.set()


@pytest.mark.parametrize("background", [True, False])
def test_an_embedder_that_hangs_keeps_neither_digestion_nor_a_timed_flush_nor_the_end_waiting(
    tmp_path: Path, hanging: Hanging, background: bool
) -> None:
    path = tmp_path / "m.db"
    with Memory.open(path, embedder=hanging, config=Config(background=background)) as memory:
        ana = memory.scope(user="ana")
        assert ana.observe(SAID).wait(10)
        with pytest.raises(StoreBusy, match="still to be embedded"):
            memory.flush(timeout=0.5)
        assert hanging.began.is_set()
        assert memory.stats().pending == 0
        assert scores(memory) == by_words(path) != []
    with Memory.open(path, embedder=ToyEmbedder(), config=QUIET) as memory:
        assert memory.flush(timeout=10).unembedded == 0  # nobody holds a lease


def test_a_failing_embedder_is_tried_again_in_the_background(tmp_path: Path) -> None:
    embedder = Odd(answer=ERRORS["raises"])
    config = Config(work=WorkPolicy(backoff_seconds=0.02, poll_seconds=0.02))
    with Memory.open(tmp_path / "m.db", embedder=embedder, config=config) as memory:
        memory.scope(user="ana").observe(SAID)
        while embedder.calls < 9:
            time.sleep(0.01)
        embedder.answer = list
        embedded(memory)
        assert memory.stats().vectors > 0

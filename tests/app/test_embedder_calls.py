"""An embedder is called by one thread at a time, and nobody waits long for one that hangs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from retentive import Config, Memory
from retentive.app import asking
from retentive.errors import StoreBusy
from retentive.kernel.ambient import Ambient
from retentive.kernel.events import Failed
from retentive.pipeline import calls
from retentive.testing.fakes import FrozenClock, RecordingListener, ToyEmbedder
from tests.support.inside import engine_of

QUIET = Config(background=False)
BEFORE: list[threading.Thread] = []


def nothing() -> None:
    """Do nothing."""


@dataclass
class Watched(ToyEmbedder):
    """Counts how many calls run at a time; does `before` in each."""

    before: Callable[[], None] = nothing
    running: int = 0
    most: int = 0
    asked: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Embed, being watched."""
        self.asked.append("texts")
        return self._watched(lambda: super(Watched, self).embed(texts))

    def embed_query(self, text: str) -> Sequence[float]:
        """Embed a question, being watched."""
        self.asked.append("question")
        return self._watched(lambda: super(Watched, self).embed([text]))[0]

    def _watched(self, work: Callable[[], Sequence[Sequence[float]]]) -> Sequence[Sequence[float]]:
        with self.lock:
            self.running += 1
            self.most = max(self.most, self.running)
        self.before()
        with self.lock:
            self.running -= 1
        return work()


@dataclass
class Gate:
    """What a call waits at until it may go on."""

    may: threading.Event = field(default_factory=threading.Event)
    began: threading.Event = field(default_factory=threading.Event)
    passed: threading.Event = field(default_factory=threading.Event)

    def wait(self) -> None:
        """Wait, for at most a minute."""
        self.began.set()
        self.may.wait(60)
        self.passed.set()


@pytest.fixture
def gate() -> Iterator[Gate]:
    """A gate that is open at the end."""
    found = Gate()
    yield found
    found.may.set()


def recalled(memory: Memory) -> list[str]:
    return [hit.text for hit in memory.scope(user="ana").recall("green tea")]


def at_work() -> list[threading.Thread]:
    """Return the threads in which embedders of this test work."""
    mine = [one for one in threading.enumerate() if one.name == "retentive embedder"]
    return [one for one in mine if one not in BEFORE]


@pytest.fixture(autouse=True)
def _others() -> None:
    """Know the threads that other tests left behind."""
    BEFORE[:] = threading.enumerate()


def told(heard: RecordingListener) -> list[str]:
    return [one.error for one in heard.events if isinstance(one, Failed) and one.stage == "recall"]


def test_many_questions_and_the_background_call_it_one_at_a_time(tmp_path: Path) -> None:
    embedder = Watched(before=lambda: time.sleep(0.005))
    with Memory.open(tmp_path / "m.db", embedder=embedder) as memory:
        memory.scope(user="ana").remember("I like green tea.")
        memory.flush()
        threads = [threading.Thread(target=recalled, args=(memory,)) for _ in range(12)]
        for number, thread in enumerate(threads):
            memory.scope(user="ana").remember(f"Another thing {number}")
            thread.start()
        for thread in threads:
            thread.join()
        memory.flush()
    assert embedder.most == 1
    assert embedder.asked.count("question") == 12


def test_a_question_goes_before_the_texts_that_wait(tmp_path: Path, gate: Gate) -> None:
    embedder = Watched()
    config = Config(background=False)
    with Memory.open(tmp_path / "m.db", embedder=embedder, config=config) as memory:
        ana = memory.scope(user="ana")
        ana.remember("I like green tea.")
        memory.flush()
        for number in range(100):
            ana.remember(f"Another thing {number}")
        embedder.asked.clear()
        embedder.before = gate.wait
        flushing = threading.Thread(target=memory.flush)
        flushing.start()
        assert gate.began.wait(30)
        asking = threading.Thread(target=recalled, args=(memory,))
        asking.start()
        engine = engine_of(memory)
        while not engine._calls._questions:
            time.sleep(0.005)
        gate.may.set()
        asking.join()
        flushing.join()
    assert embedder.asked[:2] == ["texts", "question"]


def test_an_embedder_that_hangs_is_waited_for_once(
    tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "QUESTION_SECONDS", 0.5)
    embedder, heard = Watched(), RecordingListener()
    with Memory.open(
        tmp_path / "m.db", embedder=embedder, config=QUIET, listeners=(heard,)
    ) as memory:
        memory.scope(user="ana").remember("I like green tea.")
        memory.flush()
        embedder.asked.clear()
        embedder.before = gate.wait
        for _ in range(5):
            assert recalled(memory) == ["I like green tea."]
        assert embedder.asked == ["question"]
        assert len(at_work()) == 1
        assert "did not answer within 0.5 s" in told(heard)[0]
        assert len(told(heard)) == 5
        memory.scope(user="ana").remember("And black tea.")
        assert memory.flush().unembedded > 0  # nothing more is asked of it
        assert embedder.asked == ["question"]
        gate.may.set()
        embedder.before = nothing
        while at_work():
            time.sleep(0.005)
        assert memory.flush().unembedded == 0


def test_after_a_question_in_vain_words_alone_are_searched_for_a_while(
    tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "QUESTION_SECONDS", 0.5)
    clock, embedder = FrozenClock(), Watched()
    with Memory.open(
        tmp_path / "m.db", embedder=embedder, config=QUIET, ambient=Ambient(clock=clock)
    ) as memory:
        memory.scope(user="ana").remember("I like green tea.")
        memory.flush()
        embedder.before = gate.wait
        recalled(memory)
        gate.may.set()
        while at_work():
            time.sleep(0.005)
        asked = list(embedder.asked)
        recalled(memory)
        assert embedder.asked == asked
        clock.tick(seconds=calls.PAUSE)
        monkeypatch.setattr(asking, "QUESTION_SECONDS", 30.0)
        recalled(memory)
        assert embedder.asked == [*asked, "question"]


def test_a_timed_flush_does_not_wait_for_a_call_that_runs(
    tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "GRACE", 3600.0)
    with Memory.open(tmp_path / "m.db", embedder=Watched(before=gate.wait), config=QUIET) as memory:
        memory.scope(user="ana").remember("I like green tea.")
        with pytest.raises(StoreBusy):
            memory.flush(timeout=0.3)
        assert gate.began.is_set()
        assert not gate.passed.is_set()
        gate.may.set()
        assert memory.flush().unembedded == 0


def test_who_waits_in_vain_for_another_call_takes_that_one_for_late(
    tmp_path: Path, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "QUESTION_SECONDS", 0.5)
    clock, embedder, heard = FrozenClock(), Watched(), RecordingListener()
    with Memory.open(
        tmp_path / "m.db", embedder=embedder, config=QUIET, clock=clock, listeners=(heard,)
    ) as memory:
        memory.scope(user="ana").remember("I like green tea.")
        memory.flush()
        memory.scope(user="ana").remember("And black tea.")
        embedder.before = gate.wait
        calling = engine_of(memory)._calls
        hangs = threading.Thread(target=calling_once, args=(memory, embedder))
        hangs.start()
        assert gate.began.wait(30)
        recalled(memory)
        clock.tick(seconds=2 * calls.PAUSE)
        recalled(memory)
        assert "did not answer within" in told(heard)[0]
        assert "does not answer an earlier call" in told(heard)[1]
        assert embedder.asked.count("question") == 0
        assert calling._running is not None
        gate.may.set()
        hangs.join()
        embedder.before = nothing
        monkeypatch.setattr(asking, "QUESTION_SECONDS", 30.0)
        recalled(memory)
        assert embedder.asked.count("question") == 1


def calling_once(memory: Memory, embedder: Watched) -> None:
    """Embed one text, for as long as it takes."""
    engine = engine_of(memory)
    work = engine._calls.run(lambda: embedder.embed(["a text"]), seconds=60)
    memory._portal.run(work)

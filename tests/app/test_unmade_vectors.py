"""Texts that have no vector: what may pass is tried again, what never does is put aside."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from retentive import Config, Memory
from retentive.errors import EmbedderUnavailable
from retentive.kernel.events import Event, Failed
from retentive.rules.pace import WorkPolicy
from retentive.testing.fakes import FrozenClock, RecordingListener, ToyEmbedder

QUIET = Config(background=False)
HASTY = Config(background=False, work=WorkPolicy(backoff_seconds=0.05))
EACH = [f"note {number}" for number in range(20)]
NOWHERE = {"zeros": 0.0, "NaN": math.nan, "infinite": math.inf}


def nothing(texts: Sequence[str]) -> None:
    """Raise nothing."""


@dataclass
class Flaky(ToyEmbedder):
    """Does `trouble` before it embeds; what holds a word of `nowhere` gets that number."""

    trouble: Callable[[Sequence[str]], None] = nothing
    nowhere: dict[str, float] = field(default_factory=dict)
    alone: list[str] = field(default_factory=list)

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Answer, if nothing is the matter."""
        self.alone += texts if len(texts) == 1 else []
        self.trouble(texts)
        found = []
        for text, vector in zip(texts, super().embed(texts), strict=True):
            odd = [number for word, number in self.nowhere.items() if word in text]
            found.append([odd[0]] * self.dimensions if odd else vector)
        return found


def sevens(texts: Sequence[str]) -> None:
    """Let batches fail, and some of the texts."""
    if len(texts) > 1 or "7" in texts[0]:
        raise TimeoutError("read timed out")


def poison(texts: Sequence[str]) -> None:
    """Fail at one text, whatever it is embedded with."""
    if any("note 17" in text for text in texts):
        raise ValueError("cannot be read")


def begun(memory: Memory) -> None:
    for text in EACH:
        memory.scope(user="ana").remember(text)


def without(memory: Memory) -> tuple[int, int, int]:
    """Return how many have a vector, wait for one, and were put aside."""
    found = memory.stats()
    return found.vectors, found.unembedded, found.unembeddable


def dead(events: Sequence[Event]) -> list[str]:
    return [one.stage for one in events if isinstance(one, Failed) and one.dead]


@pytest.fixture(params=["memory://", "m.db"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place for a store, in memory and on disk."""
    name: str = request.param
    return name if "://" in name else str(tmp_path / name)


def test_texts_that_failed_for_a_while_are_embedded_when_all_is_well_again(url: str) -> None:
    embedder = Flaky(trouble=sevens)
    with Memory.open(url, embedder=embedder, config=QUIET) as memory:
        begun(memory)
        for _ in range(5):
            memory.flush()
        assert without(memory) == (18, 2, 0)
        assert memory.flush().unembedded == 2
        embedder.trouble = nothing
        assert memory.flush().unembedded == 0
        assert without(memory) == (20, 0, 0)
        assert memory.verify().clean


def test_vectors_are_not_replaced_by_fewer_because_of_what_may_pass(url: str) -> None:
    embedder = Flaky()
    with Memory.open(url, embedder=embedder, config=HASTY) as memory:
        begun(memory)
        memory.flush()
        embedder.trouble = sevens
        with pytest.raises(EmbedderUnavailable, match="the old vectors stay in use"):
            memory.rebuild(embeddings=True)
        assert without(memory) == (20, 0, 0)
        embedder.trouble = nothing
        assert memory.rebuild(embeddings=True).vectors == 20
        assert memory.verify().clean


def test_vectors_made_anew_lack_that_of_a_text_that_cannot_be_embedded(url: str) -> None:
    embedder = Flaky(trouble=poison)
    with Memory.open(url, embedder=embedder, config=HASTY) as memory:
        begun(memory)
        memory.flush()
        assert without(memory) == (19, 1, 0)
        done = memory.rebuild(embeddings=True)
        assert (done.vectors, done.unembedded) == (19, 1)
        assert without(memory) == (19, 1, 0)
        embedder.trouble = nothing
        assert memory.flush().unembedded == 0
        assert memory.verify().clean


def test_a_text_that_fails_for_long_is_put_aside_and_can_be_asked_for(url: str) -> None:
    clock, embedder, heard = FrozenClock(), Flaky(trouble=poison), RecordingListener()
    policy = WorkPolicy(lone_attempts=4)
    config = Config(background=False, work=policy)
    with Memory.open(
        url, embedder=embedder, config=config, clock=clock, listeners=(heard,)
    ) as memory:
        begun(memory)
        for _ in range(5):
            memory.flush()  # as often as you like: no time passes
        assert without(memory) == (19, 1, 0)
        for _ in range(3):
            assert dead(heard.events) == []
            clock.tick(seconds=policy.longest_wait_seconds)
            memory.flush()
        assert dead(heard.events) == ["embed"]
        assert without(memory) == (19, 0, 1)
        tried = embedder.alone.count("note 17")
        assert memory.flush().unembedded == 0
        assert embedder.alone.count("note 17") == tried
        embedder.trouble = nothing
        assert memory.rebuild(embeddings=True).vectors == 20
        assert without(memory) == (20, 0, 0)


def test_a_time_from_a_wrong_clock_keeps_no_text_waiting(url: str) -> None:
    clock, embedder, heard = FrozenClock(), Flaky(trouble=poison), RecordingListener()
    config = Config(background=False, work=WorkPolicy(lone_attempts=3))
    with Memory.open(
        url, embedder=embedder, config=config, clock=clock, listeners=(heard,)
    ) as memory:
        begun(memory)
        clock.tick(days=3650)
        memory.flush()
        clock.at -= timedelta(days=3650)
        for _ in range(2):
            assert dead(heard.events) == []
            memory.flush()
            clock.tick(seconds=20)
        assert dead(heard.events) == ["embed"]


def test_while_nothing_can_be_embedded_no_text_is_put_aside(url: str) -> None:
    def down(texts: Sequence[str]) -> None:
        raise ValueError("the key is not valid")

    clock, embedder, heard = FrozenClock(), Flaky(trouble=down), RecordingListener()
    config = Config(background=False, work=WorkPolicy(lone_attempts=2))
    with Memory.open(
        url, embedder=embedder, config=config, clock=clock, listeners=(heard,)
    ) as memory:
        begun(memory)
        for _ in range(6):
            memory.flush()
            clock.tick(minutes=5)
        assert dead(heard.events) == []
        assert without(memory) == (0, 20, 0)
        embedder.trouble = nothing
        assert memory.flush().unembedded == 0


@pytest.mark.case("sea-12")
@pytest.mark.parametrize("odd", NOWHERE)
def test_a_text_without_a_direction_is_counted_and_tried_again(url: str, odd: str) -> None:
    embedder = Flaky(nowhere={"note 7": NOWHERE[odd]})
    with Memory.open(url, embedder=embedder, config=QUIET) as memory:
        begun(memory)
        assert memory.flush().unembedded == 1
        assert without(memory) == (19, 1, 0)
        hits = memory.scope(user="ana").recall("note 7", min_score=0)
        assert all(math.isfinite(hit.score) for hit in hits)
        embedder.nowhere = {}
        assert memory.flush().unembedded == 0
        assert without(memory) == (20, 0, 0)


def test_one_space_with_a_text_that_fails_keeps_no_other_waiting(url: str) -> None:
    embedder = Flaky(trouble=poison)
    with Memory.open(url, embedder=embedder, config=QUIET) as memory:
        begun(memory)
        memory.flush()
        for name in ("bo", "cy", "di", "ed"):
            memory.scope(user=name).remember("likes tea")
        assert memory.flush().unembedded == 1
        assert without(memory) == (23, 1, 0)


def test_what_is_forgotten_is_not_tried_again(url: str) -> None:
    embedder = Flaky(trouble=poison)
    with Memory.open(url, embedder=embedder, config=QUIET) as memory:
        begun(memory)
        memory.flush()
        ana = memory.scope(user="ana")
        hits = ana.recall("note 17", min_score=0)
        ana.forget(next(hit.id for hit in hits if hit.text == "note 17"))
        memory.flush()
        tried = embedder.alone.count("note 17")
        assert memory.flush().unembedded == 0
        assert embedder.alone.count("note 17") == tried
        assert memory.verify().clean


@pytest.mark.parametrize("background", [True, False])
def test_a_batch_that_takes_longer_than_a_lease_is_embedded(url: str, background: bool) -> None:
    def slowly(texts: Sequence[str]) -> None:
        time.sleep(0.4)

    embedder = Flaky(trouble=slowly)
    work = WorkPolicy(lease_seconds=0.15, poll_seconds=0.02)
    config = Config(background=background, work=work)
    with Memory.open(url, embedder=embedder, config=config) as memory:
        memory.scope(user="ana").remember("likes tea")
        assert memory.flush(timeout=20).unembedded == 0
        assert memory.stats().vectors == 1

"""What was forgotten is found by its meaning no more than by its words, nor beside others."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from retentive import Config, Memory
from retentive.app.sync_handle import Handle
from retentive.kernel.ambient import Ambient
from retentive.testing.fakes import CountingIds, FrozenClock, SeededChance

QUIET = Config(background=False)


@dataclass
class Topics:
    """An embedder to which words of one topic are one word."""

    identity: str = "topics-1"
    dimensions: int = 4
    floor: float = 0.0

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return how much each text says of pets, of music, and of anything else."""
        topics = [{"ferrets", "pets"}, {"oud", "music"}, {"porto", "city"}]
        found = []
        for text in texts:
            words = set(text.casefold().strip(".?").split())
            found.append([*(float(len(words & topic)) for topic in topics), 0.1])
        return found

    def embed_query(self, text: str) -> list[float]:
        """Return what a text of these words says."""
        return self.embed([text])[0]


def opened(path: Path) -> Memory:
    clock = FrozenClock(step=timedelta(seconds=1))
    ambient = Ambient(clock=clock, ids=CountingIds(), chance=SeededChance())
    return Memory.open(path, embedder=Topics(), config=QUIET, ambient=ambient)


def said(ana: Handle) -> str:
    """Say something of pets between things that have to do with nothing; return its id."""
    texts = ("Hello there.", "I keep ferrets", "Fine weather today.", "She plays oud")
    receipt = ana.observe([{"role": "user", "content": text} for text in texts])
    return receipt.ids[1]


def stored(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM vector").fetchone()[0])


def told(ana: Handle, query: str = "pets") -> list[tuple[str, float]]:
    return [(hit.text, hit.score) for hit in ana.recall(query, min_score=0, limit=20)]


@pytest.mark.parametrize("then", ["undigested", "digested", "rebuilt"])
def test_what_was_forgotten_is_near_to_nothing_and_lends_nothing(tmp_path: Path, then: str) -> None:
    path = tmp_path / "m.db"
    with opened(path) as memory:
        ana = memory.scope(user="ana", session="s1")
        name = said(ana)
        memory.flush()
        assert "I keep ferrets" in [text for text, _ in told(ana)]
        before = stored(path)
        ana.forget(name)
        if then != "undigested":
            memory.flush()
            assert stored(path) == before - 1
        if then == "rebuilt":
            memory.rebuild()
            memory.flush()
            assert stored(path) == before - 1
        assert all("ferrets" not in text for text, _ in told(ana))
        assert ana.recall("pets") == []
        assert all(score < 0.02 for _, score in told(ana)), told(ana)
        assert memory.verify().clean


@pytest.mark.parametrize("flushed", [False, True])
@pytest.mark.parametrize("verb", ["retract", "forget", "correct"])
def test_what_was_ended_is_not_found_by_its_meaning(
    tmp_path: Path, verb: str, flushed: bool
) -> None:
    with opened(tmp_path / "m.db") as memory:
        ana = memory.scope(user="ana", session="s1")
        fact = ana.remember("Lives in Porto")
        ana.remember("Plays oud")
        memory.flush()
        assert [hit.text for hit in ana.recall("city")] == ["Lives in Porto"]
        if verb == "correct":
            ana.correct(fact.id, "Plays music")
        else:
            getattr(ana, verb)(fact.id)
        if flushed:
            memory.flush()
        assert ana.recall("city") == []
        assert all("Porto" not in text for text, _ in told(ana, "city"))
        assert memory.verify().clean


def test_before_a_correction_the_old_words_are_found_by_their_meaning(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    with opened(path) as memory:
        ana = memory.scope(user="ana", session="s1")
        fact = ana.remember("Lives in Porto")
        memory.flush()
        new = ana.correct(fact.id, "Plays music").fact
        assert new is not None
        for _ in range(2):
            memory.flush()
            (hit,) = ana.recall("city", known_at=fact.recorded_at)
            assert (hit.text, hit.parts["text"]) == ("Lives in Porto", 0.0)
            assert hit.parts["cosine"] > 0.9
            memory.rebuild()

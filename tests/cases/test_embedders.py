"""Embedders that answer with nothing, and stores that change to another one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from retentive import Config, Memory
from retentive.kernel.errors import EmbedderUnavailable, EmbeddingMismatch
from retentive.testing.fakes import ToyEmbedder

MANUAL = Config(background=False)
WORDS = Config(background=False, embedding_mismatch="text")
DIRECTIONS = {"jam": (1.0, 0.0), "tea": (0.0, 1.0), "q-jam": (1.0, 0.0)}


@dataclass
class Written:
    """An embedder whose answers are written down; all else has the zero vector."""

    identity: str = "written-1"
    dimensions: int = 2
    floor: float = 0.0
    known: dict[str, tuple[float, float]] = field(default_factory=lambda: dict(DIRECTIONS))

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one vector a text."""
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> Sequence[float]:
        """Return the vector of a text, whoever said it."""
        return self.known.get(text.rpartition(": ")[2], (0.0, 0.0))


class Interrupted(ToyEmbedder):
    """An embedder whose network is gone."""

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Fail."""
        raise ConnectionError("interrupted")


@pytest.fixture(params=["memory://", "memory.db"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place for a store, in memory and on disk."""
    name: str = request.param
    return name if "://" in name else str(tmp_path / name)


def test_a_vector_of_zeros_is_none_and_harms_no_score(url: str) -> None:
    embedder = Written()
    with Memory.open(url, embedder=embedder, config=MANUAL) as memory:
        ana = memory.scope(user="u1")
        for text in ("jam", "tea", "blank"):
            ana.remember(text)
        memory.flush()
        hits = ana.recall("q-jam", limit=2, min_score=0)
        assert hits[0].text == "jam"
        assert "blank" not in [hit.text for hit in hits]
        asked = [ana.recall("q-zero", limit=3, min_score=0) for _ in range(3)]
        assert len({tuple(hit.id for hit in hits) for hits in asked}) == 1
        for hit in (*hits, *asked[0]):
            assert all(map(math.isfinite, (hit.score, *hit.parts.values())))
        assert (memory.stats().vectors, memory.stats().live_documents) == (2, 3)
        assert memory.verify().clean
        embedder.known["blank"] = (1.0, 1.0)
        memory.rebuild(embeddings=True)
        assert memory.stats().vectors == 3


@pytest.mark.case("sea-14")
def test_a_store_changes_to_an_embedder_of_other_dimensions(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    with Memory.open(path, embedder=ToyEmbedder("m-4", 4), config=MANUAL) as memory:
        for text in ("Keeps goats", "Plays whist"):
            memory.scope(user="u1").remember(text)
        memory.flush()
    other = Interrupted("m-6", 6)
    with pytest.raises(EmbeddingMismatch, match="rebuild --embeddings"):
        Memory.open(path, embedder=other, config=MANUAL)
    with Memory.open(path, embedder=other, config=WORDS) as memory:
        ana = memory.scope(user="u1")
        assert [hit.text for hit in ana.recall("goats")] == ["Keeps goats"]
        ana.remember("Grows hops")
        memory.flush()
        stale = memory.stats()
        assert (stale.vectors, stale.unembedded, stale.waiting_for) == (2, 1, ("m-4",))
        with pytest.raises(EmbedderUnavailable):
            memory.rebuild(embeddings=True)
        assert [hit.text for hit in ana.recall("goats")] == ["Keeps goats"]
    with Memory.open(path, embedder=ToyEmbedder("m-6", 6), config=WORDS) as memory:
        assert memory.rebuild(embeddings=True).vectors == memory.stats().vectors == 3
        assert memory.stats().unembedded == 0
        (hit, *_) = memory.scope(user="u1").recall("goats")
        assert (hit.text, "cosine" in hit.parts) == ("Keeps goats", True)
        assert memory.verify().clean
    with Memory.open(path, embedder=ToyEmbedder("m-6", 6), config=MANUAL) as memory:
        assert memory.stats().vectors == 3

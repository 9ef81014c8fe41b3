"""The embedder that the yardsticks share with the library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from time import perf_counter

from retentive.embedders import Embedder as Embedder
from retentive.embedders import embedder

Vector = Sequence[float]

BATCH = 64


def installed() -> Embedder | None:
    """Return the embedder that comes with the library, if its extra is installed."""
    return embedder()


@dataclass(frozen=True, slots=True)
class Shared:
    """An embedder that embeds a text once, however many yardsticks ask for it.

    `seconds` holds how long each new query took, which no yardstick is charged for.
    """

    embedder: Embedder
    seconds: list[float] = field(default_factory=list)
    _texts: dict[str, Vector] = field(default_factory=dict)
    _queries: dict[str, Vector] = field(default_factory=dict)

    @property
    def identity(self) -> str:
        """Which model it is."""
        return self.embedder.identity

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has."""
        return self.embedder.dimensions

    @property
    def floor(self) -> float:
        """The cosine of texts that have nothing to do with each other."""
        return self.embedder.floor

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Return one vector a text, in order."""
        new = [text for text in dict.fromkeys(texts) if text not in self._texts]
        for start in range(0, len(new), BATCH):
            batch = new[start : start + BATCH]
            self._texts.update(zip(batch, self.embedder.embed(batch), strict=True))
        return [self._texts[text] for text in texts]

    def embed_query(self, text: str) -> Vector:
        """Return the vector of what is asked."""
        if text not in self._queries:
            start = perf_counter()
            self._queries[text] = self.embedder.embed_query(text)
            self.seconds.append(perf_counter() - start)
        return self._queries[text]

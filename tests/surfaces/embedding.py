"""An embedder for tests of the benchmark: equal words are near each other."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256


class WordEmbedder:
    """Counts words in 32 places; whatever shares a word has something in common."""

    identity = "words-1"
    dimensions = 32
    floor = 0.0

    def __init__(self) -> None:
        self.embedded = 0

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.embedded += len(texts)
        return [self._vector(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self._vector(text)

    def _vector(self, text: str) -> list[float]:
        vector = [0.0] * self.dimensions
        for word in text.casefold().split():
            vector[sha256(word.strip("?.,!:").encode()).digest()[0] % self.dimensions] += 1
        return vector

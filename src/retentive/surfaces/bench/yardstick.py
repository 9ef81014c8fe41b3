"""The yardsticks: plain BM25, plain cosine, and plain fusion of the two by rank."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from typing import Any

Scored = list[tuple[int, float]]
"""Places of texts and their scores, best first."""

FUSION_K = 60
"""The usual constant of reciprocal rank fusion."""


class PlainBM25:
    """Okapi BM25 over `text.lower().split()`; no stems, no stop words."""

    def __init__(self, texts: Sequence[str], k1: float = 1.2, b: float = 0.75) -> None:
        """Index the texts."""
        self._counts = [Counter(text.lower().split()) for text in texts]
        lengths = [counts.total() for counts in self._counts]
        mean = sum(lengths) / max(1, len(lengths)) or 1.0
        self._shares = [k1 * (1 - b + b * length / mean) for length in lengths]
        self._gain = k1 + 1
        held = Counter(word for counts in self._counts for word in counts)
        size = len(texts)
        self._idf = {
            word: math.log(1 + (size - count + 0.5) / (count + 0.5)) for word, count in held.items()
        }

    def search(self, query: str, limit: int) -> Scored:
        """Return the best texts that share a word; ties in the order of the texts."""
        words = [word for word in dict.fromkeys(query.lower().split()) if word in self._idf]
        scored = [
            (-self._score(words, at), at)
            for at, counts in enumerate(self._counts)
            if any(word in counts for word in words)
        ]
        return [(at, -score) for score, at in sorted(scored)[:limit]]

    def _score(self, words: Sequence[str], at: int) -> float:
        counts, share = self._counts[at], self._shares[at]
        return math.fsum(
            self._idf[word] * counts[word] * self._gain / (counts[word] + share) for word in words
        )


class Dense:
    """The exact cosine with every vector."""

    def __init__(self, vectors: Sequence[Sequence[float]]) -> None:
        """Keep the vectors at unit length."""
        self._numpy: Any = import_module("numpy")
        self._vectors = self._unit(self._numpy.asarray(vectors, dtype="float32"))

    def search(self, vector: Sequence[float], limit: int) -> Scored:
        """Return the nearest vectors; ties in their order."""
        if not len(self._vectors):
            return []
        asked = self._unit(self._numpy.asarray([vector], dtype="float32"))[0]
        cosines = self._vectors @ asked
        order = self._numpy.argsort(-cosines, kind="stable")[:limit]
        return [(int(at), float(cosines[at])) for at in order]

    def _unit(self, vectors: Any) -> Any:
        if not vectors.size:
            return vectors
        lengths = self._numpy.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors / self._numpy.maximum(lengths, 1e-12)


def fused(rankings: Sequence[Scored], limit: int, k: int = FUSION_K) -> Scored:
    """Return the reciprocal rank fusion of rankings; ties in the order of the texts."""
    totals: dict[int, float] = {}
    for ranking in rankings:
        for rank, (at, _) in enumerate(ranking, start=1):
            totals[at] = totals.get(at, 0.0) + 1 / (k + rank)
    best = sorted((-score, at) for at, score in totals.items())
    return [(at, -score) for score, at in best[:limit]]

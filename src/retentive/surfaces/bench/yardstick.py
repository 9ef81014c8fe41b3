"""The yardstick: a plain BM25 over lower-case words, as anybody would write it in an hour."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence


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

    def search(self, query: str, limit: int) -> list[int]:
        """Return the indices of the best texts, best first; ties in the order of the texts."""
        words = [word for word in dict.fromkeys(query.lower().split()) if word in self._idf]
        scored = [
            (-self._score(words, at), at)
            for at, counts in enumerate(self._counts)
            if any(word in counts for word in words)
        ]
        return [at for _, at in sorted(scored)[:limit]]

    def _score(self, words: Sequence[str], at: int) -> float:
        counts, share = self._counts[at], self._shares[at]
        return math.fsum(
            self._idf[word] * counts[word] * self._gain / (counts[word] + share) for word in words
        )

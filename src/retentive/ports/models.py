"""What a language model, an embedder, a reranker or a token counter must be able to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from retentive.model.entry import Json


class LanguageModel(Protocol):
    """One structured call to a model (rows C-21, M-10)."""

    @property
    def identity(self) -> str:
        """Provider, model and version: part of the key of every recorded reply."""
        ...

    async def complete(self, prompt: str, schema: Mapping[str, Json]) -> str:
        """Return the model's answer as it came; checking it is the caller's work."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors (row C-20).

    Called off the event loop, and from one thread at a time a memory.
    """

    @property
    def identity(self) -> str:
        """Model and file hash, stored beside every vector: another one is another embedder."""
        ...

    @property
    def dimensions(self) -> int:
        """How many numbers a vector has; at least 1."""
        ...

    @property
    def floor(self) -> float:
        """The cosine of texts that have nothing to do with each other, in [0, 1)."""
        ...

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one vector a text, in order; of any length but zero."""
        ...

    def embed_query(self, text: str) -> Sequence[float]:
        """Return the vector of a question, to be compared with those of texts."""
        ...


class Reranker(Protocol):
    """Orders a few candidates anew."""

    @property
    def identity(self) -> str:
        """Model and version."""
        ...

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:
        """Return one score in 0–1 a text, in order."""
        ...


class TokenCounter(Protocol):
    """Counts tokens as the reader of a context will."""

    @property
    def name(self) -> str:
        """What stands in the account of a context."""
        ...

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`; 0 for the empty text; fetches nothing."""
        ...

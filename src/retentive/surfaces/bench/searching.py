"""Ways of searching a conversation: the library through its public face, and the yardsticks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from retentive import Handle, Hit, Memory
from retentive.surfaces.bench.embedding import Embedder
from retentive.surfaces.bench.talks import Conversation
from retentive.surfaces.bench.yardstick import Dense, PlainBM25, Scored, fused

AGENT = "assistant"

Threshold = float | Literal["calibrated"]

ARM_LIMIT = 100
"""How many answers of each yardstick are fused."""


@dataclass(frozen=True, slots=True)
class Found:
    """One answer: the turns it cites and its score."""

    ids: tuple[str, ...]
    score: float


Search = Callable[[Conversation, str, int], list[Found]]
"""Asks a conversation for so many answers, best first."""


def handle(memory: Memory, talk: Conversation, session: str | None = None) -> Handle:
    """Return the handle of a conversation: a tenant of its own, its user, one agent."""
    return memory.scope(tenant=talk.id, user=talk.user, agent=AGENT, session=session)


def remembering(memory: Memory, *, min_score: Threshold = 0.0, include_log: bool = True) -> Search:
    """Search what the library remembers of the conversation."""

    def search(talk: Conversation, question: str, limit: int) -> list[Found]:
        hits = handle(memory, talk).recall(
            question, limit=limit, min_score=min_score, include_log=include_log
        )
        return [_found(hit) for hit in hits]

    return search


@dataclass(frozen=True, slots=True)
class Yardsticks:
    """Plain searches over the turns of each conversation, by its id."""

    texts: dict[str, PlainBM25]
    vectors: dict[str, Dense]
    embedder: Embedder | None

    def searches(self) -> dict[str, Search]:
        """Return the yardsticks that can be had, by name."""
        found: dict[str, Search] = {"plain BM25": self._search(self._by_text)}
        if self.embedder is not None:
            found["plain dense"] = self._search(self._by_vector)
            found["rank fusion, k 60"] = self._search(self._by_both)
        return found

    def _search(self, ranked: Callable[[str, str, int], Scored]) -> Search:
        def search(talk: Conversation, question: str, limit: int) -> list[Found]:
            turns = talk.turns
            return [Found((turns[at].id,), score) for at, score in ranked(talk.id, question, limit)]

        return search

    def _by_text(self, talk: str, question: str, limit: int) -> Scored:
        return self.texts[talk].search(question, limit)

    def _by_vector(self, talk: str, question: str, limit: int) -> Scored:
        assert self.embedder is not None
        return self.vectors[talk].search(self.embedder.embed_query(question), limit)

    def _by_both(self, talk: str, question: str, limit: int) -> Scored:
        wide = max(limit, ARM_LIMIT)
        arms = [self._by_text(talk, question, wide), self._by_vector(talk, question, wide)]
        return fused(arms, limit)


def yardsticks(talks: Sequence[Conversation], embedder: Embedder | None) -> Yardsticks:
    """Index the turns of all conversations for the yardsticks."""
    said = {talk.id: [turn.said for turn in talk.turns] for talk in talks}
    return Yardsticks(
        texts={name: PlainBM25(texts) for name, texts in said.items()},
        vectors={name: Dense(embedder.embed(texts)) for name, texts in said.items()}
        if embedder
        else {},
        embedder=embedder,
    )


def _found(hit: Hit) -> Found:
    return Found(hit.source_ids, hit.score)

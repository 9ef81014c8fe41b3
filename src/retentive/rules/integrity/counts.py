"""Check of counters: a space's sizes are those of the rows that a sweep meets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retentive.model.fact import Fact
from retentive.model.report import Damage, SpaceCounts


@dataclass
class Sizes:
    """Counts the rows of a space as they are met."""

    entries: int = 0
    facts: int = 0
    versions: int = 0
    episodes: int = 0
    documents: int = 0
    live_documents: int = 0
    live_length: int = 0
    postings: int = 0
    vectors: int = 0
    dead_letters: int = 0
    unplaced: int = 0

    def count_document(self, dead_seq: int | None, length: int) -> None:
        """Count a document of the index."""
        self.documents += 1
        if dead_seq is None:
            self.live_documents += 1
            self.live_length += length

    def count_fact(self, fact: Fact) -> None:
        """Count a version of a fact."""
        self.versions += 1
        self.facts += fact.dead_seq is None and fact.standing.served


_COUNTED = (
    "entries",
    "facts",
    "versions",
    "episodes",
    "documents",
    "live_documents",
    "postings",
    "vectors",
    "dead_letters",
    "unplaced",
)


def count_damages(place: str, sizes: Sizes, counts: SpaceCounts) -> Iterator[Damage]:
    """Yield where the sizes that a store tells differ from those that were met."""
    for name in _COUNTED:
        met, told = getattr(sizes, name), getattr(counts, name)
        if met != told:
            detail = f"{told} {name.replace('_', ' ')} counted, {met} stored"
            yield Damage(check="counters", place=place, detail=detail)


def total_damages(place: str, sizes: Sizes, docs: int, length: int) -> Iterator[Damage]:
    """Yield where the totals that scores are made of differ from the live documents."""
    if (docs, length) != (sizes.live_documents, sizes.live_length):
        detail = (
            f"{docs} live documents of {length} terms counted, "
            f"{sizes.live_documents} of {sizes.live_length} stored"
        )
        yield Damage(check="counters", place=place, detail=detail)

"""A small index in memory for code that brings its own vectors (rows C-17, C-18, C-81)."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from retentive.kernel.errors import EmbeddingDimensionMismatch, InvalidInput
from retentive.rules.checked import checked_count, checked_flag, checked_limit, shown

IN_MEMORY_INDEX_WARN_THRESHOLD = 10_000
"""Vectors from which on an index that compares with each of them warns."""

FAMILIES = ("facts", "entities", "themes", "episodes")
"""What is kept apart in an index, each with its own search."""

LIMIT, MIN_SIMILARITY = 20, 0.5

T = TypeVar("T")

Vector = Sequence[float]
Pairs = Iterable[tuple[T, Vector | None]]


class EmbeddedStore(Protocol):
    """What an index can be rebuilt from: items with their vectors; None where there is none."""

    def facts(self) -> Pairs[Any]:
        """Return the facts."""
        ...

    def entities(self) -> Pairs[Any]:
        """Return the entities."""
        ...

    def themes(self) -> Pairs[Any]:
        """Return the themes."""
        ...

    def episodes(self) -> Pairs[Any]:
        """Return the episodes."""
        ...


@dataclass(frozen=True, slots=True)
class Scored:
    """An item and its cosine with what was asked."""

    item: Any
    score: float


@dataclass(frozen=True, slots=True)
class _Row:
    item: Any
    vector: tuple[float, ...]
    length: float


class ScaleWarning(UserWarning):
    """More vectors are compared one by one than is quick."""


class InMemoryMemoryIndex:
    """Compares a vector with each one it holds, in plain Python; for thousands, not millions.

    It holds what it was rebuilt from and learns of nothing later. With `expected_dimensions`
    any vector of another length raises `EmbeddingDimensionMismatch` at once; without, one of
    another length than asked for is near to nothing (its score is 0). Past
    `IN_MEMORY_INDEX_WARN_THRESHOLD` vectors it warns once, unless `silence_scale_warning`.
    What a `Memory` finds does not go through it: `recall` has an index of its own.
    """

    def __init__(
        self, *, expected_dimensions: int | None = None, silence_scale_warning: bool = False
    ) -> None:
        """Start empty."""
        if expected_dimensions is not None and checked_count(expected_dimensions, _DIMS) < 1:
            raise InvalidInput(f"{_DIMS} must be at least 1, or None", field=_DIMS)
        self.expected_dimensions = expected_dimensions
        self._silent = checked_flag(silence_scale_warning, "silence_scale_warning")
        self._rows: Mapping[str, tuple[_Row, ...]] = {}

    def __len__(self) -> int:
        """Return how many vectors are held."""
        return sum(map(len, self._rows.values()))

    def rebuild(self, source: EmbeddedStore | Mapping[str, Pairs[Any]]) -> None:
        """Hold the items of `source` in place of those held.

        `source` has methods `facts`, `entities`, `themes`, `episodes` that return pairs of an
        item and its vector, or is a mapping from these names to such pairs. Items whose vector
        is None are left out. If anything is refused, what was held stays.
        """
        rows = {name: tuple(self._read(_pairs(source, name), name)) for name in FAMILIES}
        self._rows = rows
        if len(self) > IN_MEMORY_INDEX_WARN_THRESHOLD and not self._silent:
            self._silent = True
            warnings.warn(
                f"{len(self)} vectors are compared one by one; past "
                f"{IN_MEMORY_INDEX_WARN_THRESHOLD} a Memory with an embedder is quicker "
                "(silence_scale_warning=True ends this warning)",
                ScaleWarning,
                stacklevel=2,
            )

    def search_facts(
        self, embedding: Vector, *, limit: int = LIMIT, min_similarity: float = MIN_SIMILARITY
    ) -> list[Scored]:
        """Return facts whose cosine is at least `min_similarity`, best first."""
        return self._search("facts", embedding, limit, min_similarity)

    def search_entities(
        self, embedding: Vector, *, limit: int = LIMIT, min_similarity: float = MIN_SIMILARITY
    ) -> list[Scored]:
        """Return entities whose cosine is at least `min_similarity`, best first."""
        return self._search("entities", embedding, limit, min_similarity)

    def search_themes(
        self, embedding: Vector, *, limit: int = LIMIT, min_similarity: float = MIN_SIMILARITY
    ) -> list[Scored]:
        """Return themes whose cosine is at least `min_similarity`, best first."""
        return self._search("themes", embedding, limit, min_similarity)

    def search_episodes(
        self, embedding: Vector, *, limit: int = LIMIT, min_similarity: float = MIN_SIMILARITY
    ) -> list[Scored]:
        """Return episodes whose cosine is at least `min_similarity`, best first."""
        return self._search("episodes", embedding, limit, min_similarity)

    def _search(self, name: str, embedding: Vector, limit: int, least: float) -> list[Scored]:
        asked = self._row(None, embedding, "embedding")
        most, floor = checked_limit(limit, LIMIT), _checked_similarity(least)
        found = [Scored(row.item, _cosine(asked, row)) for row in self._rows.get(name, ())]
        near = [one for one in found if one.score >= floor]
        return sorted(near, key=lambda one: -one.score)[:most]

    def _read(self, pairs: Pairs[Any], name: str) -> Iterable[_Row]:
        for number, (item, vector) in enumerate(pairs):
            if vector is not None:
                yield self._row(item, vector, f"{name}[{number}]")

    def _row(self, item: object, vector: Vector, field: str) -> _Row:
        row = _row(item, vector, field)
        expected = self.expected_dimensions
        if expected is not None and len(row.vector) != expected:
            raise EmbeddingDimensionMismatch(
                f"{field} has {len(row.vector)} numbers, {expected} are expected; embed with "
                "the model that made the others, or make an index for the new length",
                field=field,
                asked=len(row.vector),
                stored=expected,
            )
        return row


def cosine_similarity(one: Vector, other: Vector) -> float:
    """Return the cosine of two vectors, in -1 to 1.

    0 if either has no length at all, is empty, or has another number of numbers.
    """
    return _cosine(_row(None, one, "one"), _row(None, other, "other"))


_DIMS = "expected_dimensions"


def _cosine(one: _Row, other: _Row) -> float:
    if len(one.vector) != len(other.vector) or not one.length or not other.length:
        return 0.0
    dot = math.fsum(
        (a / one.length) * (b / other.length) for a, b in zip(one.vector, other.vector, strict=True)
    )
    return max(-1.0, min(1.0, dot))


def _row(item: object, vector: Vector, field: str) -> _Row:
    try:
        numbers = tuple(float(x) for x in vector)
    except (TypeError, ValueError, OverflowError):
        numbers = (math.nan,)
    if not all(map(math.isfinite, numbers)):
        raise InvalidInput(f"{field} must be a list of finite numbers", field=field)
    return _Row(item, numbers, math.hypot(*numbers))


def _pairs(source: EmbeddedStore | Mapping[str, Pairs[Any]], name: str) -> Pairs[Any]:
    if isinstance(source, Mapping):
        unknown = set(source) - set(FAMILIES)
        if unknown:
            raise InvalidInput(
                f"an index holds {', '.join(FAMILIES)}, not {shown(min(unknown))}", field="source"
            )
        return source.get(name, ())
    found: Pairs[Any] = getattr(source, name)()
    return found


def _checked_similarity(least: object) -> float:
    if isinstance(least, bool) or not isinstance(least, int | float) or not -1.0 <= least <= 1.0:
        raise InvalidInput(
            f"min_similarity must be a number from -1 to 1, not {shown(least)}",
            field="min_similarity",
        )
    return float(least)

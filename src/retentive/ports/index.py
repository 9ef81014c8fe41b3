"""What finds vectors near a question's: exact, inside one space, in memory of limited size."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from retentive.model.space import Space
from retentive.ports.view import View


class Nearness(Protocol):
    """How near the vectors of one space are to one question."""

    def best(self, limit: int) -> Sequence[tuple[bytes, float]]:
        """Return the digests with the highest cosines, best first; equal ones by digest.

        Fewer than `limit` only if the space holds fewer.
        """
        ...

    def of(self, digests: Collection[bytes]) -> Mapping[bytes, float]:
        """Return the cosines of these digests; those without a vector are absent."""
        ...


class VectorIndex(Protocol):
    """Compares a question with the vectors of a space.

    Cosines are exact and do not depend on what was asked before, on the process, or on what
    is cached: equal vectors have equal ones. Whatever the view holds is found, but that an
    index may leave out a few of the nearest of a large space at its head. It may know digests
    that no document visible in the view has; the caller drops these. A damaged vector (cut
    short, of numbers that are not finite, or of another length than 1) counts as none. May be
    used from several threads.
    """

    def near(self, view: View, space: Space, query: bytes) -> Nearness:
        """Compare `query` (float16, as stored) with the vectors of the space's generation.

        Raises `EmbeddingDimensionMismatch` if they are made of more or fewer numbers.
        """
        ...

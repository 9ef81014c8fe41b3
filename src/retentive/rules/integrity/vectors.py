"""Checks of vectors: as long as they say, of unit length, and of one length together."""

from __future__ import annotations

import math
import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from retentive.model.report import Damage

TOLERANCE = 1e-2
"""How far a vector may be from unit length: float16 rounds each of its numbers."""


def is_whole(dim: int, data: bytes) -> bool:
    """Tell whether the bytes of a vector are those of as many numbers as it says."""
    return dim > 0 and len(data) == 2 * dim


@dataclass
class VectorCheck:
    """Reads the vectors of a generation.

    A text without a vector is no damage: the embedder may have failed at it for good.
    """

    place: str
    count: int = 0
    _dims: dict[int, list[int]] = field(default_factory=dict)

    def read(self, number: int, dim: int, data: bytes) -> Iterator[Damage]:
        """Yield what is wrong with the next vector."""
        self.count += 1
        self._dims.setdefault(dim, []).append(number)
        if not is_whole(dim, data):
            yield self._damage(number, f"has {len(data)} bytes for {dim} numbers")
            return
        length = math.hypot(*struct.unpack(f"<{dim}e", data))
        if not abs(length - 1) <= TOLERANCE:
            yield self._damage(number, f"is {length:.3g} long, not 1")

    def ended(self) -> Iterator[Damage]:
        """Yield the vectors that are of another length than most."""
        sizes = Counter({dim: len(numbers) for dim, numbers in self._dims.items()})
        for usual, _ in sizes.most_common(1):
            for dim, numbers in self._dims.items():
                for number in numbers if dim != usual else ():
                    yield self._damage(number, f"has {dim} numbers, others have {usual}")

    def _damage(self, number: int, detail: str) -> Damage:
        return Damage(check="vector", place=f"{self.place} vector {number}", detail=detail)

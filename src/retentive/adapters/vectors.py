"""Exact vector search with numpy, over a cache of limited size.

Stored numbers are float16 of unit vectors, so they are multiples of 2**-24, and a product of
two is one of 2**-48: a sum of such products that stays below 16 is exact in float64, in
whatever order it is added. Scanning is done in float32, which is fast and slightly off; what
comes near the cut is compared again exactly. So answers are the same bits in every process.

A damaged vector, as `verify` tells them, counts as none: one number that is not finite would
take every other's place, and a length other than 1 would be a wrong score.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from retentive.kernel.errors import EmbeddingDimensionMismatch
from retentive.model.space import Space
from retentive.ports.rows import StoredVector
from retentive.ports.view import View
from retentive.rules.integrity.vectors import TOLERANCE, is_whole

T = TypeVar("T", np.float32, np.float64)

CACHE_BYTES = 256 * 2**20
"""The default limit of cached vectors, in bytes: about 160,000 of 384 numbers."""

_BLOCK = 4096
"""Vectors that are read and kept together."""

_BESIDE = 144
"""Bytes that are kept for a vector beside its numbers: its digest, and where it stands."""

_SLACK = 3e-5
"""More than float32 can be off in a sum of some hundred products, in whatever order it is added."""

_ALONE = 4 * _BLOCK
"""Vectors up to which one thread scans them.

Several are quicker, but wait for each other: while another process has one of the cores, one
scan in ten of a few thousand vectors took fifteen milliseconds instead of one.
"""

_Key = tuple[int, int]
"""A space and its generation of vectors."""


class ExactIndex:
    """Compares a question with every vector of a space.

    Vectors of a digest never change while they are stored, so what is cached stays right; before
    each answer the vectors stored since are read, whichever process stored them, and one that
    was dropped and made again takes the place of the first. Damaged ones are left out, so their
    texts are found by words. The spaces asked last are kept, up to `cache_bytes`; a space larger
    than that is read anew for each question.
    """

    def __init__(self, cache_bytes: int = CACHE_BYTES) -> None:
        """Start with an empty cache."""
        self._limit = cache_bytes
        self._lock = threading.Lock()
        self._kept: OrderedDict[_Key, _Held] = OrderedDict()

    @property
    def cached_bytes(self) -> int:
        """How much is cached now."""
        with self._lock:
            return sum(held.size for held in self._kept.values())

    def near(self, view: View, space: Space, query: bytes) -> ExactNearness:
        """Return how near the vectors of the space are to `query`."""
        asked = np.frombuffer(query, "<f2").astype(np.float32)
        return ExactNearness(asked, self._blocks(view, space, len(asked)))

    def _blocks(self, view: View, space: Space, dim: int) -> tuple[Block, ...]:
        key = (space.id, space.generations.vectors)
        with self._lock:
            held = self._kept.pop(key, None) or _Held()
            try:
                if view.last_vector(space) > held.last:
                    held.read(view.vectors(space, after=held.last), dim)
                return held.checked(dim)
            finally:
                self._kept[key] = held
                self._shrink()

    def _shrink(self) -> None:
        """Forget the spaces that were asked longest ago, beyond the limit."""
        total = sum(held.size for held in self._kept.values())
        while self._kept and total > self._limit:
            _, held = self._kept.popitem(last=False)
            total -= held.size


@dataclass(frozen=True, slots=True)
class Block:
    """Some vectors of a space, and where each digest stands among them."""

    digests: tuple[bytes, ...]
    rows: NDArray[np.float32]
    places: Mapping[bytes, int]


@dataclass(slots=True)
class _Held:
    """The vectors of one space as far as they were read."""

    last: int = 0
    blocks: tuple[Block, ...] = ()
    size: int = 0

    def read(self, rows: Iterator[StoredVector], dim: int) -> None:
        """Read further vectors; a block that is not full is filled up first."""
        while found := list(islice(rows, _BLOCK)):
            self._drop({row.digest for row in found})
            if read := _sound(found, dim):
                self._add(read)
            self.last = found[-1].number
        self.size = sum(block.rows.nbytes + _BESIDE * len(block.digests) for block in self.blocks)

    def _add(self, read: Block) -> None:
        last = self.blocks[-1] if self.blocks else None
        if last is not None and len(last.digests) + len(read.digests) <= _BLOCK:
            rows = np.concatenate([last.rows, read.rows])
            self.blocks = (*self.blocks[:-1], _block((*last.digests, *read.digests), rows))
        else:
            self.blocks = (*self.blocks, read)

    def _drop(self, digests: Collection[bytes]) -> None:
        """Drop the vectors of digests that come again; else there would be more and more."""
        blocks = (
            block if block.places.keys().isdisjoint(digests) else _rest(block, digests)
            for block in self.blocks
        )
        self.blocks = tuple(block for block in blocks if block.digests)

    def checked(self, dim: int) -> tuple[Block, ...]:
        """Return the blocks, whose vectors must be `dim` long."""
        if self.blocks and self.blocks[0].rows.shape[1] != dim:
            raise _other_length(dim, self.blocks[0].rows.shape[1])
        return self.blocks


def _products(rows: NDArray[T], vector: NDArray[T]) -> NDArray[T]:
    """Return the product of each row with a vector, made by this thread alone."""
    made: NDArray[T] = np.einsum("ij,j->i", rows, vector)
    return made


def _sound(found: Sequence[StoredVector], dim: int) -> Block | None:
    """Return those of these vectors that are not damaged; None if all are."""
    whole = [row for row in found if is_whole(row.dim, row.data)]
    for row in whole:
        if row.dim != dim:
            raise _other_length(dim, row.dim)
    data = np.frombuffer(b"".join(row.data for row in whole), "<f2")
    rows = data.reshape(len(whole), dim).astype(np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    sound = np.flatnonzero(np.abs(lengths - 1) <= TOLERANCE)  # no number that is none is near 1
    if not len(sound):
        return None
    rows = rows if len(sound) == len(whole) else rows[sound]
    return _block(tuple(whole[row].digest for row in sound.tolist()), rows)


def _other_length(asked: int, stored: int) -> EmbeddingDimensionMismatch:
    return EmbeddingDimensionMismatch(
        f"the question's vector has {asked} numbers, the stored ones {stored}; open the store "
        "with the embedder that made them, or run: retentive rebuild --embeddings",
        asked=asked,
        stored=stored,
    )


def _block(digests: tuple[bytes, ...], rows: NDArray[np.float32]) -> Block:
    return Block(digests, rows, {digest: row for row, digest in enumerate(digests)})


def _rest(block: Block, dropped: Collection[bytes]) -> Block:
    kept = [row for row, digest in enumerate(block.digests) if digest not in dropped]
    return _block(tuple(block.digests[row] for row in kept), block.rows[kept])


@dataclass(slots=True)
class ExactNearness:
    """The cosines of one question with all vectors of a space."""

    query: NDArray[np.float32]
    blocks: tuple[Block, ...]
    _scanned: NDArray[np.float32] | None = field(default=None, init=False)

    @property
    def count(self) -> int:
        """How many vectors the space holds."""
        return sum(len(block.digests) for block in self.blocks)

    def best(self, limit: int) -> Sequence[tuple[bytes, float]]:
        """Return the `limit` nearest digests with their exact cosines, best first."""
        near = self._scan()
        if limit < 1 or not len(near):
            return []
        if limit < len(near):
            cut = np.partition(near, len(near) - limit)[len(near) - limit]
            rows = np.flatnonzero(near >= cut - _SLACK)
        else:
            rows = np.arange(len(near))
        found = self.of([self._digest(row) for row in rows.tolist()])
        return sorted(found.items(), key=lambda one: (-one[1], one[0]))[:limit]

    def of(self, digests: Collection[bytes]) -> Mapping[bytes, float]:
        """Return the exact cosines of these digests; lengths as stored are 1 but for rounding."""
        asked = self.query.astype(np.float64)
        found: dict[bytes, float] = {}
        for block in self.blocks:
            mine = list(block.places.keys() & digests)
            rows = block.rows[[block.places[one] for one in mine]]
            cosines = np.clip(_products(rows.astype(np.float64), asked), -1.0, 1.0)
            found.update(zip(mine, cosines.tolist(), strict=True))
        return found

    def _scan(self) -> NDArray[np.float32]:
        if self._scanned is None:
            several = self.count > _ALONE
            parts = [
                block.rows @ self.query if several else _products(block.rows, self.query)
                for block in self.blocks
            ]
            self._scanned = np.concatenate(parts) if parts else np.zeros(0, np.float32)
        return self._scanned

    def _digest(self, row: int) -> bytes:
        for block in self.blocks:
            if row < len(block.digests):
                return block.digests[row]
            row -= len(block.digests)
        raise IndexError(row)

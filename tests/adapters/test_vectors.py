"""Exact search: right, the same in every process, and within its bytes."""

from __future__ import annotations

import math
import struct
import sys
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retentive.adapters.vectors import ExactIndex
from retentive.kernel.errors import EmbeddingDimensionMismatch
from retentive.model.space import Space
from retentive.ports.index import Nearness
from retentive.ports.rows import StoredVector
from retentive.ports.view import View

DIM = 16


@dataclass
class Rows:
    """The vectors of some spaces, as a view shows them; counts what is read."""

    stored: dict[int, list[StoredVector]] = field(default_factory=dict)
    read: int = 0
    dropped: set[int] = field(default_factory=set)

    def put(self, space: int, *vectors: Sequence[float]) -> None:
        rows = self.stored.setdefault(space, [])
        for vector in vectors:
            number = len(rows) + 1
            digest = number.to_bytes(16, "big")
            rows.append(StoredVector(number, digest, len(vector), packed(vector)))

    def last_vector(self, space: Any) -> int:
        return len(self.stored.get(space.id, ()))

    def vectors(self, space: Any, *, after: int = 0) -> Iterator[StoredVector]:
        for row in self.stored.get(space.id, ())[after:]:
            if row.number not in self.dropped:
                self.read += 1
                yield row


@dataclass(frozen=True)
class Made:
    vectors: int = 1


@dataclass(frozen=True)
class Place:
    id: int
    generations: Made = Made()


def packed(vector: Sequence[float]) -> bytes:
    length = math.sqrt(math.fsum(x * x for x in vector))
    return struct.pack(f"<{len(vector)}e", *(x / length for x in vector))


def near(index: ExactIndex, rows: Rows, query: Sequence[float], space: int = 1) -> Nearness:
    return index.near(cast(View, rows), cast(Space, Place(space)), packed(query))


def cloud(count: int, seed: int = 1) -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).normal(size=(count, DIM))


def number(digest: bytes) -> int:
    return int.from_bytes(digest, "big")


def test_the_nearest_come_first_with_their_cosines() -> None:
    rows = Rows()
    rows.put(1, [1.0, 0.0], [0.0, 1.0], [1.0, 1.0])
    found = near(ExactIndex(), rows, [1.0, 0.0]).best(2)
    assert [number(digest) for digest, _ in found] == [1, 3]
    assert [cosine for _, cosine in found] == pytest.approx([1.0, math.sqrt(0.5)], abs=1e-3)


def test_equal_ones_come_in_the_order_of_their_digests() -> None:
    rows = Rows()
    rows.put(1, *[[1.0, 2.0]] * 9)
    best = near(ExactIndex(), rows, [2.0, 1.0]).best(4)
    assert [number(digest) for digest, _ in best] == [1, 2, 3, 4]


def test_what_is_asked_for_by_digest_has_the_cosine_it_has_in_the_list() -> None:
    rows = Rows()
    rows.put(1, *cloud(9000))
    nearness = near(ExactIndex(), rows, list(cloud(1, 2)[0]))
    best = dict(nearness.best(50))
    assert nearness.of(best) == best
    assert nearness.of([b"unknown"]) == {}


@given(st.integers(1, 60), st.integers(1, 70), st.integers(0, 1000))
def test_any_list_is_that_of_comparing_one_by_one(count: int, limit: int, seed: int) -> None:
    rows = Rows()
    rows.put(1, *cloud(count, seed))
    query = list(cloud(1, seed + 1)[0])
    asked = struct.unpack(f"<{DIM}e", packed(query))
    compared = []
    for row in rows.stored[1]:
        numbers = struct.unpack(f"<{DIM}e", row.data)
        cosine = math.fsum(a * b for a, b in zip(asked, numbers, strict=True))
        compared.append((-cosine, row.digest))
    found = near(ExactIndex(), rows, query).best(limit)
    assert [(-cosine, digest) for digest, cosine in found] == sorted(compared)[:limit]


def test_scores_are_the_same_bits_however_the_vectors_were_read() -> None:
    vectors, query = cloud(5000), list(cloud(1, 3)[0])
    whole, grown, index = Rows(), Rows(), ExactIndex()
    whole.put(1, *vectors)
    for start in range(0, 5000, 617):
        grown.put(1, *vectors[start : start + 617])
        near(index, grown, query)
    assert near(index, grown, query).best(300) == near(ExactIndex(), whole, query).best(300)


def test_what_was_stored_since_is_found_and_nothing_is_read_twice() -> None:
    rows, index = Rows(), ExactIndex()
    rows.put(1, [1.0, 0.0])
    near(index, rows, [1.0, 0.0])
    rows.put(1, [0.6, 0.8])
    assert len(near(index, rows, [1.0, 0.0]).best(5)) == 2
    near(index, rows, [1.0, 0.0])
    assert rows.read == 2


def test_spaces_do_not_mix() -> None:
    rows, index = Rows(), ExactIndex()
    rows.put(1, [1.0, 0.0])
    rows.put(2, [0.0, 1.0], [1.0, 0.0])
    assert len(near(index, rows, [1.0, 0.0], space=1).best(5)) == 1
    assert len(near(index, rows, [1.0, 0.0], space=2).best(5)) == 2
    assert near(index, rows, [1.0, 0.0], space=3).best(5) == []


def test_the_cache_stays_within_its_bytes_and_answers_do_not_change() -> None:
    rows = Rows()
    for space in range(1, 6):
        rows.put(space, *cloud(100, space))
    roomy, narrow = ExactIndex(), ExactIndex(cache_bytes=20_000)
    query = list(cloud(1, 9)[0])
    for space in (1, 2, 3, 4, 5, 1, 3):
        assert near(narrow, rows, query, space).best(7) == near(roomy, rows, query, space).best(7)
        assert narrow.cached_bytes <= 20_000


def test_a_text_said_and_forgotten_again_and_again_takes_one_place() -> None:
    rows, index = Rows(), ExactIndex()
    rows.put(1, *cloud(9000))
    rows.put(1, [1.0] * DIM)
    (once,) = rows.stored[1][-1:]
    for _ in range(50):
        rows.dropped.add(len(rows.stored[1]))
        rows.stored[1].append(once._replace(number=len(rows.stored[1]) + 1))
        near(index, rows, [1.0] * DIM)
    best = near(index, rows, [1.0] * DIM).best(20)
    assert len(dict(best)) == 20
    assert best == near(ExactIndex(), rows, [1.0] * DIM).best(20)
    assert best[0][0] == once.digest
    assert index.cached_bytes < 9002 * (4 * DIM + 200)


def test_the_nearness_of_a_text_to_itself_is_not_more_than_one() -> None:
    rows = Rows()
    rows.put(1, *cloud(200))
    for row in rows.stored[1]:
        numbers = struct.unpack(f"<{DIM}e", row.data)
        ((digest, cosine),) = near(ExactIndex(), rows, numbers).best(1)
        assert (digest, cosine <= 1.0) == (row.digest, True)


@pytest.mark.parametrize("dim", [8, 384])
def test_the_limit_counts_what_is_held(dim: int) -> None:
    rows, index = Rows(), ExactIndex()
    rows.put(1, *np.random.default_rng(1).normal(size=(6000, dim)))
    tracemalloc.start()
    near(index, rows, [1.0] * dim)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    held += sum(sys.getsizeof(row.digest) for row in rows.stored[1])
    assert 0.85 * held < index.cached_bytes < 1.3 * held


def test_vectors_of_another_length_are_refused() -> None:
    rows, index = Rows(), ExactIndex()
    rows.put(1, [1.0, 0.0])
    with pytest.raises(EmbeddingDimensionMismatch, match="rebuild --embeddings"):
        near(index, rows, [1.0, 0.0, 0.0])
    near(index, rows, [1.0, 0.0])
    with pytest.raises(EmbeddingDimensionMismatch):
        near(index, rows, [1.0, 0.0, 0.0])


@pytest.mark.parametrize(
    ("data", "dim"),
    [
        (struct.pack("<2e", math.nan, 0.0), 2),
        (struct.pack("<2e", math.inf, 1.0), 2),
        (struct.pack("<2e", 0.0, 0.0), 2),
        (struct.pack("<2e", 3.0, 4.0), 2),
        (b"\0\1", 2),
        (b"", 2),
        (b"", 0),
    ],
    ids=["nan", "inf", "zero", "long", "short", "empty", "no numbers"],
)
@pytest.mark.parametrize("damaged", [1, 2, 3])
def test_a_damaged_vector_counts_as_none(data: bytes, dim: int, damaged: int) -> None:
    rows, index = Rows(), ExactIndex()
    rows.put(1, [1.0, 0.0], [0.6, 0.8], [0.0, 1.0])
    others = [row.digest for row in rows.stored[1] if row.number != damaged]
    expected = near(ExactIndex(), rows, [1.0, 0.0]).of(others)
    at = damaged - 1
    rows.stored[1][at] = rows.stored[1][at]._replace(data=data, dim=dim)
    found = near(index, rows, [1.0, 0.0])
    assert dict(found.best(3)) == found.of([row.digest for row in rows.stored[1]]) == expected
    rows.put(1, [1.0, 1.0])
    assert len(near(index, rows, [1.0, 0.0]).best(9)) == 3


def test_a_space_of_damaged_vectors_alone_has_none_and_is_read_once() -> None:
    rows, index = Rows(), ExactIndex()
    rows.put(1, [1.0, 0.0])
    rows.stored[1][0] = rows.stored[1][0]._replace(data=struct.pack("<2e", math.nan, 1.0))
    for _ in range(2):
        assert near(index, rows, [1.0, 0.0]).best(3) == []
    assert rows.read == 1

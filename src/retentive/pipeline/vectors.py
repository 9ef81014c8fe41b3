"""From texts to vectors as they are kept: calling an embedder, and judging what it answers.

An embedder is foreign code: it may raise anything, answer nonsense, or not answer at all.
Nothing of that reaches a store: what has no direction is not kept, and all else is an error.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from retentive.kernel.errors import EmbedderUnavailable, EmbeddingDimensionMismatch
from retentive.pipeline.calls import Calls
from retentive.ports.models import Embedder

NO_DIRECTION = "the embedder made a vector of no direction"

_PLAIN_TEXT = "a text"
"""What every embedder can embed: one that fails at this works for nothing."""

_DEEP = 16
"""Errors that are looked through for the one that began it."""


class Failure(NamedTuple):
    """Why a text has no vector; one that `may_pass` says nothing about the text."""

    reason: str
    may_pass: bool


class Made(NamedTuple):
    """Vectors as stored, by digest, and why the other texts have none."""

    vectors: Mapping[bytes, bytes]
    failures: Mapping[bytes, Failure]


@dataclass(frozen=True, slots=True, kw_only=True)
class Maker:
    """Makes vectors with an embedder; no call may take more than so many seconds."""

    embedder: Embedder
    calls: Calls
    seconds: float

    async def batch(self, texts: Mapping[bytes, str], *, one_by_one: bool) -> Made:
        """Return the vectors of these texts; raise `EmbedderUnavailable` if they fail together.

        If `one_by_one`, they are then embedded as `alone` does. Raises as well if not one has a
        vector, and plain text has none either.
        """
        if not texts:
            return Made({}, {})
        try:
            found = await self._together(texts)
        except EmbedderUnavailable:
            if not one_by_one:
                raise
            return await self.alone(texts)
        if not found.vectors:
            await self._probe()
        return found

    async def alone(self, texts: Mapping[bytes, str]) -> Made:
        """Return the vectors of these texts, each embedded by itself, and why others have none.

        Raises `EmbedderUnavailable` if the embedder does not work for plain text either.
        """
        await self._probe()
        vectors: dict[bytes, bytes] = {}
        failures: dict[bytes, Failure] = {}
        for digest, text in texts.items():
            try:
                alone = await self._together({digest: text})
            except EmbedderUnavailable as error:
                failures[digest] = Failure(error.message, _may_pass(error))
            else:
                vectors.update(alone.vectors)
                failures.update(alone.failures)
        return Made(vectors, failures)

    async def _probe(self) -> None:
        """Raise `EmbedderUnavailable` unless the embedder works for plain text."""
        found = await self._together({b"": _PLAIN_TEXT})
        for failure in found.failures.values():
            raise EmbedderUnavailable(failure.reason)

    async def _together(self, texts: Mapping[bytes, str]) -> Made:
        work = partial(_together, self.embedder, texts)
        return await self.calls.run(work, seconds=self.seconds)

    async def question(self, text: str) -> bytes | None:
        """Return the vector of a question; None if it has no direction.

        Raises `EmbedderUnavailable`.
        """
        work = partial(_query_vector, self.embedder, text)
        return await self.calls.run(work, seconds=self.seconds, question=True)


def _may_pass(error: EmbedderUnavailable) -> bool:
    """Tell whether an error comes from the way to the embedder, or from one that is away."""
    seen: BaseException | None = error.__cause__
    if seen is None:
        return True  # the embedder says so itself
    for _ in range(_DEEP):
        if seen is None or isinstance(seen, OSError | EmbedderUnavailable):
            break
        seen = seen.__cause__ or seen.__context__
    return seen is not None


def _together(embedder: Embedder, texts: Mapping[bytes, str]) -> Made:
    found = list(embedder.embed(list(texts.values())))
    if len(found) != len(texts):
        raise ValueError(f"{len(found)} vectors for {len(texts)} texts")
    stored = {
        digest: as_stored(values, embedder.dimensions)
        for digest, values in zip(texts, found, strict=True)
    }
    vectors = {digest: data for digest, data in stored.items() if data is not None}
    nowhere = Failure(NO_DIRECTION, may_pass=False)
    return Made(vectors, {digest: nowhere for digest in stored.keys() - vectors.keys()})


def _query_vector(embedder: Embedder, text: str) -> bytes | None:
    """Return the vector of a question, as stored ones are kept; None if it has no direction."""
    return as_stored(embedder.embed_query(text), embedder.dimensions)


def other_dimensions(stored: int, embedder: Embedder) -> EmbeddingDimensionMismatch:
    """Return the error for stored vectors of another length than this embedder's."""
    return EmbeddingDimensionMismatch(
        f"{embedder.identity!r} makes vectors of {embedder.dimensions} numbers, those stored under "
        f"that name have {stored}; run: retentive rebuild --embeddings",
        stored=stored,
        made=embedder.dimensions,
    )


def as_stored(values: Sequence[float], dimensions: int) -> bytes | None:
    """Return a vector as it is kept: float16, little-endian, of unit length.

    None for one that has no direction (zeros, or numbers that are not finite). Raises
    `EmbeddingDimensionMismatch` if it has another length than the embedder says.
    """
    numbers = _numbers(values)
    if len(numbers) != dimensions or not numbers:
        raise EmbeddingDimensionMismatch(
            f"the embedder says {dimensions} dimensions and made {len(numbers)}; give one whose "
            "vectors are as long as it says",
            expected=dimensions,
            got=len(numbers),
        )
    largest = max(map(abs, numbers))
    if not all(map(math.isfinite, numbers)) or largest == 0.0:
        return None
    # Of the largest first: the squares of very large or small numbers are none any more.
    numbers = [number / largest for number in numbers]
    length = math.sqrt(math.fsum(number * number for number in numbers))
    return struct.pack(f"<{dimensions}e", *(number / length for number in numbers))


def _numbers(values: Any) -> list[float]:
    listed = values.tolist() if hasattr(values, "tolist") else values
    if isinstance(listed, str | bytes) or any(isinstance(one, str | bytes) for one in listed):
        raise TypeError("a vector of text, not of numbers")
    return [float(one) for one in listed]

"""From texts to vectors as they are kept: calling an embedder, and judging what it answers.

An embedder is foreign code: it may raise anything, answer nonsense, or not answer at all.
Nothing of that reaches a store: what has no direction is not kept, and all else is an error.
"""

from __future__ import annotations

import asyncio
import atexit
import math
import struct
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

from retentive.kernel.errors import EmbedderUnavailable, EmbeddingDimensionMismatch
from retentive.ports.models import Embedder

T = TypeVar("T")

NO_DIRECTION = "the embedder made a vector of no direction"

_PLAIN_TEXT = "a text"
"""What every embedder can embed: one that fails at this works for nothing."""

_DEEP = 16
"""Errors that are looked through for the one that began it."""


GRACE = 3.0
"""Seconds: several times what the offline embedder takes for a batch."""


class _AtWork:
    """The threads in which embedders work, for the end of the program to wait for."""

    def __init__(self) -> None:
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()
        self._ended: bool | None = None  # None until the first thread: nothing is set up before

    def start(self, thread: threading.Thread) -> None:
        """Start a thread; refuse when the program is at its end."""
        with self._lock:
            if self._ended is None:
                atexit.register(self._end)
                self._ended = False
            if self._ended:
                raise EmbedderUnavailable("the program ends; nothing more is embedded")
            self._threads = {one for one in self._threads if one.is_alive()} | {thread}
            thread.start()

    def _end(self) -> None:
        with self._lock:
            self._ended = True
        for thread in self._threads:
            thread.join(GRACE)


_AT_WORK = _AtWork()


class Failure(NamedTuple):
    """Why a text has no vector; one that `may_pass` says nothing about the text."""

    reason: str
    may_pass: bool


class Made(NamedTuple):
    """Vectors as stored, by digest, and why the other texts have none."""

    vectors: Mapping[bytes, bytes]
    failures: Mapping[bytes, Failure]


async def aside(work: Callable[[], T], *, seconds: float) -> T:
    """Return what `work` returns, done in a thread of its own.

    Whatever it raises, or if it takes more than so many seconds, `EmbedderUnavailable` is
    raised here. Who is cancelled, and the end of the program, wait `GRACE` seconds for it: a
    model that is torn down while it works takes the process with it.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            found = work()
        except BaseException as error:  # noqa: BLE001 - foreign code; raised where it is awaited
            failure = _failure(error)
            _tell(loop, answer, lambda: answer.set_exception(failure))
        else:
            _tell(loop, answer, lambda: answer.set_result(found))

    thread = threading.Thread(target=run, name="retentive embedder", daemon=True)
    _AT_WORK.start(thread)
    try:
        async with asyncio.timeout(seconds):
            return await asyncio.shield(answer)
    except asyncio.CancelledError:
        await asyncio.wait([answer], timeout=GRACE)
        raise
    except TimeoutError as error:
        raise EmbedderUnavailable(
            f"the embedder did not answer within {seconds:g} s; see whether it can be reached"
        ) from error


def _failure(error: BaseException) -> EmbedderUnavailable:
    if isinstance(error, EmbedderUnavailable):
        return error
    failure = EmbedderUnavailable(f"the embedder failed: {type(error).__name__}: {error}")
    failure.__cause__ = error
    return failure


def _tell(
    loop: asyncio.AbstractEventLoop, answer: asyncio.Future[Any], settle: Callable[[], None]
) -> None:
    """Settle the answer on its loop, if somebody still waits for it."""

    def told() -> None:
        if not answer.done():
            settle()

    with suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(told)


async def made(
    embedder: Embedder, texts: Mapping[bytes, str], *, one_by_one: bool, seconds: float
) -> Made:
    """Return the vectors of these texts; raise `EmbedderUnavailable` if they fail together.

    If `one_by_one`, they are then embedded as `made_alone` does. Raises as well if not one has
    a vector, and plain text has none either.
    """
    if not texts:
        return Made({}, {})
    try:
        found = await aside(partial(_together, embedder, texts), seconds=seconds)
    except EmbedderUnavailable:
        if not one_by_one:
            raise
        return await made_alone(embedder, texts, seconds=seconds)
    if not found.vectors:
        await _probe(embedder, seconds)
    return found


async def made_alone(embedder: Embedder, texts: Mapping[bytes, str], *, seconds: float) -> Made:
    """Return the vectors of these texts, each embedded by itself, and why others have none.

    Raises `EmbedderUnavailable` if the embedder does not work for plain text either.
    """
    await _probe(embedder, seconds)
    vectors: dict[bytes, bytes] = {}
    failures: dict[bytes, Failure] = {}
    for digest, text in texts.items():
        try:
            alone = await aside(partial(_together, embedder, {digest: text}), seconds=seconds)
        except EmbedderUnavailable as error:
            failures[digest] = Failure(error.message, _may_pass(error))
        else:
            vectors.update(alone.vectors)
            failures.update(alone.failures)
    return Made(vectors, failures)


async def _probe(embedder: Embedder, seconds: float) -> None:
    """Raise `EmbedderUnavailable` unless the embedder works for plain text."""
    found = await aside(partial(_together, embedder, {b"": _PLAIN_TEXT}), seconds=seconds)
    for failure in found.failures.values():
        raise EmbedderUnavailable(failure.reason)


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


def query_vector(embedder: Embedder, text: str) -> bytes | None:
    """Return the vector of a question, as stored ones are kept; None if it has no direction."""
    return as_stored(embedder.embed_query(text), embedder.dimensions)


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

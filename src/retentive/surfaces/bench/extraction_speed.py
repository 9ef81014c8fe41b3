"""How fast the extractor reads, beside a tokeniser, and how much memory it takes.

Every text counts as said by the user: what others say is passed over sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from importlib import import_module
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import Any

from retentive import Scope
from retentive.extraction import RuleExtractor
from retentive.surfaces.bench.extraction_quick import candidates
from retentive.surfaces.bench.processes import output
from retentive.surfaces.bench.rows import Row, row
from retentive.surfaces.bench.talks import STEP, read
from retentive.types import Actor, ActorKind, Entry, Message, Role

MB = 1_000_000
TRANSCRIPT = 10 * MB
WARM = 50
"""One part in so many of a transcript is read before its memory is looked at."""
ROUNDS = 3
WARMING = ("I moved to Porto last Friday.",)
LEAST = 1000
"""So much is read before anything is measured: what is loaded at first use is no part of it."""

BEGUN = datetime(2026, 3, 9, 10, tzinfo=UTC)

SPITEFUL = (
    "I moved to ",
    "and my sister's ",
    "((((",
    '"',
    "no, I meant ",
    "last Friday until ",
    "I ",
    "a",
    "- \n",
    "1.",
    "not ",
    "Who, ",
    "He says it's gout. ",
    "It's a girl! Una, born ",
)
"""What a text that is to be slow repeats."""
SPITE = 2_000
"""So long is such a text, and then twice as long."""


def speed(path: Path, *, size: int = TRANSCRIPT, spite: int = SPITE) -> list[Row]:
    """Return the rows of reading the texts of a file, and a long transcript made of them."""
    said = texts(path)
    return [*_reading(said), _spite(spite), *_transcript(path, size)]


def texts(path: Path) -> list[str]:
    """Return all texts of a file, whatever it is a file of; `InvalidInput` if it has none."""
    name = "a JSON file with a `text` anywhere in it"
    return read(path, name, lambda data: [one for one in _texts(data) if one.strip()])


def transcript(said: Sequence[str], size: int) -> Iterator[Entry]:
    """Yield the texts as messages of one session, again and again, until there are `size` bytes."""
    told = 0
    speaker = Actor(id="user:ana", kind=ActorKind.HUMAN)
    origin = Scope(user="ana", session="s")
    for seq, text in enumerate(cycle(said), start=1):
        if told >= size:
            return
        told += len(text.encode())
        at = BEGUN + seq * STEP
        yield Entry(
            id=str(seq),
            space=1,
            seq=seq,
            recorded_at=at,
            said_at=at,
            told_at=at,
            origin=origin,
            speaker=speaker,
            body=Message(role=Role.USER, text=text),
        )


def read_through(said: Sequence[str], size: int) -> int:
    """Let the extractor read a transcript of that size; return how much it found."""
    return sum(len(found) for found in candidates(RuleExtractor(), transcript(said, size)))


def _texts(data: object) -> Iterator[str]:
    match data:
        case dict():
            text = data.get("text")
            if isinstance(text, str):
                yield text
            for inner in data.values():
                yield from _texts(inner)
        case list():
            for inner in data:
                yield from _texts(inner)


def _reading(said: Sequence[str]) -> Iterator[Row]:
    """Measure the extractor and the tokeniser by turns, on texts new to them and then again."""
    read_through(WARMING, LEAST)
    tokenise = _tokeniser()
    size = sum(len(text.encode()) for text in said)
    for times in ("for the first time", "again"):
        ours = _seconds(lambda: read_through(said, size))
        theirs = None if tokenise is None else _seconds(lambda: _all(tokenise, said))
        yield row(
            f"texts read {times}; spaCy's blank English tokeniser",
            size / MB / ours,
            "MB/s",
            yardstick=None if theirs is None else size / MB / theirs,
            wanted="≥ 0.1×",
        )


def _tokeniser() -> Callable[[str], Any] | None:
    try:
        spacy: Any = import_module("spacy")
    except ImportError:
        return None
    made: Callable[[str], Any] = spacy.blank("en").tokenizer
    return made


def _all(tokenise: Callable[[str], Any], said: Iterable[str]) -> None:
    for text in said:
        tokenise(text)


def _spite(size: int) -> Row:
    """Measure how much longer twice as much of a spiteful text takes: the worst of them."""
    worst = max(_one(text, 2 * size) / _one(text, size) for text in SPITEFUL)
    return row("twice as much of a spiteful text takes", worst, "×", wanted="about 2")


def _one(text: str, size: int) -> float:
    said = [text * (size // len(text))]
    return min(_seconds(lambda: read_through(said, size)) for _ in range(ROUNDS))


def _transcript(path: Path, size: int) -> Iterator[Row]:
    before, after, seconds = output("extract", str(path), str(size)).split()
    what = f"a transcript of {size / MB:g} MB"
    yield row(f"{what} is read in", float(seconds), "s")
    yield row(f"{what}: memory at its peak", int(after) / MB, "MB")
    yield row(f"{what}: of that after its first part", (int(after) - int(before)) / MB, "MB")


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start

"""What a write costs, and what it must never cost: many writers, foreign data, start-up."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from retentive import Fact, Handle
from retentive.surfaces.bench.bare import replayed
from retentive.surfaces.bench.embedding import Embedder
from retentive.surfaces.bench.ingesting import Telling, flushed
from retentive.surfaces.bench.marks import percentile
from retentive.surfaces.bench.opening import opened
from retentive.surfaces.bench.processes import CHILD, cpu_seconds, ended, started
from retentive.surfaces.bench.rows import Row, percentiles, row
from retentive.surfaces.bench.sentences import sentences

USER = "ana"
FACTS = 1000
"""How many facts a page holds at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How much is written: statements alone, of foreign data, and by each of many processes."""

    writes: int = 100
    own: int = 20
    foreign: int = 100
    processes: int = 8
    each: int = 25


FULL = Sizes(writes=2000, own=1000, each=1000)
"""What the library is designed for; takes a while."""


def storing(sizes: Sizes, embedder: Embedder | None, telling: Telling) -> list[Row]:
    """Return the rows of every measurement of writing."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        return [
            *_remembering(folder, sizes, embedder, telling),
            *_foreign(folder, sizes, embedder, telling),
            *_crowd(folder, sizes, telling),
            *_starting(folder),
        ]


def _remembering(
    folder: Path, sizes: Sizes, embedder: Embedder | None, telling: Telling
) -> Iterator[Row]:
    place = folder / "remember.db"
    said = sentences(sizes.writes)
    seconds: list[float] = []
    with opened(str(place), None) as memory, telling("remembering") as told:
        scope = memory.scope(user=USER)
        for one in said:
            start = perf_counter()
            scope.remember(one.text)
            seconds.append(perf_counter() - start)
            told(len(seconds), len(said))
    bare = replayed(place, folder / "bare.db", sizes.writes)
    what = "remember {}, durable; the same rows by bare SQLite"
    yield from percentiles(what, seconds, bare, wanted=("≤ 3×", "shown"))
    with opened(str(place), None) as memory:
        digest = flushed(memory, "digesting", telling)
    yield row(f"until {sizes.writes:,} of them are digested", digest, "s")
    if embedder is not None:
        with opened(str(place), embedder) as memory:
            embed = flushed(memory, "embedding", telling)
        yield row(f"until {sizes.writes:,} of them are embedded", embed, "s")


def _foreign(
    folder: Path, sizes: Sizes, embedder: Embedder | None, telling: Telling
) -> Iterator[Row]:
    """Give other users copies of one user's words; his answers must not change at all."""
    place = str(folder / "foreign.db")
    said = sentences(sizes.own)
    messages = [{"role": "user", "content": one.text} for one in said]
    queries = [one.question for one in said[:100]]
    with opened(place, embedder) as memory:
        memory.scope(user=USER).observe(messages)
        flushed(memory, "digesting", telling)
        now = max(fact.recorded_at for fact in _facts(memory.scope(user=USER)))
    alone, before = _asked(place, embedder, queries, now)
    with opened(place, embedder) as memory:
        with telling("storing foreign data") as told:
            for at in range(sizes.foreign):
                memory.scope(user=f"stranger-{at}").observe(messages)
                told(at + 1, sizes.foreign)
        flushed(memory, "digesting foreign data", telling)
    among, after = _asked(place, embedder, queries, now)
    equal = sum(one == other for one, other in zip(alone, among, strict=True))
    times = f"{sizes.foreign}× foreign data"
    yield row(
        f"answers equal in ids, order and scores at {times}", equal / len(queries), "", wanted="1"
    )
    yield row(
        f"recall p50 at {times}; without them",
        1000 * percentile(after, 0.5),
        "ms",
        yardstick=1000 * percentile(before, 0.5),
        wanted="≤ 1.2×",
    )


def _asked(
    place: str, embedder: Embedder | None, queries: list[str], now: datetime
) -> tuple[list[list[tuple[str, float]]], list[float]]:
    """Return the ids and scores that each question gets at one time, and the seconds."""
    found: list[list[tuple[str, float]]] = []
    seconds: list[float] = []
    with opened(place, embedder, clock=Still(now + timedelta(days=1))) as memory:
        scope = memory.scope(user=USER)
        for query in queries:
            start = perf_counter()
            hits = scope.recall(query, min_score=0.0)
            seconds.append(perf_counter() - start)
            found.append([(hit.id, hit.score) for hit in hits])
    return found, seconds


def _crowd(folder: Path, sizes: Sizes, telling: Telling) -> Iterator[Row]:
    """Let many processes write into one space at once; nothing may be lost or doubled."""
    place = str(folder / "crowd.db")
    with opened(place, None) as memory:
        memory.scope(user=USER).remember("Before the crowd")
    tags = [str(at) for at in range(sizes.processes)]
    with telling("writing from many processes") as told:
        children = [started("remember", place, USER, str(sizes.each), tag) for tag in tags]
        start = perf_counter()
        for child in children:
            assert child.stdin is not None
            child.stdin.write("go\n")
            child.stdin.flush()
        for done, child in enumerate(children, start=1):
            ended(child)
            told(done, len(children))
        seconds = perf_counter() - start
    wanted = {
        f"Process {tag} wrote note {at} of its own" for tag in tags for at in range(sizes.each)
    }
    with opened(place, None) as memory:
        flushed(memory, "digesting", telling)
        kept = Counter(fact.text for fact in _facts(memory.scope(user=USER)))
        damages = len(memory.verify().damages)
    name = f"{sizes.processes} processes × {sizes.each:,} writes into one space"
    yield row(f"{name}: lost", len(wanted - kept.keys()), "", wanted="0")
    yield row(f"{name}: doubled", sum(kept[text] > 1 for text in wanted), "", wanted="0")
    yield row(f"{name}: damages found by verify", damages, "", wanted="0")
    yield row(f"{name}: writes a second", len(wanted) / seconds, "/s")


def _starting(folder: Path) -> Iterator[Row]:
    """Measure fresh processes beside one that does nothing."""
    place = str(folder / "remember.db")
    nothing = cpu_seconds([sys.executable, "-c", "pass"])
    names = "from retentive import Memory, AsyncMemory, Scope, Fact"
    commands = (
        ("import", [sys.executable, "-c", names], "< 0.15 s"),
        ("retentive --help", [sys.executable, "-m", "retentive.surfaces.cli", "--help"], "< 0.2 s"),
        ("open a file, one recall", [*CHILD, "recall", place, USER, "lamp"], "< 0.6 s"),
    )
    for what, command, wanted in commands:
        yield row(
            f"CPU of a fresh process: {what}; python alone",
            cpu_seconds(command),
            "s",
            yardstick=nothing,
            wanted=wanted,
        )


@dataclass(frozen=True, slots=True)
class Still:
    """A clock that stands still: what grows old between two askings changes no score."""

    at: datetime

    def now(self) -> datetime:
        """Return the time."""
        return self.at

    def monotonic(self) -> float:
        """Return seconds that go on."""
        return perf_counter()


def _facts(scope: Handle) -> Iterator[Fact]:
    page = scope.facts.list(limit=FACTS)
    yield from page.items
    while page.cursor is not None:
        page = scope.facts.list(limit=FACTS, cursor=page.cursor)
        yield from page.items

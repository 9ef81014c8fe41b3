"""How long a recall takes as memory grows, while another process writes into the same space."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from retentive import Memory
from retentive.surfaces.bench.bare import LIMIT, exact_scan, full_text
from retentive.surfaces.bench.embedding import Embedder
from retentive.surfaces.bench.ingesting import Telling
from retentive.surfaces.bench.marks import percentile
from retentive.surfaces.bench.opening import opened
from retentive.surfaces.bench.processes import beside, output
from retentive.surfaces.bench.rows import Row, percentiles, row
from retentive.surfaces.bench.sentences import Said, sentences

USER = "ana"
BATCH = 500
QUERIES = 200
DIMENSIONS = 384
"""Of the vectors that are scanned where no embedder says how many."""

SIZES = (1000,)
FULL_SIZES = (1000, 10_000, 100_000)
MEBIBYTE = 1024 * 1024


def recalling(sizes: Sequence[int], embedder: Embedder | None, telling: Telling) -> list[Row]:
    """Return the times of recall at each size beside bare FTS5 and a bare exact scan."""
    rows: list[Row] = []
    with TemporaryDirectory() as folder:
        place = Path(folder) / "recall.db"
        held = 0
        for size in sorted(sizes):
            with opened(str(place), embedder) as memory:
                _grow(memory, sentences(size - held, start=held), telling)
                rows.append(row(f"facts among {size:,} statements", memory.stats().facts, ""))
            held = size
            rows += _at(place, size, embedder, telling)
    return rows


def _grow(memory: Memory, said: Sequence[Said], telling: Telling) -> None:
    scope = memory.scope(user=USER, session="talk")
    with telling("storing") as told:
        for start in range(0, len(said), BATCH):
            batch = said[start : start + BATCH]
            scope.observe([{"role": "user", "content": one.text} for one in batch])
            told(start + len(batch), len(said))
    with telling("digesting") as told:
        memory.flush(progress=told)


def _at(place: Path, size: int, embedder: Embedder | None, telling: Telling) -> Iterator[Row]:
    """Yield the rows of one size: ours while another process writes, the yardsticks alone."""
    step = max(1, size // QUERIES)
    said = sentences(size)
    queries = [one.question for one in said[::step]][:QUERIES]
    ours = _ours(place, queries, embedder, telling)
    text = full_text(place.with_name(f"fts-{size}.db"), [one.text for one in said], queries)
    dimensions = embedder.dimensions if embedder else DIMENSIONS
    scan = exact_scan(size, dimensions, len(queries)) if embedder else None
    together = [a + b for a, b in zip(text, scan, strict=True)] if scan else text
    name = "FTS5 + scan" if scan else "FTS5"
    what = f"recall {{}} of {size:,} beside a writer; bare {name}"
    yield from percentiles(what, ours, together, wanted=("shown", "≤ 2×"))
    if embedder is not None:
        asking = [_seconds(embedder, query) for query in queries]
        yield row("  of which embedding the query, p50", 1000 * percentile(asking, 0.5), "ms")
    memory = int(output("weigh", str(place), USER, queries[0]))
    if memory:
        yield row(f"resident memory after a recall of {size:,}", memory / MEBIBYTE, "MiB")


def _ours(
    place: Path, queries: Sequence[str], embedder: Embedder | None, telling: Telling
) -> list[float]:
    seconds: list[float] = []
    with opened(str(place), embedder) as memory, beside("write", str(place), USER):
        scope = memory.scope(user=USER)
        with telling("recalling") as told:
            for query in queries:
                start = perf_counter()
                scope.recall(query, limit=LIMIT)
                seconds.append(perf_counter() - start)
                told(len(seconds), len(queries))
    return seconds


def _seconds(embedder: Embedder, query: str) -> float:
    start = perf_counter()
    embedder.embed_query(query)
    return perf_counter() - start

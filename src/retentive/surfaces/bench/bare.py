"""The bare yardsticks of time: the standard library's SQLite, its FTS5, and numpy."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

LIMIT = 10

Table = tuple[str, list[tuple[Any, ...]]]


def replayed(store: Path, copy: Path, writes: int) -> list[float]:
    """Write the rows of an SQLite store into a new one; return the seconds of each transaction.

    The copy has the same tables and indexes. Its rows are written in as many transactions as
    the store needed, an equal share in each, flushed to the disk like the library's.
    """
    with closing(sqlite3.connect(store)) as source:
        schema = [
            sql
            for name, sql in source.execute("SELECT name, sql FROM sqlite_master")
            if sql and not name.startswith("sqlite_")
        ]
        tables = list(_tables(source))
    with closing(sqlite3.connect(copy, isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode=WAL")
        bare.execute("PRAGMA synchronous=FULL")
        for sql in schema:
            bare.execute(sql)
        return [_transaction(bare, _share(tables, at, writes)) for at in range(writes)]


def full_text(file: Path, texts: Sequence[str], queries: Sequence[str]) -> list[float]:
    """Index the texts with FTS5 in a file; return the seconds that each query takes."""
    with closing(sqlite3.connect(file)) as bare:
        bare.execute("CREATE VIRTUAL TABLE said USING fts5(text)")
        with bare:
            bare.executemany("INSERT INTO said VALUES (?)", ((text,) for text in texts))
        return [_timed_match(bare, query) for query in queries]


def exact_scan(size: int, dimensions: int, queries: int) -> list[float] | None:
    """Return the seconds of scanning so many float32 vectors; None without numpy.

    The vectors are chance: the time of an exact scan does not depend on what they mean.
    """
    try:
        numpy: Any = import_module("numpy")
    except ImportError:
        return None
    chance = numpy.random.default_rng(1)
    vectors = chance.standard_normal((size, dimensions), dtype="float32")
    asked = chance.standard_normal((queries, dimensions), dtype="float32")
    seconds = []
    for vector in asked:
        start = perf_counter()
        scores = vectors @ vector
        best = numpy.argpartition(-scores, min(LIMIT, size - 1))[:LIMIT]
        best[numpy.argsort(-scores[best])]
        seconds.append(perf_counter() - start)
    return seconds


def _tables(source: sqlite3.Connection) -> Iterator[Table]:
    named = source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    for (name,) in named.fetchall():
        if not name.startswith("sqlite_"):
            yield name, source.execute(f'SELECT * FROM "{name}"').fetchall()


def _share(tables: Sequence[Table], at: int, writes: int) -> list[Table]:
    shares = [
        (name, rows[len(rows) * at // writes : len(rows) * (at + 1) // writes])
        for name, rows in tables
    ]
    return [(name, rows) for name, rows in shares if rows]


def _transaction(bare: sqlite3.Connection, tables: Sequence[Table]) -> float:
    start = perf_counter()
    bare.execute("BEGIN IMMEDIATE")
    for name, rows in tables:
        places = ", ".join("?" * len(rows[0]))
        bare.executemany(f'INSERT INTO "{name}" VALUES ({places})', rows)
    bare.execute("COMMIT")
    return perf_counter() - start


def _timed_match(bare: sqlite3.Connection, query: str) -> float:
    words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
    start = perf_counter()
    bare.execute(
        "SELECT rowid, rank FROM said WHERE said MATCH ? ORDER BY rank LIMIT ?", (words, LIMIT)
    ).fetchall()
    return perf_counter() - start

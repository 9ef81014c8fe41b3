"""Candidates for large spaces, from a graph that usearch keeps in memory.

The graph only names digests that may be near; each is compared exactly, by the index behind
it, so no score comes from here. What the graph cannot answer the exact scan does: while it is
being made, where a question looks at an earlier time, and where many are asked for.
"""

from __future__ import annotations

import atexit
import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retentive.adapters.vectors import Block, ExactIndex, ExactNearness
from retentive.model.space import Space
from retentive.ports.index import Nearness
from retentive.ports.view import View

BEYOND = 50_000
"""Vectors of a space up to which scanning them all is quick enough."""

FETCHED = 4
"""Candidates that are compared for each one asked for: the graph orders them roughly."""

FEWEST, MOST = 128, 4096
"""Candidates that are compared at least; more than the other are found by scanning."""

_AT_ONCE = 64
"""Vectors that are added to a graph before it looks whether it is still wanted."""

_REST = 0.1
"""Seconds that it rests after each such addition, of some 14 ms, so that others get on."""

_SPACES = 8
"""Graphs that are kept; that of the space asked longest ago goes first."""

_CONNECTIONS, _EFFORT_ADDING, _EFFORT_SEARCHING = 16, 96, 256
"""How well the graph is made and searched: about .99 of the nearest are among its candidates."""

_Key = tuple[int, int]


class CandidateIndex:
    """An `ExactIndex` that looks at candidates only, in spaces of more than `beyond` vectors.

    A graph is made beside the work, in a thread of its own, when such a space is first asked;
    what is stored later is added the same way, and until it is, scanning answers. It holds the
    vectors once more, as float16.
    """

    def __init__(self, exact: ExactIndex, *, beyond: int = BEYOND) -> None:
        """Start without graphs."""
        self._exact, self._beyond = exact, beyond
        self._lock = threading.Lock()
        self._graphs: OrderedDict[_Key, _Graph] = OrderedDict()

    def near(self, view: View, space: Space, query: bytes) -> Nearness:
        """Return how near the vectors of the space are to `query`."""
        exact = self._exact.near(view, space, query)
        if exact.count <= self._beyond or space.horizon < space.head_seq:
            return exact
        graph = self._graph((space.id, space.generations.vectors), len(exact.query))
        return CandidateNearness(exact, graph) if graph.holds(exact.blocks) else exact

    def wait(self) -> None:
        """Wait until all graphs hold what they were asked for so far."""
        with self._lock:
            graphs = list(self._graphs.values())
        for graph in graphs:
            graph.wait()

    def _graph(self, key: _Key, dim: int) -> _Graph:
        with self._lock:
            graph = self._graphs.pop(key, None) or _Graph(dim)
            self._graphs[key] = graph
            while len(self._graphs) > _SPACES:
                self._graphs.popitem(last=False)[1].drop()
            return graph


@dataclass(frozen=True, slots=True)
class CandidateNearness:
    """The cosines of one question with what a graph names, all of them exact."""

    exact: ExactNearness
    graph: _Graph

    def best(self, limit: int) -> Sequence[tuple[bytes, float]]:
        """Return the `limit` nearest digests among the candidates, best first."""
        wanted = max(FEWEST, FETCHED * limit)
        if limit < 1 or wanted > min(MOST, self.exact.count // FETCHED):
            return self.exact.best(limit)
        found = self.exact.of(self.graph.search(self.exact.query, wanted))
        if len(found) < limit:
            return self.exact.best(limit)
        return sorted(found.items(), key=lambda one: (-one[1], one[0]))[:limit]

    def of(self, digests: Collection[bytes]) -> Mapping[bytes, float]:
        """Return the exact cosines of these digests."""
        return self.exact.of(digests)


@dataclass(slots=True)
class _Graph:
    """The graph of one space. What it holds is known by the digests of its blocks, in order."""

    dim: int
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _index: Any = field(init=False)
    _known: set[bytes] = field(default_factory=set)
    _digests: list[bytes] = field(default_factory=list)
    _held: tuple[tuple[bytes, ...], ...] = ()
    _thread: threading.Thread | None = None
    _dropped: bool = False
    _hurry: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._index = _graphs()(
            ndim=self.dim,
            metric="ip",
            dtype="f16",
            connectivity=_CONNECTIONS,
            expansion_add=_EFFORT_ADDING,
            expansion_search=_EFFORT_SEARCHING,
        )

    def holds(self, blocks: tuple[Block, ...]) -> bool:
        """Tell whether these are held; if not, and none are being added, begin to add them."""
        if not self._lock.acquire(blocking=False):
            return False  # added to or searched at this moment: a scan is quicker than to wait
        try:
            if len(blocks) == len(self._held) and all(map(_same, blocks, self._held)):
                return True
            if self._thread is None:
                # A daemon: a program that ends need not wait for what it will not ask. It is ended
                # then, since a thread that Python stops inside usearch aborts the process.
                self._thread = threading.Thread(
                    target=self._add, args=(blocks,), name="retentive-graph", daemon=True
                )
                atexit.register(self._end)
                self._thread.start()
            return False
        finally:
            self._lock.release()

    def search(self, query: NDArray[np.float32], limit: int) -> list[bytes]:
        """Return the digests of about the `limit` nearest."""
        with self._lock:
            found = self._index.search(query, limit, threads=1)
            return [self._digests[int(key)] for key in found.keys]

    def wait(self) -> None:
        """Wait until nothing is being added, which now goes without rest."""
        thread = self._thread
        if thread is not None:
            self._hurry.set()
            thread.join()

    def drop(self) -> None:
        """Stop adding: nobody asks this graph again."""
        self._dropped = True
        self._hurry.set()

    def _end(self) -> None:
        self.drop()
        self.wait()

    def _add(self, blocks: tuple[Block, ...]) -> None:
        """Add what is not held yet; searches come between a few vectors and the next."""
        try:
            for block in blocks:
                self._add_block(block)
            if not self._dropped:
                self._held = tuple(block.digests for block in blocks)
        finally:
            self._hurry.clear()
            self._thread = None
            atexit.unregister(self._end)

    def _add_block(self, block: Block) -> None:
        new = [row for row, digest in enumerate(block.digests) if digest not in self._known]
        for start in range(0, len(new), _AT_ONCE):
            if self._dropped:
                return
            rows = new[start : start + _AT_ONCE]
            keys = np.arange(len(self._digests), len(self._digests) + len(rows))
            with self._lock:
                self._index.add(keys, block.rows[rows], threads=1)
                for row in rows:
                    self._known.add(block.digests[row])
                    self._digests.append(block.digests[row])
            self._hurry.wait(_REST)


def _same(block: Block, digests: tuple[bytes, ...]) -> bool:
    return block.digests is digests or block.digests == digests


def _graphs() -> Any:
    """Return the class of graphs.

    Loaded before onnxruntime, usearch lets that crash the process; so onnxruntime goes first.
    """
    with suppress(ImportError):
        import onnxruntime

        del onnxruntime
    from usearch.index import Index

    return Index

"""Candidates of a graph: nearly all of the nearest, with the very scores of the exact scan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from subprocess import run
from sys import executable
from typing import Any, cast

import numpy as np
import pytest

from retentive.adapters.candidates import CandidateIndex, CandidateNearness
from retentive.adapters.vectors import ExactIndex
from retentive.app.config import Config
from retentive.app.wiring import _index
from retentive.model.space import Space
from retentive.ports.index import Nearness
from retentive.ports.view import View
from tests.adapters.test_vectors import DIM, Made, Rows, cloud, packed

COUNT, LIMIT = 3000, 20
MADE = Made()


@dataclass(frozen=True)
class Place:
    id: int = 1
    generations: Made = MADE
    head_seq: int = 9
    horizon: int = 9


def near(
    index: ExactIndex | CandidateIndex, rows: Rows, query: Any, place: Place = Place()
) -> Nearness:
    return index.near(cast(View, rows), cast(Space, place), packed(list(query)))


def clusters(count: int, seed: int) -> np.ndarray[Any, Any]:
    """Return vectors that lie around a few points, as those of texts do."""
    chance = np.random.default_rng(seed)
    centres = np.random.default_rng(7).normal(size=(40, DIM))
    spread = chance.normal(size=(count, DIM)) * 0.3
    return np.asarray(centres[chance.integers(0, 40, count)] + spread)


@pytest.fixture
def rows() -> Rows:
    made = Rows()
    made.put(1, *clusters(COUNT, 1))
    return made


@pytest.fixture
def index(rows: Rows) -> CandidateIndex:
    made = CandidateIndex(ExactIndex(), beyond=1000)
    near(made, rows, cloud(1)[0])
    made.wait()
    return made


def test_nearly_all_of_the_nearest_are_found_and_scored_alike(
    rows: Rows, index: CandidateIndex
) -> None:
    exact, shared = ExactIndex(), 0
    for query in clusters(50, 2):
        asked = near(index, rows, query)
        assert isinstance(asked, CandidateNearness)
        found = dict(asked.best(LIMIT))
        assert found == near(exact, rows, query).of(found)
        shared += len(found.keys() & dict(near(exact, rows, query).best(LIMIT)).keys())
    assert shared >= 0.98 * 50 * LIMIT


def test_the_best_come_first_and_equal_ones_by_their_digests(
    rows: Rows, index: CandidateIndex
) -> None:
    best = near(index, rows, clusters(1, 3)[0]).best(LIMIT)
    assert len(best) == LIMIT
    assert best == sorted(best, key=lambda one: (-one[1], one[0]))


def test_until_the_graph_is_made_everything_is_scanned(rows: Rows) -> None:
    index = CandidateIndex(ExactIndex(), beyond=1000)
    assert not isinstance(near(index, rows, cloud(1)[0]), CandidateNearness)
    index.wait()
    assert isinstance(near(index, rows, cloud(1)[0]), CandidateNearness)


def test_what_was_stored_since_is_found_at_once(rows: Rows, index: CandidateIndex) -> None:
    new = cloud(1, 5)[0] * 3
    rows.put(1, new)
    digest = (COUNT + 1).to_bytes(16, "big")
    assert near(index, rows, new).best(1)[0][0] == digest
    index.wait()
    asked = near(index, rows, new)
    assert isinstance(asked, CandidateNearness)
    assert asked.best(1)[0][0] == digest


SCANNED: dict[str, Callable[[CandidateIndex, Rows], Nearness]] = {
    "an earlier time": lambda index, rows: near(index, rows, cloud(1)[0], Place(horizon=4)),
    "a small space": lambda index, rows: near(index, rows, cloud(1)[0], Place(id=2)),
}


@pytest.mark.parametrize("name", SCANNED)
def test_what_the_graph_cannot_answer_is_scanned(
    rows: Rows, index: CandidateIndex, name: str
) -> None:
    rows.put(2, *cloud(50))
    assert not isinstance(SCANNED[name](index, rows), CandidateNearness)


def test_many_are_found_by_scanning(rows: Rows, index: CandidateIndex) -> None:
    query = clusters(1, 4)[0]
    for limit in (COUNT // 2, COUNT, COUNT + 9):
        assert near(index, rows, query).best(limit) == near(ExactIndex(), rows, query).best(limit)
    assert near(index, rows, query).best(0) == []


def test_a_space_larger_than_the_cache_is_answered_by_the_graph_too(rows: Rows) -> None:
    index = CandidateIndex(ExactIndex(cache_bytes=1000), beyond=1000)
    near(index, rows, cloud(1)[0])
    index.wait()
    assert isinstance(near(index, rows, cloud(1)[0]), CandidateNearness)


def test_where_the_package_is_installed_it_is_used() -> None:
    assert isinstance(_index(Config()), CandidateIndex)


ENDING = """
import time
import numpy as np
from retentive.adapters.candidates import CandidateIndex
from retentive.adapters.vectors import ExactIndex
from tests.adapters.test_candidates import near
from tests.adapters.test_vectors import Rows

rows, vectors = Rows(), np.random.default_rng(1).normal(size=(4000, 384))
rows.put(1, *vectors)
near(CandidateIndex(ExactIndex(), beyond=1000), rows, vectors[0])
time.sleep(0.1)  # until the graph is at work, which takes it a second
"""


def test_a_program_may_end_while_a_graph_is_made() -> None:
    done = run([executable, "-c", ENDING], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")

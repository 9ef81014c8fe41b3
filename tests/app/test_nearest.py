"""The small index for vectors of one's own."""

from __future__ import annotations

import math
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retentive.errors import EmbeddingDimensionMismatch, InvalidInput
from retentive.index import (
    IN_MEMORY_INDEX_WARN_THRESHOLD,
    InMemoryMemoryIndex,
    ScaleWarning,
    cosine_similarity,
)

NUMBERS = st.lists(st.floats(-1e150, 1e150), min_size=1, max_size=8)
MANY = [(number, [1.0]) for number in range(IN_MEMORY_INDEX_WARN_THRESHOLD + 1)]


class Store:
    """A store of four kinds of items."""

    def facts(self) -> Iterator[tuple[str, list[float]]]:
        yield from [("north", [0.0, 1.0]), ("east", [1.0, 0.0]), ("north-east", [1.0, 1.0])]

    def entities(self) -> list[tuple[str, list[float] | None]]:
        return [("Ana", [1.0, 0.0]), ("Ben", None)]

    def themes(self) -> list[tuple[str, list[float]]]:
        return [("travel", [1.0, 0.0])]

    def episodes(self) -> list[tuple[str, list[float]]]:
        return [("monday", [1.0, 0.0])]


@pytest.fixture
def index() -> InMemoryMemoryIndex:
    made = InMemoryMemoryIndex(expected_dimensions=2)
    made.rebuild(Store())
    return made


@pytest.mark.req("C-17")
def test_each_kind_has_its_own_search_best_first(index: InMemoryMemoryIndex) -> None:
    facts = index.search_facts([1.0, 0.0])
    assert [(one.item, round(one.score, 3)) for one in facts] == [
        ("east", 1.0),
        ("north-east", 0.707),
    ]
    assert [one.item for one in index.search_entities([1.0, 0.0])] == ["Ana"]
    assert [one.item for one in index.search_themes([1.0, 0.0])] == ["travel"]
    assert [one.item for one in index.search_episodes([1.0, 0.0])] == ["monday"]


@pytest.mark.req("C-17")
def test_a_limit_and_a_least_similarity_bound_the_list(index: InMemoryMemoryIndex) -> None:
    assert len(index.search_facts([1.0, 0.0], limit=1)) == 1
    assert len(index.search_facts([1.0, 0.0], min_similarity=0.0)) == 3
    assert [one.item for one in index.search_facts([1.0, 0.0], min_similarity=0.9)] == ["east"]


def test_a_rebuild_replaces_what_was_held(index: InMemoryMemoryIndex) -> None:
    index.rebuild({"facts": [("west", [-1.0, 0.0])]})
    assert [one.item for one in index.search_facts([-1.0, 0.0])] == ["west"]
    assert index.search_entities([1.0, 0.0]) == []


@pytest.mark.req("C-18")
def test_another_length_than_expected_is_refused_at_once(index: InMemoryMemoryIndex) -> None:
    with pytest.raises(EmbeddingDimensionMismatch, match="2 are expected"):
        index.search_facts([1.0, 0.0, 0.0])
    with pytest.raises(EmbeddingDimensionMismatch, match=r"facts\[1\] has 3"):
        index.rebuild({"facts": [("good", [1.0, 0.0]), ("bad", [1.0, 0.0, 0.0])]})
    assert len(index) == 6  # what was held stays


def test_without_an_expectation_another_length_is_near_to_nothing() -> None:
    index = InMemoryMemoryIndex()
    index.rebuild({"facts": [("short", [1.0]), ("long", [1.0, 0.0])]})
    assert [one.item for one in index.search_facts([1.0, 0.0], min_similarity=0.1)] == ["long"]


@pytest.mark.req("C-18")
def test_it_warns_once_past_its_scale() -> None:
    index = InMemoryMemoryIndex()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        index.rebuild({"facts": MANY[1:]})
        assert told == []
        index.rebuild({"facts": MANY})
        index.rebuild({"facts": MANY})
    assert [one.category for one in told] == [ScaleWarning]


@pytest.mark.req("C-18")
def test_the_warning_can_be_silenced() -> None:
    index = InMemoryMemoryIndex(silence_scale_warning=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        index.rebuild({"facts": MANY})


@pytest.mark.req("C-81")
@pytest.mark.parametrize(
    ("one", "other"), [([0.0, 0.0], [1.0, 0.0]), ([], []), ([1.0], []), ([1.0], [1.0, 0.0])]
)
def test_what_cannot_be_compared_has_no_similarity(one: list[float], other: list[float]) -> None:
    assert cosine_similarity(one, other) == cosine_similarity(other, one) == 0.0


@pytest.mark.req("C-81")
@given(NUMBERS)
def test_a_vector_is_like_itself_and_unlike_its_opposite(vector: list[float]) -> None:
    length = math.hypot(*vector)
    expected = 1.0 if length else 0.0
    assert cosine_similarity(vector, vector) == pytest.approx(expected, abs=1e-9)
    assert cosine_similarity(vector, [-x for x in vector]) == pytest.approx(-expected, abs=1e-9)


@pytest.mark.parametrize("vector", [[math.nan], [math.inf], ["x"], 3, None, "north"])
def test_odd_vectors_are_refused_by_name(vector: object) -> None:
    with pytest.raises(InvalidInput, match="embedding must be a list of finite numbers"):
        InMemoryMemoryIndex().search_facts(cast("list[float]", vector))


def test_odd_settings_are_refused_by_name() -> None:
    with pytest.raises(InvalidInput, match="expected_dimensions"):
        InMemoryMemoryIndex(expected_dimensions=0)
    with pytest.raises(InvalidInput, match="min_similarity"):
        InMemoryMemoryIndex().search_facts([1.0], min_similarity=2)
    with pytest.raises(InvalidInput, match="not 'lessons'"):
        InMemoryMemoryIndex().rebuild({"lessons": []})


def test_it_needs_nothing_heavy() -> None:
    code = "import retentive.index, sys; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"

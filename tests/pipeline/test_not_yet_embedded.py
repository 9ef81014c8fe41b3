"""What has no vector yet is found by its words; how many are asked for changes no score."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import product

import pytest

from retentive import Config, Memory
from retentive.testing.fakes import ToyEmbedder

WORDS = tuple(map("".join, product("bdglmnrst", "aeiou", "bdglmnrst")))


def picked(number: int, count: int) -> str:
    """Return some of the words, other ones for each number."""
    chosen = blake2b(str(number).encode()).digest()[:count]
    return " ".join(WORDS[byte % 60] for byte in chosen)


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open(
        "memory://", embedder=ToyEmbedder(), config=Config(background=False)
    ) as memory:
        yield memory


def test_what_was_just_remembered_is_found_by_its_words(memory: Memory) -> None:
    ana = memory.scope(user="ana")
    ana.remember("The rent is 940 euros a month")
    memory.flush()
    ana.remember("My passport expires in August 2027")
    for question in ("passport", "When does my passport expire?"):
        (hit,) = ana.recall(question)
        assert hit.text == "My passport expires in August 2027"
    assert "passport" in ana.context("passport").volatile


def test_a_name_that_means_nothing_to_the_embedder_is_found(memory: Memory) -> None:
    ana = memory.scope(user="ana")
    note = "On the long way home we talked of the harbour, the weather, the old house, " * 6
    ana.remember(f"{note} and of Ngozi.")
    ana.remember("Booked for Zoe, locker \uff30\uff38\uff0d\uff19")
    memory.flush()
    assert "Ngozi" in ana.recall("Who is Ngozi?")[0].text
    assert "Zoe" in ana.recall("PX-9")[0].text


def test_how_many_are_asked_for_changes_neither_scores_nor_order(memory: Memory) -> None:
    """The first ten of fifty are the ten, however many turns stand around them."""
    ana = memory.scope(user="ana", session="s")
    ana.observe([{"role": "user", "content": picked(number, 6)} for number in range(240)])
    memory.flush()
    for number in range(500, 512):
        query = picked(number, 4)
        few = ana.recall(query, limit=10, min_score=0.0)
        many = ana.recall(query, limit=50, min_score=0.0)
        assert [(hit.record.id, hit.score) for hit in few] == [
            (hit.record.id, hit.score) for hit in many[:10]
        ]

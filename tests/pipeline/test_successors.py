"""Words that hold no more lead to what holds now, before what was said then."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from retentive import Config, Memory
from retentive.app.sync_handle import Handle
from retentive.types import Hit

JANUARY = datetime(2026, 1, 5, 10, tzinfo=UTC)
MARCH = datetime(2026, 3, 9, 10, tzinfo=UTC)
JULY = datetime(2026, 7, 1, 10, tzinfo=UTC)


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open("memory://", embedder=None, config=Config(background=False)) as memory:
        yield memory


def tell(memory: Memory, user: str, *said: tuple[datetime, str]) -> Handle:
    handle = memory.scope(user=user, session="s")
    for at, text in said:
        handle.observe([{"role": "user", "content": text, "timestamp": at}])
    memory.flush()
    return handle


def texts(hits: list[Hit]) -> list[str]:
    return [hit.text for hit in hits]


HOMES = (
    (JANUARY, "I live in Lisbon and I like it."),
    (MARCH, "I moved to Porto."),
    (JULY, "I moved to Braga."),
)


@pytest.mark.parametrize("include_log", [True, False])
def test_who_asks_for_what_was_true_is_told_what_is_true(memory: Memory, include_log: bool) -> None:
    ana = tell(memory, "ana", *HOMES)
    hits = ana.recall("Lisbon", include_log=include_log)
    assert texts(hits)[0] == "I moved to Braga."
    assert "in place of one" in hits[0].why
    assert ("I live in Lisbon and I like it." in texts(hits)) == include_log
    assert len({hit.record.id for hit in hits}) == len(hits)


def test_what_held_at_the_asked_time_stands_for_itself(memory: Memory) -> None:
    ana = tell(memory, "ana", *HOMES)
    then = ana.recall("Lisbon", valid_at=JANUARY + timedelta(days=1), include_log=False)
    assert texts(then) == ["I live in Lisbon"]
    assert "in place" not in then[0].why
    every = ana.recall("Lisbon", valid_at="any", include_log=False)
    assert texts(every) == ["I live in Lisbon"]


def test_a_successor_that_is_not_asked_for_stands_in_for_nothing(memory: Memory) -> None:
    ana = tell(memory, "ana", *HOMES)
    assert ana.recall("Lisbon", kinds=["goal"]) == []


def test_what_was_forgotten_since_stands_in_for_nothing(memory: Memory) -> None:
    ana = tell(memory, "ana", *HOMES)
    (now,) = ana.recall("Braga", include_log=False)
    ana.forget(now.record.id)
    memory.flush()
    assert "Braga" not in " ".join(texts(ana.recall("Lisbon")))


def test_words_that_claim_several_things_are_told_apart(memory: Memory) -> None:
    """So that what ended is not told with what goes on."""
    ana = tell(memory, "ana", (JANUARY, "I work as a nurse at Saint Mary's."))
    both = ["I work as a nurse.", "I work at Saint Mary's."]
    assert sorted(fact.text for fact in ana.facts.list()) == both
    tell(memory, "ana", (MARCH, "I work as a teacher now."))
    assert "nurse" not in " ".join(fact.text for fact in ana.facts.list())
    assert both[1] in [fact.text for fact in ana.facts.list()]


def test_words_that_claim_the_same_of_two_are_shown_once(memory: Memory) -> None:
    ana = tell(memory, "ana", (JANUARY, "My sister Rosa and my brother Tom live in Oslo."))
    assert len({fact.subject for fact in ana.facts.list() if "Oslo" in fact.text}) == 2
    assert len(ana.recall("Oslo", include_log=False)) == 1


def test_others_see_nothing_of_it(memory: Memory) -> None:
    tell(memory, "ana", *HOMES)
    ben = tell(memory, "ben", (JANUARY, "I live in Lisbon as well."))
    assert "Braga" not in " ".join(texts(ben.recall("Lisbon")))

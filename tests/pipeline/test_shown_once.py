"""A fact is one hit with the turn it was learnt from, whatever made its present version."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from retentive import Config, Fact, Memory
from retentive.app.sync_handle import Handle
from retentive.types import Hit

MARCH = datetime(2026, 3, 9, 10, tzinfo=UTC)
A_DAY = timedelta(days=1)


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open("memory://", embedder=None, config=Config(background=False)) as memory:
        yield memory


def tell(ana: Handle, *said: str, name: str | None = None, at: datetime = MARCH) -> None:
    named = {} if name is None else {"name": name}
    for text in said:
        ana.observe([{"role": "user", "content": text, "timestamp": at, **named}])


def told(hits: list[Hit]) -> list[tuple[type, str]]:
    return [(type(hit.record), hit.text) for hit in hits]


@pytest.mark.parametrize("digested", [True, False])
def test_what_is_stated_with_more_is_still_one_with_its_turn(
    memory: Memory, digested: bool
) -> None:
    ana = memory.scope(user="ana", session="s")
    tell(ana, "My sister Rosa plays checkers.")
    memory.flush()
    ana.remember("My sister Rosa plays checkers.", tags=["family"])
    if digested:
        memory.flush()
    (hit,) = ana.recall("who plays checkers?")
    assert isinstance(hit.record, Fact)
    assert hit.record.tags == ("family",)


def test_what_another_turn_ended_is_still_one_with_its_own(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s")
    tell(ana, "I live in Lisbon.")
    tell(ana, "I live in Porto now.", at=MARCH + 3 * A_DAY)
    memory.flush()
    hits = ana.recall("Lisbon", valid_at=MARCH + A_DAY)
    assert told(hits) == [(Fact, "I live in Lisbon.")]


def test_what_another_speaker_ended_is_found_by_who_said_it(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s")
    tell(ana, "I live in Lisbon.", name="Rosa")
    tell(ana, "Rosa moved to Porto today.", name="Bruno", at=MARCH + A_DAY)
    memory.flush()
    assert told(ana.recall("Bruno", valid_at="any")) == [(Fact, "Rosa moved to Porto today.")]
    assert (Fact, "I live in Lisbon.") in told(ana.recall("Rosa", valid_at="any"))
    assert memory.verify().damages == ()

"""What says one thing is one hit: a fact and its turns, and equal turns of one speaker."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from retentive import Config, Fact, Memory
from retentive.app.sync_handle import Handle
from retentive.types import Entry, Hit

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


def test_a_fact_is_shown_once_however_often_it_was_said(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s")
    for day in range(12):
        tell(ana, "My sister Rosa plays checkers.", at=MARCH + day * A_DAY)
    memory.flush()
    (hit,) = ana.recall("who plays checkers?")
    assert isinstance(hit.record, Fact)


def test_what_was_said_often_leaves_room_for_what_else_was_said(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s")
    tell(ana, *["Is it checkers again?"] * 100, *(f"Checkers in hall {n}?" for n in range(12)))
    memory.flush()
    hits = ana.recall("checkers")
    assert len({hit.text for hit in hits}) == len(hits) == 10
    assert "Is it checkers again?" in {hit.text for hit in ana.recall("checkers", limit=20)}


def test_equal_words_of_two_speakers_are_two_hits(memory: Memory) -> None:
    ana = memory.scope(user="ana", agent="desk", session="s")
    tell(ana, "Is it checkers again?", "is it  checkers again?", "Is it checkers again?")
    ana.observe([{"role": "assistant", "content": "Is it checkers again?"}] * 3)
    memory.flush()
    records = [hit.record for hit in ana.recall("checkers")]
    speakers = [one.speaker.id for one in records if isinstance(one, Entry)]
    assert sorted(speakers) == ["agent:desk", "user:ana"]


def test_a_turn_that_says_more_than_a_known_fact_is_shown_too(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s")
    more = "My sister Rosa plays checkers. Whom may she bring along to the hall on Friday evening?"
    tell(ana, "My sister Rosa plays checkers.", more)
    memory.flush()
    assert {hit.text for hit in ana.recall("checkers hall")} >= {more}


def test_what_is_left_of_words_that_were_cut_is_shown_once(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s")
    text = "I like checkers. Is the hall free?"
    tell(ana, text, text.replace("like", "love"), text)
    memory.flush()
    ana.retract(next(one.id for one in ana.facts.list().items if "like" in one.text))
    memory.flush()
    assert [hit.text for hit in ana.recall("hall free")] == ["[…] Is the hall free?"]

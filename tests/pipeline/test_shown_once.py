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


def test_equal_words_that_mean_two_days_are_two_hits(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s")
    asked = "Shall we play checkers tomorrow?"
    tell(ana, asked, asked)
    tell(ana, asked, at=MARCH + A_DAY)
    memory.flush()
    days = [hit.record.said_at for hit in ana.recall("checkers")]
    assert sorted(days) == [MARCH, MARCH + A_DAY]


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


LONG = (
    " What shall we drink on Sunday evening when all those cousins come with pumpkins, lanterns, "
    "ropes, ribbons and candles?"
)


def test_a_turn_does_not_stand_for_a_fact_whose_words_were_taken_out_of_it(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s")
    tell(ana, f"I like tea and coffee.{LONG}")
    memory.flush()
    ana.retract(next(fact.id for fact in ana.facts.list() if "tea" in fact.text))
    memory.flush()
    assert told(ana.recall("Do I drink coffee?"))[0] == (Fact, "I like coffee.")
    assert "I like coffee." in ana.context("coffee").text


def test_a_fact_with_an_end_is_shown_beside_its_turn(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s")
    tell(ana, f"I live in Lisbon.{LONG}")
    tell(ana, "I live in Porto now.", at=MARCH + A_DAY)
    memory.flush()
    first = ana.recall("Lisbon", valid_at="any")[0]
    assert (type(first.record), first.text) == (Fact, "I live in Lisbon.")
    assert first.valid_until == MARCH + A_DAY


def test_a_statement_is_shown_beside_the_long_turn_that_says_it_too(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s")
    tell(ana, f"My sister Rosa plays checkers.{LONG}")
    memory.flush()
    ana.remember("My sister Rosa plays checkers.", tags=["family"])
    memory.flush()
    tags = [hit.record.tags for hit in ana.recall("checkers?") if isinstance(hit.record, Fact)]
    assert tags == [("family",)]


def test_a_fact_said_again_keeps_the_place_of_who_says_it_before_its_own_turn(
    memory: Memory,
) -> None:
    tell(memory.scope(user="ana", session="s"), f"My sister Rosa plays checkers.{LONG}")
    ana = memory.scope(user="ana", session="t")
    before = ["Hello there!", "Good evening?", "Who plays checkers with sister Rosa?"]
    behind = ["Is it sister Rosa who plays checkers?", "Nice weather?", "See you?"]
    for day, said in enumerate([*before, "My sister Rosa plays checkers.", *behind], 1):
        tell(ana, said, at=MARCH + day * A_DAY)
    memory.flush()
    (best,) = ana.recall("sister Rosa plays checkers", limit=1)
    assert told([best]) == [(Fact, "My sister Rosa plays checkers.")]
    assert ana.recall("sister Rosa plays checkers")[0].id == best.id


def test_what_is_forgotten_lifts_its_turn_no_more_at_once(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s")
    tell(ana, f"My sister Rosa plays checkers and Hugo likes tea.{LONG}")
    memory.flush()
    ana.forget(next(fact.id for fact in ana.facts.list() if "tea" in fact.text))
    (hit,) = ana.recall("Hugo tea", min_score=0)
    assert "fact" not in hit.parts

"""What time phrases make of a claim: bounds of a state or the date of an event, never both."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

import pytest

from retentive.model.provenance import Span
from retentive.rules.time_phrases import Placed, Turn, find_times, place
from tests.rules.times import english

PLACED = [
    ("I have lived in Porto since 2019", "state", Turn.BEGINS, "2019-01-01", None),
    ("I'm in Berlin until June", "state", Turn.BEGINS, None, "2026-07-01"),
    ("I've been vegan for two years", "state", Turn.BEGINS, "2024-03-11", None),
    ("for the next two weeks I'm vegan", "state", Turn.BEGINS, None, "2026-03-25"),
    ("I lived in Gdynia from 2014 to 2017", "state", Turn.BEGINS, "2014-01-01", "2018-01-01"),
    ("I moved to Porto last Friday", "state", Turn.BEGINS, "2026-03-06", None),
    ("I started at Lidl two weeks ago", "state", Turn.BEGINS, "2026-02-25", None),
    ("I've been off meat since three weeks ago", "state", Turn.BEGINS, "2026-02-18", None),
    ("I sold the Volvo last month", "state", Turn.ENDS, None, "2026-03-01"),
    ("I weighed 88 kg in January", "state", Turn.WITHIN, "2026-01-01", "2026-02-01"),
    ("I fence every Tuesday", "state", Turn.BEGINS, None, None),
    ("we moved there when I was six", "state", Turn.BEGINS, None, None),
]


@pytest.mark.parametrize(("text", "type", "turn", "start", "end"), PLACED)
def test_a_phrase_bounds_a_state(
    text: str, type: Literal["state"], turn: Turn, start: str | None, end: str | None
) -> None:
    placed = placed_in(text, type, turn)
    assert placed.occurred is None
    assert (day(placed.valid_from), day(placed.valid_until)) == (start, end)


def test_a_phrase_dates_an_event_or_plan_and_bounds_nothing() -> None:
    for text, start in (
        ("I bought a kayak on Friday", "2026-03-06"),
        ("the report is due by Friday", "2026-03-13"),
        ("the twins were born last night", "2026-03-10"),
        ("I start as team lead from 1 June", "2026-06-01"),
    ):
        placed = placed_in(text, "event")
        assert placed.valid_from is None
        assert placed.valid_until is None
        assert placed.occurred is not None
        assert day(placed.occurred.start) == start
    assert placed_in("I was at the Post for six years", "event") == Placed()


def test_of_several_times_the_one_nearest_to_the_claim_dates_it() -> None:
    text = "in May I quit, and in June I start at Lidl"
    zone = ZoneInfo("Europe/Lisbon")
    found = find_times(text, datetime(2026, 3, 11, 10, tzinfo=zone), zone, english())
    whole, claim = Span(0, len(text)), Span(text.index("I start"), len(text))
    placed = place(found, claim, whole, "event")
    assert placed.occurred is not None
    assert placed.occurred.start.month == 6
    clause = Span(0, text.index(","))
    other = place(found, claim, clause, "event").occurred
    assert other is not None
    assert other.start.month == 5


def test_a_clause_without_a_time_has_the_one_of_its_sentence() -> None:
    text = "from 2014 to 2017 I lived in Gdynia and worked for the pilots"
    zone = ZoneInfo("Europe/Lisbon")
    found = find_times(text, datetime(2026, 3, 11, 10, tzinfo=zone), zone, english())
    whole, clause = Span(0, len(text)), Span(text.index("and"), len(text))
    assert place(found, clause, clause, "state") == Placed()
    placed = place(found, clause, clause, "state", sentence=whole)
    assert (day(placed.valid_from), day(placed.valid_until)) == ("2014-01-01", "2018-01-01")
    two = "in 2014 I moved to Gdynia, in 2017 to Riga and worked for the pilots"
    found = find_times(two, datetime(2026, 3, 11, 10, tzinfo=zone), zone, english())
    clause = Span(two.index("and"), len(two))
    assert place(found, clause, clause, "state", sentence=Span(0, len(two))) == Placed()


def placed_in(
    text: str, type: Literal["state", "event", "plan"], turn: Turn = Turn.BEGINS
) -> Placed:
    zone = ZoneInfo("Europe/Lisbon")
    found = find_times(text, datetime(2026, 3, 11, 10, tzinfo=zone), zone, english())
    return place(found, Span(0, len(text)), Span(0, len(text)), type, turn=turn)


def day(at: datetime | None) -> str | None:
    return None if at is None else at.date().isoformat()

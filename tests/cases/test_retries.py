"""The same content again: retries, repeats, and what only looks like one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from retentive.app.sync_handle import Handle
from retentive.kernel.errors import IdempotencyConflict
from tests.cases.playing import Play, found, listed, texts

HEATING = "The greenhouse thermostat is set to 18 degrees"
DAY = timedelta(days=1)


@pytest.mark.case("ing-07")
def test_a_retry_and_a_repeat_give_the_fact_that_is_there(play: Play) -> None:
    first = play.user().remember(HEATING, idempotency_key="req-001")
    for moment in play.moments():
        assert play.user().remember(HEATING, idempotency_key="req-001").id == first.id, moment
        assert play.user().remember(HEATING, idempotency_key=f"req {moment}").id == first.id
        assert play.user().remember(HEATING).id == first.id
        assert texts(play.user()) == [HEATING]
        assert found(play.user(), "thermostat") == [HEATING]
    other = play.user("u2").remember(HEATING, idempotency_key="req-003")
    assert other.id != first.id
    play.memory.flush()
    assert (texts(play.user()), texts(play.user("u2"))) == ([HEATING], [HEATING])


AGAIN = [
    HEATING + ".",
    HEATING.upper(),
    f"  {HEATING}\n",
    HEATING.replace(" ", "  "),
    "The greenhouse thermostat is set to １８ degrees",
]


@pytest.mark.case("ing-07")
def test_a_repeat_in_other_type_is_the_same_fact(play: Play) -> None:
    first = play.user().remember(HEATING)
    for _ in play.moments():
        assert {play.user().remember(again).id for again in AGAIN} == {first.id}
        assert texts(play.user()) == [HEATING]


OTHERS = [
    HEATING.replace("18", "19"),
    HEATING.replace("is set", "is not set"),
    HEATING + "?",
    HEATING.replace("greenhouse", "glasshouse"),
]


@pytest.mark.case("ing-07")
def test_what_says_something_else_is_kept_beside_it(play: Play) -> None:
    for text in (HEATING, *OTHERS):
        play.user().remember(text)
    for _ in play.moments():
        assert texts(play.user()) == sorted([HEATING, *OTHERS])


@pytest.mark.case("ing-07")
def test_a_key_used_for_other_content_is_refused(play: Play) -> None:
    fact = play.user().remember(HEATING, idempotency_key="k")
    calls: list[Callable[[Handle], object]] = [
        lambda ana: ana.remember("Owns a kiln", idempotency_key="k"),
        lambda ana: ana.remember(HEATING, tags=["heat"], idempotency_key="k"),
        lambda ana: ana.correct(fact.id, "Owns a kiln", idempotency_key="k"),
        lambda ana: ana.observe([{"role": "user", "content": HEATING}], idempotency_key="k"),
    ]
    for _ in play.moments():
        for call in calls:
            with pytest.raises(IdempotencyConflict):
                call(play.user())
        assert texts(play.user()) == [HEATING]


@pytest.mark.case("ing-07")
def test_messages_sent_again_are_duplicates_item_by_item(play: Play) -> None:
    named = [{"role": "user", "content": f"I own boat {n}", "id": f"m{n}"} for n in range(3)]
    plain = [{"role": "user", "content": f"I own cart {n}"} for n in range(3)]
    first = play.user(session="s").observe(named)
    keyed = play.user(session="s").observe(plain, idempotency_key="call-1")
    for _ in play.moments():
        again = play.user(session="s").observe(named)
        assert (again.stored, again.ids) == ((), first.ids)
        again = play.user(session="s").observe(plain, idempotency_key="call-1")
        assert (again.stored, again.ids) == ((), keyed.ids)
    longer = play.user(session="s").observe([*named, plain[0]])
    assert [len(longer.duplicates), len(longer.stored)] == [3, 1]
    play.memory.flush()
    assert texts(play.user()) == sorted(one["content"] for one in named + plain)
    assert len(play.user(session="other").observe(named).stored) == 3
    assert len(play.user("u2", session="s").observe(named).stored) == 3


@pytest.mark.case("ing-07")
def test_the_same_id_twice_in_one_call_counts_once(play: Play) -> None:
    message = {"role": "user", "content": "I own a kiln", "id": "m1"}
    receipt = play.user().observe([message, message])
    assert (len(receipt.stored), len(receipt.duplicates)) == (1, 1)
    assert len(set(receipt.ids)) == 1
    with pytest.raises(IdempotencyConflict):
        play.user().observe([message | {"id": "m2"}, message | {"id": "m2", "content": "Other"}])
    assert play.memory.stats().entries == 1


Ending = Callable[[Handle, str], object]


@pytest.mark.case("ing-07")
@pytest.mark.parametrize(
    "end",
    [
        lambda ana, fact_id: ana.forget(fact_id),
        lambda ana, fact_id: ana.retract(fact_id),
        lambda ana, fact_id: ana.correct(fact_id, "The heating is off"),
    ],
)
@pytest.mark.parametrize("digested", [False, True])
def test_what_was_ended_can_be_said_anew(play: Play, end: Ending, digested: bool) -> None:
    first = play.user().remember(HEATING)
    if digested:
        play.memory.flush()
    end(play.user(), first.id)
    again = play.user().remember(HEATING)
    assert play.user().remember(HEATING).id == again.id
    for moment in play.moments():
        assert play.user().facts.get(again.id).text == HEATING, moment
        assert texts(play.user()).count(HEATING) == 1
        assert found(play.user(), "thermostat") == [HEATING]


@pytest.mark.case("ing-07")
@pytest.mark.parametrize(("lasts", "after"), [("expires_at", 3), ("valid_until", 3)])
def test_what_ran_out_can_be_said_anew(play: Play, lasts: str, after: int) -> None:
    ends = play.clock.now() + after * DAY
    times: dict[str, Any] = {lasts: ends}
    first = play.user().remember(HEATING, **times)
    assert play.user().remember(HEATING, **times).id == first.id
    play.clock.tick(days=after + 1)
    assert texts(play.user()) == []
    again = play.user().remember(HEATING)
    assert again.id != first.id
    assert play.user().remember(HEATING).id == again.id
    for _ in play.moments():
        assert texts(play.user()) == [HEATING]
        assert [hit.id for hit in play.user().recall("thermostat")] == [again.id]


@pytest.mark.case("ing-07")
def test_a_repeat_that_lasts_outlives_one_that_expires(play: Play) -> None:
    play.user().remember(HEATING, expires_at=play.clock.now() + 3 * DAY)
    kept = play.user().remember(HEATING)
    play.clock.tick(days=4)
    for _ in play.moments():
        assert [fact.id for fact in listed(play.user())] == [kept.id]

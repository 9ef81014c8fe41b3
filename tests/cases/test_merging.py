"""A correction to words that another fact has already: one fact, under every name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from retentive.app.sync_handle import Handle
from retentive.kernel.errors import NotFound
from tests.cases.playing import Play, found, listed, texts
from tests.cases.test_concurrency import at_once

TEA, OUD = "Likes tea", "Plays the oud"
CORRECTIONS = [TEA, "likes tea.", "LIKES  TEA"]


@pytest.mark.case("ing-07")
@pytest.mark.case("con-01")
@pytest.mark.parametrize("digested", [False, True])
@pytest.mark.parametrize("said", CORRECTIONS)
def test_a_correction_to_known_words_leaves_one_fact_under_every_name(
    play: Play, said: str, digested: bool
) -> None:
    tea, oud = play.user().remember(TEA), play.user().remember(OUD)
    if digested:
        play.memory.flush()
    new = play.user().correct(oud.id, said).fact
    assert new is not None
    for moment in play.moments():
        assert [fact.id for fact in listed(play.user())] == [new.id], moment
        assert found(play.user(), "tea") == [said]
        assert found(play.user(), "oud") == []
        for name in (tea.id, tea.key, oud.id, oud.key, new.id):
            assert play.user().facts.get(name).id == new.id
            assert [one.text for one in play.user().history(name)] == [OUD, said]
        assert play.user().remember(TEA).id == new.id


@pytest.mark.case("ing-07")
def test_a_correction_to_what_a_message_said_leaves_one_fact(play: Play) -> None:
    play.user().observe([{"role": "user", "content": "I like tea. I like figs."}])
    play.memory.flush()
    coffee = play.user().remember("I like coffee")
    new = play.user().correct(coffee.id, "I like tea").fact
    for _ in play.moments():
        assert texts(play.user()) == ["I like figs.", "I like tea"]
        assert new is not None
        assert play.user().facts.get(new.id).text == "I like tea"
    play.user().forget(coffee.id)
    for _ in play.moments():
        assert texts(play.user()) == ["I like figs."]
        assert all("tea" not in hit.text for hit in play.user().recall("tea figs"))


@pytest.mark.case("ing-07")
def test_what_a_correction_is_merged_with_keeps_what_it_brought(play: Play) -> None:
    tea = play.user().remember(TEA, tags=["drink"], metadata={"cup": 2}, importance=0.4)
    oud = play.user().remember(OUD, tags=["music"])
    play.user().correct(oud.id, TEA)
    for _ in play.moments():
        (fact,) = listed(play.user())
        assert (fact.tags, fact.metadata, fact.importance) == (("music", "drink"), {"cup": 2}, 0.4)
        assert fact.key == oud.key
        assert {one.entry_id for one in fact.provenance.citations} > {
            one.entry_id for one in tea.provenance.citations
        }


Ending = Callable[[Handle, str], object]
ENDINGS: list[Ending] = [
    lambda ana, name: ana.retract(name),
    lambda ana, name: ana.forget(name),
    lambda ana, name: ana.correct(name, "Plays the lute"),
]


@pytest.mark.case("ing-07")
@pytest.mark.parametrize("end", ENDINGS)
@pytest.mark.parametrize("digested", [False, True])
@pytest.mark.parametrize("by", ["tea", "oud", "new"])
def test_what_a_correction_merged_ends_as_one(
    play: Play, end: Ending, by: str, digested: bool
) -> None:
    ids = {"tea": play.user().remember(TEA).id, "oud": play.user().remember(OUD).id}
    new = play.user().correct(ids["oud"], TEA).fact
    assert new is not None
    ids["new"] = new.id
    if digested:
        play.memory.flush()
    end(play.user(), ids[by])
    for _ in play.moments():
        assert TEA not in texts(play.user())
        assert len(texts(play.user())) <= 1
        assert found(play.user(), "tea") == []


@pytest.mark.case("ing-07")
def test_equal_words_that_hold_at_other_times_stay_two_facts(play: Play) -> None:
    later = play.now("2026-03-01T10:00:00+00:00")
    tea = play.user().remember(TEA, expires_at=later.replace(year=2027))
    new = play.user().correct(play.user().remember(OUD).id, TEA).fact
    assert new is not None
    for _ in play.moments():
        assert sorted(fact.id for fact in listed(play.user())) == sorted([tea.id, new.id])


@pytest.mark.case("con-01")
def test_threads_that_correct_to_the_same_words_leave_one_fact(play: Play) -> None:
    ana = play.user()
    ids = [ana.remember(f"Plays the {thing}").id for thing in ("oud", "lute", "harp", "viol")]
    at_once([partial(ana.correct, one, TEA) for one in ids])
    for _ in play.moments():
        (fact,) = listed(play.user())
        assert fact.text == TEA
        assert {play.user().facts.get(one).id for one in ids} == {fact.id}


@pytest.mark.case("ing-07")
def test_a_correction_sent_again_changes_nothing(play: Play) -> None:
    oud = play.user().remember(OUD)
    first = play.user().correct(oud.id, TEA)
    for _ in play.moments():
        again = play.user().correct(oud.id, TEA)
        assert (again.fact and again.fact.id) == (first.fact and first.fact.id)
        assert [one.text for one in play.user().history(oud.id)] == [OUD, TEA]
    play.user().correct(oud.id, OUD)
    play.user().correct(oud.id, TEA)
    for _ in play.moments():
        assert [one.text for one in play.user().history(oud.id)] == [OUD, TEA, OUD, TEA]


@pytest.mark.case("ing-07")
@pytest.mark.parametrize("digested", [False, True])
@pytest.mark.parametrize("end", ENDINGS[:2])
def test_a_statement_that_was_ended_is_not_stored_by_a_retry_of_it(
    play: Play, end: Ending, digested: bool
) -> None:
    first = play.user().remember(TEA, idempotency_key="k")
    if digested:
        play.memory.flush()
    end(play.user(), first.id)
    for _ in play.moments():
        again = play.user().remember(TEA, idempotency_key="k")
        assert again.id
        assert not again.standing.served
        assert texts(play.user()) == []
        with pytest.raises(NotFound):
            play.user().correct(first.id, OUD)

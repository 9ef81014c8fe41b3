"""Undoing what was learnt: it ends, and what it ended goes on."""

from __future__ import annotations

import pytest

from retentive import NotFound
from retentive.errors import InvalidInput
from retentive.model.fact import Fact
from retentive.ports.view import View
from tests.pipeline.story import Story, told
from tests.pipeline.test_fold import state
from tests.support.inside import engine_of


async def of(ana: Story, word: str) -> Fact:
    (fact,) = [one for one in await ana.facts() if word in one.text]
    return fact


async def undone(ana: Story, name: str) -> None:
    """Undo, and see that it holds at once, when digested and when rebuilt."""
    await ana.ana.undo(name)
    at_once = (await ana.homes(), await ana.values())
    await ana.memory.flush()
    assert (await ana.homes(), await ana.values()) == at_once
    before = await state(ana.memory)
    await ana.memory.rebuild()
    assert await state(ana.memory) == before


@told
async def test_what_a_move_ended_goes_on(ana: Story) -> None:
    await ana.tells(
        ("2024-01-01", "I live in Lisbon. I like tea."), ("2026-01-01", "I moved to Porto.")
    )
    await undone(ana, (await of(ana, "Porto")).id)
    assert await ana.homes() == ["Lisbon […, …)"]
    assert await ana.values() == {"Lisbon", "tea"}
    history = [one.reason for one in await ana.ana.history((await of(ana, "Lisbon")).key)]
    assert history[-1] == "what changed it was undone"


@told
async def test_the_version_that_was_ended_names_its_end_too(ana: Story) -> None:
    await ana.tells(("2024-01-01", "I live in Lisbon."), ("2026-01-01", "I moved to Porto."))
    await undone(ana, (await of(ana, "Lisbon")).id)
    assert await ana.homes() == ["Lisbon […, …)"]


@told
async def test_what_followed_since_stays_and_begins_where_it_did(ana: Story) -> None:
    await ana.tells(
        ("2024-01-01", "I live in Lisbon."),
        ("2025-01-01", "I moved to Porto."),
        ("2026-01-01", "I moved to Faro."),
    )
    await undone(ana, (await of(ana, "Porto")).key)
    assert await ana.homes() == ["Lisbon […, 2026-01-01)", "Faro [by 2026-01-01, …)"]


@told
async def test_fuller_words_are_undone_to_those_before(ana: Story) -> None:
    await ana.tells(
        ("2025-01-01", "I work as a nurse."), ("2025-02-01", "I work as a nurse at St Mary's.")
    )
    await undone(ana, (await of(ana, "nurse")).id)
    assert (await of(ana, "nurse")).text == "I work as a nurse."


@told
async def test_a_change_is_undone_whole_and_nothing_else(ana: Story) -> None:
    await ana.tells(("2024-01-01", "I live in Lisbon. I like tea."))
    fact = await ana.ana.remember("I moved to Porto.")
    await ana.memory.flush()
    await undone(ana, fact.id)
    assert await ana.values() == {"Lisbon", "tea"}
    with pytest.raises(NotFound):
        await ana.ana.facts.get(fact.id)


@told
async def test_it_is_undone_before_it_is_digested(ana: Story) -> None:
    await ana.tells(("2024-01-01", "I live in Lisbon."))
    fact = await ana.ana.remember("I moved to Porto.")
    await undone(ana, fact.id)
    assert await ana.values() == {"Lisbon"}


@told
async def test_what_is_undone_or_unknown_is_not_found(ana: Story) -> None:
    await ana.tells(("2024-01-01", "I live in Lisbon."))
    lisbon = await of(ana, "Lisbon")
    await ana.ana.undo(lisbon.id)
    for name in (lisbon.id, "f_nobody"):
        with pytest.raises(NotFound):
            await ana.ana.undo(name)


@told
async def test_what_a_command_did_is_not_undone(ana: Story) -> None:
    await ana.tells(("2024-01-01", "I live in Lisbon."))
    done = await ana.ana.correct((await of(ana, "Lisbon")).id, "I live in Faro.")
    with pytest.raises(InvalidInput, match="remember"):
        await ana.ana.undo(done.change_id)


@told
async def test_a_change_of_a_message_is_undone_by_its_id(ana: Story) -> None:
    await ana.tells(
        ("2024-01-01", "I live in Lisbon."), ("2026-01-01", "I moved to Porto. I like fado.")
    )

    def work(view: View) -> str | None:
        return view.change_of(view.spaces[0], 2)

    store = engine_of(ana.memory).wired.store
    change = await store.read(await store.addresses(), work)
    assert change is not None
    await undone(ana, change)
    assert await ana.values() == {"Lisbon"}


@told
async def test_what_was_undone_is_learnt_when_it_is_said_anew(ana: Story) -> None:
    await ana.tells(("2024-01-01", "I live in Lisbon."), ("2026-01-01", "I moved to Porto."))
    await undone(ana, (await of(ana, "Porto")).id)
    await ana.tells(("2026-05-01", "I moved to Porto."))
    assert await ana.values() == {"Porto"}
    before = await state(ana.memory)
    await ana.memory.rebuild()
    assert await state(ana.memory) == before

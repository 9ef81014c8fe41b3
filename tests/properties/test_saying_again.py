"""What was taken back and is said again: by chance it stays away, by a person it comes back."""

from __future__ import annotations

import pytest

from retentive import AsyncMemory, NotFound
from retentive.app.handle import AsyncHandle
from retentive.model.fact import Fact
from tests.properties.places import Place
from tests.properties.telling import told
from tests.support.inside import engine_of

TEA = "I like green tea."
MATE = "I like mate."


async def say(ana: AsyncHandle, text: str, session: str = "s-1") -> str:
    receipt = await ana.session(session).observe([{"role": "user", "content": text}])
    return receipt.ids[0]


async def end(ana: AsyncHandle, verb: str, said: str) -> None:
    """Take back the one fact there is."""
    (fact,) = (await ana.facts.list()).items
    if verb == "correct":
        await ana.correct(fact.id, MATE)
    elif verb == "retract":
        await ana.retract(fact.id)
    else:
        await ana.forget(said if verb == "forget the entry" else fact.id)


async def texts(ana: AsyncHandle) -> list[str]:
    return sorted(fact.text for fact in (await ana.facts.list()).items)


VERBS = ["correct", "retract", "forget", "forget the entry"]


@pytest.mark.req("Z-40")
@pytest.mark.parametrize("digested", [False, True], ids=["at once", "digested"])
@pytest.mark.parametrize("verb", VERBS)
def test_what_was_ended_is_not_learnt_again_from_what_is_heard(
    place: Place, verb: str, digested: bool
) -> None:
    async def story(memory: AsyncMemory, ana: AsyncHandle) -> None:
        said = await say(ana, TEA)
        await memory.flush()
        await end(ana, verb, said)
        if digested:
            await memory.flush()
        again = await say(ana, f"  i LIKE green tea. {MATE}", "s-2")
        await memory.flush()
        assert await texts(ana) == [MATE]
        (hit,) = [one for one in await ana.recall("green tea") if not isinstance(one.record, Fact)]
        assert hit.id == again

    told(place, story)


@pytest.mark.parametrize("digested", [False, True], ids=["at once", "digested"])
@pytest.mark.parametrize("verb", VERBS)
def test_what_was_ended_comes_back_when_a_person_states_it(
    place: Place, verb: str, digested: bool
) -> None:
    async def story(memory: AsyncMemory, ana: AsyncHandle) -> None:
        said = await say(ana, TEA)
        await memory.flush()
        await end(ana, verb, said)
        if digested:
            await memory.flush()
        stated = await ana.remember(TEA)
        assert TEA in await texts(ana)
        await say(ana, TEA, "s-2")
        await memory.flush()
        assert (await ana.facts.get(stated.id)).confirmations == 1
        await ana.retract(stated.id)
        await say(ana, TEA, "s-3")
        await memory.flush()
        assert TEA not in await texts(ana)

    told(place, story)


def test_what_was_corrected_back_is_heard_again(place: Place) -> None:
    async def story(memory: AsyncMemory, ana: AsyncHandle) -> None:
        await say(ana, TEA)
        await memory.flush()
        (fact,) = (await ana.facts.list()).items
        await ana.correct(fact.id, MATE)
        await ana.correct(fact.id, TEA)
        await say(ana, TEA, "s-2")
        await say(ana, MATE, "s-2")
        await memory.flush()
        assert await texts(ana) == [TEA]
        assert (await ana.facts.get(fact.id)).confirmations == 1

    told(place, story)


@pytest.mark.parametrize("digested", [False, True], ids=["at once", "digested"])
def test_what_was_retracted_can_be_forgotten_still(place: Place, digested: bool) -> None:
    async def story(memory: AsyncMemory, ana: AsyncHandle) -> None:
        await say(ana, TEA)
        await memory.flush()
        (fact,) = (await ana.facts.list()).items
        await ana.retract(fact.id)
        if digested:
            await memory.flush()
        assert (await ana.history(fact.id))[0].text == TEA
        with pytest.raises(NotFound):
            await ana.retract(fact.id)
        await ana.forget(fact.id)
        for _ in range(2):
            for ask in (ana.history, ana.forget, ana.retract):
                with pytest.raises(NotFound):
                    await ask(fact.id)
            before = await ana.recall("tea", known_at=fact.recorded_at)
            assert (before, await ana.recall("tea")) == ([], [])
            await memory.flush()

    told(place, story)


def test_forgetting_an_entry_at_once_leaves_what_it_was_corrected_to(place: Place) -> None:
    async def story(memory: AsyncMemory, ana: AsyncHandle) -> None:
        said = await say(ana, TEA)
        await memory.flush()
        (fact,) = (await ana.facts.list()).items
        await ana.correct(fact.id, MATE)
        await ana.forget(said)
        for _ in range(2):
            assert await texts(ana) == [MATE]
            await memory.flush()

    told(place, story)


def test_a_statement_that_digestion_will_fold_goes_with_what_it_repeats(place: Place) -> None:
    async def story(memory: AsyncMemory, ana: AsyncHandle) -> None:
        await say(ana, TEA)
        await ana.remember(TEA)
        await engine_of(memory).worker.step()
        (fact,) = (await ana.facts.list()).items
        await ana.forget(fact.id)
        for _ in range(2):
            assert (await texts(ana), await ana.recall("tea")) == ([], [])
            await memory.flush()

    told(place, story)

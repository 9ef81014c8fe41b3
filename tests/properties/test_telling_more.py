"""A statement that repeats a known fact adds to it what it brings."""

from __future__ import annotations

from typing import Any

import pytest

from retentive import AsyncMemory
from retentive.app.handle import AsyncHandle
from retentive.model.fact import Fact
from tests.properties.places import Place
from tests.properties.telling import told
from tests.support.plain import everything

TEA = "Green tea is on the shelf."


async def heard(ana: AsyncHandle) -> str:
    receipt = await ana.observe([{"role": "user", "content": f"Well. {TEA}"}])
    return receipt.ids[0]


async def only(ana: AsyncHandle) -> Fact:
    (fact,) = (await ana.facts.list()).items
    return fact


BRINGS: list[dict[str, Any]] = [
    {"kind": "preference"},
    {"tags": ["drink"]},
    {"importance": 0.9},
    {"metadata": {"form": "7"}},
    {"confidence": 0.95},
    {"kind": "preference", "tags": ["drink"], "importance": 0.9, "metadata": {"form": "7"}},
]


@pytest.mark.parametrize("first", ["heard", "stated"])
@pytest.mark.parametrize("brings", BRINGS, ids=lambda one: " ".join(one))
def test_a_repeat_adds_what_it_brings_at_once_and_for_good(
    place: Place, first: str, brings: dict[str, Any]
) -> None:
    async def story(memory: AsyncMemory, ana: AsyncHandle) -> None:
        await (heard(ana) if first == "heard" else ana.remember(TEA, confidence=0.95))
        await memory.flush()
        known = await only(ana)
        told = await ana.session("s-2").remember(TEA, **brings)
        assert (told.key, told.text) == (known.key, TEA)
        for _ in range(2):
            now = await only(ana)
            assert now.id == told.id == (await ana.facts.get(told.key)).id
            wanted = brings | {"tags": tuple(brings.get("tags", ()))}
            held = {name: getattr(now, name) for name in ("kind", "importance", "metadata", "tags")}
            held["confidence"] = now.base_confidence
            assert {name: held[name] for name in wanted} == wanted
            (hit,) = await ana.recall("tea", include_log=False)
            assert hit.id == now.id
            await memory.flush()
        brought = brings.keys() != {"confidence"} or first == "heard"
        assert (told.id != known.id) == brought
        assert len(await ana.history(told.id)) == 1 + brought
        if brought:
            assert len((await only(ana)).provenance.citations) == 2

    told(place, story)


def test_tags_are_joined_and_of_one_name_the_newer_value_counts(place: Place) -> None:
    async def story(memory: AsyncMemory, ana: AsyncHandle) -> None:
        await ana.remember(TEA, tags=["drink", "warm"], metadata={"a": 1, "b": 1})
        await ana.remember(TEA, tags=["green", "drink"], metadata={"b": 2, "c": 3}, importance=0.2)
        await ana.remember(TEA, tags=["green"], importance=0.7)
        for _ in range(2):
            now = await only(ana)
            assert now.tags == ("drink", "warm", "green")
            assert now.metadata == {"a": 1, "b": 2, "c": 3}
            assert now.importance == 0.7
            await memory.flush()

    told(place, story)


def test_a_repeat_that_brings_nothing_confirms(place: Place) -> None:
    async def story(memory: AsyncMemory, ana: AsyncHandle) -> None:
        first = await ana.remember(TEA, kind="preference", tags=["drink"], importance=0.5)
        again = await ana.session("s-2").remember(TEA, tags=["drink"], importance=0.5)
        assert again.id == first.id
        await memory.flush()
        now = await only(ana)
        assert (now.id, now.confirmations) == (first.id, 1)

    told(place, story)


def test_what_was_added_shows_at_no_time_before(place: Place) -> None:
    async def story(memory: AsyncMemory, ana: AsyncHandle) -> None:
        first = await ana.remember(TEA)
        await memory.flush()
        await ana.remember(TEA, tags=["drink"])
        for _ in range(2):
            (then,) = (await ana.facts.list(known_at=first.recorded_at)).items
            assert (then.id, then.tags) == (first.id, ())
            await memory.flush()

    told(place, story)


@pytest.mark.parametrize("verb", ["retract", "forget", "correct"])
def test_what_was_added_to_ends_whole(place: Place, verb: str) -> None:
    async def story(memory: AsyncMemory, ana: AsyncHandle) -> None:
        await heard(ana)
        await memory.flush()
        more = await ana.remember(TEA, tags=["drink"])
        if verb == "correct":
            await ana.correct(more.id, "I like mate.")
        else:
            await (ana.retract(more.id) if verb == "retract" else ana.forget(more.id))
        for _ in range(2):
            found = await ana.recall("green tea well", limit=100)
            assert "green" not in everything(found)
            assert [fact.tags for fact in (await ana.facts.list()).items] == (
                [("drink",)] if verb == "correct" else []
            )
            await memory.flush()

    told(place, story)


def test_when_the_statement_is_forgotten_what_it_brought_goes_with_it(place: Place) -> None:
    async def story(memory: AsyncMemory, ana: AsyncHandle) -> None:
        await heard(ana)
        await memory.flush()
        one = await ana.remember(TEA, tags=["first"], importance=0.9)
        await ana.session("s-2").remember(TEA, tags=["second"])
        await memory.flush()
        (entry,) = [c.entry_id for c in one.provenance.citations if c.quote == TEA][1:]
        await ana.forget(entry)
        for _ in range(2):
            left = await only(ana)
            assert (left.key, left.tags, left.importance) == (one.key, ("second",), None)
            await memory.flush()

    told(place, story)


def test_when_the_first_words_are_forgotten_the_statement_carries_the_fact(place: Place) -> None:
    async def story(memory: AsyncMemory, ana: AsyncHandle) -> None:
        said = await heard(ana)
        await memory.flush()
        more = await ana.remember("i like GREEN tea", tags=["drink"])
        await memory.flush()
        await ana.forget(said)
        for _ in range(2):
            left = await only(ana)
            assert (left.key, left.tags, left.text) == (more.key, ("drink",), "i like GREEN tea")
            await memory.flush()

    told(place, story)

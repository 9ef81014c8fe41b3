"""Words that were forgotten, retracted or corrected are in nobody's answers any more."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest
from hypothesis import strategies as st

from retentive import AsyncMemory, Config, NotFound
from retentive.app.handle import AsyncHandle
from retentive.rules.pace import Pace
from retentive.testing.fakes import START, FrozenClock, frozen_ambient
from retentive.testing.scripted import ScriptedExtractor
from tests.properties.places import Place, opened
from tests.support.inside import engine_of
from tests.support.plain import everything
from tests.support.stores import Driver, MemoryData

NAMES = ("zorba", "milou", "pluto")
QUESTION = "Do you know a good café?"


def sentence(name: str) -> str:
    return f"I keep a ferret called {name}."


@dataclass(frozen=True)
class Say:
    names: tuple[str, ...]
    session: str
    asks: bool


@dataclass(frozen=True)
class State:
    name: str


@dataclass(frozen=True)
class Digest:
    batches: int


name = st.sampled_from(NAMES)
acts = st.one_of(
    st.builds(
        Say,
        st.lists(name, min_size=1, max_size=3).map(tuple),
        st.sampled_from(("s-1", "s-2")),
        st.booleans(),
    ),
    st.builds(State, name),
    st.builds(Digest, st.integers(1, 3)),
)
lives = st.lists(acts, min_size=1, max_size=8)


@dataclass
class Told:
    """What was said: the entries, and the times, by their words."""

    entries: list[tuple[str, tuple[str, ...]]]
    stated: set[str]

    def left(self, verb: str, name: str) -> set[str]:
        """Return the names that are still to be shown."""
        whole = verb == "forget entries"
        said = [names for _, names in self.entries if not (whole and name in names)]
        return self.stated.union(*said) - {name}


async def tell(memory: AsyncMemory, ana: AsyncHandle, life: Sequence[object]) -> Told:
    told = Told([], set())
    for act in life:
        match act:
            case Say():
                text = " ".join([*map(sentence, act.names), *([QUESTION] if act.asks else [])])
                receipt = await ana.session(act.session).observe(
                    [{"role": "user", "content": text}]
                )
                told.entries.append((receipt.ids[0], act.names))
            case State():
                await ana.remember(sentence(act.name))
                told.stated.add(act.name)
            case Digest():
                for _ in range(act.batches):
                    await step(memory)
    return told


async def step(memory: AsyncMemory) -> bool:
    """Digest one batch; tell whether there was one."""
    return await engine_of(memory).worker.step() is not None


async def answers(reader: AsyncHandle, known_at: datetime | None = None) -> str:
    """Return whatever a reader can be told of ferrets, but the histories of facts."""
    every = " ".join([*NAMES, "ferret called good café fox"])
    return everything(
        [
            await reader.recall(every, limit=100, known_at=known_at),
            await reader.recall(every, limit=100, include_log=False, known_at=known_at),
            await reader.recall(NAMES[0], valid_at="any", known_at=known_at),
            (await reader.facts.list(valid_at="any", known_at=known_at)).items,
            [await session.context(every, known_at=known_at) for session in sessions(reader)],
        ]
    )


def sessions(reader: AsyncHandle) -> list[AsyncHandle]:
    return [reader.session("s-1"), reader.session("s-2")]


def readers(memory: AsyncMemory) -> list[AsyncHandle]:
    return [memory.scope(user="ana"), memory.scope(user="ana", agent="b", session="s-2")]


async def facts_of(ana: AsyncHandle, name: str) -> list[str]:
    listed = (await ana.facts.list(limit=100, valid_at="any")).items
    return [fact.id for fact in listed if name in fact.text]


async def end(ana: AsyncHandle, verb: str, told: Told, name: str) -> list[str]:
    """Take back what was told of a name; return the facts that said it."""
    ended = await facts_of(ana, name)
    for fact_id in ended:
        if verb == "correct":
            await ana.correct(fact_id, "I keep a fox.")
        elif verb == "retract":
            await ana.retract(fact_id)
        else:
            await ana.forget(fact_id)
    for entry_id, names in told.entries:
        if verb == "forget entries" and name in names:
            await ana.forget(entry_id)
    return ended


async def check_silent(memory: AsyncMemory, verb: str, name: str, ended: list[str]) -> None:
    times = [None, START, START + timedelta(microseconds=4), START + timedelta(days=1)]
    for reader in readers(memory):
        for known_at in times if verb.startswith("forget") else [None]:
            assert name not in await answers(reader, known_at)
        for fact_id in ended:
            if verb.startswith("forget"):
                with pytest.raises(NotFound):
                    await reader.history(fact_id)


VERBS = ("forget", "forget entries", "retract", "correct")


@pytest.mark.req("A-15")
def test_what_was_taken_back_is_in_no_answer(place: Place) -> None:
    @place.always(40, life=lives, verb=st.sampled_from(VERBS), pace=st.integers(1, 4))
    async def claim(data: Driver, life: list[object], verb: str, pace: int) -> None:
        config = Config(background=False, pace=Pace(entries=pace))
        async with await opened(data, frozen_ambient(), config=config) as memory:
            ana = memory.scope(user="ana", agent="a", session="s-1")
            told = await tell(memory, ana, life)
            ended = await end(ana, verb, told, NAMES[0])
            if not ended and verb != "forget entries":
                return  # nothing was known of it yet
            await check_silent(memory, verb, NAMES[0], ended)
            while await step(memory):
                await check_silent(memory, verb, NAMES[0], ended)
            await memory.rebuild()
            await check_silent(memory, verb, NAMES[0], ended)
            shown = await answers(ana)
            assert {one for one in NAMES if one in shown} == told.left(verb, NAMES[0])


@pytest.mark.parametrize("verb", ["retract", "correct"])
def test_what_was_wrong_shows_at_the_times_before(place: Place, verb: str) -> None:
    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            clock = engine_of(memory).wired.ambient.clock
            assert isinstance(clock, FrozenClock)
            ana = memory.scope(user="ana", session="s-1")
            for number in range(2):
                item = {"role": "user", "content": f"{sentence('zorba')} {QUESTION}"}
                await ana.observe([item], idempotency_key=f"{number}")
            await memory.flush()
            before = clock.tick(hours=1)
            told = await answers(ana)
            clock.tick(hours=1)
            await end(ana, verb, Told([], set()), "zorba")
            for _ in range(2):
                assert "zorba" not in await answers(ana)
                assert ("fox" in await answers(ana)) == (verb == "correct")
                await memory.flush()
                earlier = await answers(ana, before)
                assert earlier.count("zorba") == told.count("zorba")

    asyncio.run(main())


def test_a_forgotten_entry_is_gone_from_the_history_of_what_was_corrected(place: Place) -> None:
    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(user="ana", session="s-1")
            receipt = await ana.observe([{"role": "user", "content": sentence("zorba")}])
            await memory.flush()
            (fact_id,) = await facts_of(ana, "zorba")
            await ana.correct(fact_id, "I keep a fox.")
            await memory.flush()
            assert (await ana.history(fact_id))[0].text == sentence("zorba")
            await ana.forget(receipt.ids[0])
            for _ in range(2):
                (left,) = await ana.history(fact_id)
                assert left.text == "I keep a fox."
                assert "zorba" not in everything(left)
                await memory.flush()

    asyncio.run(main())


def test_overlapping_words_are_cut_out_of_what_others_quote(place: Place) -> None:
    text = "Rosa who plays the oud lives in Porto"
    found = [
        {"text": "Rosa plays music", "kind": "knowledge", "start": 0, "end": 22},
        {"text": "Rosa has a home", "kind": "knowledge", "start": 0, "end": 37},
    ]

    async def main() -> None:
        extractor = ScriptedExtractor([json.dumps(found)])
        async with await opened(place.fresh(), extractor=extractor) as memory:
            ana = memory.scope(user="ana", session="s-1")
            await ana.observe([{"role": "user", "content": text}])
            await memory.flush()
            music, home = sorted(
                (await ana.facts.list()).items, key=lambda fact: fact.provenance.citations[0].span
            )
            await ana.forget(music.id)
            for _ in range(2):
                (left,) = (await ana.facts.list()).items
                assert left.text == home.text
                assert left.provenance.citations[0].quote == "[…] lives in Porto"
                for output in (await ana.recall("home Porto"), await ana.context("home Porto")):
                    assert "oud" not in everything(output)
                    assert "lives in Porto" in everything(output)
                await memory.flush()

    asyncio.run(main())


def test_what_was_said_twice_survives_the_first_being_forgotten(place: Place) -> None:
    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(user="ana", session="s-1")
            said = {"role": "user", "content": f"{sentence('zorba')} It bit Rosa."}
            receipt = await ana.observe([said])
            await ana.remember(sentence("ZORBA"))
            await memory.flush()
            (fact_id,) = await facts_of(ana, "zorba")
            await ana.forget(receipt.ids[0])
            for _ in range(2):
                (left,) = (await ana.facts.list()).items
                assert (left.text, left.key) == (
                    sentence("ZORBA"),
                    (await ana.facts.get(fact_id)).key,
                )
                assert "zorba" not in everything(await ana.recall("zorba"))
                assert "Rosa" not in everything(await ana.recall("Rosa bit"))
                await memory.flush()
            assert (await memory.verify()).clean

    asyncio.run(main())


def test_what_is_stated_again_after_it_was_forgotten_is_found_at_once() -> None:
    async def main() -> None:
        async with await opened(MemoryData()) as memory:
            ana = memory.scope(user="ana")
            first = await ana.remember(sentence("zorba"))
            await memory.flush()
            await ana.forget(first.id)
            again = await ana.remember(sentence("zorba"))
            for _ in range(2):
                assert [hit.id for hit in await ana.recall("zorba")] == [again.id]
                await memory.flush()

    asyncio.run(main())

"""What was taken back stays so, and what was corrected is kept, whatever rules read the log."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import strategies as st

from retentive import AsyncMemory, Config
from retentive.app.handle import AsyncHandle
from retentive.rules.pace import Pace
from retentive.testing.fakes import frozen_ambient
from tests.pipeline.test_fold import state
from tests.properties.extractors import CHANGED, PAIRS, SENTENCES, Cutting, topics
from tests.properties.places import Place, opened
from tests.support.inside import engine_of
from tests.support.plain import everything
from tests.support.stores import Driver, MemoryData

ABOUT = ("tea", "canoe", "oud", "ferret", "harbour", "clock")


def sentence(topic: str) -> str:
    return f"My {topic} is old; my {topic} is here."


@dataclass(frozen=True)
class Say:
    topics: tuple[str, ...]


@dataclass(frozen=True)
class State:
    topic: str


@dataclass(frozen=True)
class End:
    verb: str
    pick: int


@dataclass(frozen=True)
class Digest:
    whole: bool


topic = st.sampled_from(ABOUT)
heard = st.one_of(
    st.builds(Say, st.lists(topic, min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(End, st.sampled_from(("correct", "correct", "retract", "forget")), st.integers(0, 9)),
    st.builds(Digest, st.booleans()),
)
lives = st.lists(heard | st.builds(State, topic), min_size=3, max_size=12)
later_ends = st.lists(
    st.builds(End, st.sampled_from(("correct", "retract", "forget")), st.integers(0, 9)), max_size=3
)
"""Later commands, under other rules: they are about corrections, whose words no rule cuts."""


@dataclass
class Told:
    """What was ended, what of it was forgotten, and the names of each correction, its id first.

    Unless they `keep_names`, other rules may give all but that id to something else.
    """

    keep_names: bool
    ended: set[str] = field(default_factory=set)
    forgotten: set[str] = field(default_factory=set)
    corrected: dict[str, tuple[str, ...]] = field(default_factory=dict)


async def live(memory: AsyncMemory, ana: AsyncHandle, life: Sequence[object], told: Told) -> None:
    """Lead a life; what was ended is not said again."""
    for act in life:
        match act:
            case Say():
                left = [one for one in act.topics if one not in told.ended]
                if left:
                    text = " ".join(map(sentence, left))
                    await ana.observe([{"role": "user", "content": text}])
            case State() if act.topic not in told.ended:
                await ana.remember(sentence(act.topic))
            case End():
                await end(ana, act, told)
            case Digest(whole=True):
                await memory.flush()
            case Digest():
                await engine_of(memory).worker.step()


async def end(ana: AsyncHandle, act: End, told: Told, begins: str = "") -> None:
    """Correct, retract or forget one of the facts that begin so."""
    listed = (await ana.facts.list(valid_at="any", limit=100)).items
    facts = [fact for fact in listed if fact.text.startswith(begins)]
    if not facts:
        return
    fact = facts[act.pick % len(facts)]
    gone = set(words(fact.text))
    told.ended |= gone
    names = {fact.id, fact.key}
    for marker in gone & told.corrected.keys():
        names |= set(told.corrected.pop(marker))
    if act.verb == "correct":
        marker = f"correction{len(told.ended)}"
        done = await ana.correct(fact.id, f"Rather {marker}.")
        assert done.fact is not None
        told.corrected[marker] = (done.fact.id, *sorted(names - {done.fact.id}))
    elif act.verb == "retract":
        await ana.retract(fact.id)
    else:
        await ana.forget(fact.id)
        told.forgotten |= gone


def words(text: str) -> list[str]:
    """Return what tells a fact apart: its topics, or the mark of its correction."""
    said = [one.strip(".;") for one in text.split()]
    return [one for one in said if one in ABOUT or one.startswith("correction")]


async def check(memory: AsyncMemory, ana: AsyncHandle, told: Told) -> None:
    every = " ".join([*ABOUT, *told.ended, *told.corrected, "old here rather"])
    answers = [
        await ana.recall(every, limit=100),
        await ana.recall(every, limit=100, include_log=False),
        (await ana.facts.list(valid_at="any", limit=100)).items,
        await ana.context(every, budget=100_000),
    ]
    shown = re.split(r"\W+", everything(answers).replace(every, ""))
    assert told.ended.intersection(shown) == set()
    for marker, names in told.corrected.items():
        text = f"Rather {marker}."
        found = await ana.recall(marker, include_log=False)
        assert [hit.text for hit in found] == [text]
        for name in names if told.keep_names else names[:1]:
            assert (await ana.facts.get(name)).text == text
            history = [one.text for one in await ana.history(name)]
            assert history[-1] == text
            assert told.forgotten.intersection(words(" ".join(history))) == set()
    assert (await memory.verify()).damages == ()


QUIET = Config(background=False, pace=Pace(entries=2))


async def claim_holds(
    data: Driver, before: Cutting, other: Cutting, life: Sequence[object], later: Sequence[End]
) -> None:
    """Lead a life under some rules, and have it read by others, and by the first again."""
    ambient = frozen_ambient()
    told = Told(keep_names=not is_swapped(before, other))

    @asynccontextmanager
    async def reading(extractor: Cutting) -> AsyncIterator[tuple[AsyncMemory, AsyncHandle]]:
        async with await opened(data, ambient, extractor=extractor, config=QUIET) as memory:
            assert (await memory.rebuild()).unplaced == 0
            yield memory, memory.scope(user="ana", session="s-1")

    async with reading(before) as (memory, ana):
        await live(memory, ana, life, told)
        await memory.flush()
        await check(memory, ana, told)
        was = await state(memory)
    async with reading(other) as (memory, ana):
        await check(memory, ana, told)
    async with reading(before) as (memory, ana):
        assert await state(memory) == was
    async with reading(other) as (memory, ana):
        for act in later:
            await end(ana, act, told, "Rather")
        await memory.flush()
        await check(memory, ana, told)
    async with reading(before) as (memory, ana):
        await check(memory, ana, told)


def is_swapped(before: Cutting, other: Cutting) -> bool:
    """Tell whether two extractors name one place's facts in different orders."""
    return before.words is not other.words and before.cuts is other.cuts


@pytest.mark.parametrize("first", [SENTENCES, PAIRS], ids=lambda one: one.identity)
def test_what_was_ended_stays_ended_and_no_correction_is_lost(place: Place, first: Cutting) -> None:
    @place.always(25, life=lives, later=later_ends, other=st.sampled_from(CHANGED))
    async def claim(data: Driver, life: list[object], later: list[End], other: Cutting) -> None:
        await claim_holds(data, first, other, life, later)


@pytest.mark.parametrize("first", [SENTENCES, PAIRS], ids=lambda one: one.identity)
def test_a_claim_tells_what_a_command_was_about(place: Place, first: Cutting) -> None:
    before, changed = replace(first, claims=topics), [replace(c, claims=topics) for c in CHANGED]

    @place.always(25, life=lives, later=later_ends, other=st.sampled_from(changed))
    async def claim(data: Driver, life: list[object], later: list[End], other: Cutting) -> None:
        await claim_holds(data, before, other, life, later)


def test_a_correction_is_not_ended_by_the_name_that_other_rules_give_it() -> None:
    first, second = Say(("canoe", "oud")), Say(("tea", "ferret", "harbour"))
    told = [first, second, State("canoe"), End("correct", 0), Digest(False), End("correct", 4)]
    (swapped,) = (one for one in CHANGED if one.identity == "swapped-1")
    asyncio.run(claim_holds(MemoryData(), PAIRS, swapped, told, ()))


CHAINS = (
    "correct tea, correct tea, retract tea",
    "correct tea, correct tea",
    "correct tea, forget tea",
    "correct tea, retract tea, forget tea",
    "retract tea, forget tea",
    "retract tea, correct canoe",
    "correct canoe, retract tea",
    "forget tea, correct canoe",
    "correct canoe, forget tea",
    "correct tea, correct canoe, forget tea",
    "correct canoe, correct tea, correct canoe, retract canoe",
)


@pytest.mark.parametrize("digested", [False, True], ids=["at once", "digested"])
@pytest.mark.parametrize("other", CHANGED, ids=lambda one: one.identity)
@pytest.mark.parametrize("chain", CHAINS)
def test_chains_of_commands_hold_under_changed_rules(
    chain: str, other: Cutting, digested: bool
) -> None:
    async def main() -> None:
        data, ambient, told = MemoryData(), frozen_ambient(), Told(keep_names=True)
        async with await opened(data, ambient, extractor=SENTENCES, config=QUIET) as memory:
            ana = memory.scope(user="ana", session="s-1")
            text = " ".join(map(sentence, ("tea", "canoe")))
            await ana.observe([{"role": "user", "content": text}])
            await memory.flush()
            names = {words(fact.text)[0]: fact.id for fact in (await ana.facts.list()).items}
            for number, step in enumerate(chain.split(", ")):
                verb, topic = step.split()
                await command(ana, told, verb, topic, names[topic], number)
                if digested:
                    await memory.flush()
        async with await opened(data, ambient, extractor=other, config=QUIET) as memory:
            assert (await memory.rebuild()).unplaced == 0
            await check(memory, memory.scope(user="ana", session="s-1"), told)

    asyncio.run(main())


async def command(
    ana: AsyncHandle, told: Told, verb: str, topic: str, name: str, number: int
) -> None:
    """Give one command of a chain; it ends what an earlier one made of the same fact."""
    before = [marker for marker, names in told.corrected.items() if name in names]
    kept = {one for marker in before for one in told.corrected.pop(marker)}
    told.ended |= {topic, *before}
    if verb == "correct":
        done = await ana.correct(name, f"Rather correction{number}.")
        assert done.fact is not None
        told.corrected[f"correction{number}"] = (done.fact.id, *sorted({name, *kept}))
    elif verb == "retract":
        await ana.retract(name)
    else:
        await ana.forget(name)
        told.forgotten |= {topic, *before}

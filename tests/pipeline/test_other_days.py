"""Equal words of other days tell of other times: each is known with its own date and source."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from retentive import Config, Fact, Memory
from retentive.app.languages import RuleExtractor
from retentive.app.sync_handle import Handle
from retentive.kernel.ambient import Ambient
from retentive.testing.fakes import CountingIds, FrozenClock, SeededChance
from tests.pipeline.story import NOW, Story, story

DATES = ("2026-01-10", "2026-02-03", "2026-03-12")


@pytest.fixture
def clock() -> FrozenClock:
    return FrozenClock(at=NOW, step=timedelta(seconds=1))


@pytest.fixture
def memory(clock: FrozenClock) -> Iterator[Memory]:
    ambient = Ambient(clock=clock, ids=CountingIds(), chance=SeededChance())
    config = Config(background=False)
    with Memory.open("memory://", ambient=ambient, embedder=None, config=config) as memory:
        yield memory


def tell(ana: Handle, text: str, *dates: str) -> None:
    for day in dates:
        ana.observe([{"role": "user", "content": text, "timestamp": f"{day}T10:00:00+00:00"}])


def said_on(facts: list[Fact]) -> list[str]:
    return sorted(f"{one.said_at:%Y-%m-%d}" for one in facts)


def known(ana: Handle) -> list[Fact]:
    return list(ana.facts.list(valid_at="any").items)


@pytest.mark.parametrize(
    "text",
    [
        "I have a dentist appointment tomorrow at nine.",
        "I went to the dentist yesterday.",
        "The report is due on Friday.",
        "I am in Rome this week.",
        "The build broke this morning.",
        "I have been ill since yesterday.",
        "My weight is 80 kg today.",
    ],
)
def test_what_counts_from_its_day_is_known_for_each_day(memory: Memory, text: str) -> None:
    ana = memory.scope(user="ana", session="s")
    tell(ana, text, *DATES)
    memory.flush()
    assert said_on(known(ana)) == list(DATES)
    hits = ana.recall(text, valid_at="any")
    assert sorted(f"{one.said_at:%Y-%m-%d}" for hit in hits for one in hit.sources) == list(DATES)


@pytest.mark.parametrize(
    "text",
    [
        "I like tea.",
        "I live in Porto now.",
        "I am vegan these days.",
        "My birthday is on 3 March.",
        "My day off is Wednesday.",
        "I swim every Monday.",
        "I have lived in Porto for two years.",
    ],
)
def test_what_names_no_day_of_its_own_is_said_again(memory: Memory, text: str) -> None:
    ana = memory.scope(user="ana", session="s")
    tell(ana, text, *DATES)
    memory.flush()
    assert {one.said_at.date().isoformat() for one in known(ana)} == {DATES[0]}


def test_the_same_day_told_twice_is_one_event(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s")
    for hour in (10, 12, 18):
        at = datetime(2026, 1, 10, hour, tzinfo=UTC)
        for text in ("I see the dentist tomorrow at nine.", "The build broke this morning."):
            ana.observe([{"role": "user", "content": text, "timestamp": at}])
    memory.flush()
    assert said_on(known(ana)) == [DATES[0], DATES[0]]


def test_days_are_told_apart_where_it_was_said(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s")
    for at in ("2026-01-10T23:00:00+13:00", "2026-01-11T09:00:00+13:00"):  # one day in Greenwich
        item = {"role": "user", "content": "The build broke today.", "timestamp": at}
        ana.observe([item])
    memory.flush()
    assert len(known(ana)) == 2


@pytest.mark.parametrize("digested", [True, False])
@pytest.mark.parametrize("text", ["I went to the dentist yesterday.", "The build broke today."])
def test_what_is_stated_on_two_days_is_known_for_both(
    memory: Memory, clock: FrozenClock, text: str, digested: bool
) -> None:
    ana = memory.scope(user="ana", session="s")
    first = ana.remember(text)
    if digested:
        memory.flush()
    clock.tick(days=40)
    then = ana.remember(text)
    assert then.key != first.key
    assert len(known(ana)) == 2
    memory.flush()
    assert [ana.facts.get(one.id).key for one in (first, then)] == [first.key, then.key]
    clock.tick(days=40)
    said = clock.now()
    ana.observe([{"role": "user", "content": text, "timestamp": said}])
    memory.flush()
    assert len({one.key for one in known(ana)}) == 3


@pytest.mark.parametrize("digested", [True, False])
def test_what_is_taken_back_of_one_day_stays_for_another(memory: Memory, digested: bool) -> None:
    ana, text = memory.scope(user="ana", session="s"), "I have a dentist appointment tomorrow."
    tell(ana, text, DATES[0])
    memory.flush()
    tell(ana, text, DATES[1])
    if digested:
        memory.flush()
    (first,) = (one for one in known(ana) if f"{one.said_at:%Y-%m-%d}" == DATES[0])
    ana.forget(first.id)
    memory.flush()
    tell(ana, text, DATES[2], DATES[0])
    memory.flush()
    assert said_on(known(ana)) == list(DATES[1:])
    memory.rebuild()
    assert said_on(known(ana)) == list(DATES[1:])


def moved(test: Callable[[Story], Awaitable[None]]) -> Callable[[], None]:
    def run() -> None:
        async def main() -> None:
            async with story(RuleExtractor()) as one:
                await test(one)

        asyncio.run(main())

    return run


@moved
async def test_a_state_that_begins_once_more_goes_on_from_there(ana: Story) -> None:
    await ana.tells(*((day, "I moved to Porto yesterday.") for day in DATES[::2]))
    assert await ana.homes() == ["Porto [2026-01-09, 2026-03-11)", "Porto [2026-03-11, …)"]


@moved
async def test_one_begin_that_is_told_twice_is_one(ana: Story) -> None:
    await ana.tells(
        ("2026-01-10", "I moved to Porto yesterday."),
        ("2026-01-11", "I moved to Porto two days ago."),
    )
    assert await ana.homes() == ["Porto [2026-01-09, …)"]

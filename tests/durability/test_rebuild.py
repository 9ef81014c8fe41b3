"""What was derived can be derived again from the log: all of it, at any time, by nobody's leave."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from retentive import AsyncMemory, Config
from retentive.kernel.ambient import Ambient
from retentive.kernel.scope import Address, Visibility
from retentive.model.entry import Reply, ReplyStatus
from retentive.pipeline.replies import record_reply
from retentive.ports.stages import Question
from retentive.rules.pace import Pace
from retentive.testing.scripted import ScriptedExtractor
from tests.durability.lives import (
    BROKEN,
    FERRETS,
    SCRIPT,
    TEA,
    Place,
    answers,
    begun,
    begun_again,
    expected,
    place,
    sqlite_place,
)
from tests.durability.logs import (
    QUIET,
    State,
    later,
    on,
    settled,
    state,
    store_of,
)
from tests.durability.nursery import Nursery

__all__ = ["place"]

SLOW = Config(background=False, pace=Pace(entries=1))


def test_the_tail_of_the_life_is_half_digested(place: Place) -> None:
    async def work(memory: AsyncMemory) -> None:
        assert await state(memory) != await expected(memory)

    on(begun(place), work, ambient=later(), extractor=ScriptedExtractor())


def test_rebuilt_from_the_log_alone_everything_is_as_it_was_and_no_reply_is_asked_for_again(
    place: Place, tmp_path: Path
) -> None:
    url, silent = begun(place), ScriptedExtractor()
    other = begun(sqlite_place(tmp_path / "other.db"))

    async def flushed(memory: AsyncMemory) -> tuple[State, dict[str, object]]:
        await memory.flush(timeout=30)
        return await state(memory), await answers(memory)

    async def rebuilt(memory: AsyncMemory) -> tuple[State, dict[str, object]]:
        report = await memory.rebuild()
        assert (report.spaces, report.dead_letters) == (2, 1)
        assert await state(memory) == await expected(memory)
        assert (await memory.verify()).damages == ()
        return await state(memory), await answers(memory)

    place.wipe(url)
    first = on(url, rebuilt, ambient=later(), extractor=silent)
    assert {one.text for one in silent.asked} == {BROKEN}  # given up: there is no reply to it
    # The other store led the same life, and is only flushed.
    assert first == on(other, flushed, ambient=later(), extractor=silent)
    place.wipe(url)
    assert on(url, rebuilt, ambient=later(), extractor=silent) == first
    assert {one.text for one in silent.asked} == {BROKEN}


@pytest.mark.parametrize(
    "each", [2, pytest.param(12, marks=[pytest.mark.slow, pytest.mark.timeout(900)])]
)
def test_killed_anywhere_in_a_rebuild_the_old_generation_is_served_and_a_second_one_works(
    nurse: Nursery, place: Place, each: int
) -> None:
    (points,) = nurse.run("tests.durability.crowd:rebuild", url=begun(place), script={})
    for at in range(each):
        url = begun_again(place)
        before = on(url, state, ambient=later())
        point = (len(points) * (2 * at + 1)) // (2 * each)
        child = nurse.start("tests.durability.crowd:rebuild", url=url, script={}, deadly=point)
        assert child.ended() == -signal.SIGKILL

        async def work(memory: AsyncMemory, before: State = before, point: int = point) -> None:
            wanted = await expected(memory)
            for name, derived in (await state(memory)).items():
                assert derived in (before[name], wanted[name]), points[point]
            assert (await memory.verify()).damages == ()
            await memory.rebuild()
            assert await state(memory) == wanted
            assert (await memory.verify()).damages == ()

        on(url, work, ambient=later(), extractor=ScriptedExtractor())


def test_readers_and_writers_go_on_during_rebuilds_and_lose_nothing(
    nurse: Nursery, place: Place
) -> None:
    url, sure = place.fresh(), "I like checkers."

    async def first(memory: AsyncMemory) -> None:
        ana = memory.scope(user="ana")
        await ana.remember(sure)
        texts = [f"I own canoe number {number}." for number in range(60)]
        await ana.observe([{"role": "user", "content": text} for text in texts])

    on(url, first)
    others = [nurse.start("tests.durability.crowd:live_on", url=url, sure=sure) for _ in range(2)]
    acknowledged = [other.hear() for other in others for _ in range(4)]
    assert acknowledged.count("lives") == 2

    async def rebuilds(memory: AsyncMemory) -> None:
        for _ in range(2):
            await memory.rebuild()

    on(url, rebuilds, config=Config(background=False, pace=Pace(entries=7)))
    for other in others:
        other.tell("stop")
    acknowledged += [line for other in others for line in other.hear_all()]
    assert [other.ended() for other in others] == [0, 0]
    (entries,) = on(url, settled).values()
    ids = [entry.id for entry in entries]
    assert sorted(ids[61:]) == sorted(line for line in acknowledged if line != "lives")


def test_two_rebuilds_at_once_do_each_other_no_harm(nurse: Nursery, place: Place) -> None:
    url = begun(place)
    children = [nurse.start("tests.durability.crowd:rebuild", url=url, script={}) for _ in range(2)]
    assert 0 in [child.ended() for child in children]

    async def work(memory: AsyncMemory) -> None:
        await settled(memory, ScriptedExtractor())

    on(url, work, extractor=ScriptedExtractor(), config=QUIET)


async def asked(memory: AsyncMemory) -> None:
    await memory.scope(user="ana").observe(
        [{"role": "user", "content": text} for text in (TEA, FERRETS)]
    )


@dataclass
class Disturbed(ScriptedExtractor):
    """Has something done before it is asked about the ferrets, and fails so many times."""

    failures: int = 0
    meanwhile: Callable[[], None] | None = None

    async def ask(self, question: Question) -> str:
        if question.text == FERRETS:
            if self.failures:
                self.failures -= 1
                raise ValueError("not now")
            if self.meanwhile is not None:
                await asyncio.to_thread(self.meanwhile)
        elif question.text != TEA:
            return "[]"
        return await super().ask(question)


@pytest.mark.parametrize(("failures", "dead"), [(2, 0), (3, 1)])
def test_a_rebuild_gives_an_entry_up_no_sooner_than_digestion_does(
    tmp_path: Path, failures: int, dead: int
) -> None:
    path = tmp_path / "tried.db"
    on(path, asked, ambient=later())
    script = {TEA: SCRIPT[TEA], FERRETS: SCRIPT[FERRETS]}

    async def rebuilt(memory: AsyncMemory) -> None:
        assert (await memory.rebuild()).dead_letters == dead
        assert await state(memory) == await expected(memory)

    on(path, rebuilt, extractor=Disturbed(script, failures=failures), config=SLOW)


def test_an_entry_that_another_gives_up_during_a_rebuild_is_alive_if_it_was_folded(
    tmp_path: Path,
) -> None:
    path = tmp_path / "given-up.db"
    on(path, asked)
    home = Address(visibility=Visibility.USER, user="ana")
    dead = Reply(about_seq=1, stage="extract", status=ReplyStatus.DEAD, text="broke")

    def give_up() -> None:
        async def work(memory: AsyncMemory) -> None:
            await record_reply(store_of(memory), Ambient(), home, dead)

        extractor.meanwhile = None
        on(path, work)

    async def rebuilt(memory: AsyncMemory) -> None:
        assert (await memory.rebuild()).dead_letters == 0
        assert await state(memory) == await expected(memory)
        assert (await memory.verify()).damages == ()

    extractor = Disturbed({TEA: SCRIPT[TEA], FERRETS: SCRIPT[FERRETS]}, meanwhile=give_up)
    # The first entry is folded before the second one is asked about.
    on(path, rebuilt, extractor=extractor, config=SLOW)
    assert extractor.meanwhile is None

"""What was derived can be derived again from the log: all of it, at any time, by nobody's leave."""

from __future__ import annotations

import json
import signal
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import cast

import psycopg
import pytest

from retentive import AsyncMemory, Config
from retentive.adapters.sql.schema import (
    FAMILIES,
    alias,
    citation,
    confirmation,
    doc,
    fact_label,
    posting,
    silence,
    unplaced,
    vector,
)
from retentive.app.handle import AsyncHandle
from retentive.kernel.scope import Address, Visibility
from retentive.model.entry import Message, Reply, ReplyStatus
from retentive.pipeline.digest import STAGE, record_reply
from retentive.rules.pace import Pace, WorkPolicy
from retentive.testing.fakes import START, frozen_ambient
from retentive.testing.scripted import Answer, ScriptedExtractor
from tests.durability.logs import (
    QUIET,
    State,
    later,
    log_of,
    on,
    replayed,
    secrets_of,
    settled,
    state,
    store_of,
)
from tests.durability.nursery import Nursery
from tests.support.stores import emptied

DERIVED = [
    *FAMILIES.values(),
    *(fact_label, citation, confirmation, alias, silence, unplaced, doc, posting, vector),
]
FAST = Config(background=False, pace=Pace(entries=2), work=WorkPolicy(attempts=2))


def answer(text: str, *facts: str) -> str:
    """Return what the model says about a text: these parts of it are facts."""
    spans = [(text.index(one), text.index(one) + len(one)) for one in facts]
    return json.dumps(
        [
            {"text": one, "start": start, "end": end, "kind": "preference"}
            for one, (start, end) in zip(facts, spans, strict=True)
        ]
    )


TEA = "I like tea and I live in Porto."
OUD = "My sister plays the oud, I like tea."
BROKEN = "This one breaks the model."
FERRETS = "I keep two ferrets and a canary."
TAIL = "The canary sings at dawn."
SCRIPT: Mapping[str, Answer] = {
    TEA: answer(TEA, "I like tea", "I live in Porto"),
    OUD: answer(OUD, "My sister plays the oud", "I like tea"),
    BROKEN: ValueError("no answer"),
    FERRETS: answer(FERRETS, "I keep two ferrets", "a canary"),
}
QUERIES = ("tea", "Porto", "oud", "ferrets", "canary", "phone", "canoe")


async def lived(memory: AsyncMemory) -> None:
    """Leave statements, commands, replies, a dead letter, and a half-digested tail."""
    ana = memory.scope(user="ana", agent="a", session="s1")

    async def say(*texts: str) -> tuple[str, ...]:
        return (await ana.observe([{"role": "user", "content": text} for text in texts])).ids

    async def known(text: str) -> str:
        return next(one.id for one in (await ana.facts.list()).items if one.text == text)

    await say(TEA, BROKEN, OUD)
    await ana.remember("Prefers e-mail", tags=["mail"])
    await ana.remember("Asks twice", visibility="private")
    await memory.flush(timeout=30)
    (ferrets,) = await say(FERRETS)
    await ana.remember("Owns a canoe")
    await memory.flush(timeout=30)
    await ana.correct(await known("Prefers e-mail"), "Prefers the phone")
    await ana.retract(await known("I live in Porto"))
    await memory.flush(timeout=30)
    await ana.forget(ferrets)
    await ana.remember("I like tea")
    await say(TAIL)
    await ana.correct(await known("Owns a canoe"), "Owns two canoes")
    await answered(memory, ana, TAIL)
    # Two entries of the tail are digested, the rest is not.
    await memory._verbs.engine.worker._step(patient=False)


async def answered(memory: AsyncMemory, ana: AsyncHandle, text: str) -> None:
    """Record the model's answer about a message that is not digested yet."""
    home = Address(visibility=Visibility.USER, user=ana.scope.user)
    entries = (await log_of(memory))[home.encoded()]
    (entry,) = [one for one in entries if isinstance(one.body, Message) and one.text == text]
    question = ScriptedExtractor().question(entry, ())
    assert question is not None
    reply = Reply(
        about_seq=entry.seq,
        stage=STAGE,
        status=ReplyStatus.ANSWERED,
        prompt=question.prompt,
        model=question.model,
        input_hash=question.input_hash,
        text=answer(text, "The canary sings"),
    )
    await record_reply(store_of(memory), later(), home, reply)


async def answers(memory: AsyncMemory) -> dict[str, object]:
    """Return what a caller is told, now and as it was known before the tail."""
    ana = memory.scope(user="ana", agent="a", session="s1")
    then = START + timedelta(seconds=8)
    told: dict[str, object] = {}
    for query in QUERIES:
        told[f"recall {query}"] = await ana.recall(query, min_score=0)
        told[f"recall {query} then"] = await ana.recall(query, min_score=0, known_at=then)
        told[f"context {query}"] = (await ana.context(query)).text
    facts = (await ana.facts.list(valid_at="any")).items
    told["facts"] = facts
    told["histories"] = [await ana.history(fact.id) for fact in facts]
    return told


async def half_digested(memory: AsyncMemory) -> None:
    """Assert that everything the test is about is there."""
    stats = await memory.stats()
    assert stats.pending > 1
    assert stats.dead_letters == 1
    log = [one for entries in (await log_of(memory)).values() for one in entries]
    assert sum(isinstance(one.body, Reply) for one in log) == 5


@dataclass(frozen=True)
class Place:
    """One engine: makes an empty store, and deletes what is derived in it."""

    fresh: Callable[[], str]
    wipe: Callable[[str], None]


def _wipe_sqlite(url: str) -> None:
    with closing(sqlite3.connect(url)) as connection, connection:
        for table in DERIVED:
            connection.execute(f'DELETE FROM "{table.name}"')


def _wipe_postgres(url: str) -> None:
    with psycopg.connect(url) as connection:
        for table in DERIVED:
            connection.execute(f'DELETE FROM retentive."{table.name}"'.encode())


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        numbers = iter(range(1000))
        return Place(lambda: f"{tmp_path}/{next(numbers)}.db", _wipe_sqlite)
    url = cast(str, request.getfixturevalue("kept_postgres"))
    return Place(lambda: url, _wipe_postgres)


def begun(place: Place) -> str:
    """Return the URL of a store with a life behind it."""
    url = place.fresh()
    ambient = frozen_ambient()
    ambient.clock.step = timedelta(seconds=1)  # type: ignore[attr-defined]
    on(url, lived, ambient=ambient, extractor=ScriptedExtractor(SCRIPT), config=FAST)
    on(url, half_digested, ambient=later(), extractor=ScriptedExtractor())
    return url


async def expected(memory: AsyncMemory) -> State:
    """Return what a fresh store derives from the log, no model being asked."""
    return await replayed(await log_of(memory), await secrets_of(memory), ScriptedExtractor())


def test_the_tail_of_the_life_is_half_digested(place: Place) -> None:
    async def work(memory: AsyncMemory) -> None:
        assert await state(memory) != await expected(memory)

    on(begun(place), work, ambient=later(), extractor=ScriptedExtractor())


def test_rebuilt_from_the_log_alone_everything_is_as_it_was_and_no_model_is_asked(
    place: Place, tmp_path: Path
) -> None:
    url, silent = begun(place), ScriptedExtractor()
    other = begun(Place(lambda: f"{tmp_path}/other.db", _wipe_sqlite))

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
    assert silent.asked == []
    # The other store led the same life, and is only flushed.
    assert first == on(other, flushed, ambient=later(), extractor=silent)
    place.wipe(url)
    assert on(url, rebuilt, ambient=later(), extractor=silent) == first
    assert silent.asked == []


@pytest.mark.parametrize("each", [3, pytest.param(40, marks=pytest.mark.slow)])
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


def begun_again(place: Place) -> str:
    """Return a store with the life behind it; in PostgreSQL it takes the place of the last."""
    url = place.fresh()
    if url.startswith("postgres"):
        emptied(url)
    return begun(Place(lambda: url, place.wipe))


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
        for _ in range(3):
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

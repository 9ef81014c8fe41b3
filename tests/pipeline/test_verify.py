"""A sound store is clean at every moment, and verifying it disturbs nobody."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retentive import AsyncMemory, Config
from retentive.model.report import Verified
from retentive.pipeline.replies import Letters
from retentive.ports.stages import Extractor
from retentive.rules.pace import Pace
from retentive.testing.fakes import frozen_ambient
from retentive.testing.scripted import ScriptedExtractor
from tests.pipeline.database import keep, restore
from tests.pipeline.life import Act, live, lives
from tests.support.fast import examples
from tests.support.inside import engine_of
from tests.support.postgres import PostgresServer


async def opened(
    url: str = "memory://", pace: int = 40, extractor: Extractor | None = None
) -> AsyncMemory:
    config = Config(background=False, pace=Pace(entries=pace))
    return await AsyncMemory.open(url, ambient=frozen_ambient(), extractor=extractor, config=config)


async def stays_clean(url: str, life: list[Act], pace: int) -> None:
    """Lead a life; verify it half digested, digested, and rebuilt."""
    async with await opened(url, pace) as memory:
        await live(memory, life)
        assert (await memory.verify()).damages == ()
        await memory.flush()
        assert (await memory.verify()).damages == ()
        await memory.rebuild()
        assert (await memory.verify()).damages == ()


@settings(max_examples=examples(100), deadline=None)
@given(life=lives, pace=st.integers(1, 5))
def test_any_life_in_memory_verifies_clean(life: list[Act], pace: int) -> None:
    asyncio.run(stays_clean("memory://", life, pace))


@settings(max_examples=examples(25), deadline=None)
@given(life=lives, pace=st.integers(1, 5))
def test_any_life_in_sqlite_verifies_clean(
    tmp_path_factory: pytest.TempPathFactory, life: list[Act], pace: int
) -> None:
    folder = tmp_path_factory.mktemp("life")
    asyncio.run(stays_clean(str(folder / "memory.db"), life, pace))


@pytest.fixture(scope="module")
def empty_database(postgres_server: PostgresServer) -> Iterator[str]:
    async def create(url: str) -> None:
        async with await opened(url):
            pass

    with postgres_server.fresh_database() as url:
        asyncio.run(create(url))
        keep(url)
        yield url


@pytest.mark.slow
@settings(max_examples=examples(10), deadline=None)
@given(life=lives, pace=st.integers(1, 5))
def test_any_life_in_postgresql_verifies_clean(
    empty_database: str, life: list[Act], pace: int
) -> None:
    restore(empty_database)
    asyncio.run(stays_clean(empty_database, life, pace))


@pytest.mark.parametrize("name", ["memory://", "memory.db"])
def test_a_rebuild_follows_what_is_forgotten_meanwhile(name: str, tmp_path: Path) -> None:
    """A new generation also silences words that were said after it was begun."""

    async def main() -> None:
        async with await opened(name if "://" in name else str(tmp_path / name)) as memory:
            engine, ana = engine_of(memory), memory.scope(user="ana", session="s1")
            store, made_by = engine.wired.store, engine.wired.tokeniser
            await ana.observe([said("I like tea.")])
            await memory.flush()
            (address,) = await store.addresses()
            building = await store.write(
                address, lambda tx: tx.begin_generation(tokeniser=made_by, maker="rules-1")
            )
            await ana.observe([said("I own a canoe. I play chess.")])
            await memory.flush()
            for fact in (await ana.facts.list(limit=2)).items:
                await (ana.forget if "canoe" in fact.text else ana.retract)(fact.id)
            await memory.flush()
            build = partial(engine.digester.build, address, building, letters=Letters())
            done = -1
            while (last := await build(after=max(done, 0))) > done:
                done = last
            await store.write(address, lambda tx: tx.swap_generation(building))
            assert (await memory.verify()).damages == ()
            assert await ana.recall("canoe") == []

    asyncio.run(main())


def said(text: str, **fields: object) -> dict[str, object]:
    return {"role": "user", "content": text, **fields}


def test_given_up_entries_are_no_damage() -> None:
    twice = json.dumps([{"text": "x", "start": 0, "end": 1, "kind": "knowledge"}] * 2)
    once = json.dumps([{"text": "y", "start": 0, "end": 1, "kind": "knowledge"}])
    # Both candidates of "bad" are one fact, which cannot be stored twice; no answer to "mute".
    script = {"good": once, "bad": twice, "mute": RuntimeError("down"), "better": once}

    async def main() -> None:
        extractor = ScriptedExtractor(script)
        async with await opened(extractor=extractor) as memory:
            ana = memory.scope(user="ana", session="s1")
            await ana.observe([said(text) for text in script])
            assert (await memory.verify()).clean
            flushed = await memory.flush()
            assert flushed.dead_letters
            assert (await memory.verify()).damages == ()
            await memory.rebuild()
            assert (await memory.verify()).damages == ()

    asyncio.run(main())


def test_events_of_an_agent_and_long_texts_verify_clean(tmp_path: Path) -> None:
    async def main() -> Verified:
        async with await opened(str(tmp_path / "memory.db")) as memory:
            ana = memory.scope(user="ana", agent="support", session="s1")
            await ana.observe(
                [
                    {"event": "tool_result", "content": "The build took 4 minutes.", "name": "ci"},
                    said("I live in Porto. " + "And on it goes. " * 6000),
                ]
            )
            await memory.flush()
            return await memory.verify()

    found = asyncio.run(main())
    assert found.damages == ()
    assert found.entries == 2


def test_an_empty_store_is_clean() -> None:
    async def main() -> Verified:
        async with await opened() as memory:
            return await memory.verify()

    found = asyncio.run(main())
    assert (found.clean, found.spaces, found.entries) == (True, 0, 0)


def test_progress_is_told_on_the_loop_and_ends_at_the_whole() -> None:
    told: list[tuple[int, int]] = []
    threads: set[int] = set()
    ticks = 0

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        threads.add(threading.get_ident())

    async def main() -> None:
        nonlocal ticks
        async with await opened() as memory:
            for user in ("ana", "bo"):
                handle = memory.scope(user=user, session="s1")
                await handle.observe([said(f"I own canoe number {one}.") for one in range(300)])
            await memory.flush()
            checking = asyncio.create_task(memory.verify(progress=progress))
            while not checking.done():
                ticks += 1
                await asyncio.sleep(0)
            assert (await checking).clean

    asyncio.run(main())
    assert ticks > 10
    assert threads == {threading.get_ident()}
    assert told == sorted(told)
    assert told[-1] == (600, 600)
    assert len(told) > 4


def test_a_cancelled_check_lets_the_store_close() -> None:
    async def main() -> None:
        async with await opened() as memory:
            ana = memory.scope(user="ana", session="s1")
            await ana.observe([said(f"I own canoe number {one}.") for one in range(300)])
            checking = asyncio.create_task(memory.verify())
            await asyncio.sleep(0)
            checking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await checking

    asyncio.run(main())

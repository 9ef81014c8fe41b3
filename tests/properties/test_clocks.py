"""Hosts whose clocks are wrong lose nothing and keep nobody waiting."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import strategies as st

from retentive import AsyncMemory
from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import InvalidTime
from retentive.model.space import DIGEST
from retentive.testing.fakes import START, CountingIds, FrozenClock, SeededChance
from tests.pipeline.test_fold import log_of, store_of
from tests.properties.places import Place, opened
from tests.support.inside import engine_of
from tests.support.stores import Driver

HOUR = 3600.0
SKEWS = (-HOUR, 0.0, HOUR)


def ambient(skew: float, number: int) -> Ambient:
    clock = FrozenClock(at=START + timedelta(seconds=skew))
    return Ambient(clock=clock, ids=CountingIds(1000 * number), chance=SeededChance(number))


@contextlib.asynccontextmanager
async def hosts(data: Driver) -> AsyncIterator[list[AsyncMemory]]:
    """Give three memories on the same data: an hour behind, right, and an hour ahead."""
    async with contextlib.AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(await opened(data, ambient(skew, number)))
            for number, skew in enumerate(SKEWS)
        ]


@dataclass(frozen=True)
class Write:
    host: int
    stated: bool
    digested: bool


writes = st.lists(
    st.builds(Write, st.integers(0, 2), st.booleans(), st.booleans()), min_size=1, max_size=8
)


def said(text: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": text}]


@pytest.mark.req("Z-72")
def test_every_reader_sees_at_once_what_any_host_stored(place: Place) -> None:
    @place.always(24, written=writes)
    async def claim(data: Driver, written: list[Write]) -> None:
        async with hosts(data) as memories:
            readers = [memory.scope(user="ana", session="s-1") for memory in memories]
            for number, one in enumerate(written):
                text = f"Owns canoe number{number}."
                if one.stated:
                    await readers[one.host].remember(text)
                else:
                    await readers[one.host].observe(said(text))
                if one.digested:
                    await memories[(one.host + 1) % 3].flush()
                for reader in readers:
                    assert text in (await reader.context("canoe")).text
                    if one.stated or one.digested:
                        found = [hit.text for hit in await reader.recall(f"number{number}")]
                        assert found == [text]
            ((_, log),) = await log_of(store_of(memories[0]))
            times = [entry.recorded_at for entry in log]
            assert times == sorted(set(times))
            assert [entry.seq for entry in log] == list(range(1, len(written) + 1))
            assert all(entry.said_at <= entry.recorded_at for entry in log)


@pytest.mark.parametrize("wrong", [0, 2])
def test_a_lease_by_a_wrong_clock_blocks_nobody(place: Place, wrong: int) -> None:
    async def main() -> None:
        async with hosts(place.fresh()) as memories:
            await memories[1].scope(user="ana").observe(said("I own a canoe."))
            engine = engine_of(memories[wrong])
            lost = await engine.wired.store.lease(
                DIGEST,
                "a host that dies",
                able=[engine.wired.maker],
                now=engine.now(),
                seconds=30,
            )
            assert lost is not None
            assert await engine_of(memories[1]).worker.step() == 1
            assert (await memories[1].flush(timeout=0)).pending == 0
            assert await memories[wrong].scope(user="ana").recall("canoe")

    asyncio.run(main())


@pytest.mark.req("Z-72")
def test_a_lease_of_a_right_clock_is_respected(place: Place) -> None:
    async def main() -> None:
        async with hosts(place.fresh()) as memories:
            await memories[1].scope(user="ana").observe(said("I own a canoe."))
            engine = engine_of(memories[1])
            able = [engine.wired.maker]
            store, now = engine.wired.store, engine.now()
            assert await store.lease(DIGEST, "first", able=able, now=now, seconds=30) is not None
            assert await store.lease(DIGEST, "second", able=able, now=now, seconds=30) is None

    asyncio.run(main())


@pytest.mark.req("Z-72")
def test_times_without_an_offset_are_refused(place: Place) -> None:
    naive = START.replace(tzinfo=None)

    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(user="ana")
            for asked in (
                ana.recall("canoe", valid_at=naive),
                ana.recall("canoe", known_at=naive),
                ana.facts.list(as_of=naive),
                ana.remember("Owns a canoe", valid_from=naive),
                ana.remember("Owns a canoe", expires_at=naive),
            ):
                with pytest.raises(ValueError, match="offset"):
                    await asked
            item = {"role": "user", "content": "hi", "timestamp": naive}
            (refused,) = (await ana.observe([item])).rejected
            assert refused.reason.startswith("timestamp: ")
            lisbon = memory.scope(user="ana", timezone="Europe/Lisbon")
            assert len((await lisbon.observe([item])).stored) == 1
            assert (await memory.stats()).entries == 1

    asyncio.run(main())


@pytest.mark.parametrize(
    "at",
    [
        datetime.max.replace(tzinfo=UTC),
        datetime.min.replace(tzinfo=UTC),
        datetime(2200, 1, 1, tzinfo=UTC),
        datetime(1969, 12, 31, 23, tzinfo=UTC),
        START.replace(tzinfo=None),
    ],
)
def test_a_clock_that_cannot_be_right_is_refused_and_spoils_no_log(at: datetime) -> None:
    async def main() -> None:
        clock = FrozenClock()
        opening = AsyncMemory.open("memory://", ambient=Ambient(clock=clock))
        async with await opening as memory:
            ana = memory.scope(user="ana")
            await ana.remember("Likes tea")
            clock.at = at
            for write in (ana.remember("Likes rice"), ana.observe(said("I like rye."))):
                with pytest.raises(InvalidTime, match="clock"):
                    await write
            clock.at = START
            fact = await ana.remember("Likes oats")
            assert fact.recorded_at == START + timedelta(microseconds=1)
            assert (await memory.stats()).entries == 2

    asyncio.run(main())

"""Ana tells her life, and what is known of it is read as text."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from retentive import AsyncMemory, Config
from retentive.app.handle import AsyncHandle
from retentive.kernel.ambient import Ambient
from retentive.model.fact import Fact
from retentive.model.record import Precision
from retentive.ports.stages import Extractor
from retentive.testing.fakes import CountingIds, FrozenClock, SeededChance
from tests.pipeline.claiming import Reader, when

FIRST = datetime(2026, 1, 1, tzinfo=UTC)
NOW = datetime(2026, 6, 1, tzinfo=UTC)


@dataclass
class Story:
    """Ana talks; `tells` says something at a date and has it understood."""

    memory: AsyncMemory
    ana: AsyncHandle
    clock: FrozenClock

    async def tells(self, *said: tuple[str, str]) -> None:
        """Say sentences, each at its date, in the order given."""
        for at, text in said:
            item = {"role": "user", "content": text, "timestamp": when(at)}
            await self.ana.observe([item])
        await self.memory.flush()

    async def homes(self) -> list[str]:
        """Return all values with a positive claim on where she lives, with their interval."""
        return await self.line("lives_in")

    async def line(self, attribute: str) -> list[str]:
        """Return the values of an attribute in the order of time, as `Porto [2020-01-01, …)`."""
        facts = [one for one in await self.facts() if one.claim is not None]
        told = [one for one in facts if one.claim and one.claim.attribute == attribute]
        return [shown(one) for one in sorted(told, key=lambda one: (one.begins, one.born_seq))]

    async def facts(self, at: str | None = None) -> list[Fact]:
        """Return all facts that hold at a date."""
        page = await self.ana.facts.list(valid_at=when(at) or "any", limit=1_000)
        return list(page.items)

    async def values(self, at: str = "2026-06-01") -> set[str]:
        """Return the values of all positive claims that hold at a date."""
        return {
            one.claim.value
            for one in await self.facts(at)
            if one.claim is not None and one.claim.polarity.value == "positive"
        }


def shown(fact: Fact) -> str:
    """Return a fact's value and interval."""
    assert fact.claim is not None
    first, last = (
        "…" if at is None else at.date().isoformat() for at in (fact.valid_from, fact.valid_until)
    )
    sign = "" if fact.claim.polarity.value == "positive" else "not "
    by = "by " if fact.from_precision is Precision.BY else ""
    layer = f" {fact.layer.value}" if fact.layer else ""
    return f"{sign}{fact.claim.value} [{by}{first}, {last}){layer}"


@asynccontextmanager
async def story(extractor: Extractor | None = None) -> AsyncIterator[Story]:
    """Begin a story; what is told is read in a few plain forms, or by an extractor."""
    clock = FrozenClock(at=NOW, step=timedelta(seconds=1))
    ambient = Ambient(clock=clock, ids=CountingIds(), chance=SeededChance())
    config = Config(background=False)
    async with await AsyncMemory.open(
        "memory://", ambient=ambient, config=config, extractor=extractor or Reader(), embedder=None
    ) as memory:
        yield Story(memory, memory.scope(user="ana", session="s1"), clock)
        assert list((await memory.verify()).damages) == []


@asynccontextmanager
async def told_daily(
    said: Sequence[str], now: datetime, seed: int = 0
) -> AsyncIterator[AsyncHandle]:
    """Give Ana's memory at `now`, who said something each day from the first; its secrets vary."""
    clock = FrozenClock(at=now, step=timedelta(seconds=1))
    ambient = Ambient(clock=clock, ids=CountingIds(), chance=SeededChance(seed))
    config = Config(background=False)
    async with await AsyncMemory.open(
        "memory://", ambient=ambient, config=config, embedder=None
    ) as memory:
        ana = memory.scope(user="ana")
        for day, text in enumerate(said):
            at = FIRST + timedelta(days=day)
            await ana.observe([{"role": "user", "content": text, "timestamp": at}])
        await memory.flush()
        yield ana


def told(test: Callable[[Story], Coroutine[None, None, None]]) -> Callable[[], None]:
    """Run a test in a story of its own."""

    def run() -> None:
        async def main() -> None:
            async with story() as one:
                await test(one)

        asyncio.run(main())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run

"""What others store is not to be seen in anything: not in ids, order, scores or counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import pytest
from hypothesis import strategies as st

from retentive import AsyncMemory
from retentive.app.handle import AsyncHandle
from retentive.kernel.ambient import Ambient
from retentive.model.fact import Fact
from retentive.testing.fakes import START, CountingIds, FrozenClock, SeededChance, ToyEmbedder
from tests.pipeline.life import SENTENCES, USERS, Act, Say, acts, live
from tests.properties.places import Place, opened
from tests.support.inside import engine_of
from tests.support.stores import Driver

QUERIES = ("does she play checkers or the oud", "Porto ferrets", "café tower clock 1712", "そば")


@dataclass
class Voices:
    """Ids and chance that each voice draws from a source of its own."""

    voice: str = "own"
    _ids: dict[str, CountingIds] = field(default_factory=dict)
    _chance: dict[str, SeededChance] = field(default_factory=dict)

    def new(self, prefix: str, at: datetime) -> str:
        return self._ids.setdefault(self.voice, CountingIds()).new(f"{prefix}_{self.voice}", at)

    def secret(self, size: int) -> bytes:
        seed = len(self.voice)
        return self._chance.setdefault(self.voice, SeededChance(seed)).secret(size)


def ambient(voices: Voices) -> Ambient:
    return Ambient(clock=FrozenClock(), ids=voices, chance=voices)


async def noise(memory: AsyncMemory, voices: Voices) -> None:
    """Let others store this life's own texts, many times over, and digest them."""
    voices.voice = "others"
    items = [{"role": "user", "content": text} for text in SENTENCES]
    others = [
        memory.scope(tenant="T", user="ana", agent="a", session="s1"),
        memory.scope(user="ana", agent="a", session="s1"),
        memory.scope(tenant="t", user="cy", agent="a", session="s2"),
    ]
    for other in others:
        await other.observe(items * 2)
        for text in SENTENCES[:2]:
            await other.remember(text)
            await other.remember(text, visibility="private")
    await memory.flush()
    voices.voice = "own"


def in_session(act: Act, number: int) -> Act:
    """Give each part of a life sessions of its own, since it names its messages anew."""
    return replace(act, session=f"{act.session} {number}") if isinstance(act, Say) else act


def same(fact: Fact) -> Fact:
    """Leave out the number of the space, which only says how many there were before."""
    return replace(fact, space=0)


async def pages(reader: AsyncHandle, known_at: datetime | None) -> list[list[Fact]]:
    found: list[list[Fact]] = []
    cursor = None
    while True:
        page = await reader.facts.list(limit=3, cursor=cursor, known_at=known_at)
        found.append([same(fact) for fact in page.items])
        cursor = page.cursor
        if cursor is None:
            return found


async def told(reader: AsyncHandle, known_at: datetime | None = None) -> list[object]:
    answers: list[object] = [await pages(reader, known_at)]
    for query in QUERIES:
        for include_log in (True, False):
            hits = await reader.recall(query, known_at=known_at, include_log=include_log)
            answers.append([(hit.id, hit.score, hit.text, hit.sources) for hit in hits])
        block = await reader.context(query, known_at=known_at)
        answers.append((block.text, block.tokens, block.account))
    return answers


async def led(
    data: Driver, life: Sequence[Sequence[Act]], embedder: ToyEmbedder | None, *, noisy: bool
) -> list[object]:
    """Lead a life, among others or alone, and return all that was answered."""
    voices = Voices()
    answers: list[object] = []
    async with await opened(data, ambient(voices), embedder=embedder) as memory:
        clock = engine_of(memory).wired.ambient.clock
        assert isinstance(clock, FrozenClock)
        readers = [memory.scope(tenant="t", user=user, agent="a", session="s1 0") for user in USERS]
        for number, part in enumerate(life):
            if noisy:
                await noise(memory, voices)
            await memory.flush()
            await live(memory, [in_session(act, number) for act in part])
            answers += [await told(reader) for reader in readers]
            clock.tick(minutes=1)
        fact = await readers[0].remember("I like checkers.")
        answers.append((fact.id, fact.key, fact.confirmations, fact.standing))
        while (done := await engine_of(memory).worker.step()) is not None:
            answers.append(done)
        await memory.flush()  # embeds, which the noise would do as well
        if noisy:
            await noise(memory, voices)
        for reader in readers:
            counted = await reader.stats()
            answers += [replace(counted, location=""), await told(reader)]
            for minutes in range(len(life) + 1):
                answers.append(await told(reader, START + timedelta(minutes=minutes - 0.5)))
    return answers


@pytest.mark.req("Z-12")
@pytest.mark.parametrize("embedder", [None, ToyEmbedder()], ids=["words", "vectors"])
def test_nothing_that_others_store_changes_an_answer(
    place: Place, embedder: ToyEmbedder | None
) -> None:
    parts = st.lists(st.lists(acts, min_size=1, max_size=3), min_size=1, max_size=2)

    @place.always(6, life=parts)
    async def claim(data: Driver, life: list[list[Act]]) -> None:
        alone = await led(data, life, embedder, noisy=False)
        among = await led(place.fresh(), life, embedder, noisy=True)
        assert among == alone

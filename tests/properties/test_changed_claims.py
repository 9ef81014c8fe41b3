"""Claims that were ended stay so, and corrections are kept, when another reader reads the log."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from retentive import AsyncMemory, Config
from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Reply
from retentive.model.provenance import Span
from retentive.testing.fakes import frozen_ambient
from tests.pipeline.claiming import Reader, when
from tests.properties.places import opened
from tests.support.stores import MemoryData

QUIET = Config(background=False)


@dataclass
class Narrow(Reader):
    """Reads the same claims in fewer words, and counts them from another number."""

    identity: str = "narrow-1"

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        """Return what the sentences say, without their first word and their stop."""
        return [_narrowed(entry, one) for one in super().extract(entry, earlier, reply)]


def _narrowed(entry: Entry, one: Candidate) -> Candidate:
    span = Span(one.span.start + 2, one.span.end - 1)
    words = entry.text[span.start : span.end]
    return replace(one, span=span, quote=words, text=words, ordinal=3, rule="narrow-1")


@dataclass
class Wide(Reader):
    """Reads the same claims, each resting on the whole message."""

    identity: str = "wide-1"

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        """Return what the sentences say, told apart by their order."""
        whole = Span(0, len(entry.text))
        found = super().extract(entry, earlier, reply)
        return [
            replace(one, span=whole, quote=entry.text, ordinal=at, rule="wide-1")
            for at, one in enumerate(found)
        ]


async def lived(memory: AsyncMemory) -> None:
    """Say things, and correct, retract, forget and undo some of them."""
    ana = memory.scope(user="ana", session="s1")

    async def fact(word: str) -> str:
        await memory.flush()
        listed = (await ana.facts.list(valid_at="any", limit=100)).items
        return next(one.id for one in listed if word in one.text)

    for at, text in (
        ("2024-01-01", "I live in Lisbon."),
        ("2024-02-01", "I like fado."),
        ("2024-03-01", "I like persimmons."),
        ("2024-04-01", "I work as a nurse."),
        ("2025-01-01", "I moved to Porto."),
        ("2025-02-01", "I meant a midwife, not a nurse."),
        ("2025-03-01", "I keep two cats."),
        ("2025-04-01", "I keep three cats."),
        ("2025-05-01", "I own a boat."),
        ("2025-06-01", "Scrap what I said about a boat."),
    ):
        await ana.observe([{"role": "user", "content": text, "timestamp": when(at)}])
    await ana.retract(await fact("fado"))
    await ana.forget(await fact("persimmons"))
    await ana.correct(await fact("Porto"), "I live in Braga.")
    await ana.undo(await fact("three cats"))
    await memory.flush()


async def held(memory: AsyncMemory) -> dict[str, set[str]]:
    """Return the values that hold now and in 2024, and all that is ever told."""
    ana = memory.scope(user="ana", session="s1")
    found: dict[str, set[str]] = {}
    for name, at in (("now", when("2025-12-01")), ("then", when("2024-06-01")), ("ever", None)):
        listed = (await ana.facts.list(valid_at=at or "any", limit=100)).items
        found[name] = {one.claim.value for one in listed if one.claim is not None}
    return found


@pytest.mark.parametrize("other", [Reader(), Narrow(), Wide()], ids=lambda one: one.identity)
def test_claims_end_and_are_corrected_alike_under_another_reader(other: Reader) -> None:
    async def main() -> None:
        data, ambient = MemoryData(), frozen_ambient()
        async with await opened(data, ambient, extractor=Reader(), config=QUIET) as memory:
            await lived(memory)
            was = await held(memory)
            assert was["now"] == {"Braga", "a midwife", "two cats"}
            assert was["then"] == {"Lisbon", "a midwife", "two cats"}
            assert was["ever"] == was["now"] | was["then"]
        async with await opened(data, ambient, extractor=other, config=QUIET) as memory:
            assert (await memory.rebuild()).unplaced == 0
            assert await held(memory) == was
            assert list((await memory.verify()).damages) == []

    asyncio.run(main())

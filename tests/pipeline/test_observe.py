"""Taking input in: any object may be an item, and reading it blocks nobody."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, repeat
from typing import Any

import pytest

from retentive import AsyncMemory, Config
from retentive.kernel.errors import InvalidInput, TooLarge
from retentive.model.report import Outcome
from retentive.rules.limits import Limits
from retentive.testing.fakes import frozen_ambient

QUIET = Config(background=False)
TEA = {"role": "user", "content": "I like green tea."}


class Raising:
    """An object of which nothing can be read."""

    def __getattr__(self, name: str) -> object:
        raise OSError(f"no {name}")


class Unnameable(Exception):
    """An error that cannot even say what it is."""

    def __str__(self) -> str:
        raise ValueError


class Trapped:
    """A message whose words cannot be read."""

    role = "user"

    @property
    def content(self) -> str:
        """Raise."""
        raise Unnameable


class BrokenMapping(Mapping[str, object]):
    """A mapping that breaks when it is asked."""

    def __getitem__(self, name: str) -> object:
        raise ZeroDivisionError

    def __iter__(self) -> Iterator[str]:
        raise ZeroDivisionError

    def __len__(self) -> int:
        return 1


HOSTILE = {
    "nothing can be read": Raising(),
    "its words raise": Trapped(),
    "a mapping that raises": BrokenMapping(),
    "an endless iterator": count(),
    "content that never ends": {"role": "user", "content": repeat("tea")},
    "content that is a number": {"role": "user", "content": 7},
    "content that is a type": {"role": "user", "content": str},
    "parts that raise": {"role": "user", "content": [Trapped()]},
    "metadata that raises": {**TEA, "metadata": BrokenMapping()},
    "a role that raises": {"role": Raising(), "content": "tea"},
    "a timestamp that raises": {**TEA, "timestamp": Raising()},
    "nothing": None,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_an_item_that_cannot_be_read_is_rejected_alone(name: str) -> None:
    async def main() -> None:
        async with await AsyncMemory.open("memory://", config=QUIET) as memory:
            receipt = await memory.scope(user="ana").observe([TEA, HOSTILE[name], TEA])
            outcomes = [one.outcome for one in receipt.items]
            assert outcomes == [Outcome.STORED, Outcome.REJECTED, Outcome.STORED]
            assert receipt.items[1].reason

    asyncio.run(main())


def test_what_cannot_be_told_from_a_list_is_refused() -> None:
    odd: Any = Raising()

    async def main() -> None:
        async with await AsyncMemory.open("memory://", config=QUIET) as memory:
            with pytest.raises(InvalidInput, match="OSError"):
                await memory.scope(user="ana").observe(odd)

    asyncio.run(main())


@dataclass
class Waiting:
    """A message that can be read only once the loop has gone on."""

    role: str = "user"
    may: threading.Event = field(default_factory=threading.Event)

    @property
    def content(self) -> str:
        """Wait, then speak."""
        assert self.may.wait(30)
        return "I like green tea."


def test_reading_an_item_does_not_hold_up_the_loop() -> None:
    async def main() -> None:
        async with await AsyncMemory.open("memory://", config=QUIET) as memory:
            item = Waiting()
            reading = asyncio.create_task(memory.scope(user="ana").observe([item]))
            await memory.scope(user="bo").remember("Likes coffee")
            assert not reading.done()
            item.may.set()
            assert len((await reading).stored) == 1

    asyncio.run(main())


def test_items_keep_their_order_and_ids() -> None:
    async def main() -> None:
        ambient = frozen_ambient()
        async with await AsyncMemory.open("memory://", ambient=ambient, config=QUIET) as memory:
            said = [{"role": "user", "content": f"I like tea {number}."} for number in range(50)]
            receipt = await memory.scope(user="ana").observe(said)
            ids = [one.id for one in receipt.items]
            assert ids == sorted({str(name) for name in ids})
            await memory.flush()
            facts = (await memory.scope(user="ana").facts.list(limit=100)).items
            assert {one.provenance.citations[0].entry_id: one.text for one in facts} == {
                entry_id: str(one["content"]) for entry_id, one in zip(ids, said, strict=True)
            }

    asyncio.run(main())


def test_a_call_that_is_too_large_stops_where_it_gets_so() -> None:
    read: list[int] = []

    class Noted:
        role = "user"

        def __init__(self, number: int) -> None:
            self.number = number

        @property
        def content(self) -> str:
            read.append(self.number)
            return "tea " * 25

    async def main() -> None:
        config = Config(background=False, limits=Limits(call_bytes=1_000))
        async with await AsyncMemory.open("memory://", config=config) as memory:
            ana = memory.scope(user="ana")
            with pytest.raises(TooLarge, match="in parts"):
                await ana.observe([Noted(number) for number in range(1_000)])
            assert set(read) == set(range(11))
            with pytest.raises(TooLarge):
                await ana.observe([{"role": "user", "content": ["tea " * 100] * 3}])
            assert (await memory.stats()).entries == 0

    asyncio.run(main())

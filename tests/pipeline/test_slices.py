"""A batch is folded in slices of time, and no split of it changes the result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from retentive import AsyncMemory, Config
from retentive.adapters.memory.driver import MemoryDriver
from retentive.app.engine import Engine
from retentive.app.languages import RuleExtractor
from retentive.app.verbs import Verbs
from retentive.app.wiring import Wired
from retentive.kernel.ambient import Ambient
from retentive.kernel.scope import Address
from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Reply
from retentive.model.provenance import Span
from retentive.model.space import DIGEST
from retentive.ports.store import T, Transaction
from retentive.rules.found import MAX_CANDIDATES, checked_candidates
from retentive.rules.maker import maker
from retentive.rules.pace import Pace, WorkPolicy
from retentive.rules.text import TOKENISER
from retentive.testing.fakes import START, CountingIds, FrozenClock, SeededChance
from tests.support.derived import derived_state

POISON = "I own canoe number 4."
TEXTS = [f"I own canoe number {number}." for number in range(7)]


@dataclass
class Ticking(FrozenClock):
    """A clock on which a second passes with every look at the seconds."""

    def monotonic(self) -> float:
        """Return the seconds so far."""
        self.elapsed += 1
        return self.elapsed


class Watched(MemoryDriver):
    """A driver that notes where the mark of digestion comes to stand, write by write."""

    def __init__(self, ambient: Ambient, marks: list[int]) -> None:
        super().__init__(
            ambient=ambient, tokeniser=TOKENISER, maker=maker(RuleExtractor().identity, TOKENISER)
        )
        self.marks = marks

    async def write(self, address: Address, work: Callable[[Transaction], T]) -> T:
        """Write, then look at the mark."""
        answer = await super().write(address, work)
        mark = await self.read([address], lambda view: view.watermark(view.spaces[0], DIGEST))
        if mark.done_seq != (self.marks or [0])[-1]:
            self.marks.append(mark.done_seq)
        return answer


class Failing(RuleExtractor):
    """Finds in one text what no fold can take."""

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        """Return candidates; the subject of one cannot be encoded."""
        found = super().extract(entry, earlier, reply)
        return [replace(one, subject="\ud800") for one in found] if entry.text == POISON else found


async def digested(
    pace: Pace, marks: list[int], extractor: RuleExtractor | None = None
) -> dict[str, Mapping[str, object]]:
    """Digest seven messages at a pace; return what was derived, rebuilt to the same."""
    clock = Ticking(step=timedelta(seconds=1))
    ambient = Ambient(clock=clock, ids=CountingIds(), chance=SeededChance())
    store = Watched(ambient, marks)
    config = Config(background=False, pace=pace, work=WorkPolicy(attempts=1))
    wired = Wired(
        store=store,
        ambient=ambient,
        extractor=extractor or RuleExtractor(),
        config=config,
        tokeniser=TOKENISER,
    )
    async with AsyncMemory(Verbs(Engine(wired))) as memory:
        said = [{"role": "user", "content": text, "timestamp": START} for text in TEXTS]
        await memory.scope(user="ana").observe(said)
        await memory.flush()
        state = await store.read(await store.addresses(), derived_state)
        done = list(marks)
        await memory.rebuild()
        assert await store.read(await store.addresses(), derived_state) == state
        marks[:] = done
        return state


@pytest.mark.parametrize(
    ("seconds", "expected"), [(0, [1, 2, 3, 4, 5, 6, 7]), (3, [3, 6, 7]), (100, [7])]
)
def test_a_slice_ends_with_the_entry_during_which_its_time_was_over(
    seconds: float, expected: list[int]
) -> None:
    marks, whole = list[int](), list[int]()
    pace = Pace(slice_seconds=seconds, rest_seconds=0)
    state = asyncio.run(digested(pace, marks))
    assert marks == expected
    assert state == asyncio.run(digested(Pace(slice_seconds=100), whole))


@pytest.mark.parametrize(("seconds", "expected"), [(3, [3, 4, 7, 8]), (100, [4, 8])])
def test_slices_end_before_an_entry_that_cannot_be_folded(
    seconds: float, expected: list[int]
) -> None:
    marks = list[int]()
    pace = Pace(slice_seconds=seconds, rest_seconds=0)
    asyncio.run(digested(pace, marks, Failing()))
    assert marks == expected


def test_an_entry_yields_five_hundred_facts_at_most() -> None:
    asked = 0

    def found() -> Iterator[Candidate]:
        nonlocal asked
        while True:
            asked += 1
            yield Candidate(
                text=f"Fact {asked}",
                kind="knowledge",
                subject="user:ana",
                span=Span(0, 4),
                quote="Fact",
            )

    assert len(checked_candidates(found())) == MAX_CANDIDATES == 500
    assert asked == 501

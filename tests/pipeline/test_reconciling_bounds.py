"""How much is looked at to reconcile one claim does not grow with what is known."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest

from retentive.adapters.memory import MemoryDriver
from retentive.model.fact import Fact
from retentive.pipeline.digest import Digester
from retentive.pipeline.reconciling import NEAR
from retentive.ports.store import MemoryStore, Transaction
from retentive.ports.view import SAME_WORDS
from retentive.rules.maker import maker
from retentive.rules.pace import Pace
from retentive.rules.text import TOKENISER
from retentive.testing import build
from retentive.testing.fakes import frozen_ambient
from tests.pipeline.claiming import Reader

KNOWN = 240
BOUND = 2 * NEAR + SAME_WORDS + 8
MAKER = maker(Reader().identity, TOKENISER)


@dataclass
class Counted:
    """A transaction that counts the facts it finds, by entry."""

    tx: Transaction
    found: list[int]

    def __getattr__(self, name: str) -> Any:
        asked = getattr(self.tx, name)
        if name not in ("facts", "facts_by_hash", "claims_around", "claims_alike", "facts_about"):
            return asked

        def counted(*args: Any, **named: Any) -> Any:
            answer = asked(*args, **named)
            lists = answer.values() if isinstance(answer, Mapping) else [answer]
            self.found[-1] += sum(isinstance(one, Fact) for some in lists for one in some)
            return answer

        return counted

    def apply(self, *args: Any) -> None:
        """Apply the changes of an entry; what comes is found for the next one."""
        self.tx.apply(*args)
        self.found.append(0)


@dataclass
class CountedStore:
    """A store whose writers count."""

    store: MemoryStore
    found: list[int] = field(default_factory=lambda: [0])

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    async def write(self, address: Any, work: Callable[[Any], Any]) -> Any:
        """Run `work` on a transaction that counts."""
        return await self.store.write(address, lambda tx: work(Counted(tx, self.found)))


@pytest.mark.parametrize(
    "text",
    [
        "I moved to City{0}.",
        "I moved to Porto{1}.",
        "I keep {0} cats.",
        "I live in Porto.",
        "I like dish{0}. I meant soup{0}, not dish{0}.",
        "I live in City{0}. I left City{0}.",
    ],
)
def test_the_facts_that_are_looked_at_are_bounded(text: str) -> None:
    async def main() -> list[int]:
        ambient = frozen_ambient()
        store = CountedStore(
            await MemoryDriver.open(ambient=ambient, tokeniser=TOKENISER, maker=MAKER)
        )

        def said(tx: Transaction) -> None:
            entries = [
                build.entry(
                    tx.space.id,
                    seq,
                    text.format(seq + 1, seq % 2),
                    said_at=build.at(seq) - timedelta(days=seq % 3),
                )
                for seq in range(1, KNOWN + 1)
            ]
            tx.append(entries, {})

        await store.write(build.ANA, said)
        digester = Digester(store=store, ambient=ambient, extractor=Reader(), pace=Pace())
        while lease := await store.lease(
            "digest", "me", able=[MAKER], now=build.at(KNOWN + 9), seconds=60
        ):
            await digester.step(lease)
            await store.release(lease)
        return store.found

    found = asyncio.run(main())
    assert len(found) > KNOWN
    assert max(found) <= BOUND * (1 + text.count(". I"))

"""Commands on what is not digested yet, and commands that are given again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from retentive import AsyncMemory, Config
from retentive.adapters.memory import MemoryDriver
from retentive.adapters.memory.transaction import MemoryTransaction
from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import InvalidInput
from retentive.kernel.scope import Address
from retentive.model.change import Unplaced
from retentive.model.entry import Command, Entry, Target, Verb
from retentive.model.space import Space
from retentive.ports.store import MemoryStore, T, Transaction
from retentive.rules.arguments import checked_order
from retentive.rules.asked import Order
from retentive.rules.limits import LIMITS
from retentive.rules.pace import Pace
from retentive.testing import build
from retentive.testing.fakes import frozen_ambient
from tests.pipeline.scene import opened
from tests.properties.extractors import CHANGED, PAIRS, topics
from tests.properties.places import opened as opened_over
from tests.support.inside import engine_of
from tests.support.stores import MemoryData, SqlData

TEA = "The green tea was bitter."


def _said(text: str) -> list[dict[str, object]]:
    return [{"role": "user", "content": text}]


class Interrupted(MemoryDriver):
    """A store in which something comes in just before the next write."""

    before: Callable[[], Awaitable[object]] | None = None

    async def write(self, address: Address, work: Callable[[Transaction], T]) -> T:
        """Let it come in, then write."""
        before, self.before = self.before, None
        if before is not None:
            await before()
        return await super().write(address, work)


@dataclass
class Data:
    """The data of one such store."""

    store: Interrupted | None = field(default=None)

    async def open(
        self, *, ambient: Ambient, tokeniser: str, maker: str, embedder: str = ""
    ) -> MemoryStore:
        """Return the store."""
        self.store = Interrupted(
            ambient=ambient, tokeniser=tokeniser, maker=maker, embedder=embedder
        )
        return self.store


def test_under_the_lock_a_command_looks_only_at_what_came_in_since(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[Entry] = []
    entries = MemoryTransaction.entries

    def counting(
        self: MemoryTransaction, space: Space, *, after: int = 0, limit: int
    ) -> Sequence[Entry]:
        found = entries(self, space, after=after, limit=limit)
        looked.extend(found)
        return found

    async def main() -> None:
        data = Data()
        async with await opened_over(data) as memory:
            ana = memory.scope(user="ana")
            fact = await ana.remember(TEA)
            await memory.flush()
            first = (await ana.observe(_said(TEA))).ids
            await ana.observe([_said(f"I like number {number}.")[0] for number in range(300)])
            late: list[str] = []

            async def comes_in() -> None:
                late.extend((await ana.observe(_said(f"Well. {TEA}"))).ids)

            assert data.store is not None
            data.store.before = comes_in
            monkeypatch.setattr(MemoryTransaction, "entries", counting)
            done = await ana.retract(fact.id)
            monkeypatch.undo()
            assert set(done.silenced) >= {*first, *late}
            assert len(looked) <= 2
            await memory.flush()
            (turn,) = await ana.recall("well")
            assert TEA not in turn.text

    asyncio.run(main())


@pytest.mark.parametrize("verb", ["correct", "retract"])
def test_what_a_command_ended_stays_so_while_digestion_has_not_reached_the_command(
    verb: str,
) -> None:
    """The statement is folded into the turn before it, and the command comes after both."""

    async def main() -> None:
        config = Config(background=False, pace=Pace(entries=2))
        ambient = frozen_ambient()
        async with await AsyncMemory.open(
            "memory://", embedder=None, ambient=ambient, config=config
        ) as memory:
            ana = memory.scope(user="ana")
            await ana.observe(_said(TEA))
            fact = await ana.remember(TEA, tags=["drinks"])
            wanted = []
            if verb == "correct":
                await ana.correct(fact.id, "Black tea was bitter.")
                wanted = ["Black tea was bitter."]
            else:
                await ana.retract(fact.id)
            assert await engine_of(memory).worker.step() == 2
            assert [one.text for one in (await ana.facts.list()).items] == wanted
            await memory.flush()
            assert [one.text for one in (await ana.facts.list()).items] == wanted
            assert (await memory.verify()).damages == ()

    asyncio.run(main())


def test_what_was_corrected_stays_so_where_a_turn_before_is_read_with_more_words() -> None:
    """The turn is digested after the correction; its facts rest on two sentences each."""
    rules = replace(PAIRS, claims=topics)
    tea, canoe = (f"My {one} is old; my {one} is here." for one in ("tea", "canoe"))

    async def main() -> None:
        config = Config(background=False, pace=Pace(entries=1))
        async with await opened_over(
            MemoryData(), frozen_ambient(), extractor=rules, config=config
        ) as memory:
            ana = memory.scope(user="ana")
            await ana.observe(_said(f"{tea} {canoe}"))
            await ana.correct((await ana.remember(tea)).id, "The tea is gone.")
            wanted = {"The tea is gone.", canoe}
            assert await engine_of(memory).worker.step() == 1
            assert {one.text for one in (await ana.facts.list()).items} == wanted
            await memory.flush()
            assert {one.text for one in (await ana.facts.list()).items} == wanted

    asyncio.run(main())


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_corrected_statement_stays_so_when_other_rules_cut_its_words(
    kind: str, tmp_path: Path
) -> None:
    """Found by name and by claim it is still one fact, whoever reads it from its rows twice."""
    shifted = next(one for one in CHANGED if one.identity == "shifted-1")
    first, other = (replace(one, claims=topics) for one in (PAIRS, shifted))

    async def main() -> None:
        data = MemoryData() if kind == "memory" else SqlData(f"sqlite:///{tmp_path / 'm.db'}")
        ambient, config = frozen_ambient(), Config(background=False)
        for rules in (first, other):
            async with await opened_over(data, ambient, extractor=rules, config=config) as memory:
                ana = memory.scope(user="ana")
                if rules is first:
                    fact = await ana.remember("My canoe is old; my canoe is here.")
                    await memory.flush()
                    await ana.correct(fact.id, "Sold it.")
                    await memory.flush()
                else:
                    assert (await memory.rebuild()).dead_letters == 0
                assert [one.text for one in (await ana.facts.list()).items] == ["Sold it."]

    asyncio.run(main())


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_a_command_given_again_names_the_same_change(kind: str, tmp_path: Path) -> None:
    async def main() -> None:
        url = "memory://" if kind == "memory" else str(tmp_path / "m.db")
        async with await opened(url) as memory:
            ana = memory.scope(user="ana")
            fact = await ana.remember(TEA)
            first = await ana.correct(fact.id, "I like black tea.", idempotency_key="k")
            again = await ana.correct(fact.id, "I like black tea.", idempotency_key="k")
            assert first.change_id
            assert again == first
            await memory.flush()
            later = await ana.correct(fact.id, "I like black tea.", idempotency_key="k")
            assert later.change_id == first.change_id

    asyncio.run(main())


@pytest.mark.parametrize("verb", [Verb.CONFIRM, Verb.RESTORE, Verb.RETRY, Verb.SET])
def test_a_verb_that_is_not_served_is_refused_where_it_enters(verb: Verb) -> None:
    order = Order(verb=verb, record_id="f_1", text="", visibility=None, key=None)
    with pytest.raises(InvalidInput, match=f"{verb} is not served"):
        checked_order(order, LIMITS)


def test_a_verb_in_the_log_that_is_not_served_is_kept_as_unplaced() -> None:
    async def main() -> list[Unplaced]:
        async with await opened("memory://") as memory:
            ana = memory.scope(user="ana")
            await ana.remember(TEA)
            store = engine_of(memory).wired.store
            (address,) = await store.addresses()

            def restore(tx: Transaction) -> None:
                seq = tx.space.head_seq + 1
                body = Command(verb=Verb.RESTORE, target=Target(key="k_1"))
                tx.append([build.entry(tx.space.id, seq, body)], {})

            await store.write(address, restore)
            await memory.flush()
            return await store.read([address], lambda view: list(view.unplaced(view.spaces[0])))

    (unplaced,) = asyncio.run(main())
    assert unplaced.reason == "restore: this version does not serve it"

"""How much a recall asks of the store, and what it does with many equal scores."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from retentive.adapters.sql.store import SqlStore
from retentive.rules.fusion import nearness, own_score
from tests.adapters.test_sql_plans import recorded
from tests.pipeline.scene import opened
from tests.support.inside import engine_of


def _said(text: str) -> dict[str, object]:
    return {"role": "user", "content": text}


def test_a_recall_asks_few_questions_whatever_its_limit(tmp_path: Path) -> None:
    async def main() -> None:
        async with await opened(str(tmp_path / "m.db"), words_alone=True) as memory:
            ana = memory.scope(user="ana", agent="desk", session="s")
            await ana.observe([_said(f"I like tea number {number}.") for number in range(40)])
            await ana.observe([_said(f"Tea again, {number}?") for number in range(20)])
            await memory.flush()
            await ana.forget((await ana.observe([_said("No more tea.")])).ids[0])
            await memory.flush()
            store = engine_of(memory).wired.store
            assert isinstance(store, SqlStore)
            asked: dict[int, list[str]] = {}
            for limit in (1, 30, 60):
                with recorded(store) as found:
                    assert len(await ana.recall("tea", limit=limit)) == limit
                asked[limit] = [sql for sql, _ in found]
            assert max(map(len, asked.values())) <= 30, asked
            with recorded(store) as found:
                assert (await ana.context("tea")).hits
            assert len(found) <= 30, found

    asyncio.run(main())


@pytest.mark.parametrize("limit", [3, 300])
def test_of_many_equal_scores_those_said_last_come_first(limit: int) -> None:
    async def main() -> None:
        async with await opened("memory://", words_alone=True) as memory:
            ana = memory.scope(user="ana")
            await ana.observe([_said(f"I like tea{number} with milk.") for number in range(450)])
            await memory.flush()
            hits = await ana.recall("milk", limit=limit)
            texts = [f"I like tea{number} with milk." for number in range(449, 449 - limit, -1)]
            assert [hit.text for hit in hits] == texts

    asyncio.run(main())


@pytest.mark.parametrize("words_alone", [False, True])
def test_an_explained_hit_tells_the_weights_that_make_its_own_score(words_alone: bool) -> None:
    async def main() -> None:
        async with await opened("memory://", words_alone=words_alone) as memory:
            ana = memory.scope(user="ana", session="s")
            await ana.observe([_said("I like green tea."), _said("My kettle is broken.")])
            await memory.flush()
            plain = await ana.recall("green tea", min_score=0)
            explained = await ana.recall("green tea", min_score=0, explain=True)
            assert [hit.id for hit in explained] == [hit.id for hit in plain] != []
            for short, long in zip(plain, explained, strict=True):
                assert not any(name.endswith("weight") for name in short.parts)
                parts = dict(long.parts)
                near = nearness(parts.get("cosine"), parts["cosine_floor"])
                own = own_score(parts["text"], near, parts["cosine_weight"])
                assert own == pytest.approx(parts["own"])
                assert short.parts.items() < long.parts.items()
            assert (parts["cosine_weight"] == 0.0) is words_alone

    asyncio.run(main())


THINGS = ("tea", "milk", "kettle", "cup", "oud", "ferret", "clock", "piano", "garden")


def _several(number: int) -> str:
    places = (number * (at + 3) + number // 9 * at * at for at in range(1 + number % 6))
    return " ".join(THINGS[place % len(THINGS)] for place in places)


def test_what_comes_first_does_not_depend_on_how_many_are_asked_for() -> None:
    async def main() -> None:
        async with await opened("memory://") as memory:
            ana = memory.scope(user="ana", session="s")
            await ana.observe([_said(f"I like {_several(number)}.") for number in range(100)])
            await ana.observe([_said(_several(number)) for number in range(100, 300)])
            await memory.flush()
            for query in ("kettle", "oud piano", "tea milk cup"):
                every = await ana.recall(query, limit=300, min_score=0, kinds=["preference"])
                scores = [hit.score for hit in every]
                assert scores == sorted(scores, reverse=True)
                for limit in (3, 10, 20, 60):
                    some = await ana.recall(query, limit=limit, min_score=0, kinds=["preference"])
                    told = [(hit.id, hit.score) for hit in every[:limit]]
                    assert [(hit.id, hit.score) for hit in some] == told

    asyncio.run(main())

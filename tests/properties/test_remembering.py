"""What is stated is stored as said, once, within limits, and found by its present words."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from retentive import AsyncMemory, Config, InvalidInput
from retentive.app.handle import AsyncHandle
from retentive.kernel.errors import TooLarge
from retentive.rules.limits import Limits
from tests.properties.places import Place, opened
from tests.support.stores import MemoryData


def told(place: Place, story: Callable[[AsyncMemory], Awaitable[None]]) -> None:
    """Tell a story to an empty memory."""

    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            await story(memory)

    asyncio.run(main())


@pytest.mark.req("A-13")
def test_a_statement_is_stored_for_its_user_as_said(place: Place) -> None:
    async def story(memory: AsyncMemory) -> None:
        ana = memory.scope(user="ana")
        text = "  Prefers e-mail\tover phone…  "
        fact = await ana.remember(text, kind="preference", importance=0.8, tags=["contact"])
        assert (fact.text, fact.kind, fact.tags) == (text, "preference", ("contact",))
        for _ in range(2):
            (hit,) = await ana.recall("e-mail")
            assert (hit.id, hit.text) == (fact.id, text)
            assert [source.quote for source in hit.sources] == [text]
            assert [one.id for one in (await ana.facts.list()).items] == [fact.id]
            assert (await ana.facts.get(fact.key)).importance == 0.8
            await memory.flush()

    told(place, story)


def test_what_is_said_again_confirms_and_is_not_stored_twice(place: Place) -> None:
    async def story(memory: AsyncMemory) -> None:
        ana = memory.scope(user="ana", session="s-0")
        fact = await ana.remember("Plays the oud", confidence=0.85)
        for number, expected in ((1, 0.95), (1, 0.95), (2, 1.0), (3, 1.0)):
            session = ana.session(f"s-{number}")
            again = await session.remember("  plays THE oud. ", confidence=0.1)
            assert again.id == fact.id
            await memory.flush()
            (known,) = (await ana.facts.list()).items
            assert (known.id, known.base_confidence) == (fact.id, 0.85)
            assert known.confidence == pytest.approx(expected)

    told(place, story)


@pytest.mark.req("Z-40")
def test_equal_texts_are_found_by_what_a_fact_says_now(place: Place) -> None:
    async def story(memory: AsyncMemory) -> None:
        ana, bo = memory.scope(user="ana"), memory.scope(user="bo")
        fact = await ana.remember("Caf\u00e9 on  Mondays.")
        assert (await ana.remember("CAFE\u0301 on mondays")).id == fact.id
        assert (await bo.remember("Caf\u00e9 on Mondays")).content_hash != fact.content_hash
        desk = memory.scope(user="ana", agent="desk")
        other = await desk.remember("Caf\u00e9 on Mondays", visibility="private")
        assert other.subject == fact.subject
        assert other.content_hash != fact.content_hash  # under the key of another space
        assert fact.content_hash not in fact.id + fact.key
        for digested in (False, True):
            if digested:
                await memory.flush()
            done = await ana.correct(fact.id, f"Tea on Mondays {digested}")
            assert done.fact is not None
            assert (await ana.remember(f"tea on mondays {digested}")).key == fact.key
        again = await ana.remember("Caf\u00e9 on Mondays")
        assert again.key != fact.key
        await memory.flush()
        assert (await ana.facts.get(again.id)).key == again.key
        texts = {one.text for one in (await ana.facts.list()).items}
        assert texts == {"Tea on Mondays True", "Caf\u00e9 on Mondays"}

    told(place, story)


def test_confidence_and_importance_are_shares_of_their_own(place: Place) -> None:
    async def story(memory: AsyncMemory) -> None:
        ana = memory.scope(user="ana")
        fact = await ana.remember("Owns a canoe", confidence=0.25, importance=0.75)
        await memory.flush()
        known = await ana.facts.get(fact.id)
        assert (known.confidence, known.importance) == (0.25, 0.75)
        assert (await ana.remember("Owns a boat")).importance is None
        for odd in (-0.1, 1.1, 8, float("nan"), float("inf"), True, "0.5"):
            for name in ("confidence", "importance"):
                share: dict[str, Any] = {name: odd}
                with pytest.raises(InvalidInput) as caught:
                    await ana.remember("Owns a raft", **share)
                assert caught.value.facts["field"] == name

    told(place, story)


SMALL = Limits(
    part_bytes=100,
    call_bytes=150,
    items=3,
    tags=2,
    tag_length=5,
    query_bytes=100,
    metadata_bytes=50,
)
LONG = "x" * 101
Call = Callable[[AsyncHandle], Awaitable[object]]


def turns(*texts: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": text} for text in texts]


@pytest.mark.req("Z-73")
@pytest.mark.parametrize(
    ("field", "limit", "call"),
    [
        ("content", 100, lambda ana: ana.observe(turns("fine", LONG))),
        ("messages", 150, lambda ana: ana.observe(turns("x" * 80, "x" * 80))),
        ("messages", 3, lambda ana: ana.observe(turns("a", "b", "c", "d"))),
        ("metadata", 50, lambda ana: ana.observe([{**turns("a")[0], "metadata": {"a": LONG}}])),
        ("text", 100, lambda ana: ana.remember(LONG)),
        ("metadata", 50, lambda ana: ana.remember("a", metadata={"a": LONG})),
        ("tags", 2, lambda ana: ana.remember("a", tags=["a", "b", "c"])),
        ("tags", 5, lambda ana: ana.remember("a", tags=["abcdef"])),
        ("text", 100, lambda ana: ana.correct("f_1", LONG)),
        ("reason", 100, lambda ana: ana.retract("f_1", reason=LONG)),
        ("query", 100, lambda ana: ana.recall(LONG)),
        ("query", 100, lambda ana: ana.context(LONG)),
        ("kind", 256, lambda ana: ana.remember("a", kind="x" * 257)),
        ("record_id", 256, lambda ana: ana.facts.get("x" * 257)),
    ],
)
def test_sizes_over_a_limit_are_refused_by_name_and_store_nothing(
    field: str, limit: int, call: Call
) -> None:
    async def main() -> None:
        config = Config(background=False, limits=SMALL)
        async with await opened(MemoryData(), config=config) as memory:
            with pytest.raises(InvalidInput) as caught:
                await call(memory.scope(user="ana"))
            assert caught.value.facts == {"field": field, "limit": limit}
            assert isinstance(caught.value, TooLarge) or field in ("kind", "record_id")
            assert (await memory.stats()).entries == 0

    asyncio.run(main())

"""Whatever text is asked or stored: no error, no wrong match, no odd score."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable

import pytest
from hypothesis import strategies as st

from retentive import AsyncMemory, Fact, Hit, InvalidInput
from retentive.app.handle import AsyncHandle
from retentive.rules.text import query_terms
from retentive.testing.fakes import frozen_ambient
from tests.properties.places import Place, opened
from tests.support.stores import Driver, MemoryData

TEXTS = (
    "I like checkers.",
    "My sister Rosa plays the oud!",
    "I moved from Lisbon to Porto.",
    "毎週日曜日に祖母とそばを打ちます。",
    "ฉันชอบกินก๋วยเตี๋ยว",
    "أحب القهوة في الصباح",
    "I paid 1,712 € at o'neil's café 🎉",
    "not null and or near select",
)
ODD = (
    *('"', "'", '""', "AND", "OR", "NOT", "NEAR(a b)", "*", "-", "- *", "checkers*", "-checkers"),
    *('"checkers', "checkers)", "a:b", "(", "%", "_", "\\", "^", "{}", "…", "!?.,;:"),
    *("\0", "\ud800", "checkers\0oud", "\ud800 checkers", "\u202e", "\u200b", " \n\t"),
    *("'; DROP TABLE entry; --", "1 OR 1=1", "* FROM fact", "I like checkers."),
    *("🎉", "👩\u200d👩\u200d👧", "é", "e\u0301", "\u0301\u0301", "そば", "กิน", "قهوة"),
    *("oud Rosa oud Rosa", "checkers " * 12_000, "あ" * 30_000, "a" * 100_000),
)
queries = st.one_of(
    st.sampled_from(ODD),
    st.text(max_size=40),
    st.text(st.characters(codec=None), max_size=20),
    st.lists(st.sampled_from([*ODD[:30], *TEXTS]), max_size=4).map(" ".join),
)


async def filled(data: Driver) -> AsyncMemory:
    memory = await opened(data, frozen_ambient())
    ana = memory.scope(user="ana", session="s-1")
    await ana.observe([{"role": "user", "content": text} for text in TEXTS])
    for text in TEXTS[:3]:
        await ana.remember(f"{text} (sure)", tags=["%", "a_b"], kind="memo")
    await memory.flush()
    return memory


def told(hits: Iterable[Hit]) -> list[tuple[str, float, str]]:
    return [(hit.id, hit.score, hit.text) for hit in hits]


async def asked(reader: AsyncHandle, query: str, limit: int) -> list[tuple[str, float, str]]:
    """Ask twice, check what every answer keeps to, and return it."""
    hits = await reader.recall(query, limit=limit)
    assert told(await reader.recall(query, limit=limit)) == told(hits)
    assert len(hits) <= limit
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert all(math.isfinite(score) and 0 <= score <= 1 for score in scores)
    assert len({hit.id for hit in hits}) == len(hits)
    block = await reader.context(query, budget=500)
    assert block.tokens <= 500
    return told(hits)


def test_any_query_is_answered_and_alike_on_every_driver(place: Place) -> None:
    @place.always(4, several=st.lists(queries, min_size=20, max_size=20), limit=st.integers(0, 12))
    async def claim(data: Driver, several: list[str], limit: int) -> None:
        async with await filled(data) as memory, await filled(MemoryData()) as plain:
            for query in several:
                answer = await asked(memory.scope(user="ana"), query, limit)
                assert await asked(plain.scope(user="ana"), query, limit) == answer


@pytest.mark.req("Z-73")
def test_odd_queries_find_what_their_words_say_and_no_more(place: Place) -> None:
    async def main() -> None:
        async with await filled(place.fresh()) as memory:
            ana = memory.scope(user="ana")
            for query in ODD:
                answer = repr(await asked(ana, query, 20))
                assert ("checkers" in answer) == ("checkers" in query)
                assert ("oud" in answer) == ("oud" in query)
            for query in ("", " ", '"', "!?.,;:", "*", "%", "\0", "\ud800", "\u202e", "zzz"):
                assert await asked(ana, query, 20) == []
            with pytest.raises(InvalidInput, match="query"):
                await ana.recall("x" * 1_000_001)

    asyncio.run(main())


@pytest.mark.req("Z-35")
def test_filters_compare_whole_names(place: Place) -> None:
    async def main() -> None:
        async with await filled(place.fresh()) as memory:
            ana = memory.scope(user="ana")
            for tag in ("%", "_", "a%", "a b", "axb", "A_B", '"%"', "' OR '1'='1", "a_b"):
                listed = (await ana.facts.list(tags=[tag])).items
                found = await ana.recall("checkers oud Porto", tags=[tag])
                assert len(listed) == len(found) == (3 if tag in ("%", "a_b") else 0)
            for kind in ("%", "memo", "mem_", "' OR '1'='1", "MEMO"):
                listed = (await ana.facts.list(kinds=[kind])).items
                assert len(listed) == (3 if kind == "memo" else 0)

    asyncio.run(main())


def test_any_text_can_be_stored_and_found_again(place: Place) -> None:
    @place.always(12, texts=st.lists(queries.filter(lambda one: len(one) < 200), max_size=8))
    async def claim(data: Driver, texts: list[str]) -> None:
        async with await opened(data) as memory:
            ana = memory.scope(user="ana", session="s-1")
            items = [{"role": "user", "content": text, "metadata": {text: text}} for text in texts]
            receipt = await ana.observe(items)
            assert len(receipt.stored) + len(receipt.rejected) == len(texts)
            kept = [texts[item.index] for item in receipt.stored]
            stated = [await ana.remember(text) for text in kept]
            for _ in range(2):
                for text, fact in zip(kept, stated, strict=True):
                    assert (await ana.facts.get(fact.id)).content_hash == fact.content_hash
                    hits = await ana.recall(text, limit=100)
                    assert not query_terms(text) or fact.content_hash in {
                        hit.record.content_hash for hit in hits if isinstance(hit.record, Fact)
                    }
                await memory.flush()
            assert (await memory.stats()).dead_letters == 0
            assert (await memory.verify()).clean

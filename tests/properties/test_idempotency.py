"""Said again is stored once, under the same ids; said otherwise is refused whole."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import strategies as st

from retentive import AsyncMemory, IdempotencyConflict, NotFound
from retentive.kernel.events import Appended, Event
from retentive.model.report import Outcome
from tests.properties.places import Place, opened
from tests.support.inside import engine_of
from tests.support.stores import Driver

TEXTS = ("I like checkers.", "I keep two ferrets.", "", "\ud800", "thanks")
items = st.fixed_dictionaries(
    {"role": st.sampled_from(("user", "assistant", "nobody")), "content": st.sampled_from(TEXTS)},
    optional={"id": st.sampled_from(("1", "2", "3", "\0"))},
)
batches = st.lists(items, max_size=6)


def turn(text: str, **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": text, **more}


async def entries(memory: AsyncMemory) -> int:
    return (await memory.stats()).entries


@pytest.mark.req("Z-75")
def test_a_batch_sent_again_gives_the_same_ids(place: Place) -> None:
    @place.always(60, batch=batches, cut=st.integers(0, 6), keyed=st.booleans())
    async def claim(data: Driver, batch: list[dict[str, Any]], cut: int, keyed: bool) -> None:
        key = "delivery-7" if keyed else None
        named = [item | {"id": f"n{at}"} for at, item in enumerate(batch) if not keyed] or batch
        async with await opened(data) as memory:
            ana = memory.scope(user="ana", session="s-1")
            try:
                await ana.observe(named[:cut], idempotency_key=key)  # and then the sender died
                first = await ana.observe(named, idempotency_key=key)
            except IdempotencyConflict:
                return  # the batch names two things alike
            stored = await entries(memory)
            again = await ana.observe(named, idempotency_key=key)
            assert len(again.duplicates) + len(again.rejected) == len(named)
            assert again.ids == first.ids
            assert await entries(memory) == stored


@pytest.mark.req("Z-75")
def test_other_content_under_a_used_name_stores_nothing(place: Place) -> None:
    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(user="ana", session="s-1")
            await ana.observe([turn("I like checkers.", id="1")], idempotency_key="k")
            stored = await entries(memory)
            clashes: list[tuple[list[dict[str, Any]], str | None]] = [
                ([turn("new"), turn("I like chess.", id="1")], None),
                ([turn("I like chess.")], "k"),
                ([turn("I like checkers.", role="assistant", id="1")], None),
                ([turn("new"), turn("a", id="9"), turn("b", id="9")], None),
            ]
            for batch, key in clashes:
                with pytest.raises(IdempotencyConflict, match=r"`correct`, `retract` or `forget`"):
                    await ana.observe(batch, idempotency_key=key)
                assert await entries(memory) == stored
            assert await ana.recall("chess new") == []

    asyncio.run(main())


def test_events_that_differ_in_their_payload_are_not_the_same(place: Place) -> None:
    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(user="ana", agent="a")
            event = {"event": "post_tool_use", "id": "1", "payload": {"exit": 0, "of": [1]}}
            first = await ana.observe([event])
            assert (await ana.observe([dict(reversed(event.items()))])).ids == first.ids
            with pytest.raises(IdempotencyConflict):
                await ana.observe([event | {"payload": {"exit": 1, "of": [1]}}])
            assert await entries(memory) == 1

    asyncio.run(main())


def test_names_of_messages_belong_to_their_session(place: Place) -> None:
    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(user="ana")
            for handle in (ana, ana.session("s-1"), ana.session("s-2")):
                receipt = await handle.observe([turn("I like checkers.", id="1")])
                assert [one.outcome for one in receipt.items] == [Outcome.STORED]
            assert await entries(memory) == 3

    asyncio.run(main())


def test_what_is_repeated_without_a_name_is_stored_twice(place: Place) -> None:
    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(user="ana", session="s-1")
            first = await ana.observe([turn("yes"), turn("yes")])
            second = await ana.observe([turn("yes")])
            assert len({*first.ids, *second.ids}) == await entries(memory) == 3

    asyncio.run(main())


def test_a_call_that_was_interrupted_after_it_was_durable_can_be_repeated(place: Place) -> None:
    class Interrupted(BaseException):
        """Ends a call between its commit and its answer, like Ctrl-C."""

    def listener(event: Event, /) -> None:
        if isinstance(event, Appended):
            raise Interrupted

    async def main() -> None:
        data = place.fresh()
        async with await opened(data) as memory:
            engine_of(memory).listeners = (listener,)
            ana = memory.scope(user="ana", session="s-1")
            with pytest.raises(Interrupted):
                await ana.observe([turn("I like checkers.", id="1")])
            engine_of(memory).listeners = ()
            receipt = await ana.observe([turn("I like checkers.", id="1")])
            assert len(receipt.duplicates) == await entries(memory) == 1

    asyncio.run(main())


@pytest.mark.req("Z-75")
def test_every_write_can_be_repeated_under_its_key(place: Place) -> None:
    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(user="ana", session="s-1")
            said = await ana.remember("Lives in Lisbon", idempotency_key="1")
            assert (await ana.remember("Lives in Lisbon", idempotency_key="1")).id == said.id
            for digested in (False, True):
                one = await ana.remember(f"Lives in Lisbon {digested}")
                new, key = f"Lives in Porto {digested}", f"c{digested}"
                done = await ana.correct(one.id, new, idempotency_key=key)
                again = await ana.correct(one.id, new, idempotency_key=key)
                assert again.fact is not None
                assert done.fact is not None
                assert again.fact.id == done.fact.id
                if digested:
                    await memory.flush()
                for verb, key in ((ana.retract, f"r{digested}"), (ana.forget, f"f{digested}")):
                    one = await ana.remember(f"Owns a canoe {key}")
                    first = await verb(one.id, idempotency_key=key)
                    stored = await entries(memory)
                    second = await verb(one.id, idempotency_key=key)
                    assert second.silenced == first.silenced
                    assert await entries(memory) == stored
                    with pytest.raises(NotFound):
                        await verb(one.id, idempotency_key=f"{key} other")
                with pytest.raises(IdempotencyConflict):
                    await ana.correct(said.id, "Lives in Faro", idempotency_key=f"c{digested}")

    asyncio.run(main())


@pytest.mark.req("Z-75")
def test_a_retry_may_leave_out_or_mend_what_was_refused(place: Place) -> None:
    tea, oboe, new = turn("I like tea."), turn("I play the oboe."), turn("I own a canoe.")

    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(user="ana", session="s-1")

            async def told(*batch: dict[str, Any]) -> list[str]:
                receipt = await ana.observe(list(batch), idempotency_key="k")
                return [one.outcome.value for one in receipt.items]

            assert await told(tea, turn(""), oboe) == ["stored", "rejected", "stored"]
            assert await told(tea, oboe) == ["duplicate", "duplicate"]
            mended = turn("I keep ferrets.")
            assert await told(tea, mended, oboe, new) == ["duplicate", "stored"] * 2
            assert await told(new, oboe, mended, tea) == ["duplicate"] * 4
            with pytest.raises(IdempotencyConflict):
                await told(tea, mended, turn("I play the oud."))
            assert await entries(memory) == 4

    asyncio.run(main())


def test_equal_items_of_one_call_are_told_apart(place: Place) -> None:
    yes = turn("yes")

    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(user="ana", session="s-1")
            first = await ana.observe([yes, turn(""), yes], idempotency_key="k")
            again = await ana.observe([yes, yes], idempotency_key="k")
            assert again.ids == first.ids
            third = await ana.observe([yes, yes, yes], idempotency_key="k")
            assert third.ids[::2] == first.ids
            assert await entries(memory) == 3

    asyncio.run(main())


def test_a_duplicate_tells_what_it_says_otherwise_and_what_it_leaves_out_is_nothing(
    place: Place,
) -> None:
    told = turn("I like checkers.", id="1", timestamp="2026-01-01T00:00Z", metadata={"a": 1})
    other = told | {"timestamp": "2026-01-02T00:00Z"}

    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(user="ana", session="s-1")
            await ana.observe([told])
            plain = turn("I like checkers.", id="1")
            found = await ana.observe([told, plain, other, other | {"metadata": {"a": 2}}])
            reasons = [one.reason for one in found.items]
            assert len(found.duplicates) == 4
            assert reasons[:2] == ["", ""]
            assert reasons[2] == "timestamp differs from what is stored; kept as first told"
            assert reasons[3].startswith("timestamp, metadata differ from")

    asyncio.run(main())


def test_an_equal_item_beside_a_refused_one_is_not_taken_for_what_stood_there(place: Place) -> None:
    yes, bad = turn("yes"), turn("")

    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(user="ana", session="s-1")
            await ana.observe([yes, yes, bad, bad], idempotency_key="k")
            rest = await ana.observe([bad, bad, bad, yes], idempotency_key="k")
            assert [one.outcome for one in rest.items][3] is Outcome.STORED
            whole = await ana.observe([yes, yes, yes, yes], idempotency_key="k")
            assert [one.outcome.value for one in whole.items] == [
                *("duplicate", "duplicate", "stored", "duplicate")
            ]
            assert whole.items[3].id == rest.items[3].id

    asyncio.run(main())

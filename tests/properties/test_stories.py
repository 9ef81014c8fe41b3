"""Who hears what from whom, told as short stories."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from retentive import AsyncMemory, NotFound, RetentiveError, ScopeRequired
from retentive.app.handle import AsyncHandle
from retentive.kernel.errors import VisibilityNotAllowed
from tests.properties.places import Place, opened
from tests.support.derived import derived_state
from tests.support.inside import engine_of


def told(place: Place, story: Callable[[AsyncMemory], Awaitable[None]]) -> None:
    """Tell a story to an empty memory."""

    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            await story(memory)

    asyncio.run(main())


def said(text: str) -> list[dict[str, str]]:
    return [{"role": "user", "content": text}]


async def everything(reader: AsyncHandle, query: str) -> str:
    """Return all that a reader can get to see, as text."""
    facts = (await reader.facts.list(limit=100, valid_at="any")).items
    return repr(
        [
            await reader.recall(query, limit=100, min_score=0.0),
            await reader.recall(query, include_log=False),
            await reader.context(query),
            facts,
            [await reader.history(fact.id) for fact in facts],
        ]
    )


@pytest.mark.req("P-20", "M-07")
def test_the_next_session_knows_what_the_last_one_taught(place: Place) -> None:
    async def story(memory: AsyncMemory) -> None:
        ana = memory.scope(user="ana", agent="support", session="s-17")
        await ana.observe(said("I moved to Porto, and I keep two ferrets."))
        await memory.flush()
        for other in (ana.session("s-18"), memory.scope(user="ana", agent="sales")):
            assert "two ferrets" in await everything(other, "ferrets")
        assert "ferrets" not in await everything(memory.scope(user="bo"), "ferrets")
        assert "ferrets" not in await everything(memory.scope(agent="support"), "ferrets")

    told(place, story)


@pytest.mark.req("P-20")
def test_what_is_private_to_one_agent_is_in_no_answer_of_another(place: Place) -> None:
    async def story(memory: AsyncMemory) -> None:
        doctor = memory.scope(user="ana", agent="doctor", session="s")
        trainer = memory.scope(user="ana", agent="trainer", session="s")
        await trainer.remember("Likes morning runs")
        before = await trainer.stats()
        fact = await doctor.remember("Takes warfarin", visibility="private")
        await doctor.observe(said("My warfarin dose is five."), visibility="private")
        event = {"event": "lookup", "tool": "pharmacy", "text": "warfarin 5 mg"}
        receipt = await doctor.observe([event], visibility="private")
        for _ in range(2):
            assert "warfarin" in await everything(doctor, "warfarin")
            for other in (trainer, memory.scope(user="ana"), memory.scope(user="bo")):
                assert "warfarin" not in await everything(other, "warfarin dose pharmacy")
                for name in (fact.id, fact.key, receipt.ids[0]):
                    with pytest.raises(NotFound):
                        await other.forget(name)
            await memory.flush()
        after = await trainer.stats()
        assert (after.entries, after.spaces) == (before.entries, before.spaces)
        assert after.pending == 0

    told(place, story)


@pytest.mark.parametrize("second", ["Deploy on Fridays", "deploy on FRIDAYS.", "Never on Fridays"])
def test_two_users_teach_their_tenant_and_both_read_the_same(place: Place, second: str) -> None:
    async def story(memory: AsyncMemory) -> None:
        readers = [memory.scope(tenant="acme", user=user) for user in ("ana", "bo")]
        stranger = memory.scope(tenant="umbrella", user="ana")
        for reader, text in zip(readers, ("Deploy on Fridays", second), strict=True):
            await reader.remember(text, visibility="tenant")
        for _ in range(3):
            answers = [await lessons(reader) for reader in readers]
            assert answers[0] == answers[1]
            assert "Deploy on Fridays" in repr(answers[0])
            assert ("Never" in repr(answers[0])) == ("Never" in second)
            assert "Fridays" not in await everything(stranger, "deploy Fridays")
            await memory.flush()
        store = engine_of(memory).wired.store
        before = await store.read(await store.addresses(), derived_state)
        answers = [await lessons(reader) for reader in readers]
        await memory.rebuild()
        assert await store.read(await store.addresses(), derived_state) == before
        assert [await lessons(reader) for reader in readers] == answers

    told(place, story)


async def lessons(reader: AsyncHandle) -> list[object]:
    """Return what a reader is told of a deployment, without his own name."""
    found = await reader.recall("deploy Fridays")
    block = await reader.context("deploy Fridays")
    facts = (await reader.facts.list()).items
    assert {fact.text for fact in facts} == {hit.text for hit in found}
    return [found, block.hits, facts, [await reader.history(fact.id) for fact in facts]]


READS_AND_WRITES: list[Callable[[AsyncHandle, str], Awaitable[object]]] = [
    lambda handle, name: handle.facts.get(name),
    lambda handle, name: handle.history(name),
    lambda handle, name: handle.correct(name, "Owns a boat"),
    lambda handle, name: handle.retract(name),
    lambda handle, name: handle.forget(name),
    lambda handle, name: handle.forget(name, visibility="user", idempotency_key="k"),
]


@pytest.mark.req("Z-12")
def test_a_foreign_id_is_as_unknown_as_one_that_never_was(place: Place) -> None:
    async def story(memory: AsyncMemory) -> None:
        ana, bo = memory.scope(user="ana"), memory.scope(user="bo")
        fact = await ana.remember("Owns a canoe")
        receipt = await ana.observe(said("I own a canoe."))
        for _ in range(2):
            for ask in READS_AND_WRITES:
                for name in (fact.id, fact.key, *receipt.ids):
                    shapes = {
                        await refusal(bo, ask, one) for one in (name, "f_never", "x" * len(name))
                    }
                    (shape,) = shapes
                    assert shape.startswith("not_found: no record <id> is known in this scope")
            assert (await ana.facts.get(fact.id)).text == "Owns a canoe"
            await memory.flush()
        assert (await bo.stats()).entries == 0

    told(place, story)


async def refusal(
    handle: AsyncHandle, ask: Callable[[AsyncHandle, str], Awaitable[object]], name: str
) -> str:
    with pytest.raises(RetentiveError) as caught:
        await ask(handle, name)
    assert caught.value.facts == {"id": name}
    return f"{caught.value.code}: {caught.value.message.replace(repr(name), '<id>')}"


@pytest.mark.req("Z-12")
@pytest.mark.parametrize(
    ("scope", "visibility", "missing"),
    [
        ({"user": "ana"}, "private", "agent"),
        ({"agent": "a"}, "private", "user"),
        ({"agent": "a"}, "user", "user"),
        ({"user": "ana"}, "agent", "agent"),
        ({"user": "ana"}, "project", "project"),
        ({"user": "ana"}, "tenant", "tenant"),
        ({"user": "ana", "tenant": "t"}, "global", "write_global"),
    ],
)
def test_a_wider_write_names_the_owner_that_is_missing(
    scope: dict[str, Any], visibility: str, missing: str, place: Place
) -> None:
    async def story(memory: AsyncMemory) -> None:
        handle = memory.scope(**scope)
        for write in (
            handle.remember("Deploy on Fridays", visibility=visibility),
            handle.observe(said("Deploy on Fridays"), visibility=visibility),
            handle.retract("f_any", visibility=visibility),
        ):
            with pytest.raises(ScopeRequired, match=missing) as caught:
                await write
            assert caught.value.facts["missing"] == (missing,)
        assert (await memory.stats()).entries == 0

    told(place, story)


@pytest.mark.req("A-19", "Z-12")
def test_a_scope_that_names_nobody_is_refused(place: Place) -> None:
    async def story(memory: AsyncMemory) -> None:
        await memory.scope(user="ana").remember("Owns a canoe")
        nobody: list[dict[str, Any]] = [{}, {"tenant": "t"}, {"session": "s"}]
        for scope in (*nobody, {"tenant": "t", "session": "s"}):
            with pytest.raises(ScopeRequired, match="user, an agent or a project"):
                memory.scope(**scope)
        block = await memory.scope(agent="a").context("canoe")
        assert (block.text, block.hits) == ("", ())

    told(place, story)


def test_records_that_others_share_change_only_on_purpose(place: Place) -> None:
    async def story(memory: AsyncMemory) -> None:
        ana = memory.scope(tenant="t", user="ana", agent="a", project="p", write_global=True)
        for visibility in ("agent", "project", "tenant", "global"):
            fact = await ana.remember(f"Deploy to {visibility}", visibility=visibility)
            for change in (ana.retract, ana.forget):
                with pytest.raises(VisibilityNotAllowed, match=f"visibility='{visibility}'"):
                    await change(fact.id)
            with pytest.raises(VisibilityNotAllowed):
                await ana.correct(fact.id, "Deploy nowhere", visibility="user")
            if visibility == "global":
                with pytest.raises(ScopeRequired, match="write_global"):
                    await memory.scope(user="bo").retract(fact.id, visibility="global")
            assert (await ana.facts.get(fact.id)).text == fact.text
            done = await ana.correct(fact.id, "Deploy nowhere", visibility=visibility)
            assert done.fact is not None
            await memory.flush()
            assert (await ana.facts.get(fact.id)).text == "Deploy nowhere"
            await ana.forget(done.fact.id, visibility=visibility)
        for personal in ("preference", "profile", "decision", "summary", "health", "goal"):
            with pytest.raises(VisibilityNotAllowed, match=personal):
                await ana.remember("Is vegan", kind=personal, visibility="tenant")

    told(place, story)


def test_an_agent_or_project_without_a_user_changes_its_own(place: Place) -> None:
    async def story(memory: AsyncMemory) -> None:
        for handle in (memory.scope(agent="a"), memory.scope(project="p", agent="a")):
            fact = await handle.remember("Deploy on Fridays")
            assert fact.kind == "lesson"
            await handle.retract(fact.id)
            assert (await handle.facts.list()).items == ()

    told(place, story)

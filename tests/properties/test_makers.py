"""Spaces that another process made: by another extractor, tokeniser or fold."""

from __future__ import annotations

import asyncio

import pytest

from retentive.kernel.errors import IndexMismatch, StoreError
from retentive.kernel.scope import Address, Scope, Visibility
from retentive.rules.claims.identity import IDENTITY
from retentive.rules.maker import FOLD, check_readable, maker
from retentive.rules.text import TOKENISER
from retentive.testing import build
from retentive.testing.fakes import frozen_ambient
from tests.properties.places import Place, opened
from tests.support.inside import engine_of
from tests.support.stores import Driver

ANA = Address(visibility=Visibility.USER, tenant=None, user="ana")
OURS = maker(IDENTITY, TOKENISER)
SAID = [{"role": "user", "content": "I like checkers."}]


def test_a_maker_names_extractor_tokeniser_and_fold() -> None:
    assert maker("rules-1", "text-1") == f"rules-1 text-1 {FOLD}"


async def made(data: Driver, tokeniser: str, made_by: str, address: Address) -> None:
    """Let a process that is not like ours create a space."""
    store = await data.open(ambient=frozen_ambient(9), tokeniser=tokeniser, maker=made_by)
    origin = Scope(tenant=address.tenant, user=address.user)
    await store.write(
        address, lambda tx: tx.append([build.entry(tx.space.id, 1, origin=origin)], {})
    )
    await store.close()


@pytest.mark.parametrize(
    ("tokeniser", "made_by"),
    [
        ("text-0", maker(IDENTITY, "text-0")),
        (TOKENISER, f"{IDENTITY} {TOKENISER} fold-0"),
        (TOKENISER, maker("rules-0", TOKENISER)),
    ],
)
def test_work_of_another_maker_waits_until_a_rebuild(
    place: Place, tokeniser: str, made_by: str
) -> None:
    async def main() -> None:
        data = place.fresh()
        await made(data, tokeniser, made_by, ANA)
        async with await opened(data) as memory:
            ana = memory.scope(user="ana")
            await ana.observe(SAID)
            assert (await memory.flush()).pending == 2
            assert (await memory.stats()).waiting_for == (made_by,)
            await memory.rebuild()
            assert (await memory.stats()).waiting_for == ()
            await ana.observe(SAID)
            assert (await memory.flush()).pending == 0
            assert [hit.text for hit in await ana.recall("checkers", include_log=False)]
            (space,) = await engine_of(memory).read([ANA], lambda view: view.spaces)
            assert (space.generations.tokeniser, space.generations.maker) == (TOKENISER, OURS)

    asyncio.run(main())


def test_text_of_another_tokeniser_is_not_searched(place: Place) -> None:
    """What it is, and what helps, is told; other spaces are read on."""

    async def main() -> None:
        data = place.fresh()
        await made(data, "text-0", maker(IDENTITY, "text-0"), ANA)
        async with await opened(data) as memory:
            ana, bo = memory.scope(user="ana"), memory.scope(user="bo")
            await ana.remember("I like tea.")
            await bo.remember("I like checkers")
            with pytest.raises(IndexMismatch, match="retentive rebuild") as told:
                await ana.recall("tea")
            assert isinstance(told.value, StoreError)
            assert told.value.facts == {"made_by": "text-0", "tokeniser": TOKENISER}
            assert [hit.text for hit in await bo.recall("checkers")] == ["I like checkers"]
            assert [fact.text for fact in (await ana.facts.list()).items] == ["I like tea."]
            await memory.rebuild()
            assert [hit.text for hit in await ana.recall("tea")] == ["I like tea."]
            assert (await memory.verify()).damages == ()

    asyncio.run(main())


def test_text_of_our_tokeniser_is_searched_whoever_digests(place: Place) -> None:
    async def main() -> None:
        data = place.fresh()
        await made(data, TOKENISER, "scripted-1 text-1 fold-0", ANA)
        async with await opened(data) as memory:
            ana = memory.scope(user="ana")
            await ana.remember("I like tea.")
            assert [hit.text for hit in await ana.recall("tea")] == ["I like tea."]
            (space,) = await engine_of(memory).read([ANA], lambda view: view.spaces)
            check_readable([space], TOKENISER)

    asyncio.run(main())

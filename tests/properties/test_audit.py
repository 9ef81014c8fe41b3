"""The audit chain tells what was done, by whom, why and by which rules, in no one's words."""

from __future__ import annotations

import asyncio

from retentive.kernel.scope import Address, Visibility
from retentive.model.actor import Actor, ActorKind
from retentive.rules.audit import stands_for
from retentive.rules.claims.identity import IDENTITY
from retentive.rules.maker import FOLD, maker
from retentive.rules.text import TOKENISER
from tests.properties.places import Place, opened
from tests.support.inside import engine_of

ANA = Address(visibility=Visibility.USER, tenant=None, user="ana")
MAKER = maker(IDENTITY, TOKENISER)


def test_audit_rows_tell_who_why_and_by_which_rule(place: Place) -> None:
    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            ana = memory.scope(user="ana")
            await ana.observe([{"role": "user", "content": "I like tea."}])
            fact = await ana.remember("I own a canoe")
            await ana.retract(fact.id, reason="sold the canoe")
            await memory.flush()
            rows, space = await engine_of(memory).read(
                [ANA], lambda view: (view.audit(view.spaces[0], limit=9), view.spaces[0])
            )
            her = stands_for(space, Actor(id="user:ana", kind=ActorKind.HUMAN))
            assert [(row.seq, row.operation, row.actor, row.reason, row.rule) for row in rows] == [
                (2, "remember", her, "statement", FOLD),
                (3, "retract", her, "retract", FOLD),
                (1, "digest", "digest", "message", MAKER),
                (2, "digest", "digest", "statement", MAKER),
                (3, "digest", "digest", "retract", MAKER),
            ]
            assert {row.format for row in rows} == {1}
            told = repr(rows)
            assert not any(word in told for word in ("ana", "canoe", "tea", "sold"))
            assert (await memory.verify()).damages == ()

    asyncio.run(main())

"""No id, however odd, opens a space to who may not read it."""

import asyncio
import base64
import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import strategies as st

from retentive import AsyncMemory, InvalidInput, NotFound
from retentive.app.handle import AsyncHandle
from retentive.kernel.errors import InvalidId
from retentive.kernel.scope import Address, Scope, Visibility
from retentive.testing.scripted import ScriptedExtractor
from tests.properties.places import Place, opened
from tests.support.plain import everything
from tests.support.stores import Driver, MemoryData

HOSTILE = (
    "a",
    "A",
    "a ",
    "a:b",
    "b",
    "ab",
    "%",
    "_",
    "*",
    "'",
    '"',
    "\\",
    "a' OR '1'='1",
    'a","b',
    '["user",null,"ana"]',
    "null",
    "None",
    "user",
    "x" * 256,
    "😀",
    "а",  # Cyrillic
    "\u00e9",  # composed
    "e\u0301",  # decomposed
    "\u202e",
    "\u2028",
    "\ufeffa",
)
BAD = ("", "\0", "a\x1fb", "\x7f", "\x85", "\ud800", "x" * 257)

ids = st.sampled_from(HOSTILE)
tags = st.sampled_from([one for one in HOSTILE if len(one) <= 128 and one.isprintable()])
Verb = Callable[[AsyncHandle, Any], Awaitable[object]]

maybe = st.one_of(st.none(), st.sampled_from(HOSTILE[:6]), ids)
scopes = st.builds(Scope, tenant=maybe, user=maybe, agent=maybe, project=maybe, session=maybe)
named = scopes.filter(lambda scope: bool(scope.user or scope.agent or scope.project))


@dataclass(frozen=True)
class Secret:
    """What one scope writes: a statement or a message."""

    scope: Scope
    visibility: Visibility
    stated: bool
    tag: str
    name: str

    @property
    def address(self) -> Address:
        return self.scope.address(self.visibility)

    @property
    def is_learnt(self) -> bool:
        """What is heard becomes no fact about its speaker where strangers read."""
        return self.stated or self.visibility not in (Visibility.TENANT, Visibility.GLOBAL)


@st.composite
def secrets(draw: st.DrawFn) -> Secret:
    scope = draw(named)
    open_to = [address.visibility for address in scope.readable()]
    return Secret(scope, draw(st.sampled_from(open_to)), draw(st.booleans()), draw(tags), draw(ids))


def handle(memory: AsyncMemory, scope: Scope) -> AsyncHandle:
    return memory.scope(
        tenant=scope.tenant,
        user=scope.user,
        agent=scope.agent,
        project=scope.project,
        session=scope.session,
        write_global=True,
    )


async def write(memory: AsyncMemory, number: int, secret: Secret) -> None:
    text = f"The vault number{number}x holds oranges."
    writer = handle(memory, secret.scope)
    if secret.stated:
        await writer.remember(
            text, kind=secret.name, tags=[secret.tag], visibility=secret.visibility
        )
    else:
        item = {"role": "user", "content": text, "id": secret.name, "name": secret.tag}
        receipt = await writer.observe([item], visibility=secret.visibility)
        assert len(receipt.stored) + len(receipt.duplicates) == 1


def marks(shown: object) -> set[int]:
    """Return the numbers of the secrets that an output names."""
    words = everything(shown).replace("number", " number").split()
    return {int(word[6 : word.index("x")]) for word in words if word.startswith("number")}


async def listed(reader: AsyncHandle) -> list[object]:
    found: list[object] = []
    cursor = None
    while True:
        page = await reader.facts.list(limit=2, cursor=cursor, valid_at="any")
        found += page.items
        cursor = page.cursor
        if cursor is None:
            return found


async def check_reader(memory: AsyncMemory, scope: Scope, written: list[Secret]) -> None:
    """Whatever a scope asks, it sees the secrets of its readable spaces and no others."""
    reader, readable = handle(memory, scope), scope.readable()
    mine = {number for number, one in enumerate(written) if one.address in readable}
    hits = await reader.recall("which vault holds oranges", limit=1000)
    assert marks(hits) == mine
    assert marks(await listed(reader)) == {n for n in mine if written[n].is_learnt}
    block = await reader.context("oranges", budget=10_000)
    assert marks(block.text) == marks(block) == mine
    counted = await reader.stats()
    addresses = {written[number].address for number in mine}
    assert (counted.entries, counted.spaces) == (len(mine), len(addresses))
    for number, one in enumerate(written):
        found = await reader.recall(f"number{number}x")
        assert marks(found) == ({number} & mine)
        tagged = await reader.recall("oranges", tags=[one.tag], limit=1000)
        assert marks(tagged) == {
            other for other in mine if written[other].stated and written[other].tag == one.tag
        }


async def check_names(memory: AsyncMemory, reader: Scope, owner: Scope) -> None:
    """A fact of another scope answers to its name only if its space is readable."""
    for fact in await listed(handle(memory, owner)):
        name, reading = getattr(fact, "id", ""), handle(memory, reader)
        visible = fact in await listed(reading)
        for asked in (reading.facts.get(name), reading.history(name)):
            if visible:
                assert marks(await asked) == marks(fact)
            else:
                with pytest.raises(NotFound):
                    await asked


@pytest.mark.req("Z-12", "Z-35", "P-20", "M-07")
def test_every_reader_sees_exactly_his_readable_spaces(place: Place) -> None:
    @place.always(25, written=st.lists(secrets(), min_size=2, max_size=6), others=st.lists(named))
    async def claim(data: Driver, written: list[Secret], others: list[Scope]) -> None:
        # A message repeated under one id is no message of its own.
        distinct = Counter(
            (one.address, one.scope.session, one.name) for one in written if not one.stated
        )
        written = [
            one
            for one in written
            if one.stated or distinct[one.address, one.scope.session, one.name] == 1
        ]
        async with await opened(data) as memory:
            for number, one in enumerate(written):
                await write(memory, number, one)
            await memory.flush()
            for reader in [*(one.scope for one in written), *others[:2]]:
                await check_reader(memory, reader, written)
            for one in written[:2]:
                for other in written[-2:]:
                    await check_names(memory, one.scope, other.scope)


@pytest.mark.parametrize("bad", BAD, ids=ascii)
@pytest.mark.parametrize("name", ["tenant", "user", "agent", "project", "session"])
def test_unusable_ids_of_a_scope_are_refused_by_name(name: str, bad: str) -> None:
    async def main() -> None:
        async with await opened(MemoryData()) as memory:
            given: dict[str, Any] = {"user": "ana"} | {name: bad}
            with pytest.raises(InvalidId, match=name) as caught:
                memory.scope(**given)
            assert caught.value.facts["field"] == name

    asyncio.run(main())


@pytest.mark.parametrize(
    ("field", "verb"),
    [
        ("kind", lambda ana, bad: ana.remember("x y", kind=bad)),
        ("kinds", lambda ana, bad: ana.recall("x", kinds=[bad])),
        ("kinds", lambda ana, bad: ana.facts.list(kinds=[bad])),
        ("idempotency_key", lambda ana, bad: ana.remember("x y", idempotency_key=bad)),
        ("idempotency_key", lambda ana, bad: ana.observe([], idempotency_key=bad)),
        ("record_id", lambda ana, bad: ana.facts.get(bad)),
        ("record_id", lambda ana, bad: ana.history(bad)),
        ("record_id", lambda ana, bad: ana.correct(bad, "z")),
        ("record_id", lambda ana, bad: ana.retract(bad)),
        ("record_id", lambda ana, bad: ana.forget(bad)),
    ],
)
def test_unusable_names_are_refused_by_the_argument(field: str, verb: Verb) -> None:
    async def main() -> None:
        async with await opened(MemoryData()) as memory:
            for bad in (*BAD, 7):
                with pytest.raises(InvalidId) as caught:
                    await verb(memory.scope(user="ana"), bad)
                assert caught.value.facts["field"] == field
            assert (await memory.stats()).entries == 0

    asyncio.run(main())


FORGED = [
    (space, seq, last)
    for space in ("1", "2", "x")
    for seq in ("1", "-1", "1e99", "1.5", '"1"', "null", str(2**70))
    for last in (r"\u0000", r"\ud800", "x")
]


def test_a_forged_cursor_is_refused_or_shows_nothing_foreign(place: Place) -> None:
    async def main() -> None:
        async with await opened(place.fresh()) as memory:
            await memory.scope(user="bo").remember("A secret of Bo's")
            await memory.scope(user="ana").remember("I like checkers")
            for space, seq, last in FORGED:
                forged = f'{{"{space}": [{seq}, "{last}"]}}'
                cursor = base64.urlsafe_b64encode(forged.encode()).decode()
                with contextlib.suppress(InvalidInput):
                    page = await memory.scope(user="ana").facts.list(cursor=cursor)
                    assert {fact.text for fact in page.items} <= {"I like checkers"}

    asyncio.run(main())


def test_stats_say_nothing_of_the_work_of_others(place: Place) -> None:
    async def main() -> None:
        data = place.fresh()
        async with await opened(data, extractor=ScriptedExtractor()) as other:
            await other.scope(user="bo").observe([{"role": "user", "content": "hello"}])
        async with await opened(data) as memory:
            await memory.scope(user="ana").remember("I like checkers")
            assert (await memory.scope(user="ana").stats()).waiting_for == ()
            assert (await memory.scope(user="bo").stats()).waiting_for == (
                "scripted-1 text-2 fold-4",
            )
            assert (await memory.stats()).waiting_for == ("scripted-1 text-2 fold-4",)

    asyncio.run(main())

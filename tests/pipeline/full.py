"""A store with a row in every table: two spaces, one of them with a generation half built."""

from __future__ import annotations

from datetime import timedelta

from retentive import AsyncMemory, Config
from retentive.app.handle import AsyncHandle
from retentive.kernel.ambient import Ambient
from retentive.kernel.scope import Address, Visibility
from retentive.model.change import ChangeSet, Put, PutVector, Retire, Unplaced
from retentive.model.entry import Command
from retentive.pipeline.replies import Letters
from retentive.ports.store import Transaction
from retentive.rules.pace import Pace
from retentive.testing import build
from retentive.testing.fakes import START, CountingIds, FrozenClock, SeededChance, ToyEmbedder
from tests.support.inside import engine_of

BEGUN = START - timedelta(days=2)
ANA = Address(visibility=Visibility.USER, tenant="t", user="ana")

WORDS = ("orto", "isbon", "erret", "mail", "anoe", "oboe", "ontact", "Drinks", "drum")
"""Parts of what is said in it."""


async def opened_full(url: str) -> AsyncMemory:
    """Open a memory whose ids, keys and times are always the same."""
    clock = FrozenClock(step=timedelta(seconds=1))
    ambient = Ambient(clock=clock, ids=CountingIds(), chance=SeededChance())
    config = Config(background=False, pace=Pace(entries=3))
    return await AsyncMemory.open(url, ambient=ambient, config=config, embedder=ToyEmbedder())


async def filled(memory: AsyncMemory) -> None:
    """Put something into every table; the last entries of Ana are not digested."""
    await _lived(memory, memory.scope(tenant="t", user="ana", agent="support", session="s1"))
    await memory.scope(tenant="t", user="bo").remember("I own a kite.")
    await memory.flush()
    engine = engine_of(memory)
    store, made_by = engine.wired.store, engine.wired.maker
    await store.write(ANA, _graph)
    building = await store.write(
        ANA, lambda tx: tx.begin_generation(tokeniser=engine.wired.tokeniser, maker=made_by)
    )
    await engine.digester.build(ANA, building, after=0, letters=Letters())
    await store.write(ANA, _other_vectors)
    ana = memory.scope(tenant="t", user="ana", agent="support", session="s1")
    await ana.remember("Prefers E-MAIL over phone")
    await ana.retract(await _named(ana, "I like the oboe."))
    await ana.observe([_said("I own a canoe.", 90)])


async def _lived(memory: AsyncMemory, handle: AsyncHandle) -> None:
    long = "I keep a ferret. " + "-" * 70_000
    said = [
        _said("I live in Porto. I like the oboe.", 0, id="1"),
        _said("I like the oboe.", 1, id="2"),
        _said(long, 50, id="3"),
    ]
    await handle.observe(said, idempotency_key="k")
    await memory.flush()
    await handle.remember("Prefers e-mail over phone", tags=["contact"])
    await handle.correct(await _named(handle, "I live in Porto."), "Lives in Lisbon")
    await handle.forget(await _named(handle, "I keep a ferret."))
    await memory.flush()
    await handle.session("s2").remember("prefers e-mail over phone.")
    await handle.observe([_said("Late.", -30), _said("I own a drum.", 70)])
    await memory.flush()


async def _named(handle: AsyncHandle, text: str) -> str:
    (found,) = [fact.id for fact in (await handle.facts.list()).items if fact.text == text]
    return found


def _other_vectors(tx: Transaction) -> None:
    """Begin vectors of another embedder."""
    building = tx.begin_vectors("toy-2")
    (doc, *_) = tx.not_embedded(building, limit=1).rows
    put = PutVector(digest=doc.digest, dim=1, data=b"\x00\x3c")
    tx.apply(building, ChangeSet(operation="embed", seq=1, changes=(put,)), None)
    tx.embedded(building, doc.doc)


def _graph(tx: Transaction) -> None:
    """Add what no extractor makes yet."""
    space = tx.space
    first, second, *others = tx.entries(space, limit=100)
    (command, *_) = [one.seq for one in others if isinstance(one.body, Command)]
    born = {"recorded_at": first.recorded_at}
    later = {"recorded_at": second.recorded_at}
    entity = build.entity(space.id, 1, "a", **born)
    ended = Retire(
        family="entity",
        id=entity.id,
        dead_seq=2,
        retired_at=second.recorded_at,
        superseded_by="entity_b",
    )
    changes = (
        Put(entity),
        Put(build.entity(space.id, 2, "b", key=entity.key, **later)),
        ended,
        Put(build.relation(space.id, 1, **born)),
        Put(build.theme(space.id, 1, **born)),
        Unplaced(seq=command, reason="nowhere"),
    )
    tx.apply(space, ChangeSet(operation="digest", seq=2, changes=changes), None)


def _said(text: str, minutes: int, **fields: object) -> dict[str, object]:
    return {
        "role": "user",
        "content": text,
        "timestamp": BEGUN + timedelta(minutes=minutes),
        **fields,
    }

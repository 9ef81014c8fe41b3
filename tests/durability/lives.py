"""A store with everything in it that a rebuild must bring back, on both engines."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import cast

import psycopg
import pytest

from retentive import AsyncMemory, Config
from retentive.adapters.sql.schema import (
    FAMILIES,
    alias,
    citation,
    confirmation,
    doc,
    fact_label,
    posting,
    silence,
    unplaced,
    vector,
)
from retentive.app.handle import AsyncHandle
from retentive.kernel.ambient import Ambient
from retentive.kernel.scope import Address, Visibility
from retentive.model.entry import Message, Reply
from retentive.pipeline import replies
from retentive.rules.pace import Pace, WorkPolicy
from retentive.testing.fakes import START, CountingIds, FrozenClock, SeededChance
from retentive.testing.scripted import Answer, ScriptedExtractor
from tests.durability.logs import (
    State,
    later,
    log_of,
    on,
    replayed,
    secrets_of,
    store_of,
)
from tests.support.inside import engine_of
from tests.support.stores import emptied

DERIVED = [
    *FAMILIES.values(),
    *(fact_label, citation, confirmation, alias, silence, unplaced, doc, posting, vector),
]
FAST = Config(background=False, pace=Pace(entries=2), work=WorkPolicy(attempts=2))


def answer(text: str, *facts: str) -> str:
    """Return what the model says about a text: these parts of it are facts."""
    spans = [(text.index(one), text.index(one) + len(one)) for one in facts]
    return json.dumps(
        [
            {"text": one, "start": start, "end": end, "kind": "preference"}
            for one, (start, end) in zip(facts, spans, strict=True)
        ]
    )


TEA = "I like tea and I live in Porto."
OUD = "My sister plays the oud, I like tea."
BROKEN = "This one breaks the model."
FERRETS = "I keep two ferrets and a canary."
TAIL = "The canary sings at dawn."
SCRIPT: Mapping[str, Answer] = {
    TEA: answer(TEA, "I like tea", "I live in Porto"),
    OUD: answer(OUD, "My sister plays the oud", "I like tea"),
    BROKEN: ValueError("no answer"),
    FERRETS: answer(FERRETS, "I keep two ferrets", "a canary"),
}
QUERIES = ("tea", "Porto", "oud", "ferrets", "canary", "phone", "canoe")


async def lived(memory: AsyncMemory) -> None:
    """Leave statements, commands, replies, a dead letter, and a half-digested tail."""
    ana = memory.scope(user="ana", agent="a", session="s1")

    async def say(*texts: str) -> tuple[str, ...]:
        return (await ana.observe([{"role": "user", "content": text} for text in texts])).ids

    async def known(text: str) -> str:
        return next(one.id for one in (await ana.facts.list()).items if one.text == text)

    await say(TEA, BROKEN, OUD)
    await ana.remember("Prefers e-mail", tags=["mail"])
    await ana.remember("Asks twice", visibility="private")
    await memory.flush(timeout=30)
    (ferrets,) = await say(FERRETS)
    await ana.remember("Owns a canoe")
    await memory.flush(timeout=30)
    await ana.correct(await known("Prefers e-mail"), "Prefers the phone")
    await ana.retract(await known("I live in Porto"))
    await memory.flush(timeout=30)
    await ana.forget(ferrets)
    await ana.remember("I like tea")
    await say(TAIL)
    await ana.correct(await known("Owns a canoe"), "Owns two canoes")
    await answered(memory, ana, TAIL)
    # Two entries of the tail are digested, the rest is not.
    await engine_of(memory).worker._step(patient=False)


async def answered(memory: AsyncMemory, ana: AsyncHandle, text: str) -> None:
    """Record the model's answer about a message that is not digested yet."""
    home = Address(visibility=Visibility.USER, user=ana.scope.user)
    entries = (await log_of(memory))[home.encoded()]
    (entry,) = [one for one in entries if isinstance(one.body, Message) and one.text == text]
    question = ScriptedExtractor().question(entry, ())
    assert question is not None
    reply = replies.answered(entry.seq, question, answer(text, "The canary sings"))
    await replies.record_reply(store_of(memory), later(), home, reply)


async def answers(memory: AsyncMemory) -> dict[str, object]:
    """Return what a caller is told, now and as it was known before the tail."""
    ana = memory.scope(user="ana", agent="a", session="s1")
    then = START + timedelta(seconds=8)
    told: dict[str, object] = {}
    for query in QUERIES:
        told[f"recall {query}"] = await ana.recall(query, min_score=0)
        told[f"recall {query} then"] = await ana.recall(query, min_score=0, known_at=then)
        told[f"context {query}"] = (await ana.context(query)).text
    facts = (await ana.facts.list(valid_at="any")).items
    told["facts"] = facts
    told["histories"] = [await ana.history(fact.id) for fact in facts]
    return told


async def half_digested(memory: AsyncMemory) -> None:
    """Assert that everything the test is about is there."""
    stats = await memory.stats()
    assert stats.pending > 1
    assert stats.dead_letters == 1
    log = [one for entries in (await log_of(memory)).values() for one in entries]
    assert sum(isinstance(one.body, Reply) for one in log) == 5


@dataclass(frozen=True)
class Place:
    """One engine: makes an empty store, and deletes what is derived in it."""

    fresh: Callable[[], str]
    wipe: Callable[[str], None]


def _wipe_sqlite(url: str) -> None:
    with closing(sqlite3.connect(url)) as connection, connection:
        for table in DERIVED:
            connection.execute(f'DELETE FROM "{table.name}"')


def _wipe_postgres(url: str) -> None:
    with psycopg.connect(url) as connection:
        for table in DERIVED:
            connection.execute(f'DELETE FROM retentive."{table.name}"'.encode())


def sqlite_place(path: Path) -> Place:
    """Return a place that always gives the same file."""
    return Place(lambda: str(path), _wipe_sqlite)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Each of the two engines."""
    if request.param == "sqlite":
        numbers = iter(range(1000))
        return Place(lambda: f"{tmp_path}/{next(numbers)}.db", _wipe_sqlite)
    url = cast(str, request.getfixturevalue("kept_postgres"))
    return Place(lambda: url, _wipe_postgres)


def begun(place: Place) -> str:
    """Return the URL of a store with a life behind it."""
    url = place.fresh()
    clock = FrozenClock(step=timedelta(seconds=1))
    ambient = Ambient(clock=clock, ids=CountingIds(), chance=SeededChance())
    on(url, lived, ambient=ambient, extractor=ScriptedExtractor(SCRIPT), config=FAST)
    on(url, half_digested, ambient=later(), extractor=ScriptedExtractor())
    return url


async def expected(memory: AsyncMemory) -> State:
    """Return what a fresh store derives from the log, no model being asked."""
    return await replayed(await log_of(memory), await secrets_of(memory), ScriptedExtractor())


def begun_again(place: Place) -> str:
    """Return a store with the life behind it; in PostgreSQL it takes the place of the last."""
    url = place.fresh()
    if url.startswith("postgres"):
        emptied(url)
    return begun(Place(lambda: url, place.wipe))

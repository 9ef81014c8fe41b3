"""What children do. Each function runs in a process of its own."""

from __future__ import annotations

import resource
import signal
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple, cast

from retentive import Config, Fact, Memory
from retentive.adapters.sql.sqlite import SqliteEngine
from retentive.adapters.sql.store import SqlStore
from retentive.app.sync_handle import Handle
from retentive.kernel.ambient import Ambient
from retentive.rules.pace import Pace
from retentive.testing.fakes import START, CountingIds, FrozenClock, SeededChance
from tests.durability.faults import Points, fault_points
from tests.durability.nursery import Inside
from tests.support.inside import engine_of

QUIET = Config(background=False)


def said(*texts: str) -> list[object]:
    """Return messages of the user's, a minute apart."""
    start = START - timedelta(days=1)
    return [
        {"role": "user", "content": text, "timestamp": start + timedelta(minutes=at)}
        for at, text in enumerate(texts)
    ]


class Step(NamedTuple):
    """One call of a life: what it does, and how many entries it adds to (user, private)."""

    name: str
    act: Callable[[Memory, Handle], object]
    user: int = 0
    private: int = 0


def _fact(ana: Handle, text: str) -> str:
    return next(fact.id for fact in ana.facts.list().items if fact.text == text)


def _forget_turn(memory: Memory, ana: Handle) -> object:
    (hit,) = [one for one in ana.recall("ferrets", min_score=0) if one.text.startswith("I keep")]
    return ana.forget(hit.sources[0].entry_id)


LIFE: Sequence[Step] = (
    Step(
        "observe",
        lambda memory, ana: ana.observe(
            said("I live in Porto. I like checkers.", "I keep ferrets.")
        ),
        user=2,
    ),
    Step("remember", lambda memory, ana: ana.remember("Prefers e-mail", tags=["mail"]), user=1),
    Step(
        "remember privately",
        lambda memory, ana: ana.remember("Asks twice", visibility="private"),
        private=1,
    ),
    Step("digest", lambda memory, ana: memory.flush()),
    Step("observe again", lambda memory, ana: ana.observe(said("I like checkers.", "Hm?")), user=2),
    Step(
        "correct",
        lambda memory, ana: ana.correct(_fact(ana, "Prefers e-mail"), "Prefers the phone"),
        user=1,
    ),
    Step("forget", _forget_turn, user=1),
    Step("repeat", lambda memory, ana: ana.remember("I live in Porto."), user=1),
    Step("retract", lambda memory, ana: ana.retract(_fact(ana, "I like checkers.")), user=1),
    Step("digest again", lambda memory, ana: memory.flush()),
    Step("remember more", lambda memory, ana: ana.remember("Plays the oud"), user=1),
    Step("rebuild", lambda memory, ana: memory.rebuild()),
    Step("observe at last", lambda memory, ana: ana.observe(said("I own a canoe.")), user=1),
)
"""A life with everything in it that is committed."""


def lead(
    child: Inside, url: str, deadly: int | None = None, until: str = "", size: int | None = None
) -> None:
    """Lead the life up to a step, say each step once it is acknowledged, and die at a point.

    With `size` the process is killed while it writes, when a file would grow beyond that.
    Clock, ids and secrets repeat, so all lives are equal as far as they get.
    """
    if size is not None:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    ambient = Ambient(
        clock=FrozenClock(step=timedelta(seconds=1)), ids=CountingIds(), chance=SeededChance()
    )
    config = Config(background=False, pace=Pace(entries=3))
    with fault_points(deadly) as points:
        with Memory.open(url, embedder=None, ambient=ambient, config=config) as memory:
            _steps(child, memory, points, until)
        child.say({"points": points.passed})


def _steps(child: Inside, memory: Memory, points: Points, until: str) -> None:
    ana = memory.scope(user="ana", agent="a", session="s1")
    for step in LIFE:
        if step.name == until:
            break
        points.step = step.name
        step.act(memory, ana)
        child.say(step.name)
    points.step = "close"


def write_without_end(child: Inside, url: str, count: int) -> None:
    """Acknowledge statements with the size of the WAL by then; stay until killed."""
    with Memory.open(url, embedder=None, config=QUIET) as memory:
        ana = memory.scope(user="ana")
        for number in range(count):
            fact = ana.remember(f"Owns canoe number {number}")
            child.say({"id": entry_of(fact), "wal": Path(f"{url}-wal").stat().st_size})
        child.say({"synchronous": synchronous(memory)})
        child.hear()


def entry_of(fact: Fact) -> str:
    """Return the id of the entry that a remembered fact rests on."""
    return fact.provenance.citations[0].entry_id


def synchronous(memory: Memory) -> int:
    """Return how the connection that acknowledges waits for the disk."""
    engine = cast(SqlStore, engine_of(memory).wired.store)._engine
    with cast(SqliteEngine, engine).writing() as connection:
        return int(connection.exec_driver_sql("PRAGMA synchronous").scalar_one())

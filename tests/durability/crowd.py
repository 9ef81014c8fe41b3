"""What children do that write, digest or rebuild at the same time as others."""

from __future__ import annotations

import os
import select
import sqlite3
from collections.abc import Mapping

from retentive import Config, Memory
from retentive.rules.pace import Pace, WorkPolicy
from retentive.testing.scripted import ScriptedExtractor
from tests.durability.acts import entry_of
from tests.durability.faults import fault_points
from tests.durability.nursery import Inside
from tests.pipeline.claiming import Reader

PATIENT = 120.0
"""How long a child waits for others: a crowd on a busy machine is no fault."""


def hold_lock(child: Inside, path: str, seconds: float) -> None:
    """Hold the writer's lock of a SQLite file that long, or until told to let go."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    child.say("held")
    select.select([child.heard], [], [], seconds)
    connection.execute("COMMIT")
    connection.close()


def write_many(
    child: Inside, url: str, verb: str, count: int, background: bool, deadly: int | None = None
) -> None:
    """Write `count` times, naming this process, and acknowledge each by the id of its entry."""
    work = WorkPolicy(lease_seconds=2.0)  # so that nobody waits long for the killed
    config = Config(background=background, busy_seconds=PATIENT, work=work)
    pid = os.getpid()
    child.say("ready")
    child.hear()
    with fault_points(deadly), Memory.open(url, embedder=None, config=config) as memory:
        ana = memory.scope(user="ana", agent=f"a{pid}")
        for number in range(count):
            text = f"Process {pid} owns canoe number {number}."
            if verb == "observe":
                receipt = ana.observe([{"role": "user", "content": text, "metadata": {"pid": pid}}])
                child.say(receipt.ids[0])
                continue
            fact = ana.remember(text, metadata={"pid": pid})
            child.say(entry_of(fact))
            if verb == "supersede" and number % 5 == 0:
                ana.correct(fact.id, f"Process {pid} sold canoe number {number}.")
                child.say("")


def move_many(child: Inside, url: str, count: int, deadly: int | None = None) -> None:
    """Say of one person `count` times where she lives now, and digest what others say too."""
    work = WorkPolicy(lease_seconds=2.0)
    config = Config(busy_seconds=PATIENT, work=work)
    pid = os.getpid()
    child.say("ready")
    child.hear()
    with (
        fault_points(deadly),
        Memory.open(url, embedder=None, config=config, extractor=Reader()) as memory,
    ):
        ana = memory.scope(user="ana", agent=f"a{pid}")
        for number in range(count):
            text = f"I moved to Town {pid} of {number}."
            child.say(ana.observe([{"role": "user", "content": text}]).ids[0])


def digest(
    child: Inside, url: str, entries: int, lease_seconds: float, deadly: int | None = None
) -> None:
    """Digest all there is, some entries at a time, and die at a point."""
    work = WorkPolicy(lease_seconds=lease_seconds)
    config = Config(background=False, pace=Pace(entries=entries), work=work, busy_seconds=PATIENT)
    with fault_points(deadly) as points:
        with Memory.open(url, embedder=None, config=config) as memory:
            memory.flush()
        child.say(len(points.passed))


def rebuild(
    child: Inside, url: str, script: Mapping[str, str] | None = None, deadly: int | None = None
) -> None:
    """Rebuild the store, with a model if a script is given, and die at a point."""
    extractor = None if script is None else ScriptedExtractor(script)
    config = Config(background=False, pace=Pace(entries=3), busy_seconds=PATIENT)
    with Memory.open(url, embedder=None, config=config, extractor=extractor) as memory:
        with fault_points(deadly) as points:
            memory.rebuild()
        child.say(points.passed)


def live_on(child: Inside, url: str, sure: str) -> None:
    """Write and read until told to stop; `sure` must be found by every read."""
    with Memory.open(
        url, embedder=None, config=Config(background=False, busy_seconds=PATIENT)
    ) as memory:
        ana = memory.scope(user="ana")
        number = 0
        while not select.select([child.heard], [], [], 0)[0]:
            text = f"Process {os.getpid()} owns canoe number {number}."
            child.say(entry_of(ana.remember(text)))
            assert sure in [hit.text for hit in ana.recall(sure, min_score=0)], sure
            assert text in [hit.text for hit in ana.recall(text, min_score=0)], text
            number += 1
            if number == 3:
                child.say("lives")


def remember_at_once(child: Inside, url: str, text: str) -> None:
    """Remember a text as soon as the parent says so, and say under which key."""
    with Memory.open(
        url, embedder=None, config=Config(background=False, busy_seconds=PATIENT)
    ) as memory:
        ana = memory.scope(user="ana")
        child.say("ready")
        child.hear()
        child.say(ana.remember(text).key)

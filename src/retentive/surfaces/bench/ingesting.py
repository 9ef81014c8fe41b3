"""Putting conversations into a memory, and what that takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from time import perf_counter

from retentive import Memory
from retentive.surfaces.bench.searching import handle
from retentive.surfaces.bench.talks import Conversation, Turn

Told = Callable[[int, int], None]
Telling = Callable[[str], AbstractContextManager[Told]]
"""Given a label, yields what to tell how many of how many are done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingestion:
    """What went in, how fast, and what it became.

    A turn can be recalled by its words once it is digested, by its meaning once it is embedded.
    """

    turns: int
    append_seconds: float
    digest_seconds: float
    embed_seconds: float | None
    facts: int
    facts_per_turn: float
    turns_per_second: float
    embedded_turns_per_second: float | None


def stored(memory: Memory, talks: Sequence[Conversation], telling: Telling) -> float:
    """Append every turn that is not there yet; return the seconds it took."""
    total = sum(len(talk.turns) for talk in talks)
    done = 0
    start = perf_counter()
    with telling("storing") as told:
        for talk in talks:
            for session, turns in talk.sessions.items():
                handle(memory, talk, session).observe([message(turn) for turn in turns])
                done += len(turns)
                told(done, total)
    return perf_counter() - start


def flushed(memory: Memory, label: str, telling: Telling) -> float:
    """Finish what is pending; return the seconds it took."""
    start = perf_counter()
    with telling(label) as told:
        memory.flush(progress=told)
    return perf_counter() - start


def ingestion(memory: Memory, turns: int, seconds: tuple[float, float, float | None]) -> Ingestion:
    """Return the account of appending, digesting and embedding so many turns."""
    append, digest, embed = seconds
    facts = memory.stats().facts
    ready = append + digest
    return Ingestion(
        turns=turns,
        append_seconds=append,
        digest_seconds=digest,
        embed_seconds=embed,
        facts=facts,
        facts_per_turn=facts / max(1, turns),
        turns_per_second=turns / ready,
        embedded_turns_per_second=None if embed is None else turns / (ready + embed),
    )


def message(turn: Turn) -> dict[str, object]:
    """Return a turn as `observe` takes it."""
    said = {"role": turn.role, "content": turn.text, "id": turn.id, "timestamp": turn.said_at}
    return said if turn.name is None else {**said, "name": turn.name}

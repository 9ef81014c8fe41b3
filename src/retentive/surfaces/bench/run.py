"""Running LoCoMo: conversations go in through the public face, questions are asked of it.

A conversation is one user's memory: its tenant is the conversation, its user the first
speaker; the second speaks as a participant with a name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from retentive import Config, Memory
from retentive.surfaces.bench.locomo import APART, CATEGORIES, Conversation, Question, Turn
from retentive.surfaces.bench.marks import HIT_AT, Mark, Means, mark, means, percentile
from retentive.surfaces.bench.yardstick import PlainBM25

Told = Callable[[int, int], None]
Telling = Callable[[str], AbstractContextManager[Told]]
"""Given a label, yields what to tell how many of how many are done."""

AGENT = "assistant"
OVERALL = "1-4"


@dataclass(frozen=True, slots=True)
class System:
    """What one way of searching scored: the means by category, and together."""

    name: str
    rows: dict[str, Means]
    p50_ms: float
    p95_ms: float


@dataclass(frozen=True, slots=True)
class Ingestion:
    """What went in, how fast, and what it became."""

    turns: int
    append_seconds: float
    digest_seconds: float
    facts: int
    facts_per_turn: float
    entries_per_second: float


@dataclass(frozen=True, slots=True)
class Report:
    """A whole run."""

    conversations: int
    ks: tuple[int, ...]
    ingestion: Ingestion
    systems: tuple[System, ...]


def run(
    talks: Sequence[Conversation], ks: Sequence[int], store: str | None, telling: Telling
) -> Report:
    """Measure the library, its facts alone, and the yardstick, on the same questions."""
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        place = store or str(Path(folder) / "locomo.db")
        memory = stack.enter_context(Memory.open(place, config=Config(background=False)))
        ingestion = _ingest(memory, talks, telling)
        systems = [
            _asked("retentive", _remembering(memory, include_log=True), talks, ks, telling),
            _asked("facts alone", _remembering(memory, include_log=False), talks, ks, telling),
            _asked("plain BM25", _counting(talks), talks, ks, telling),
        ]
    return Report(len(talks), tuple(ks), ingestion, tuple(systems))


def _ingest(memory: Memory, talks: Sequence[Conversation], telling: Telling) -> Ingestion:
    total = sum(len(talk.turns) for talk in talks)
    done = 0
    start = perf_counter()
    with telling("storing") as told:
        for talk in talks:
            for session, turns in talk.sessions.items():
                scope = memory.scope(
                    tenant=talk.id, user=talk.speaker_a, agent=AGENT, session=session
                )
                scope.observe([_message(talk, turn) for turn in turns])
                done += len(turns)
                told(done, total)
    appended = perf_counter()
    with telling("digesting") as told:
        memory.flush(progress=told)
    digested = perf_counter()
    facts = memory.stats().facts
    return Ingestion(
        turns=total,
        append_seconds=appended - start,
        digest_seconds=digested - appended,
        facts=facts,
        facts_per_turn=facts / max(1, total),
        entries_per_second=total / (digested - start),
    )


def _message(talk: Conversation, turn: Turn) -> dict[str, object]:
    return {
        "role": "user" if turn.speaker == talk.speaker_a else "assistant",
        "name": turn.speaker,
        "content": turn.text,
        "id": turn.id,
        "timestamp": turn.said_at,
    }


Search = Callable[[Conversation, str, int], list[tuple[str, ...]]]


def _remembering(memory: Memory, *, include_log: bool) -> Search:
    def search(talk: Conversation, question: str, limit: int) -> list[tuple[str, ...]]:
        scope = memory.scope(tenant=talk.id, user=talk.speaker_a, agent=AGENT)
        found = scope.recall(question, limit=limit, min_score=0, include_log=include_log)
        return [hit.source_ids for hit in found]

    return search


def _counting(talks: Sequence[Conversation]) -> Search:
    indexes = {
        talk.id: PlainBM25([f"{turn.speaker}: {turn.text}" for turn in talk.turns])
        for talk in talks
    }

    def search(talk: Conversation, question: str, limit: int) -> list[tuple[str, ...]]:
        return [(talk.turns[at].id,) for at in indexes[talk.id].search(question, limit)]

    return search


def _asked(
    name: str,
    search: Search,
    talks: Sequence[Conversation],
    ks: Sequence[int],
    telling: Telling,
) -> System:
    """Ask every question once, with as many answers as the largest k."""
    asked: list[tuple[Conversation, Question]] = [
        (talk, question) for talk in talks for question in talk.questions
    ]
    limit = max(*ks, HIT_AT)
    marks: list[Mark] = []
    seconds: list[float] = []
    with telling(f"asking {name}") as told:
        for talk, question in asked:
            start = perf_counter()
            answers = search(talk, question.text, limit)
            seconds.append(perf_counter() - start)
            marks.append(mark(question.category, answers, question.evidence, ks))
            told(len(marks), len(asked))
    rows = {OVERALL: means((one for one in marks if one.category != APART), ks)}
    for category in CATEGORIES:
        rows[str(category)] = means((one for one in marks if one.category == category), ks)
    return System(name, rows, 1000 * percentile(seconds, 0.5), 1000 * percentile(seconds, 0.95))

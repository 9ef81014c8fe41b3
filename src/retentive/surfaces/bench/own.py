"""Reading our own sets (see benchmarks/data): assistant chats, abstention, updates.

A dialogue is one user's memory; ids of turns are ids of messages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from retentive.surfaces.bench.talks import STEP, Conversation, Question, Suite, Turn, read

CHATS = Suite(
    name="assistant chats",
    together="all kinds",
    kinds={
        "single": "one turn",
        "multi": "several turns",
        "temporal": "temporal",
        "update": "updated value",
        "assistant_said": "said by assistant",
        "aggregate": "lists and counts",
    },
)
UPDATES = Suite(name="updates", together="all items", kinds={})

ANSWERED, OFF_TOPIC, NEAR_MISS = "answered", "off_topic", "near_miss"
"""The kinds of questions about what is, is not, and is almost remembered."""


def load_chats(path: Path) -> list[Conversation]:
    """Return the dialogues of a file of assistant chats."""
    return read(path, "a file of assistant chats", lambda data: [_chat(one) for one in data])


def load_updates(path: Path) -> list[Conversation]:
    """Return one conversation an item, each with the one question whose answer changed."""
    return read(path, "a file of updates", lambda data: [_update(one) for one in data])


def load_abstention(path: Path) -> list[Conversation]:
    """Return the memories, each with its answered and its unanswerable questions."""
    return read(path, "a file of abstention pairs", lambda data: list(_memories(data)))


def _chat(data: Mapping[str, Any]) -> Conversation:
    return Conversation(
        id=data["id"],
        user=data["user"],
        sessions={one["id"]: tuple(_paced(one)) for one in data["sessions"]},
        questions=tuple(_question(one, one["kind"]) for one in data["questions"]),
    )


def _paced(session: Mapping[str, Any]) -> Iterator[Turn]:
    start = datetime.fromisoformat(session["started_at"])
    for at, turn in enumerate(session["turns"]):
        yield _turn(turn, start + at * STEP)


def _update(data: Mapping[str, Any]) -> Conversation:
    question = Question(
        id=data["id"],
        text=data["question"],
        kind="update",
        evidence=tuple(data["current"]),
        stale=tuple(data["stale"]),
    )
    return _one_session(data, (question,))


def _memories(data: Mapping[str, Any]) -> Iterator[Conversation]:
    asked: dict[str, list[Question]] = defaultdict(list)
    for pair in data["pairs"]:
        asked[pair["memory"]] += _pair(pair)
    for memory in data["memories"]:
        yield _one_session(memory, asked[memory["id"]])


def _pair(pair: Mapping[str, Any]) -> Iterator[Question]:
    answered = {**pair["answered"], "id": f"{pair['id']}+"}
    unanswered = {**pair["unanswered"], "id": f"{pair['id']}-", "evidence": ()}
    yield _question(answered, ANSWERED)
    yield _question(unanswered, {"off_topic": OFF_TOPIC, "near_miss": NEAR_MISS}[pair["kind"]])


def _one_session(data: Mapping[str, Any], questions: Sequence[Question]) -> Conversation:
    turns = tuple(_turn(one, datetime.fromisoformat(one["at"])) for one in data["turns"])
    return Conversation(
        id=data["id"], user=data["user"], sessions={"s1": turns}, questions=tuple(questions)
    )


def _turn(data: Mapping[str, Any], said_at: datetime) -> Turn:
    return Turn(id=data["id"], role=data["role"], text=data["text"], said_at=said_at)


def _question(data: Mapping[str, Any], kind: str) -> Question:
    return Question(
        id=data["id"],
        text=data["question"],
        kind=kind,
        evidence=tuple(data["evidence"]),
        stale=tuple(data.get("stale", ())),
        also=tuple(data.get("also", ())),
    )

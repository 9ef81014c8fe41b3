"""Reading a LoCoMo file: conversations over many sessions, and questions with evidence turns.

The file is the user's own (github.com/snap-research/locomo; CC BY-NC): nothing of it is here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from retentive.surfaces.bench.talks import STEP, Conversation, Note, Question, Suite, Turn, read

LOCOMO = Suite(
    name="LoCoMo",
    together="categories 1-4",
    kinds={
        "1": "1 multi-hop",
        "2": "2 temporal",
        "3": "3 open domain",
        "4": "4 single-hop",
        "5": "5 adversarial",
    },
    apart=frozenset({"5"}),
)
"""Questions of category 5 have no answer, so its evidence is counted apart."""

_ID = re.compile(r"D(\d+):(\d+)")
_DATE = "%I:%M %p on %d %B, %Y"
_FILE = "a LoCoMo file; see github.com/snap-research/locomo for locomo10.json"


def load(path: Path) -> list[Conversation]:
    """Return the conversations of a LoCoMo file."""
    return read(path, _FILE, lambda data: [_conversation(one) for one in data])


def evidence_ids(evidence: Sequence[str]) -> tuple[str, ...]:
    """Return the turn ids in evidence as people typed it: several in one text, or junk."""
    found = [match for one in evidence for match in _ID.finditer(str(one))]
    return tuple(dict.fromkeys(f"D{int(match[1])}:{int(match[2])}" for match in found))


def _conversation(data: Mapping[str, Any]) -> Conversation:
    talk = data["conversation"]
    return Conversation(
        id=data["sample_id"],
        user=talk["speaker_a"],
        sessions={name: tuple(_turns(talk, name)) for name in _session_names(talk)},
        questions=tuple(_questions(data["qa"])),
        notes=tuple(_notes(data.get("observation", {}))),
    )


def _session_names(talk: Mapping[str, Any]) -> list[str]:
    names = [name for name in talk if re.fullmatch(r"session_\d+", name)]
    return sorted(names, key=lambda name: int(name.removeprefix("session_")))


def _turns(talk: Mapping[str, Any], session: str) -> Iterator[Turn]:
    start = datetime.strptime(talk[f"{session}_date_time"], _DATE).replace(tzinfo=UTC)
    for at, turn in enumerate(talk[session]):
        caption = turn.get("blip_caption")
        shared = f" [shared image: {caption}]" if caption else ""
        yield Turn(
            id=turn["dia_id"],
            role="user" if turn["speaker"] == talk["speaker_a"] else "assistant",
            text=f"{turn['text']}{shared}",
            said_at=start + at * STEP,
            name=turn["speaker"],
        )


def _questions(data: Sequence[Mapping[str, Any]]) -> Iterator[Question]:
    for at, one in enumerate(data, start=1):
        evidence = evidence_ids(one["evidence"])
        if evidence:
            yield Question(
                id=f"q{at}", text=one["question"], kind=str(one["category"]), evidence=evidence
            )


def _notes(data: Mapping[str, Any]) -> Iterator[Note]:
    """Yield the annotated observations of all sessions that name a turn."""
    for session in data.values():
        for noted in session.values():
            for text, source in noted:
                turns = evidence_ids([source] if isinstance(source, str) else source)
                if turns:
                    yield Note(text=text, turns=turns)

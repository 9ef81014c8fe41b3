"""Reading a LoCoMo file: conversations over many sessions, and questions with evidence turns.

The file is the user's own (github.com/snap-research/locomo; CC BY-NC): nothing of it is here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from retentive import InvalidInput

CATEGORIES = {
    1: "multi-hop",
    2: "temporal",
    3: "open domain",
    4: "single-hop",
    5: "adversarial",
}
"""What the numbers of a question's category mean."""

APART = 5
"""The category whose questions have no answer; its evidence is counted apart."""

STEP = timedelta(seconds=30)
"""The time between two turns of a session, whose date alone is given."""

_ID = re.compile(r"D(\d+):(\d+)")
_DATE = "%I:%M %p on %d %B, %Y"


@dataclass(frozen=True, slots=True)
class Turn:
    """One message: its id, who said which words, when."""

    id: str
    speaker: str
    text: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the turns that answer it."""

    text: str
    category: int
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """Two people's talk: its sessions in order, and the questions about it."""

    id: str
    speaker_a: str
    sessions: Mapping[str, tuple[Turn, ...]]
    questions: tuple[Question, ...]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns, in order."""
        return tuple(turn for session in self.sessions.values() for turn in session)


def load(path: Path) -> list[Conversation]:
    """Return the conversations of a LoCoMo file."""
    try:
        data = json.loads(path.read_text("utf-8"))
        return [_conversation(one) for one in data]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InvalidInput(
            f"{path} is not a LoCoMo file ({type(error).__name__}: {error}); see "
            "github.com/snap-research/locomo for locomo10.json",
            field="data",
        ) from error


def evidence_ids(evidence: Sequence[str]) -> tuple[str, ...]:
    """Return the turn ids in evidence as people typed it: several in one text, or junk."""
    found = [match for one in evidence for match in _ID.finditer(str(one))]
    return tuple(dict.fromkeys(f"D{int(match[1])}:{int(match[2])}" for match in found))


def _conversation(data: Mapping[str, Any]) -> Conversation:
    talk = data["conversation"]
    return Conversation(
        id=data["sample_id"],
        speaker_a=talk["speaker_a"],
        sessions={name: tuple(_turns(talk, name)) for name in _session_names(talk)},
        questions=tuple(_questions(data["qa"])),
    )


def _session_names(talk: Mapping[str, Any]) -> list[str]:
    names = [name for name in talk if re.fullmatch(r"session_\d+", name)]
    return sorted(names, key=lambda name: int(name.removeprefix("session_")))


def _turns(talk: Mapping[str, Any], session: str) -> Iterator[Turn]:
    start = datetime.strptime(talk[f"{session}_date_time"], _DATE).replace(tzinfo=UTC)
    for at, turn in enumerate(talk[session]):
        caption = turn.get("blip_caption")
        shared = f" [shared image: {caption}]" if caption else ""
        yield Turn(turn["dia_id"], turn["speaker"], f"{turn['text']}{shared}", start + at * STEP)


def _questions(data: Sequence[Mapping[str, Any]]) -> Iterator[Question]:
    for one in data:
        evidence = evidence_ids(one["evidence"])
        if evidence:
            yield Question(one["question"], one["category"], evidence)

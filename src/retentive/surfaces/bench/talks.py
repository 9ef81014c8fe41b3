"""What a benchmark is made of: conversations over sessions, and questions about them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sized
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from retentive import InvalidInput

T = TypeVar("T", bound=Sized)

STEP = timedelta(seconds=30)
"""The time between two turns of a session whose start alone is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message; `name` is given where the speakers are more than a user and an agent."""

    id: str
    role: str
    text: str
    said_at: datetime
    name: str | None = None

    @property
    def said(self) -> str:
        """The words as a yardstick reads them: with the speaker's name, if there is one."""
        return f"{self.name}: {self.text}" if self.name else self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question, the turns that answer it, and the turns that once did (`stale`).

    Turns in `also` support the answer without being needed; they count as nothing.
    """

    id: str
    text: str
    kind: str
    evidence: tuple[str, ...]
    stale: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something that an annotator noted, and the turns it was noted from."""

    text: str
    turns: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One user's talk: its sessions in order, the questions about it, and what was noted."""

    id: str
    user: str
    sessions: Mapping[str, tuple[Turn, ...]]
    questions: tuple[Question, ...]
    notes: tuple[Note, ...] = ()

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns, in order."""
        return tuple(turn for session in self.sessions.values() for turn in session)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """A set of questions: the kinds in it, and which of them make the main figure.

    `kinds` maps a kind to its label; `together` labels all kinds that are not `apart`.
    """

    name: str
    together: str
    kinds: Mapping[str, str]
    apart: frozenset[str] = frozenset()


def read(path: Path, name: str, made: Callable[[Any], T]) -> T:
    """Return what `made` makes of a JSON file; raise `InvalidInput` if that is another file.

    One in which nothing is found is another file.
    """
    try:
        found = made(json.loads(path.read_text("utf-8")))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidInput(
            f"{path} is not {name} ({type(error).__name__}: {error})", field="data"
        ) from error
    if not found:
        raise InvalidInput(f"{path} is not {name}: there is nothing in it", field="data")
    return found

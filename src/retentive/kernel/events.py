"""Values that tell listeners what happened; always after the fact is durable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """Entries of one space became durable."""

    space: int
    first_seq: int
    last_seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Digested:
    """A stage finished the log of a space up to and including `done_seq`.

    `changes` counts what it did in this step: entries digested, or texts embedded.
    """

    space: int
    stage: str
    done_seq: int
    changes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """Something went wrong and was handled: retried, skipped, or put aside."""

    stage: str
    error: str
    space: int | None = None
    seq: int | None = None
    dead: bool = False


Event = Appended | Digested | Failed


class Listener(Protocol):
    """Receives events, in order, on an unspecified thread."""

    def __call__(self, event: Event, /) -> None:
        """Handle one event quickly; an exception here is reported and never harms memory."""
        ...

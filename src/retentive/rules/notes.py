"""Statements as an extractor reads them: like a message of their author, but as one writes notes.

In a note nobody need be named: `Lives in Porto` is about its author, as `the user` is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from retentive.model.entry import Entry, Message, Role

THE_USER: Final = "user"
"""What notes call their author."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note(Message):
    """The words of a statement or a correction, as a message to be read; never stored."""


def as_note(text: str) -> Message:
    """Return the words of a statement or a correction as a message to be read."""
    return Note(role=Role.USER, text=text)


def is_note(entry: Entry) -> bool:
    """Tell whether an entry is read as a note."""
    return isinstance(entry.body, Note)

"""Statements as an extractor reads them: like a message of their author, but as one writes notes.

In a note nobody need be named: `Lives in Porto` is about its author, as `the user` is.
"""

from __future__ import annotations

from typing import Final

from retentive.model.entry import Entry, Message, Role

THE_USER: Final = "user"
"""What notes call their author."""

_NOTE: Final = "note"


def as_note(text: str) -> Message:
    """Return the words of a statement or a correction as a message to be read."""
    return Message(role=Role.USER, text=text, metadata={_NOTE: True})


def is_note(entry: Entry) -> bool:
    """Tell whether an entry is read as a note."""
    return isinstance(entry.body, Message) and entry.body.metadata.get(_NOTE) is True

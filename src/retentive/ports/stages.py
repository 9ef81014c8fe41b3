"""Stages of digestion that can be replaced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a model is to be asked about an entry, and the key of its recorded reply."""

    prompt: str
    model: str
    input_hash: str
    text: str


class Extractor(Protocol):
    """Finds candidate facts in one entry (row C-35).

    `extract` is pure: the same entry, earlier entries and reply give the same candidates.
    An extractor without a model returns None from `question`.
    """

    @property
    def identity(self) -> str:
        """Name and version; stored with the space, and needed by whoever digests it."""
        ...

    @property
    def window(self) -> int:
        """How many earlier messages of the session it looks at; 0 for none."""
        ...

    def question(self, entry: Entry, earlier: Sequence[Entry]) -> Question | None:
        """Return what to ask the model about this entry, or None."""
        ...

    async def ask(self, question: Question) -> str:
        """Return the model's answer as it came; an exception is a failed call."""
        ...

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        """Return the candidates of an entry, in the order of their spans.

        `earlier` are entries of the same session with a lower seq, in ascending order.
        """
        ...

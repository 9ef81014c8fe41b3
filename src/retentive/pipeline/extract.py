"""The default extractor: rules alone, no model."""

from __future__ import annotations

from collections.abc import Sequence

from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Reply
from retentive.ports.stages import Question
from retentive.rules.statements import IDENTITY, statements


class RuleExtractor:
    """One fact for each sentence in which a human states something (row C-24, and better)."""

    identity = IDENTITY
    window = 0

    def question(self, entry: Entry, earlier: Sequence[Entry]) -> Question | None:
        """Return None: rules ask nobody."""
        return None

    async def ask(self, question: Question) -> str:
        """Refuse: there is no model here."""
        raise NotImplementedError("the rule extractor asks no model")

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        """Return one candidate a statement, in the order of their spans."""
        return statements(entry)

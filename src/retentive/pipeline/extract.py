"""The extractor that needs no model: rules alone, in the words of a language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Reply
from retentive.ports.stages import Question
from retentive.rules.claims.identity import IDENTITY

if TYPE_CHECKING:
    from retentive.rules.claims.language import Language


class PatternExtractor:
    """Claims by patterns, and one fact for each sentence in which a human states something else.

    `language` is asked for when the first entry is read.
    """

    identity = IDENTITY
    window = 8
    """Messages in which "she" and "my sister" are looked up."""

    def __init__(self, language: Callable[[], Language]) -> None:
        self._language = language

    def question(self, entry: Entry, earlier: Sequence[Entry]) -> Question | None:
        """Return None: rules ask nobody."""
        return None

    async def ask(self, question: Question) -> str:
        """Refuse: there is no model here."""
        raise NotImplementedError("the rule extractor asks no model")

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        """Return one candidate a claim or statement, in the order of their spans.

        The rules are loaded with the first: a process that only asks needs none.
        """
        from retentive.rules.claims.extraction import candidates

        return candidates(entry, earlier, self._language())

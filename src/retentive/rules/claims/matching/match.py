"""Where a pattern fits a clause, and what it captures there."""

from __future__ import annotations

from typing import NamedTuple

from retentive.rules.claims.matching.cut import Value
from retentive.rules.claims.matching.patterns import Pattern
from retentive.rules.claims.matching.verbs import Tense


class Match(NamedTuple):
    """Where a pattern fits: words `[start, end)` of a line.

    `subject` are the words of whom it is about, empty where they are left out, None where the
    pattern has none; with `whose` they are an owner's (`my`, `Tom`). `verb` is the word that is
    the main verb, -1 for none. `captures` are the values by name.
    """

    pattern: Pattern
    start: int
    end: int
    subject: tuple[int, int] | None = None
    whose: bool = False
    verb: int = -1
    tense: Tense = Tense.NONE
    captures: tuple[tuple[str, tuple[Value, ...]], ...] = ()

    def values(self, name: str) -> tuple[Value, ...]:
        """Return what was captured under a name."""
        return next((found for key, found in self.captures if key == name), ())

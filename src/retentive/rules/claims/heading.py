"""What stands over a list: `goals for this year: learn to sail, read more`."""

from __future__ import annotations

from dataclasses import dataclass, field

from retentive.rules.reading import Clause, Word

MOST = 7
"""Words of a heading; what is longer introduces no list."""


@dataclass(slots=True)
class Heading:
    """The words before the last colon, which every item below or behind it is read with."""

    words: tuple[Word, ...] = ()
    sentence: int = -1
    listed: bool = field(default=False)

    def over(self, clause: Clause) -> tuple[Word, ...]:
        """Return the heading of a clause, `()` for none; the clause may be one for the next.

        It holds to the end of its sentence; where nothing follows the colon there, for every
        line that comes after it in the message.
        """
        start = clause.sentence.start
        if start != self.sentence and not self.listed:
            self.words = ()
        above = self.words
        for at, word in enumerate(clause.words[:MOST]):
            if word.after.endswith(":"):
                self.words = clause.words[: at + 1]
                self.listed = word.end + 1 >= clause.sentence.end
        self.sentence = start
        return above

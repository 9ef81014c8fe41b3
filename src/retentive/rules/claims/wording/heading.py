"""What stands over a list: `goals for this year: learn to sail, read more`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading import Clause, Word
from retentive.rules.reading import lexicon as lex

SHORT = 3
"""Words of a question that somebody asks to answer it."""
_ASKING: Final = lex.FINITE | lex.NOMINATIVE | listed("you really sure right ok okay yes no")
MOST = 7
"""Words of a heading; what is longer introduces no list."""


@dataclass(slots=True)
class Heading:
    """The words before the last colon, which every item below or behind it is read with."""

    words: tuple[Word, ...] = ()
    sentence: int = -1
    listed: bool = field(default=False)
    asked: bool = field(default=False)

    def over(self, clause: Clause) -> tuple[Word, ...]:
        """Return the heading of a clause, `()` for none; the clause may be one for the next.

        It holds to the end of its sentence; where nothing follows the colon there, for every
        line that comes after it in the message. What somebody asks in a few words is answered by
        the next sentence: `Favourite meal? Risotto.`
        """
        start = clause.sentence.start
        if start != self.sentence and not (self.listed or self.asked):
            self.words = ()
        above = self.words
        if start != self.sentence:
            self.asked = _asks_oneself(clause)
            self.words = clause.words if self.asked else self.words
        for at, word in enumerate(clause.words[:MOST]):
            if word.after.endswith(":"):
                self.words = clause.words[: at + 1]
                self.listed = word.end + 1 >= clause.sentence.end
        self.sentence = start
        return above


def _asks_oneself(clause: Clause) -> bool:
    """Tell whether a sentence is a question of a few words and no verb, for its asker to answer."""
    words = clause.words
    if len(words) > SHORT or not words[-1].after.lstrip().startswith("?"):
        return False
    lows = [word.low for word in words]
    return lows[0] not in lex.WH_WORDS and _ASKING.isdisjoint(lows)

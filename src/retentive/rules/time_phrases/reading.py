"""What every reader of a phrase looks at: the tokens, the words, where and when it was said."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from retentive.rules.time_phrases.sentences import Sentences
from retentive.rules.time_phrases.stretch import Stretch


class Hit(NamedTuple):
    """A stretch read, the place after its last token, and what its words left open."""

    stretch: Stretch
    next: int
    lacks: str = ""
    """"year", "month" (a bare day of one), "week" (a bare weekday), or nothing."""
    part: str = ""
    """The part of the day it speaks of."""


_THING = 5
"""Words, at the most, of a thing with its article before the time of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Sentences):
    """One text being read."""

    anchor: datetime
    """When it was said: the local time, with its zone."""
    south: bool
    """Its zone lies on the southern hemisphere."""
    month_first: bool | None
    """Which comes first in 3/4/2025; None where both are written."""
    earlier: Stretch | None = None
    """The last time the text named."""
    earlier_at: int = 0
    """The place behind it."""
    moments: dict[int, Hit | None] = field(default_factory=dict)
    """What was read at which place, since several readers ask."""
    kept: dict[tuple[object, int], Any] = field(default_factory=dict)
    """The same of the tokens alone, whatever was named before."""

    @property
    def now(self) -> datetime:
        """The local time of the anchor, without its zone."""
        return self.anchor.replace(tzinfo=None)

    def after(self, stretch: Stretch, at: int) -> Reading:
        """Return the reading of what follows a time that was named up to a place."""
        return replace(self, earlier=stretch, earlier_at=at, moments={})

    def in_sentence(self, start: int, at: int) -> bool:
        """Tell whether no sentence ends between two places; what a semicolon parts goes on."""
        return not any(self.ends(place) and self.low(place) != ";" for place in range(start, at))

    def readers(self, at: int) -> tuple[str, ...]:
        """Return the names of the readers of a day or longer stretch that a place opens."""
        tokens, words = self.tokens, self.words
        if at >= len(tokens):
            return ()
        article = at + 1 < len(tokens) and words.glue["the"].match(tokens, at) is not None
        if article and tokens[at + 1].opener not in words.opens_behind_the:
            return ()
        return words.opens_core.get(tokens[at].opener, ())

    def past_tries(self, at: int) -> int:
        """Return the place before "Second try, " where that stands before a time."""
        tried = self.low(at - 1) == "," and self.preceded("tries", at - 1)
        told = tried and self.words.ordinals.match(self.tokens, at - 3) is not None
        return at - 3 if told else at

    def until_a_thing(self, at: int) -> bool:
        """Tell whether a time is of what something lasts until: "until the check on 10 June"."""
        for place in range(at - 1, at - _THING, -1):
            if self.skip("owned_by", place) == place + 1:
                return place < at - 1 and self.low(place - 1) in self.words.facing.bounds
            if not self.low(place).isalpha():
                return False
        return False

    def may_open(self, at: int) -> bool:
        """Tell whether a day, a longer stretch or a clock time can begin at a place."""
        return bool(self.readers(at)) or (
            at < len(self.tokens) and self.tokens[at].opener in self.words.opens_clock
        )

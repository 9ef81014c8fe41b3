"""Past forms that tell of a begin: what they tell of is not over."""

from __future__ import annotations

from typing import Final

from retentive.rules.characters import listed
from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.matching.match import Match
from retentive.rules.claims.matching.verbs import Tense


def begins(line: Line, match: Match) -> bool:
    """Tell whether a past form tells of a begin, not of what is over: `I started seeing Tom`."""
    if match.tense is not Tense.PAST or match.verb < 0:
        return False
    lows = [word.low for word in line.words[match.verb : min(match.end, match.verb + _NEAR)]]
    return not _BEGINNING.isdisjoint(lows) or lows[1:3] == ["put", "on"]


_NEAR: Final = 3
_BEGINNING: Final = listed("started began begun developed prescribed")

"""What words mean the speaker (`I'm a man who …`, `as somebody who …`), or whom he has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.claims.matching.line import Line
from retentive.rules.reading import lexicon as lex

_LONGEST: Final = 7
"""Words back to `my` before who is meant: `my 3 year old golden retriever`."""
_ONE: Final = ("a", "an")
_ELSE: Final = lex.RELATIVES | lex.POSSESSIVES | lex.NOMINATIVE | listed("to for with from 's and")
_VERBS: Final = lex.FINITE | lex.THIRDS
_AM: Final = listed("am was m")
_THESE: Final = listed("those these the us")
ANYBODY: Final = listed(
    "someone somebody anyone anybody everyone everybody one people others those most some many"
)


def is_oneself(lows: Sequence[str]) -> bool:
    """Tell whether the speaker says what he is, or as what he speaks: `I'm a man who …`.

    What is somebody else's (`I'm the father of a boy who …`) is not said of himself.
    """
    for at, low in enumerate(lows):
        held = low == "i" and at + 1 < len(lows) and lows[at + 1] in _AM
        if not held and low != "as":
            continue
        rest = list(lows[at + (2 if held else 1) :])
        first = rest[0] if rest else ""
        of = [rest[n + 1 : n + 2] for n, one in enumerate(rest) if one == "of"]
        plain = all(one and one[0] in _THESE for one in of)
        others = [one for one in rest if one in lex.PREPOSITIONS and one != "of"]
        if (first in lex.DETERMINERS or first in ANYBODY) and plain and not others:
            return first not in lex.POSSESSIVES
    return bool(lows) and lows[-1] in ("i", "me", "us", "we")


def is_what_one_is(lows: Sequence[str]) -> bool:
    """Tell whether words say what the speaker is, up to what he does: `I'm a dad working`."""
    if lows[:1] != ["i"] or not 3 < len(lows) <= _LONGEST or lows[-1] not in lex.GERUNDS:
        return False
    return lows[1] in _AM and lows[2] in _ONE and _ELSE.isdisjoint(lows[3:])


def owned_from(line: Line, start: int) -> int:
    """Return where `my` stands before a word, or before what is told of it: `my vegan son`."""
    for at in range(start - 1, max(-1, start - _LONGEST), -1):
        if line.words[at].low in lex.POSSESSIVES:
            return at
        if line.breaks[at] or line.words[at].low in _VERBS:
            break
    return start

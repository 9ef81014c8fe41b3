"""Where the words of a list fall into its items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from retentive.rules.claims.matching.lexicon import Lexicon
from retentive.rules.claims.matching.line import Line
from retentive.rules.reading import lexicon as lex

_FEW: Final = 4
"""Words of an item that is not told by `and`: `I speak Dutch, a little French`."""
_VERBAL: Final = lex.FINITE | lex.THIRDS | lex.NOMINATIVE | lex.POSSESSIVES


def items(
    line: Line, start: int, end: int, lexicon: Lexicon, *, headed: bool
) -> Iterator[tuple[int, int]]:
    """Cut a list at commas and at words like `and`; `headed`: it is seen what each item is."""
    joins, first = lexicon.classes["joins"], start
    told = any(line.words[at].low in joins for at in range(start, end))
    told = told or (start > 0 and ":" in line.words[start - 1].after)
    for at in range(start, end):
        short = told or not line.breaks[at] or _is_short(line, at, end, _FEW if headed else 1)
        too = line.breaks[at] and any(one.at == at and one.name == "also" for one in line.marks)
        if line.breaks[at] and at > first and (too or not short):
            end = at  # no list: something else follows a comma
            break
        joined = line.words[at].low in joins
        if joined and _goes_on(line, at + 1, end):
            end = at
            break
        if joined or (at > first and line.breaks[at]):
            if at > first:
                yield first, at
            first = at + 1 if joined else at
            first += joined and _takes_up(line, first, start, end)
    if first < end:
        yield first, end


def _is_short(line: Line, start: int, end: int, most: int) -> bool:
    """Tell whether one word alone stands between commas, or at `most` so many and no verb."""
    last = next((at for at in range(start + 1, end) if line.breaks[at]), end)
    lows = [word.low for word in line.words[start:last]]
    return len(lows) == 1 or (len(lows) <= most and _VERBAL.isdisjoint(lows))


def _goes_on(line: Line, at: int, end: int) -> bool:
    """Tell whether another verb opens behind `and`: `allergic to bees and carries a pen`."""
    return at + 1 < end and line.words[at].low in lex.STRONG_THIRDS


def _takes_up(line: Line, at: int, start: int, end: int) -> bool:
    """Tell whether the preposition before a list comes again: `allergic to bees and to cats`."""
    return start > 0 and at + 1 < end and line.words[at].low == line.words[start - 1].low

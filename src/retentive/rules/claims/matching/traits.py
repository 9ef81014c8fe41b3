"""What a clause must have besides words for a pattern to be worth a try: told before it is tried.

Most patterns that are filed under the beginning of a clause are passed over so.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final

from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.matching.patterns import Capture, Edge, Element, Literal
from retentive.rules.reading import lexicon as lex

PARTED: Final = "a break inside"
CAPITAL: Final = "a capital"
FIGURE: Final = "a figure"
DIALLED: Final = "an address, or the figures of a number to dial"
NUMBER: Final = "a number"
AGED: Final = "an age in one word"
HYPHEN: Final = "a hyphen"
DENIED: Final = "a denial"
VERBLESS: Final = "no verb"
DONE: Final = "what is done to somebody"
TIMED: Final = "a time"

_BY_FORM: Final = {
    "age": NUMBER,
    "aged": AGED,
    "amount": NUMBER,
    "number": NUMBER,
    "people": HYPHEN,
    "proper": CAPITAL,
    "contact": FIGURE,
    "dial": DIALLED,
    "digits": FIGURE,
    "mailbox": DIALLED,
}
"""What a value of a form cannot be without."""
_BY_NEED: Final = {
    "contrast": DENIED,
    "not_last": DENIED,
    "verbless": VERBLESS,
    "passive": DONE,
    "date_next": TIMED,
}
"""Where something that only a match can have is not to be found."""
VERBAL: Final = lex.FINITE | lex.NOMINATIVE | lex.PARTICIPLES
"""Words of which one is in every clause with a verb, but for some in the present."""
DONE_TO: Final = frozenset({"was", "were", "been", "got"})
_DENYING: Final = ("not", "never")
DIGITS: Final = 8
"""Digits of a telephone number that is told by itself."""
_FIGURED: Final = re.compile(r"[\d@]")


def traits_of(elements: Sequence[Element], needs: Collection[str]) -> frozenset[str]:
    """Return what every clause has that a pattern of these elements and `needs` fits."""
    stated = [each.part for each in elements if not each.optional]
    found = {_BY_FORM.get(one.kind.form, "") for one in stated if isinstance(one, Capture)}
    solid = [at for at, part in enumerate(stated) if not isinstance(part, Edge)]
    if solid and any(isinstance(part, Edge) for part in stated[solid[0] : solid[-1]]):
        found.add(PARTED)
    found.update(_BY_NEED.get(need, "") for need in needs)
    return frozenset(found - {""})


def traits(line: Line, lows: Sequence[str], numbers: frozenset[str]) -> list[str]:
    """Return what of it a line of these words has; `numbers` are the words that are numbers."""
    if not lows:
        return []
    having = (
        (PARTED, True in line.breaks[1:-1]),
        (DENIED, bool(line.marks) and any(mark.name in _DENYING for mark in line.marks)),
        (VERBLESS, VERBAL.isdisjoint(lows)),
        (DONE, not DONE_TO.isdisjoint(lows)),
        (TIMED, bool(line.limits)),
    )
    told = [name for name, has in having if has]
    return told + _as_written(line.between(0, len(lows)), lows, numbers)


def _as_written(said: str, lows: Sequence[str], numbers: frozenset[str]) -> list[str]:
    found = [CAPITAL] if said != said.lower() else []
    if _FIGURED.search(said):
        found += [FIGURE, NUMBER]
        if "@" in said or sum(map(str.isdigit, said)) >= DIGITS:
            found.append(DIALLED)
    elif not numbers.isdisjoint([low.partition("-")[0] if "-" in low else low for low in lows]):
        found.append(NUMBER)
    if "-" in said:
        found += [HYPHEN, AGED] if "-year" in said else [HYPHEN]
    return found


def at_edges(elements: Sequence[Element]) -> Iterator[list[str]]:
    """Yield words of which one stands beside an edge in all that fits: `^my`, or `again$`."""
    for one, two in pairwise(elements):
        if one.optional or two.optional:
            continue
        if isinstance(one.part, Edge) and isinstance(two.part, Literal):
            yield [f"^{word}" for word in two.part.begins]
        elif isinstance(one.part, Literal) and isinstance(two.part, Edge):
            last = (row[-1] for row in one.part.rows)
            yield [f"{word}$" for word in (*one.part.words, *last)]


def beside_edges(line: Line) -> list[str]:
    """Return the words of a line that stand beside an edge, in the same writing."""
    breaks, limits, found = line.breaks, line.limits, list[str]()
    for at, word in enumerate(line.words):
        if breaks[at]:
            found.append(f"^{word.low}")
        if breaks[at + 1] or at + 1 in limits:
            found.append(f"{word.low}$")
    return found

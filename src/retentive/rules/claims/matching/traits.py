"""What a clause must have besides words for a pattern to be worth a try: told before it is tried.

Most patterns that are filed under the beginning of a clause are passed over so.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.matching.patterns import Capture, Edge, Element

PARTED: Final = "a break inside"
CAPITAL: Final = "a capital"
FIGURE: Final = "a figure"
NUMBER: Final = "a number"
AGED: Final = "an age in one word"
HYPHEN: Final = "a hyphen"

_BY_FORM: Final = {
    "age": NUMBER,
    "aged": AGED,
    "amount": NUMBER,
    "number": NUMBER,
    "people": HYPHEN,
    "proper": CAPITAL,
    "contact": FIGURE,
    "dial": FIGURE,
    "digits": FIGURE,
    "mailbox": FIGURE,
}
"""What a value of a form cannot be without."""
_FIGURED: Final = re.compile(r"[\d@]")


def traits_of(elements: Sequence[Element]) -> frozenset[str]:
    """Return what every clause has that a pattern of these elements fits."""
    stated = [each.part for each in elements if not each.optional]
    found = {_BY_FORM.get(one.kind.form, "") for one in stated if isinstance(one, Capture)}
    solid = [at for at, part in enumerate(stated) if not isinstance(part, Edge)]
    if solid and any(isinstance(part, Edge) for part in stated[solid[0] : solid[-1]]):
        found.add(PARTED)
    return frozenset(found - {""})


def traits(line: Line, numbers: Collection[str]) -> list[str]:
    """Return what of it a line has; `numbers` are the words that are numbers."""
    if not line.words:
        return []
    said = line.between(0, len(line.words))
    found = [PARTED] if any(line.breaks[1:-1]) else []
    if said != said.lower():
        found.append(CAPITAL)
    if _FIGURED.search(said):
        found += [FIGURE, NUMBER]
    elif any(word.low.partition("-")[0] in numbers for word in line.words):
        found.append(NUMBER)
    if "-" in said:
        found += [HYPHEN, AGED] if "-year" in said else [HYPHEN]
    return found

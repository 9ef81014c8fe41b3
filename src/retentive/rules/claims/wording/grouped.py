"""Names that answer for two groups at once: `What are the kids and the dog called?`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from retentive.rules.claims.wording.rewording import Edit
from retentive.rules.reading import Word

_CALLED: Final = ("are", "called")
_JOINS: Final = ("and", "plus")


def named_apart(asked: Sequence[str], words: Sequence[Word], behind: str) -> list[Edit]:
    """Return what gives each group its names; nothing if one group is asked for.

    One of which there is but one has one name: the first, or the last where it is named last and
    not told `behind`, in what the answer goes on with.
    """
    if tuple(asked[-2:]) != _CALLED or "and" not in asked:
        return []
    at = asked.index("and")
    first, last = asked[:at], asked[at + 1 : -2]
    starts = [0, *(n for n in range(1, len(words)) if _parts(words, n))]
    if not first or not last or not _are_names(words, starts):
        return []
    second = 1 if _is_one(first) and len(starts) > 1 else 0
    if not second and _is_one(last) and len(starts) > 2 and last[-1] not in behind.casefold():
        second = len(starts) - 1
    opening = Edit(words[0].start, words[0].start, _calling(first))
    if not second:
        return [opening] if not _is_one(first) else []
    start = starts[second]
    before = words[start - 1 - (words[start - 1].low in _JOINS)]
    return [opening, Edit(before.end, words[start].start, f"; {_calling(last)}")]


def _parts(words: Sequence[Word], at: int) -> bool:
    """Tell whether another name begins at a word."""
    before = words[at - 1]
    return words[at].low not in _JOINS and ("," in before.after or before.low in _JOINS)


def _are_names(words: Sequence[Word], starts: Sequence[int]) -> bool:
    ends = pairwise((*starts, len(words)))
    return all(words[at].text[:1].isupper() and end - at <= 3 for at, end in ends)


def _is_one(group: Sequence[str]) -> bool:
    return not group[-1].endswith(("s", "children"))


def _calling(group: Sequence[str]) -> str:
    mine = group if group[0] in ("my", "our") else ("my", *group[1:])
    return f"{' '.join(mine)} {'is' if _is_one(group) else 'are'} called "

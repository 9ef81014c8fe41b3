"""What is said and tells nothing of anybody: general truths, and orders to disregard orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from retentive.rules.reading import Clause, Word

_FEW: Final = 3
"""Fewer English words tell something only if they point to somebody or a time: `big if`."""
_FAR: Final = 6
"""Words behind an order to disregard in which what is to be disregarded is looked for."""

Classes = Mapping[str, frozenset[str]]


def is_general(words: Sequence[Word], classes: Classes) -> bool:
    """Tell whether a sentence speaks of things as such: `Hens eat grain`, `a joiner needs knees`.

    Its subject is anybody, one of a kind, or a kind; its verb tells what always holds; and no
    word points to somebody, something known, or a time.
    """
    if any(_points(word, at, classes) for at, word in enumerate(words)):
        return False
    if len(words) < _FEW:
        return all(word.text.isascii() for word in words)
    opens = words[0].low in classes["anybody"]
    present = classes["always"]
    return any(word.low in present for word in words[1:]) if opens else words[1].low in present


def _points(word: Word, at: int, classes: Classes) -> bool:
    is_name = at > 0 and word.text[:1].isupper()
    return is_name or word.low in classes["specific"]


def disregards(clauses: Iterable[Clause], classes: Classes) -> bool:
    """Tell whether a message orders to disregard what was ordered before.

    Who writes so speaks to a model, and mostly not for himself: such a text was pasted or heard.
    """
    for clause in clauses:
        words = [word.low for word in clause.words]
        for at, low in enumerate(words):
            if low in classes["disregard"]:
                behind = words[at + 1 : at + 1 + _FAR]
                orders = not classes["orders"].isdisjoint(behind)
                if orders and not classes["before"].isdisjoint(behind):
                    return True
    return False

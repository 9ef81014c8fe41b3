"""Marks of joking and irony: they take back what was said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading.words import Word

_JOKES: Final = (
    ("just", "kidding"), ("jk",), ("j/k",), ("kidding",), ("joking",), ("just", "joking"),
    ("sike",), ("psych",), ("lol", "as", "if"), ("in", "my", "dreams"), ("haha", "as", "if"),
    ("only", "joking"), ("a", "joke"), ("not", "really", "lol"), ("as", "a", "joke"),
    ("april", "fools"), ("april", "fool"), ("april", "fool", "'s"),
)  # fmt: skip
_JOKE_WORDS: Final = listed("kidding jk j/k joking sike psych if dreams joke lol april")
_JOKE_TEXTS: Final = (
    "kidding",
    "jk",
    "j/k",
    "jok",
    "sike",
    "psych",
    "as if",
    "my dreams",
    "april fool",
)
_NOT: Final = re.compile(r"\bNOT\b|\(not\b|[.!…] *[Nn]ot\b")
_LAUGHS: Final = listed("haha hahaha lol lmao rofl")
_APART: Final = ("(", ".", "!", "…", "...", "..")
_GLAD: Final = listed("sure great yeah wonderful joy fantastic lovely brilliant")
_GUSHING: Final = listed("love adore enjoy thrilled delighted")
_EARNEST: Final = listed("no not never without stop")


def may_joke(text: str) -> bool:
    """Tell whether a text holds a word that may be a mark of joking: most hold none."""
    folded = text.casefold()
    return any(word in folded for word in _JOKE_TEXTS) or _NOT.search(text) is not None


def joke_at(words: Sequence[Word]) -> tuple[int, int]:
    """Return where a mark of joking stands among the words of a sentence; (-1, -1) if none."""
    lows = [word.low for word in words]
    if lows[-1] == "not" and _is_set_off(words):
        return len(words) - 1, len(words)
    if _JOKE_WORDS.isdisjoint(lows):
        return -1, -1
    for mark in _JOKES:
        first, size = mark[0], len(mark)
        for at in range(len(lows) - size + 1):
            if lows[at] != first or tuple(lows[at : at + size]) != mark:
                continue
            if at and (
                lows[at - 1] in _EARNEST or (mark == ("psych",) and not words[at - 1].after)
            ):
                continue  # `switched to psych`
            if mark == ("jk",) and words[at + 1 : at + 2] and _is_name(words[at + 1]):
                continue
            return at, at + size
    return -1, -1


def _is_set_off(words: Sequence[Word]) -> bool:
    """Tell whether a last `not` stands by itself: `I love mornings. NOT!`, `... (not)`."""
    return len(words) == 1 or words[-2].after in _APART or words[-1].text == "NOT"


def _is_name(word: Word) -> bool:
    """Tell whether initials before a word belong to it: `JK Rowling`."""
    return word.text[0].isupper() and word.low != "i"


def is_ironic(words: Sequence[Word]) -> bool:
    """Tell whether a whole sentence is marked as irony: `yeah right, …`, `… /s`."""
    first = words[0].low
    if first in ("yeah", "sure") and len(words) > 2:
        marked = words[1].low == "right" if first == "yeah" else words[1].low == "because"
        if marked and words[1 if first == "yeah" else 0].after:
            return True
    if first == "oh" and len(words) > 2 and words[1].low in _GLAD and words[1].after == ",":
        return any(word.low in _GUSHING for word in words)
    if words[-1].low == "s" and len(words) > 1 and words[-2].after == "/":
        return True
    if first not in ("totally", "suure", "obviously") or len(words) < 3:
        return False
    return any(word.low in _LAUGHS for word in words)

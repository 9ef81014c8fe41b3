"""Words, numbers and signs of a text, with their places; and tables of phrases over them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Generic, NamedTuple, TypeVar

V = TypeVar("V")

# A word keeps its apostrophes, but for the endings that are words of their own ("he's", "I'll").
_TOKEN: Final = re.compile(
    r"[^\W\d_]+(?:['’](?!(?:s|ll)\b)[^\W\d_]+)*|['’](?:s|ll)\b|\d+|[^\w\s]|_|\n", re.IGNORECASE
)


FIGURE: Final = "0"
"""Stands for every number in figures where words are looked up by their first."""


class Token(NamedTuple):
    """One word, number or sign: its code points `[start, end)`, itself in small letters."""

    start: int
    end: int
    low: str
    capital: bool

    @property
    def opener(self) -> str:
        """The word under which readers are looked up that may begin here."""
        return FIGURE if "0" <= self.low[0] <= "9" else self.low


def scan(text: str) -> list[Token]:
    """Return the tokens of a text; a line break is one."""
    found = []
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        word = match[0]
        low = word.lower()
        if "’" in low:
            low = low.replace("’", "'")
        found.append(_new(Token, (start, end, low, word[0].isupper())))
    return found


_new: Final = tuple.__new__
"""Makes a token without the call of its class, of which there is one for every word."""


class Phrasebook(Generic[V]):
    """Phrases of one or more words and what they stand for; the longest that fits wins."""

    __slots__ = ("_by_first", "firsts")

    def __init__(self, phrases: Mapping[str, V]) -> None:
        by_first: dict[str, list[tuple[tuple[str, ...], V]]] = {}
        for phrase, value in phrases.items():
            first, *rest = (token.low for token in scan(phrase))
            by_first.setdefault(first, []).append((tuple(rest), value))
        self._by_first = {
            first: tuple(sorted(choices, key=lambda choice: -len(choice[0])))
            for first, choices in by_first.items()
        }
        self.firsts = self._by_first.keys()
        """The first words of all."""

    def longest(self, value: V) -> str:
        """Return the longest phrase that stands for a value; empty if none does."""
        phrases = (
            " ".join((first, *rest))
            for first, choices in self._by_first.items()
            for rest, meant in choices
            if meant == value
        )
        return max(phrases, key=len, default="")

    def match(self, tokens: list[Token], at: int) -> tuple[V, int] | None:
        """Return what the longest phrase at a place stands for, and the place after it."""
        if not 0 <= at < len(tokens):
            return None
        choices = self._by_first.get(tokens[at].low)
        if choices is None:
            return None
        for rest, value in choices:
            end = at + 1
            for word in rest:
                if end >= len(tokens) or tokens[end].low != word:
                    break
                end += 1
            else:
                return value, end
        return None

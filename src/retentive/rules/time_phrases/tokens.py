"""Words, numbers and signs of a text, with their places; and tables of phrases over them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, Generic, NamedTuple, TypeVar

V = TypeVar("V")

# A word keeps its apostrophes, but for the endings that are words of their own ("he's", "I'll").
_TOKEN: Final = re.compile(
    r"[^\W\d_]+(?:['’](?!(?:s|ll)\b)[^\W\d_]+)*|['’](?:s|ll)\b|\d+|[^\w\s]|_|\n", re.IGNORECASE
)


class Token(NamedTuple):
    """One word, number or sign: its code points `[start, end)`, itself in small letters."""

    start: int
    end: int
    low: str
    capital: bool


def scan(text: str) -> list[Token]:
    """Return the tokens of a text; a line break is one."""
    found = []
    for match in _TOKEN.finditer(text):
        word = match[0]
        found.append(
            Token(match.start(), match.end(), word.lower().replace("’", "'"), word[0].isupper())
        )
    return found


class Phrasebook(Generic[V]):
    """Phrases of one or more words and what they stand for; the longest that fits wins."""

    __slots__ = ("_by_first",)

    def __init__(self, phrases: Mapping[str, V]) -> None:
        by_first: dict[str, list[tuple[tuple[str, ...], V]]] = {}
        for phrase, value in phrases.items():
            first, *rest = (token.low for token in scan(phrase))
            by_first.setdefault(first, []).append((tuple(rest), value))
        self._by_first = {
            first: tuple(sorted(choices, key=lambda choice: -len(choice[0])))
            for first, choices in by_first.items()
        }

    @property
    def firsts(self) -> Iterable[str]:
        """The words a phrase may begin with."""
        return self._by_first.keys()

    def match(self, tokens: list[Token], at: int) -> tuple[V, int] | None:
        """Return what the longest phrase at a place stands for, and the place after it."""
        if at >= len(tokens):
            return None
        for rest, value in self._by_first.get(tokens[at].low, ()):
            end = at + 1 + len(rest)
            if end <= len(tokens) and all(
                tokens[at + 1 + n].low == word for n, word in enumerate(rest)
            ):
                return value, end
        return None

"""A clause as patterns see it: its words without the adverbs, which leave their marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from retentive.rules.claims.lexicon import Lexicon
from retentive.rules.reading.words import Word


class Mark(NamedTuple):
    """An adverb that was set aside: it stood before word `at`, and means `name`."""

    at: int
    name: str


@dataclass(frozen=True, slots=True)
class Line:
    """The words of a clause without its adverbs.

    `breaks[i]` tells that punctuation stands before word `i`; there is one more break than words,
    for the end. `marks` are the adverbs that mean something, in order.
    """

    text: str
    words: tuple[Word, ...]
    breaks: tuple[bool, ...]
    marks: tuple[Mark, ...]

    def between(self, start: int, end: int) -> str:
        """Return what is written from word `start` up to word `end`."""
        if start >= end:
            return ""
        return self.text[self.words[start].start : self.words[end - 1].end]


_QUIET: Final = frozenset("'’\"“”‘*_`~·•-/&%$€£#+.")
"""What may stand between two words that belong together: quotes, hyphens, units, initials."""


def line_of(text: str, words: Sequence[Word], lexicon: Lexicon) -> Line:
    """Return the line that the words of a clause make."""
    kept: list[Word] = []
    breaks: list[bool] = []
    marks: list[Mark] = []
    adverbs = lexicon.adverbs
    at, broken = 0, True
    while at < len(words):
        word = words[at]
        length = 1
        found = adverbs.get(word.low)
        mark = _adverb(words, at, found) if found else None
        if mark is not None:
            length = len(mark[0])
            if mark[1]:
                marks.append(Mark(len(kept), mark[1]))
        else:
            kept.append(word)
            breaks.append(broken)
            broken = False
        broken = broken or _breaks(words[at + length - 1].after)
        at += length
    breaks.append(True)
    return Line(text, tuple(kept), tuple(breaks), tuple(marks))


def _breaks(after: str) -> bool:
    return bool(after) and not _QUIET.issuperset(after)


def _adverb(
    words: Sequence[Word], at: int, phrases: Sequence[tuple[tuple[str, ...], str]]
) -> tuple[tuple[str, ...], str] | None:
    """Return the adverb that begins at a word, the longest."""
    for parts, mark in phrases:
        if all(
            at + step < len(words) and words[at + step].low == part
            for step, part in enumerate(parts)
        ):
            return parts, mark
    return None

"""Numbers in a line: ages, measures, and how long something has been so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.claims.matching.lexicon import Lexicon
from retentive.rules.claims.matching.line import Line
from retentive.rules.reading import Word

_LENGTHS: Final = listed("years yrs year yr months month weeks decades")


def is_number(line: Line, at: int, lexicon: Lexicon) -> bool:
    """Tell whether a word is a number, in figures or letters."""
    low = line.words[at].low
    return (
        low[:1].isdigit()
        or low in lexicon.classes["numbers"]
        or low.partition("-")[0] in lexicon.classes["numbers"]
    )


_UNITS: Final = tuple("%$€£°")
"""Marks behind a number that is no age."""


def told_end(line: Line, start: int, form: str, lexicon: Lexicon) -> int:
    """Return where an age that begins at a word ends, or a word for two; `start` for none."""
    if form == "people":
        return start + lexicon.is_of_two(line.words[start].low)
    if form == "aged":
        return start + _is_year_old(line.words[start].low, lexicon)
    if not _is_age(line.words[start].low, lexicon) or line.words[start].after[:1] in _UNITS:
        return start
    more = start + 1 < len(line.words) and line.words[start + 1].low in lexicon.classes["digits"]
    return start + 2 if more and line.words[start].low in lexicon.classes["tens"] else start + 1


def _is_year_old(low: str, lexicon: Lexicon) -> bool:
    age, hyphen, rest = low.partition("-year")
    return bool(hyphen) and rest in ("-old", "-olds") and _is_age(age, lexicon)


def _is_age(low: str, lexicon: Lexicon) -> bool:
    if low.isascii() and low.isdigit():
        return len(low) < 4 and 0 < int(low) < 130
    numbers = lexicon.classes["numbers"]
    return low != "one" and (low in numbers or low.partition("-")[0] in numbers)


def lengths(line: Line, lexicon: Lexicon) -> Iterator[int]:
    """Yield where a length of time begins, and ends a part: `been a roofer 12 years`."""
    for at, word in enumerate(line.words):
        if at and word.low in _LENGTHS and line.breaks[at + 1] and is_number(line, at - 1, lexicon):
            yield at - 1


def is_measure(word: Word) -> bool:
    """Tell whether a number has a unit behind it: `100%`."""
    return word.after[:1] in _UNITS and word.low.isdigit()

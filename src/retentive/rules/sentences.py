"""Where sentences begin and end in a stored text, as spans of exactly that text.

Knows abbreviations, numbers, lists, code fences and the full stops of other scripts. What a
sentence does (states, asks, requests) is decided in `mood`, named here too. Linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retentive.model.provenance import Span
from retentive.rules.characters import listed
from retentive.rules.mood import Mood, mood, states_something

__all__ = ["Mood", "mood", "sentences", "states_something"]

_CLOSERS: Final = "\"'”’»›)]}」』）】〉》"
_MARKS: Final = ".!?…‽"
_END: Final = re.compile(
    rf"(?P<wide>[。！？｡؟।॥۔]++)(?P<wide_close>[{re.escape(_CLOSERS)}]*+)"
    rf"|(?<![{_MARKS}])(?P<mark>[{_MARKS}]++)(?P<close>[{re.escape(_CLOSERS)}]*+)(?=\s|\Z|[。！？])"
)

_INSIDE_NAMES: Final = frozenset({"van", "von", "de", "da", "di", "del", "la", "le", "ter", "ten"})
_TITLES: Final = listed(
    "mr mrs ms mx dr prof st mt gen col sgt capt lt rev hon gov sen rep vs cf approx viz"
)
"""Abbreviations that something always follows."""

_NUMBERED: Final = listed(
    """no nr nos fig figs eq sec ch vol p pp art ca c est dept ext tel
    jan feb mar apr jun jul aug sep sept oct nov dec"""
)
"""Abbreviations when a number follows, words or months otherwise."""

_TRAILING: Final = listed("etc inc ltd co corp bros jr sr al")
"""Abbreviations that may end a sentence: they do when a capital letter follows."""

_LATIN: Final = frozenset({"e.g", "i.e", "eg", "ie"})

_STARTERS: Final = listed(
    """i he she it we they you the this that these those there my his her its our their your
    a an and but so then when after before if in on at what who where why how"""
)
"""Words that, capitalised after `p.m.` or `U.S.`, begin a sentence and not a name."""

_LOOK_BACK: Final = 24
"""Characters before a full stop in which an abbreviation is looked for."""

_LAST_WORD = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]+\Z")
_NEXT_WORD = re.compile(r"\s*[\"'“‘«(\[]*([^\W_]*)")
_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")
_LEAD = re.compile(r"[ \t]*(?:(?:[-*+•‣◦–—]|\d{1,3}[.)]|#{1,6})[ \t]+)+")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")


def sentences(text: str) -> list[Span]:
    """The sentences of `text`, in order, each without the white space around it.

    A line that goes on in lower case belongs to the sentence before it; a list item or heading is
    one of its own, without its bullet. A fenced block of code is one span, the fences included;
    a fence that is never closed runs to the end.
    """
    found: list[Span] = []
    for start, end, is_code in _blocks(text):
        found.extend(_trimmed(text, start, end) if is_code else _split(text, start, end))
    return found


def _blocks(text: str) -> Iterator[tuple[int, int, bool]]:
    """Stretches of prose without a break inside, and fenced blocks (True)."""
    start, fence, fence_start, at = 0, "", 0, 0
    while at < len(text):
        line = _LINE.match(text, at)
        assert line is not None
        mark = _FENCE.match(text, at, line.end())
        if fence:
            if mark and mark[1].startswith(fence):
                yield fence_start, line.end(), True
                start, fence = line.end(), ""
        elif mark:
            yield start, at, False
            fence, fence_start = mark[1], at
        elif at > start and not _goes_on(text, at, line.end()):
            yield start, at, False
            start = at
        at = line.end()
    yield (fence_start, len(text), True) if fence else (start, len(text), False)


def _goes_on(text: str, at: int, end: int) -> bool:
    """Whether the line at `at` continues the line before it."""
    return text[at : at + 1].islower() and text[at:end].strip() != ""


def _split(text: str, start: int, end: int) -> Iterator[Span]:
    lead = _LEAD.match(text, start, end)
    start = lead.end() if lead else start
    for mark in _END.finditer(text, start, end):
        if mark.end() > start and _ends(text, mark, end):
            yield from _trimmed(text, start, mark.end())
            start = mark.end()
    yield from _trimmed(text, start, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield Span(start, end)


def _ends(text: str, mark: re.Match[str], end: int) -> bool:
    """Whether a sentence ends at this mark."""
    if mark["wide"]:
        # A quotation that goes on without a space is part of a longer sentence.
        return not mark["wide_close"] or mark.end() >= end or text[mark.end()].isspace()
    following = _NEXT_WORD.match(text, mark.end(), end)
    word = following[1] if following else ""
    if mark["mark"] == ".":
        return _full_stop_ends(text, mark.start(), word)
    if mark["close"] or mark["mark"] in ("…", "...", ".."):
        return not word[:1].islower()
    return True


def _full_stop_ends(text: str, at: int, word: str) -> bool:
    """Whether the full stop at `at` ends a sentence, seen that `word` follows."""
    before = _LAST_WORD.search(text[max(0, at - _LOOK_BACK) : at])
    if before is None or not word:
        return True
    last = before[0].casefold()
    if last in _TITLES or last in _LATIN:
        return False
    if last in _NUMBERED:
        return not word[0].isdigit()
    if last in _TRAILING:
        return word[0].isupper()
    if "." in last:
        return word[0].isupper() and word.casefold() in _STARTERS
    return not _is_initial(before[0], word)


def _is_initial(word: str, following: str) -> bool:
    """Whether a word before a full stop is the initial of a name; `I` is more often a word.

    What goes on in small letters is no name: `plots in R. then …`, but `J. van Eyck`.
    """
    named = following[0].isupper() or following in _INSIDE_NAMES
    return len(word) == 1 and word.isupper() and word != "I" and named

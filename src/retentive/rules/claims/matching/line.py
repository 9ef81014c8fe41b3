"""A clause as patterns see it: its words without the adverbs, which leave their marks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from retentive.model.provenance import Span
from retentive.rules.characters import listed
from retentive.rules.claims.matching.lexicon import KEPT, Lexicon
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.words import Word


class Mark(NamedTuple):
    """An adverb that was set aside: it stood before word `at`, and means `name`.

    `parted` tells that punctuation stood before the adverb.
    """

    at: int
    name: str
    parted: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """The words of a clause without its adverbs.

    `breaks[i]` tells that punctuation stands before word `i`; there is one more break than words,
    for the end. `marks` are the adverbs that mean something, in order. A value ends before a word
    of `limits`, where a time phrase begins, or of `cuts`, where one was set aside.
    """

    text: str
    words: tuple[Word, ...]
    breaks: tuple[bool, ...]
    marks: tuple[Mark, ...]
    limits: frozenset[int] = frozenset()
    cuts: frozenset[int] = frozenset()
    timed: frozenset[int] = frozenset()
    """Words inside a time phrase: no verb stands there (`the end of May`)."""

    def first(self, start: int) -> int:
        """Return the first word that stands at or behind a code point."""
        return next((n for n, one in enumerate(self.words) if one.start >= start), len(self.words))

    def between(self, start: int, end: int) -> str:
        """Return what is written from word `start` up to word `end`."""
        if start >= end:
            return ""
        first = max(0, self.words[start].start)
        if first and self.text[first - 1] == "+" and self.text[first].isdigit():
            first -= 1  # `+44 131 496 0188`
        return self.text[first : self.words[end - 1].end]


_CHATTING: Final = listed("btw lol tbh haha hahaha imo imho ngl fyi lmao fwiw afaik iirc ofc")
"""Words that end what stands before them: `I can't eat shellfish btw learned it the hard way`."""
_QUIET: Final = frozenset("@'’\"“”‘*_`~·•-/&%$€£#+.")
"""What may stand between two words that belong together: quotes, hyphens, units, initials."""


def line_of(text: str, words: Sequence[Word], lexicon: Lexicon, times: Sequence[Span] = ()) -> Line:
    """Return the line that the words of a clause make; `times` are its time phrases.

    A phrase after which the clause goes on is set aside (`I moved last year to Rome`).
    """
    spoken, starts, cut_at = _without(words, times, lexicon)
    begun = _behind(words, times)
    kept: list[Word] = []
    breaks: list[bool] = []
    marks: list[Mark] = []
    limits: set[int] = set()
    cuts: set[int] = set()
    adverbs = lexicon.adverbs
    words, at, broken, stay = spoken, 0, True, 0
    while at < len(words):
        word = words[at]
        if word.start in starts:
            limits.add(len(kept))
        if word.start in cut_at:
            cuts.add(len(kept))
        length = 1
        found = adverbs.get(word.low)
        mark = _adverb(words, at, found) if found and at >= stay else None
        if mark and mark[1] == KEPT:
            stay, mark = at + len(mark[0]), None
        if at and not kept and word.low in _LEADS:
            pass  # `ok so the car is gone`
        elif mark is not None:
            length = len(mark[0])
            if word.low in _CHATTING:
                cuts.add(len(kept))
            if mark[1]:
                marks.append(Mark(len(kept), mark[1], broken))
        else:
            kept.append(word)
            breaks.append(broken or word.start == begun)
            broken = False
        broken = broken or _breaks(words[at + length - 1].after)
        at += length
    breaks.append(True)
    timed = [at for at, word in enumerate(kept) if _is_in(word, times)] if times else ()
    ends = map(frozenset, (limits, cuts, timed))
    return Line(text, tuple(kept), tuple(breaks), tuple(marks), *ends)


def _is_in(word: Word, times: Sequence[Span]) -> bool:
    """Tell whether a word stands in a time phrase, behind its first word."""
    at = bisect_left(times, word.start, key=lambda span: span.start) - 1
    return at >= 0 and word.end <= times[at].end


_EVERY: Final = frozenset({"weekly", "monthly", "quarterly", "daily", "yearly", "annual"})
"""What tells which thing is meant, and not when, before a noun."""
_POINTED: Final = (["the"], ["our"], ["my"], ["his"], ["her"], ["their"])
_NO_NOUN: Final = lex.FINITE | lex.PREPOSITIONS | lex.COORDINATORS | lex.NOMINATIVE
_LEADS: Final = frozenset({"so", "and", "but"})
"""What says nothing between an interjection and what is told."""
_ONCE: Final = frozenset({"last", "yesterday", "today", "this"})
"""What begins a time that comes once: `swapped it last week for a Leaf`."""
_HOLDING: Final = frozenset({"of", "than"})


def _behind(words: Sequence[Word], times: Sequence[Span]) -> int | None:
    """Return where the word stands before which only a time phrase is said, if there is one."""
    first = words[0].start if words else -1
    ends = [span.end for span in times if span.start <= first < span.end]
    return next((word.start for word in words if ends and word.start >= max(ends)), None)


def _without(
    words: Sequence[Word], times: Sequence[Span], lexicon: Lexicon
) -> tuple[Sequence[Word], set[int], set[int]]:
    """Return the words without time phrases in their midst.

    The other phrases begin at the first positions; those set aside stood before the second ones.
    """
    starts: set[int] = set()
    cut_at: set[int] = set()
    spoken: list[Word] = []
    opens = {span.start for span in times}
    at = 0
    for span in times:
        while at < len(words) and words[at].end <= span.start:
            spoken.append(words[at])
            at += 1
        first = at
        while at < len(words) and words[at].start < span.end:
            at += 1
        marked = lexicon.adverbs.get(words[first].low, ()) if at > first else ()
        if marked and (found := _adverb(words, first, marked)) and len(found[0]) == at - first:
            at = first  # `now`, `for now` leave their mark
        if at - first == 1 and _tells_which(words, first, spoken):
            at = first  # `the quarterly report`, `no Friday deploys`
        if first == at:
            continue
        goes_on = at < len(words) and not _breaks(words[at - 1].after)
        goes_on = goes_on and words[at].start not in opens
        once = words[first].low in _ONCE  # not `every Thursday for chess`
        goes_on = goes_on and (once or words[at].low != "for")
        goes_on = goes_on and _adverb(words, at, lexicon.adverbs.get(words[at].low, ())) is None
        inner = bool(spoken) and spoken[-1].low in _HOLDING  # `instead of May in Rome`
        if goes_on and not inner and (not spoken or not _breaks(spoken[-1].after)):
            cut_at.add(words[at].start)
        else:
            starts.add(words[first].start)
            spoken += words[first:at]
    return [*spoken, *words[at:]], starts, cut_at


def _tells_which(words: Sequence[Word], at: int, spoken: Sequence[Word]) -> bool:
    """Tell whether a word for a time stands before a noun and tells which is meant."""
    before = [word.low for word in spoken[-2:]]
    if before[-1:] == ["no"] or before == ["no", "more"]:
        behind = words[at + 1 : at + 2]
        return not words[at].after and any(one.low not in _NO_NOUN for one in behind)
    return words[at].low in _EVERY and before[-1:] in _POINTED


def _breaks(after: str) -> bool:
    return bool(after) and not _QUIET.issuperset(after)


def _adverb(
    words: Sequence[Word], at: int, phrases: Sequence[tuple[tuple[str, ...], str]]
) -> tuple[tuple[str, ...], str] | None:
    """Return the adverb that begins at a word, the longest; `phrases` are those with its word."""
    for parts, mark in phrases:
        if len(parts) == 1 or parts == tuple(word.low for word in words[at : at + len(parts)]):
            return parts, mark
    return None

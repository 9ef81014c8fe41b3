"""Which times of a clause are those of a claim in it, where several are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.model.provenance import Span
from retentive.rules.characters import listed
from retentive.rules.claims.matching.line import Line
from retentive.rules.reading import lexicon as lex
from retentive.rules.time_phrases import Role, TimePhrase

_OF: Final = listed("of than")
_REACH: Final = 20
"""Characters before a time in which the word before it stands."""


def meant(
    phrases: Sequence[TimePhrase], line: Line, where: Span, clause: Span
) -> tuple[TimePhrase, ...]:
    """Return phrases without those of something else, if others stand beside them.

    `Bhutan instead of Diwali at home, 18 to 26 October`; `at Acme until May, then on leave`;
    `was in Rome in May, going to Oslo in two weeks`.
    """
    text = line.text
    others = [one for one in phrases if _OF.isdisjoint(before(one, text))]
    ends = (one.span.end for one in others if one.span.start >= where.end)
    first = next(ends, len(text))
    near = [one for one in others if not (one.span.start > first and _then(text, first, one))]
    behind = [one for one in near if one.role is Role.AT and where.end <= one.span.start]
    if any(one.dated and not _breaks(line, where.end, one.span.start) for one in behind):
        near = [one for one in near if not _parted(one, line, where, clause)]
    return tuple(near or phrases)


def of_verbs_before(phrases: Sequence[TimePhrase], line: Line, start: int) -> list[TimePhrase]:
    """Return the times that another verb has, told before a comma: `retired in May, plays golf`.

    `start` is the word with which what is told begins; a verb of its own must stand there.
    """
    if not 0 < start < len(line.words) or not line.breaks[start]:
        return []
    if line.words[start].low not in _VERBS:
        return []
    begin = line.words[start].start
    told = (word for word in line.words[:start] if word.low in _VERBS)
    first = next((word.end for word in told), begin)
    return [one for one in phrases if first <= one.span.start and one.span.end <= begin]


_VERBS: Final = lex.FINITE | lex.THIRDS


def of_another(phrase: TimePhrase, line: Line, end: int) -> bool:
    """Tell whether a time is of something behind: `Jo is a cook, back to work in June`.

    `end` is the word behind what is told.
    """
    at = line.first(phrase.span.start)
    start = next((n for n in range(at, end - 1, -1) if line.breaks[n]), -1)
    lows = [word.low for word in line.words[max(start, 0) : at]]
    content = any(low not in lex.PREPOSITIONS and low not in lex.ADVERBS for low in lows)
    return start > 0 and len(lows) > 1 and content and _DOING.isdisjoint(lows)


_DOING: Final = lex.FINITE | lex.PASTS | lex.GERUNDS


def before(one: TimePhrase, text: str) -> list[str]:
    """Return the word before a phrase, or none."""
    return text[max(0, one.span.start - _REACH) : one.span.start].casefold().split()[-1:]


def _parted(one: TimePhrase, line: Line, where: Span, clause: Span) -> bool:
    """Tell whether a comma parts a time from words behind it, and it does not head the clause."""
    if one.span.end > where.start or one.span.start <= clause.start:
        return False
    return _breaks(line, one.span.end, where.start)


def _breaks(line: Line, start: int, end: int) -> bool:
    """Tell whether a comma stands between two places."""
    return any(line.breaks[at] for at in range(line.first(start), line.first(end) + 1))


def _then(text: str, start: int, one: TimePhrase) -> bool:
    """Tell whether something comes between a place and a phrase: `then`."""
    return "then" in text[start : one.span.start].casefold().split()

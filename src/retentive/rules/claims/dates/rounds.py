"""What only the date of something known completes: `at 5`, `Friday`, `the 13th`, `a week later`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.provenance import Span
from retentive.model.record import Precision
from retentive.rules.characters import listed
from retentive.rules.claims.dates.dating import Times
from retentive.rules.claims.language import Language
from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.saying import Said
from retentive.rules.shifting import WEEK
from retentive.rules.time_phrases import TimePhrase
from retentive.rules.values import counting

SHIFT: Final = "shift"
"""The capture of a pattern that tells by how much something moves."""
MONTH: Final = 30 * 24

_MINUTES: Final = {
    "minute": 1,
    "min": 1,
    "hour": 60,
    "day": 24 * 60,
    "week": 7 * 24 * 60,
    "fortnight": 14 * 24 * 60,
    "month": 30 * 24 * 60,
}
_EARLIER: Final = listed("earlier sooner forward forwards up ahead early")
_MOST: Final = 400.0
"""Units by which an appointment is moved, at the most."""
_HALF: Final = "half"
_DAY: Final = re.compile(r"\d{1,2}(?:st|nd|rd|th)")
_BESIDE: Final = listed("the on at by for to until till from a an of in")


def by_known(
    made: Candidate, one: Said, line: Line, clause: Span, times: Times, language: Language
) -> Candidate:
    """Return a claim with what the date of something known may complete."""
    phrases = times.dates(clause)
    rounds = _rounds(phrases[0], line.text, language) if len(phrases) == 1 and one.dated else 0
    return replace(made, clock=rounds, shift=_shift(one, line))


def _rounds(phrase: TimePhrase, text: str, language: Language) -> int:
    """Return the hours after which a time that is told comes round, if it leaves open when."""
    written, classes = text[phrase.span.start : phrase.span.end], language.matcher.lexicon.classes
    words = written.casefold().split()
    named = [word for word in words if word not in _BESIDE]
    if len(named) == 1 and named[0] in classes["weekdays"]:
        return WEEK
    if len(named) == 1 and _DAY.fullmatch(named[0]):
        return MONTH
    days = (classes["times"] - classes["halves"]) | classes["pointing_days"]
    whole = phrase.precision is not Precision.MINUTE or not days.isdisjoint(words)
    if whole or any(mark in written for mark in "/-"):
        return 0
    told = any(word.endswith(tuple(classes["halves"])) for word in words)
    start = phrase.start
    late = start is not None and f"{start.hour}" in written and start.hour > 12
    return 24 if told or late else 12


def _shift(one: Said, line: Line) -> int:
    """Return by how many minutes what is known is put off, or brought forward."""
    named = one.match.values(SHIFT)
    if not named:
        return 0
    length = _length([word.low for word in line.words[named[0].start : named[-1].end]])
    earlier = not _EARLIER.isdisjoint(word.low for word in line.words)
    return -length if earlier else length


def _length(words: Sequence[str]) -> int:
    units = (_MINUTES.get(word.removesuffix("s"), 0) for word in words)
    unit = next((one for one in units if one), 0)
    if _HALF in words:
        return unit // 2
    counted = counting(" ".join(words))
    return round(unit * min(_MOST, 1.0 if counted is None else counted[0]))

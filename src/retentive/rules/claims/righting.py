"""What `I meant Tuesday` puts right: the last claim of its speaker that it can stand in for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from retentive.model.claim import Claim, Correction, Cue, Polarity
from retentive.rules.calendar_words import MONTHS, WEEKDAYS
from retentive.rules.characters import listed
from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.matching.match import Match
from retentive.rules.claims.matching.patterns import LAST, NEXT, OVER, WRONG
from retentive.rules.claims.saying import Said
from retentive.rules.reading import Word
from retentive.rules.values import counting

NEAR = 12
"""Claims, the newest first, among which the wrong words are looked for."""
ALIKE = 0.6
"""The share of letters in a row that a slip of the pen leaves as they were."""
MOST = 4
"""Words of what is denied beside the right ones."""
LINKS = listed("to in at on from with for as of the a an")


def is_starred(text: str, words: Sequence[Word]) -> bool:
    """Tell whether an asterisk alone stands before words: `*plumber`, not `*very*`."""
    start = words[0].start if words else 0
    return start > 0 and text[start - 1] == "*" and "*" not in text[start : words[-1].end + 1]


def asks_to_forget(match: Match, line: Line) -> bool:
    """Tell whether a match asks to forget what comes next: `you should not forget` does not.

    `Do not store that` does, and `store that` does not.
    """
    if match.pattern.says[0].old != NEXT:
        return False
    denied = any(one.at < match.end and one.name in ("not", "never") for one in line.marks)
    return denied is (match.pattern.says[0].negated == "affirms")


def corrected(one: Said, line: Line) -> Correction | None:
    """Return what a claim bears on: known words that it ends or moves, or is told instead of."""
    if one.old == OVER:
        return Correction("it" if one.known else None, one.value)
    if one.known:
        return Correction(one.value)
    if one.old and one.new:
        return Correction(one.old, one.new)
    if one.polarity is Polarity.NEGATIVE or one.cue is not Cue.NONE or one.type != "state":
        return None
    other = contrast(one, line)
    return Correction(other, one.value) if other else None


def contrast(one: Said, line: Line) -> str:
    """Return what is denied at the end of a clause behind a value: `Oslo, not in Bergen`."""
    behind = (mark for mark in line.marks if mark.name == "not" and mark.at >= one.item[1])
    at = next((mark.at for mark in behind if mark.at == one.item[1] or mark.parted), None)
    if at is None:
        return ""
    start = at + 1 if at < len(line.words) and line.words[at].low in LINKS else at
    end = next((n for n in range(start + 1, len(line.words)) if line.breaks[n]), len(line.words))
    return line.between(start, end) if 0 < end - start <= MOST else ""


def taken_back(
    one: Said, line: Line, heard: Callable[[], Sequence[Claim]], told: str = ""
) -> tuple[str | None, Claim | None] | None:
    """Return the words that are taken back or followed, and the right claim if one is known.

    `told` are those that were said to be wrong. None if nothing was claimed that can be meant.
    There are no words where only what is known tells what they follow.
    """
    if one.old == OVER:
        return None, None
    if one.old == NEXT:
        rest = line.between(one.match.end, len(line.words))
        return (rest, None) if rest else None
    old = told if one.old == WRONG else one.old
    if old and old != LAST:
        return old, None
    claims = heard()
    wrong = put_right(one.new, claims) if one.new else next(reversed(claims), None)
    if wrong is None and one.old == WRONG:
        wrong = next(reversed(claims), None)
    if wrong is None:
        return None
    if not one.new:
        return wrong.value, None
    slip = next((row for row in _rows(wrong.value, one.new) if _is_slip(row, one.new)), wrong.value)
    known, number = counting(wrong.value), counting(one.new)
    if known is not None and number is not None and not number[1]:
        slip = wrong.value.split()[0]  # `no, four`, of `three cats`
    if day := _day(wrong, one.new):
        new = one.new.rpartition(" ")[2]  # `on the 6th`
        return day, replace(wrong, value=wrong.value.replace(day, new, 1))
    return slip, replace(wrong, value=wrong.value.replace(slip, one.new, 1))


def _day(wrong: Claim, new: str) -> str:
    """Return the day of a birthday, if only another one is told: `no, the 14th`."""
    day = _DAY.fullmatch(new.lower().removeprefix("on ").removeprefix("the "))
    told = wrong.value.split() if wrong.attribute == "birthday" and day else []
    return next((one for one in told if _DAY.fullmatch(one)), "")


_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th)?")


def put_right(new: str, claims: Sequence[Claim]) -> Claim | None:
    """Return the claim, of those heard so far in order, whose value `new` is the right one for.

    A word that is written much alike, also one of several (`daughter Anya`), goes before one of
    the same form: a number for a number, a name for a name. Nothing is put right that has neither.
    """
    near = list(reversed(claims))[:NEAR]
    for fits in (_is_slip, _has_slip, _is_of_one_form):
        found = next((one for one in near if fits(one.value, new)), None)
        if found is not None:
            return found
    return None


def _is_slip(old: str, new: str) -> bool:
    """Tell whether two words begin and end alike for the most part, but are not the same."""
    one, other = old.casefold(), new.casefold()
    if one == other or not one or not other:
        return False
    shorter = min(len(one), len(other))
    head = next((n for n in range(shorter) if one[n] != other[n]), shorter)
    rest = shorter - head
    tail = next((n for n in range(rest) if one[-1 - n] != other[-1 - n]), rest)
    return shorter > 3 and head + tail >= ALIKE * max(len(one), len(other))


def _has_slip(old: str, new: str) -> bool:
    return any(_is_slip(row, new) for row in _rows(old, new))


def _rows(old: str, new: str) -> list[str]:
    """Return the words of a value in rows as long as the right ones: `Mrs Hale`, `Mrs Hall`."""
    words, size = old.split(), len(new.split())
    return [" ".join(words[at : at + size]) for at in range(len(words) - size + 1)]


def _is_of_one_form(old: str, new: str) -> bool:
    if old.casefold() == new.casefold():
        return False
    return _form(old) == _form(new) != "word"


def _form(words: str) -> str:
    if any(one.isdigit() for one in words) or counting(words) is not None:
        return "number"
    if words.casefold() in MONTHS or words.casefold() in WEEKDAYS:
        return "date"
    return "name" if words[:1].isupper() else "word"

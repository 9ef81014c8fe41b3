"""What a sentence leaves out since it has just been said, or says only at its end.

A second verb (`I'm 41 and my husband 44`), what somebody has (`hers is on the 9th`), and who a
pronoun means (`he's a firefighter, my dad`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from retentive.rules.calendar_words import CALENDAR
from retentive.rules.characters import listed
from retentive.rules.claims.wording.rewording import Edit
from retentive.rules.reading import Word
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.words import words_of
from retentive.rules.sentences import sentences

_BEHIND: Final = re.compile(
    r"(?:[,;–—]|\b(?:and|but|while))\s+(?:and\s+|but\s+)?(?:my|his|her|our|he|she|[iI]|[A-ZÀ-Þ]\w+)\s"
    r"|\b(?:[Mm]ine|[Hh]ers|[Hh]is|[Tt]heirs|[Oo]urs)\b"
)
"""Words without which a text leaves nothing of it out."""
_POSSESSED: Final = re.compile(r"\b(?:mine|hers|his|theirs|ours)\b", re.IGNORECASE)
_DISLOCATED: Final = re.compile(
    r"(?P<who>\b(?:s?he)(?=['’]?s\b|\s))(?P<said>[^.!?\n]{4,120}?),?\s*[,(–—-]\s*"
    r"(?P<whom>(?:my|our)\s+[\w'’-]+(?:\s+[\w'’-]+){0,2}?)"
    r"(?:\s+(?:i mean|i meant|that is|obviously|btw|lol|i should say))?\)?(?=\s*(?:[.!?\n]|$))",
    re.IGNORECASE,
)
_OWNERS: Final = listed("my his her our their your")
_HAVING: Final = {"mine": "my", "hers": "her", "his": "his", "theirs": "their", "ours": "our"}
_TELLING: Final = lex.BE | listed("'s on in at")
_SHARED: Final = lex.BE | listed(
    """'s live lives lived work works worked study studies studied play plays speak speaks drink
    drinks eat eats like likes love loves hate hates drive drives teach teaches has have had moved
    comes"""
)
"""Verbs that hold of a second subject which is told without one."""
_PRIORS: Final = listed("in at from for to with on as near allergic a an")
_OBJECTS: Final = listed(
    """study studies play plays speak speaks drink drinks eat eats like likes love loves hate hates
    drive drives teach teaches has have"""
)
_AFTER_THING: Final = lex.FINITE | lex.PREPOSITIONS | lex.THIRDS | {"'s"}
_JOINS: Final = listed("and but while whereas")
_BEFORE: Final = _JOINS | lex.ADVERBS
_CLAUSAL: Final = lex.FINITE | lex.NOMINATIVE
_CLOSED: Final = lex.PREPOSITIONS | lex.DETERMINERS | lex.ADVERBS
_LONGEST: Final = 6
"""Words of what is told of a second subject."""
_MOST: Final = 3
"""Words that a subject, or what somebody has, is told in."""


def elided(text: str, before: str, kin: Collection[str]) -> Iterator[Edit]:
    """Yield what a text leaves out; `before` is the message it follows."""
    if not _BEHIND.search(text):
        return
    had, stands = "", _POSSESSED.search(text) is not None
    for span in sentences(text):
        words = words_of(text, span.start, span.end)
        yield from _second_verbs(words, kin)
        for at, word in enumerate(words if stands else ()):
            had = _possessed(words, at) or had
            if _stands_for(words, at):
                thing = had or ("" if at or span.start else _last_possessed(before))
                owner = _HAVING[word.low]
                yield from [Edit(word.start, word.end, f"{owner} {thing}")] if thing else ()


def dislocated(text: str, kin: Collection[str]) -> Iterator[Edit]:
    """Yield who a pronoun means that is told at the end of its sentence: `he's 70, my dad`."""
    if not re.search(r"[,(–—-]\s*(?:my|our)\s", text, re.IGNORECASE):
        return
    for found in _DISLOCATED.finditer(text):
        start, end = found.span("who")
        before = text[max(0, start - _MOST) : start].rstrip()
        if (not before or before[-1] in ".!?,;") and _is_kin(found["whom"].split(), kin):
            yield Edit(start, end, found["whom"] + ("'" if text.startswith("s", end) else ""))
            yield Edit(found.end("said"), found.end(), "")


def _is_kin(words: Sequence[str], kin: Collection[str]) -> bool:
    """Tell whether words are `my dad`, `my best mate jess`."""
    lows = [word.casefold() for word in words]
    last = next((at for at, low in enumerate(lows) if low in kin), 0)
    behind = lows[last + 1 :]
    return last > 0 and len(behind) < 2 and lex.FINITE.isdisjoint(behind)


def _second_verbs(words: Sequence[Word], kin: Collection[str]) -> Iterator[Edit]:
    verb = -1
    for at, word in enumerate(words):
        opens = at > 0 and (
            words[at - 1].low in _JOINS or words[at - 1].after in (",", ";", "–", "—")
        )
        if verb >= 0 and opens:
            end = _subject_end(words, at, kin)
            if end > at and _goes_on(words, verb, end):
                yield Edit(words[end].start, words[end].start, f"{_agreeing(words, verb, at)} ")
        if word.low in _SHARED and at + 1 < len(words):
            verb = at
        elif word.low in lex.FINITE or word.low in lex.THIRDS:
            verb = -1


def _subject_end(words: Sequence[Word], at: int, kin: Collection[str]) -> int:
    """Return where a subject that begins at a word ends; the word itself for none."""
    word = words[at]
    if word.after:
        return at
    if word.low in lex.NOMINATIVE or _may_name(words, at):
        return at + 1 if at + 1 < len(words) else at
    if word.low not in _OWNERS:
        return at
    for end in range(at + 1, min(len(words) - 1, at + 1 + _MOST)):
        if words[end].after:
            return at
        if words[end].low in kin:
            named = words[end + 1].text[0].isupper() and end + 2 < len(words)
            return end + 1 + named
    return at


def _may_name(words: Sequence[Word], at: int) -> bool:
    """Tell whether a word may name another than who was told of first: `Rosa …, Paolo …`."""
    low = words[at].low
    if not words[at].text[0].isupper() or low in CALENDAR or low.removesuffix("s") in CALENDAR:
        return False
    return low not in lex.DETERMINERS and (words[0].low != "i" or words[at - 1].low in _JOINS)


def _goes_on(words: Sequence[Word], verb: int, start: int) -> bool:
    """Tell whether the words at `start` say of another subject what a verb said of the first."""
    said, told = words[verb + 1].low, words[start].low
    end = next((at + 1 for at in range(start, len(words)) if words[at].after), len(words))
    end = next((at for at in range(start, end) if words[at].low in _JOINS), end)
    rest = [word.low for word in words[start:end]]
    if not 0 < len(rest) <= _LONGEST or not _CLAUSAL.isdisjoint(rest):
        return False
    if any(low in lex.THIRDS or low == "'s" for low in rest):
        return False
    if said in _PRIORS:
        return told == said or (said in ("a", "an") and told in ("a", "an"))
    if said[0].isdigit():
        return told[0].isdigit()
    if words[start - 1].low in lex.NOMINATIVE or _is_verb(told):
        return False
    plain = told not in _CLOSED and len(rest) <= 2
    return plain and (words[verb].low in _OBJECTS or (words[verb].low in lex.BE and len(rest) == 1))


def _is_verb(low: str) -> bool:
    return low in lex.BASES or (low.endswith("s") and low[:-1] in lex.BASES) or low in lex.PASTS


def _agreeing(words: Sequence[Word], verb: int, subject: int) -> str:
    low = words[verb].low
    if low in ("am", "are", "is", "'s"):
        return {"i": "am", "they": "are", "we": "are"}.get(words[subject].low, "is")
    return low


def _stands_for(words: Sequence[Word], at: int) -> bool:
    """Tell whether `hers` stands at a word for something that was told: `hers is on the 9th`."""
    if words[at].low not in _HAVING or at + 1 == len(words) or words[at].after:
        return False
    opens = at == 0 or words[at - 1].after != "" or words[at - 1].low in _BEFORE
    following = words[at + 1].low
    return opens and (following in _TELLING or following[0].isdigit())


def _possessed(words: Sequence[Word], at: int) -> str:
    """Return what somebody has, if it is told at a word: `my flight`."""
    if words[at].low not in _OWNERS and words[at].low != "'s":
        return ""
    found: list[str] = []
    for word in words[at + 1 : at + 1 + _MOST]:
        if word.low in _AFTER_THING:
            return " ".join(found)
        found.append(word.text)
        if word.after:
            break
    return found[0] if found else ""


def _last_possessed(text: str) -> str:
    words = words_of(text[-_READ:])
    told = (_possessed(words, at) for at in range(len(words) - 1, -1, -1))
    return next((one for one in told if one), "")


_READ: Final = 240
"""Characters of the message before in which something that somebody has is looked for."""

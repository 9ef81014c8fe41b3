"""Whose somebody is who is told without: `wife's a nurse`, `boss is Beth`, `Krum (the husband)`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from retentive.rules.claims.wording.rewording import Edit
from retentive.rules.reading import lexicon as lex

THEM: Final = (
    "wife|husband|hubby|missus|boyfriend|girlfriend|bf|gf|fiancée?|fiancee?|partner|son|daughter"
    "|sister|brother|sis|bro|niece|nephew|stepson|stepdaughter|stepdad|stepmum|stepmom"
    "|mother-in-law|father-in-law|sister-in-law|brother-in-law|mil|fil"
    "|little[ ]one|boss|manager|supervisor|landlord|landlady|flatmate"
    "|roommate|housemate|kids|kiddos|twins|grandson|granddaughter|in-laws"
    "|inlaws|toddler|teenager|fella"
)
_ONE: Final = re.compile(rf"(?<![\w'’#@/-])(?:{THEM})(?![\w-])", re.IGNORECASE)
_OPENS: Final = re.compile(
    r"(?:^|[.!?;,:(—–\n*•]|\s-|[^\x00-\xff]|\b(?:and|but|also|so|because|cos|cuz|btw|since|then|plus"
    r"|cause|when|while|though|anyway|ok|okay|oh|yeah|well|today|there is|there's))\s*$",
    re.IGNORECASE,
)
"""What stands before a word that somebody is told by without whose it is."""
_WITH: Final = re.compile(r"\b(?:with|w/)\s+$", re.IGNORECASE)
_NAME: Final = re.compile(r"\s+(?:called\s+|named\s+|is called\s+)?[A-ZÀ-Þ][a-zà-ÿ]+")
_THERE: Final = re.compile(r"(?=[ ]in[ ][A-ZÀ-Þ][\w'’-]+[ ]?(?:[,.;!\n&]|and\b|but\b|$))")
_AT_WORK: Final = re.compile(r"(?i:boss|manager|supervisor|landlord|landlady|partner)")
_APPOSED: Final = re.compile(
    r"(?<![\w'’-])(?P<name>[A-ZÀ-Þ][\w'’-]+)[ ]\((?:the[ ]|(?:my|our)[ ](?=\w+,))"
    rf"(?P<whom>{THEM}|dog|cat|mum|mom|dad)"
    r"(?:,[ ](?P<age>\d{1,2}))?\)"
)
_KIN_BEFORE: Final = re.compile(rf"(?<![\w'’-])(?:{THEM})[ ]$", re.IGNORECASE)
_BRACKETED: Final = re.compile(r"\((?P<name>[A-ZÀ-Þ][\w'’-]+),?[ ](?P<age>\d{1,2})\)")
_THE: Final = re.compile(
    r"(?<![\w'’])the(?=[ ](?:little[ ]one|old[ ]man|other[ ]half|better[ ]half|hubby|boyfriend"
    r"|girlfriend)(?:['’]s\b|[ ](?:is|has|was|had|just|loves?|hates?|wants?|got|still)\b))",
    re.IGNORECASE,
)
"""What stands before somebody who can only be the speaker's: `the little one is teething`."""
_DOUBLED: Final = re.compile(
    r"\b(?:my|our)[ ](?P<whom>[\w-]+)(?:[ ][A-ZÀ-Þ]\w+)?(?P<twice>[ ](?:he|she|they))"
    r"(?=['’]?s?[ ](?:is|are|has|have|was|does|do|will|can|not|\w+s)\b|['’]s\b)",
    re.IGNORECASE,
)
"""Somebody who is told twice: `my baby he has reflux`."""
_NEXT: Final = re.compile(r"\s+([a-z']+)", re.IGNORECASE)
_ANOTHER: Final = re.compile(
    r"\b(?:he|she|his|her|they|their|novel|film|movie|story|series|plot|(?:husband|man) and)\b",
    re.IGNORECASE,
)
_ONLY_THE: Final = frozenset({"little", "old", "half", "hubby", "boyfriend", "girlfriend"})
_TWICE: Final = frozenset({"he", "she", "they"})
_BEFORE: Final = 24
_SENTENCE: Final = 160
"""Characters before a word in which its sentence is looked for."""
_VERBS: Final = (lex.FINITE | lex.THIRDS) - lex.BASES


_SIGNS: Final = frozenset(
    re.split(r"[\[-]", one)[one == "in-laws"]
    for told in THEM.split("|")
    for one in (told.replace("?", ""), told.replace("e?", ""))
)
"""Words of which one stands wherever one of them is told of."""


def unowned(text: str, words: frozenset[str], kin: Collection[str]) -> Iterator[Edit]:
    """Yield `my` before words for those who are told of without whose they are.

    `words` are those of the text, in small letters.
    """
    for found in _ONE.finditer(text) if not words.isdisjoint(_SIGNS) else ():
        start, end = found.span()
        before = text[max(0, start - _BEFORE) : start]
        there = _THERE.match(text, end) is not None and not _AT_WORK.fullmatch(found[0])
        opens = there or _follows(text, end, found[0][0].isupper())
        opens = opens and _OPENS.search(before) is not None
        mine = opens and not _of_another(text[max(0, start - _SENTENCE) : start])
        if mine or _WITH.search(before):
            yield Edit(start, start, "my ")
        if mine and there:
            yield Edit(end, end, " lives")
    yield from _told_so(text, words, kin)
    if "(" not in text:
        return
    for found in _BRACKETED.finditer(text):
        if not _KIN_BEFORE.search(text[max(0, found.start() - _BEFORE) : found.start()]):
            continue
        yield Edit(found.start(), found.end(), f"{found['name']} ({found['age']})")
    for found in _APPOSED.finditer(text):
        age = f" ({found['age']})" if found["age"] else ""
        yield Edit(found.start(), found.end(), f"my {found['whom']} {found['name']}{age}")


def _told_so(text: str, words: frozenset[str], kin: Collection[str]) -> Iterator[Edit]:
    """Yield `my` for a `the`, and nothing for a pronoun that tells somebody twice."""
    for found in _THE.finditer(text) if not words.isdisjoint(_ONLY_THE) else ():
        yield Edit(found.start(), found.end(), "my")
    for found in _DOUBLED.finditer(text) if not words.isdisjoint(_TWICE) else ():
        if found["whom"].casefold() in kin:
            yield Edit(*found.span("twice"), "")


def _follows(text: str, at: int, upper: bool) -> bool:
    """Tell whether a name or a verb stands behind a word."""
    if _BRACKETED.match(text, at + 1):
        return True
    if text.startswith(("'s ", "’s "), at) or (not upper and _NAME.match(text, at)):
        return True
    behind = _NEXT.match(text, at)
    return behind is not None and behind[1].casefold() in _VERBS


def _of_another(before: str) -> bool:
    """Tell whether a sentence speaks of somebody else: `she's a nurse, husband is a cook`."""
    said = before[max(before.rfind(mark) for mark in ".!?\n") + 1 :]
    return _ANOTHER.search(said) is not None

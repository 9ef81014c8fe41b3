"""Which stretches of a text are handed on without quotation marks: mails, messages, logs, signs.

Tom wrote: I moved.                 she was like I'm done
Here's the log:                     ValueError: I live in a queue
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retentive.model.provenance import Span
from retentive.rules.calendar_words import WEEKDAYS
from retentive.rules.characters import listed

_SAID: Final = re.compile(
    r"\b(?:wrote|writes|said|says|texted|texts|e?mailed|replied|answered|posted|tweeted|yelled"
    r"|shouted|whispered|goes|reads|told (?:me|us|him|her|them)|asked|announced|added)"
    r"(?: (?:me|us|this|that|earlier|today|yesterday|back|in reply|to me|to us|on \w+))?"
    r":[ \t]*(?=\S|\n)",
    re.IGNORECASE,
)
_WRITTEN: Final = re.compile(
    r"\b(?:e-?mail|mail|message|letter|text|post|tweet|review|article|sign|sticker|poster|t-?shirt"
    r"|mug|log|logs|output|stack ?trace|traceback|transcript|quote|caption|headline|reply|statement"
    r"|voicemail|chat|conversation|thread|comment|dialogue|excerpt|snippet|config|dump|error|draft"
    r"|essay|paragraph|poem|lyrics|script|cover letter|bio)(?: so far| below| attached| here)?"
    r"(?: (?:from|of|by|to|with|was|is|i got|(?:he|she|they) sent|said|says)\b[^\n:.!?;]{0,40})?"
    r":[ \t]*(?=\S|\n)",
    re.IGNORECASE,
)
_LIKE: Final = re.compile(
    r"\b(?:he|she|they|[A-Z][a-z]+|my \w+)(?:'s| was| were| is| are|[’]s)(?: all| just)? like,? "
    r"(?=(?:i|i'm|im|we|i’m|i've)\b)|\b(?:he|she|\w+) goes,? (?=(?:i|i'm|im|we|i’m|i've)\b)",
    re.IGNORECASE,
)
_RAISED: Final = re.compile(
    r"^[ \t]*(?:(?:[a-z]\w*\.)*\w+(?:Error|Exception|Warning)|(?i:assistant|bot|ai|chatgpt|chatbot"
    r"|llm|debug|error|fatal))\]?[ \t]*:[^\n]*"
    r"|^[ \t]*\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE)\]? +[\d\[(][^\n]*|^! [A-Z][^\n]*",
    re.MULTILINE,
)
_ASKED: Final = re.compile(
    r"^[ \t]*q(?:uestion)?[ \t]*[:.)][^\n]*\n+[ \t]*a(?:nswer)?[ \t]*[:.)][^\n]*",
    re.IGNORECASE | re.MULTILINE,
)
_DOCUMENT: Final = re.compile(
    r"^#{1,3}[ \t]*(?:readme|changelog|license|contributing|installation|usage|abstract|chapter)\b",
    re.IGNORECASE | re.MULTILINE,
)
_TABLE: Final = re.compile(r"^(?:[^\s,;][^,\n;]{0,40},(?=\S))+[^\s,;][^,\n]{0,40}$", re.MULTILINE)
_NAMED: Final = re.compile(r"\A([A-Z][a-z]{1,15}): +(?:I|I['’]m|Im|I['’]ve|We|My)\b[^\n]*\Z")
_LABELS: Final = WEEKDAYS | listed(
    """note notes update edit ps fyi reminder correction question answer background context
    location home address city country work job career diet food health allergies allergy
    family kids pets pet hobbies hobby music status bio about intro introduction summary
    tldr news fact facts fun confession also btw anyway ok okay me myself name age goal
    goals plan plans problem issue situation story reason result today yesterday tomorrow
    tonight morning evening afternoon disclaimer warning caveat truth honestly sorry thanks
    hello hi hey dear remember important preferences preference language languages education
    school studies weekend travel trip money budget finance mood sleep exercise fitness
    sport sports birthday wedding relationship personal professional profile memo journal
    diary log entry day week info heads quick random lifestyle habits routine tools stack
    setup housing living pronouns timezone origin nationality religion politics skills
    experience role position company employer request requirement requirements details
    detail message announcement spoiler example user human wait actually yes no well so look
    listen basically clarification addendum addition extra"""
)
"""Words before a colon that are no name of a speaker."""
_MADE_UP: Final = ("so far", "draft", "essay", "paragraph", "poem", "lyrics", "script")
"""Words for what somebody writes and does not say: `my text so far: I was born in Rome`."""
_GAP: Final = re.compile(r"\n[ \t]*\n")
_SENTENCE_END: Final = re.compile(r"[.!?\n]")
_OWN: Final = listed("i we my our ive id always")
_SOMES: Final = listed("a an the this that his her their s these some another")
_NO_SPEAKER: Final = listed("time saying story as it way that money everything what")
_TOKEN: Final = re.compile(r"[^\W_]+")
_QUOTES: Final = frozenset("\"'“„«‘「`>")
_BACK: Final = 80
"""Characters before a verb of saying among which its subject is looked for."""
_NEAR: Final = 4
"""Words before it that are looked at."""
_GREETING: Final = 24
"""No more characters than these before a blank line are a greeting."""


def handed_on(text: str) -> Iterator[Span]:
    """Yield the spans of what others said or wrote, or machines put out."""
    if ":" in text:
        yield from _announced(text)
    if ":" in text or "\n" in text:
        yield from (Span(*one.span()) for one in _RAISED.finditer(text))
    if ":" in text:
        named = _NAMED.match(text)
        if named and named[1].casefold() not in _LABELS:
            yield Span(*named.span())
    folded = text.casefold()
    for like in _LIKE.finditer(text) if _may_act(folded) else ():
        if _NO_SPEAKER.isdisjoint(_TOKEN.findall(like[0].casefold())):
            end = _SENTENCE_END.search(text, like.end())
            yield Span(like.end(), end.end() if end else len(text))
    if "\n" not in text:
        return
    yield from (Span(*one.span()) for one in _ASKED.finditer(text))
    if document := _DOCUMENT.search(text):
        yield Span(document.start(), len(text))
    rows = list(_TABLE.finditer(text))
    commas = {row[0].count(",") for row in rows}
    if len(rows) > 1 and len(commas) == 1:
        yield from (Span(*row.span()) for row in rows)


def _may_act(folded: str) -> bool:
    return " like" in folded or " goes" in folded


def _announced(text: str) -> Iterator[Span]:
    """Yield what stands behind the colon of who said it or where it was read."""
    marks = [one.span() for one in _SAID.finditer(text) if _is_others(_before(text, one.start()))]
    for one in _WRITTEN.finditer(text):
        folded = one[0].casefold()
        made_up = any(word in folded for word in _MADE_UP)
        if made_up or " from " in folded or _is_a(_before(text, one.start())):
            marks.append(one.span())
    at = 0
    for first, start in sorted(marks):
        if first < at:
            continue
        while start < len(text) and text[start].isspace():
            start += 1
        if start < len(text) and text[start] not in _QUOTES:
            at = _end(text, start)
            yield Span(start, at)


def _before(text: str, at: int) -> list[str]:
    """Return the last words of a sentence before a place in it."""
    before = text[max(0, at - _BACK) : at]
    ends = [one.end() for one in _SENTENCE_END.finditer(before)]
    return _TOKEN.findall(before[ends[-1] if ends else 0 :].casefold())[-_NEAR:]


def _is_others(before: list[str]) -> bool:
    """Tell whether these words name somebody else who speaks: `my boss`, not `as I always`."""
    return bool(before) and "i" not in before and before[-1] not in _OWN


def _is_a(before: list[str]) -> bool:
    """Tell whether what is named next is somebody's or something read: `the log`, `Tom's mail`."""
    return not _SOMES.isdisjoint(before) and _OWN.isdisjoint(before[-2:])


def _end(text: str, start: int) -> int:
    """Return where the paragraph that begins at `start` ends; a greeting belongs to the next."""
    gap = _GAP.search(text, start)
    while gap and gap.start() - start < _GREETING:
        gap = _GAP.search(text, gap.end())
    return gap.start() if gap else len(text)

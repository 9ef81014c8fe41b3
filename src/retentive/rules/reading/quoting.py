"""Which stretches of a text are other people's words, or stand for something: not said by heart.

Quoted lines and mails, speech in quotation marks, what is handed over to be translated or
checked, lyrics, and what is said inside a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retentive.model.provenance import Span
from retentive.rules.characters import listed
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.speech import handed_on

_PAIRED: Final = re.compile(
    r'(?<![\w"])"(?P<straight>[^"\n]+)"(?!\w)|“(?P<curly>[^“”]+)[”"]|«(?P<angle>[^«»]+)»'
    r"|„(?P<low>[^„“”]+)[“”]|「(?P<corner>[^「」]+)」|`(?P<code>[^`\n]+)`"
    r"|(?<![\w'’])'(?P<single>(?:[^'\n]|(?<=\w)'(?=\w))+)'(?!\w)"
    r"|‘(?P<soft>(?:[^‘’\n]|(?<=\w)’(?=\w))+)’(?!\w)"
)
_MARKS: Final = re.compile('["“«„「`‘]')
_TOKEN: Final = re.compile(r"[^\W_]+")
_PERSONAL: Final = listed("i we you he she they my me im ive your our us")
_LEAST: Final = 3
"""Words of a quotation that is speech; shorter ones are names and emphasis."""

_LINES: Final = re.compile(r"^[ \t]{0,3}(?:[>|][^\n]*(?:\n|\Z))+", re.MULTILINE)
_SUNG: Final = re.compile(r"[♪♫🎵🎶][^♪♫🎵🎶\n]+[♪♫🎵🎶]?")
_FORWARDED: Final = re.compile(
    r"^[-_ \t]{0,12}(?:original message|forwarded message|begin forwarded message)\b"
    r"|^on [^\n]{5,120} wrote:[ \t]*$"
    r"|^(?:(?:from|to|cc|sent|date|subject):[^\n]*\n){2}",
    re.IGNORECASE | re.MULTILINE,
)
_SIGNED: Final = re.compile(
    r"^dear [^\n]{1,60}\n|^(?:best|kind|warm)?[ \t]*(?:regards|wishes)\b|^(?:sincerely|yours)\b",
    re.IGNORECASE | re.MULTILINE,
)
_LETTER: Final = re.compile(
    r"^[ \t]*dear (?:mr|mrs|ms|miss|dr|prof|professor|sir|madam|hiring|customer)\b[^\n]*",
    re.IGNORECASE | re.MULTILINE,
)
"""A letter to somebody else, drafted."""
_LOG: Final = re.compile(
    r"^[ \t]*[\[(]?\d{1,2}[:.]\d\d(?::\d\d)?(?: ?[ap]m)?[\])]?[ \t,-]*"
    r"[^\n:]{1,40}: [^\n]*(?:\n|\Z)",
    re.IGNORECASE | re.MULTILINE,
)
_TURN: Final = re.compile(
    r"^[ \t]*(?!(?i:note|update|edit|correction|question|answer|ps|fyi|reminder)\b)"
    r"[A-Z][\w.-]{1,20}(?: [A-Z][\w.-]{1,20})?: +([A-Za-z]+)[^\n]*(?:\n|\Z)",
    re.MULTILINE,
)
"""A line of a talk that was pasted: a name, and what it said."""
_TALKING: Final = listed("i im we my you your hi hey hello yes no ok oh he she they how what")
_HANDED: Final = re.compile(
    r"\b(?:translate|proofread|rewrite|rephrase|paraphrase|summari[sz]e|shorten|reword|polish|edit"
    r"|spell-?check|correct|improve|draft|reply|respond|write|fill in|complete|analy[sz]e|explain"
    r"|format|convert|classify|review|lyrics?|jokes?|chorus|transcript|proverb|excerpt"
    r"|character sheet|fixtures?|(?:seed|test|sample|dummy|mock|fake|example|placeholder)"
    r" (?:data|rows?|records?|users?|inputs?|values?|profiles?|cases?|entr(?:y|ies)))"
    r"\b[^\n:.!?;]{0,80}:[ \t]*(?=\S|\n)",
    re.IGNORECASE,
)
_TAG: Final = re.compile(r"^[ \t]*<([A-Za-z][\w-]{0,40})(?: [^<>\n]{0,200})?>[ \t]*$", re.MULTILINE)
_MOST_TAGS: Final = 16
"""Blocks between tags that are looked for: what has more is no message."""
_PLAYED: Final = re.compile(
    r"\brole-?play\w*|\b(?:stay |back )?in character\b|\bdungeon master\b"
    r"|\blet[’']?s (?:do|continue|play|resume|go on with|start|get back to)\b[^.!?\n]{0,30}"
    r"\b(?:story|scene|campaign|adventure|rpg|d&d)\b"
    r"|\bpretend (?:that )?(?:i|you|we|to be)\b|\bact as\b|\byou are now\b"
    r"|\byou be (?:the|a|an|my)\b",
    re.IGNORECASE,
)
_GAMES: Final = (
    "role",
    "character",
    "dungeon",
    "let",
    "pretend",
    "act as",
    "you are now",
    "you be",
)
"""A text without any of these holds no mark of a game."""
_SERIOUS: Final = re.compile(
    r"\bout of character\b|\booc\b|\birl\b|\breal[ -]life\b|\bpause\b|\bfor real\b|\bseriously\b",
    re.IGNORECASE,
)
_SUPPOSED: Final = re.compile(
    r"(?:\A|(?<=[.!?\n])|(?<=[.!?] ))(?:(?:ok(?:ay)?|now|so|just|please),? )?"
    r"(?:(?:let us |let[’']?s )?(?:imagine|assume|suppose)|picture this|let[’']?s (?:say|pretend))"
    r",? (?:for a (?:moment|second|minute),? )?(?:that )?(?:i|i[’']m|i[’']ve|my|we|you)\b",
    re.IGNORECASE,
)
_SUPPOSING: Final = ("imagine", "assume", "suppose", "picture this", "let")
_REALLY: Final = re.compile(
    r"\bactually\b|\bin (?:reality|fact)\b|\bby the way\b|\bbtw\b|\banyway\b|\bmeanwhile\b"
    r"|\breal[ -]life\b|\birl\b|\bfor real\b|\bseriously\b|\bas for me\b|\n[ \t]*\n",
    re.IGNORECASE,
)
_CODED: Final = re.compile(
    r"\{[^{}\n]{0,300}?[:=][^{}\n]{0,300}\}"
    r"|\b(?:INSERT INTO|insert into \w+ ?(?:values|\()|SELECT [^\n;]{1,120}? FROM|select \* from"
    r"|UPDATE \w+ SET|DELETE FROM|CREATE TABLE|(?:VALUES|values) ?\()[^\n;]*"
    r"|\b[Aa]s an? [^,\n]{1,40},? [iI] want to\b[^\n]{0,160}\bso (?:that )?[iI] can\b[^\n]*"
    r"|^[ \t]*(?:\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE)\]?:?[ \t])[^\n]*",
    re.MULTILINE,
)
"""What is written for a machine, or by one: objects in braces, SQL, a log; and user stories."""
_CODING: Final = (
    *("{", "as a", "insert into", "select ", "update ", "delete from", "create table", "values"),
    *("error", "warn", "info", "debug", "fatal", "trace"),
)
_SENTENCE_END: Final = re.compile(r"[.!?\n]")
_GAP: Final = re.compile(r"\n[ \t]*\n")


def quoted(text: str) -> list[Span]:
    """Return the spans of `text` that its sender does not say of himself, in order and apart."""
    folded = text.casefold()
    found = [*_speech(text), *handed_on(text)]
    if any(word in folded for word in _GAMES):
        found += _played(text)
    if any(word in folded for word in _SUPPOSING):
        found += _supposed(text)
    if any(word in folded for word in _CODING):
        found += [Span(*one.span()) for one in _CODED.finditer(text)]
    if "\n" in text or text.startswith((">", "|")):
        found += [Span(*one.span()) for one in _LINES.finditer(text) if ">" in one[0][:5]]
        found += [*_mails(text), *_logged(text), *_tagged(text)]
    if ":" in text:
        found += _handed(text)
    if "dear " in folded:
        found += [Span(*one.span()) for one in _LETTER.finditer(text)]
    if not text.isascii():
        found += [Span(*one.span()) for one in _SUNG.finditer(text)]
    return _merged(found)


def _speech(text: str) -> Iterator[Span]:
    """Yield what stands in quotation marks and is said by somebody, the marks included."""
    if not _MARKS.search(text) and " '" not in text and text[:1] != "'":
        return
    for one in _PAIRED.finditer(text):
        inside = one[one.lastgroup or 0]
        tokens = [token.casefold() for token in _TOKEN.findall(inside)]
        if len(tokens) < _LEAST:
            continue
        personal = not _PERSONAL.isdisjoint(tokens) or _is_title(text, one)
        if one.lastgroup in ("single", "soft") and not personal:
            continue
        if personal or (_is_said(text, one, inside) and not lex.FINITE.isdisjoint(tokens)):
            yield Span(*one.span())


def _is_title(text: str, one: re.Match[str]) -> bool:
    """Tell whether words of which something is said open a text: `"Born to Run" is a hit`."""
    behind = _TOKEN.match(text, one.end() + 1)
    return one.start() == 0 and behind is not None and behind[0].casefold() in lex.BE


def _is_said(text: str, one: re.Match[str], inside: str) -> bool:
    before = text[max(0, one.start() - 24) : one.start()].rstrip()
    if not before or before[-1] in ":,\n" or inside.rstrip()[-1] in ".,!?…":
        return True
    last = _TOKEN.findall(before)[-1:]
    return bool(last) and last[0].casefold() in lex.REPORTING


def _mails(text: str) -> Iterator[Span]:
    if forwarded := _FORWARDED.search(text):
        lines = _LINES.search(text, forwarded.end())
        yield Span(forwarded.start(), lines.end() if lines else len(text))
    marks = list(_SIGNED.finditer(text))
    if len(marks) > 1 and marks[0][0].casefold().startswith("dear"):
        end = _GAP.search(text, marks[-1].end())
        yield Span(marks[0].start(), end.start() if end else len(text))


def _tagged(text: str) -> Iterator[Span]:
    """Yield blocks between tags on lines of their own: pasted from a prompt or a page."""
    at = 0
    for _ in range(_MOST_TAGS):
        opening = _TAG.search(text, at)
        if opening is None:
            return
        closing = text.find(f"</{opening[1]}>", opening.end())
        if closing < 0:
            at = opening.end()
        else:
            at = closing + len(opening[1]) + 3
            yield Span(opening.start(), at)


def _logged(text: str) -> Iterator[Span]:
    """Yield the lines of a chat that was pasted: times, names and words."""
    lines = list(_LOG.finditer(text))
    turns = list(_TURN.finditer(text))
    talked = any(turn[1].casefold() in _TALKING for turn in turns)
    for found in (lines, turns if talked else []):
        if len(found) > 1:
            yield from (Span(*line.span()) for line in found)


def _handed(text: str) -> Iterator[Span]:
    """Yield what follows the colon of a task: the paragraph, or the next if none is left."""
    at = 0
    while task := _HANDED.search(text, at):
        start = task.end()
        while start < len(text) and text[start].isspace():
            start += 1
        gap = _GAP.search(text, start)
        at = max(task.end(), gap.start() if gap else len(text))
        if start < at:
            yield Span(start, at)


def _played(text: str) -> Iterator[Span]:
    """Yield what is said in a game: from the sentence after its mark to a word of real life."""
    at = 0
    while played := _PLAYED.search(text, at):
        end = _SENTENCE_END.search(text, played.end())
        start = end.end() if end else len(text)
        back = _SERIOUS.search(text, start)
        at = max(played.end(), back.start() if back else len(text))
        if start < at:
            yield Span(start, at)


def _supposed(text: str) -> Iterator[Span]:
    """Yield what goes on with an order to suppose, unless it was all of a question."""
    at = 0
    while supposed := _SUPPOSED.search(text, at):
        end = _SENTENCE_END.search(text, supposed.end())
        at = start = end.end() if end else len(text)
        if end is None or end[0] == "?":
            continue
        back = _REALLY.search(text, start)
        at = back.start() if back else len(text)
        if start < at:
            yield Span(start, at)


def _merged(found: list[Span]) -> list[Span]:
    merged: list[Span] = []
    for span in sorted(found):
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged

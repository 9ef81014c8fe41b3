"""A text read: its clauses in order, each with its words and how it was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from retentive.model.provenance import Span
from retentive.rules.mood import Mood, mood
from retentive.rules.reading.asides import resumed
from retentive.rules.reading.clause import Clause, Cut, Modality
from retentive.rules.reading.clauses import cuts
from retentive.rules.reading.joking import is_ironic, joke_at, may_joke
from retentive.rules.reading.lexicon import INTERJECTIONS
from retentive.rules.reading.modality import modalities
from retentive.rules.reading.quoting import quoted
from retentive.rules.reading.words import Word, words_of
from retentive.rules.sentences import sentences

_SYMBOL: Final = re.compile(r"[{}\[\]();=<>|&$^~#]")
_LONGEST: Final = 100
"""Words of a clause beyond which it is cut wherever that is: who reads one compares all of it."""
_FENCES: Final = ("```", "~~~")


def read(text: str, ours: Sequence[Span] = ()) -> tuple[Clause, ...]:
    """Return every clause of `text` in order, apart from one another.

    Sentences that meet one of `ours` (what we rendered ourselves, in order) and blocks of code
    are left out. What others said, or what only stands for something, is `QUOTED`.
    """
    theirs = quoted(text)
    jokes = may_joke(text)
    found: list[Clause] = []
    own = said = 0
    for sentence in sentences(text):
        while own < len(ours) and ours[own].end <= sentence.start:
            own += 1
        while said < len(theirs) and theirs[said].end <= sentence.start:
            said += 1
        if own < len(ours) and ours[own].start < sentence.end:
            continue
        if text.startswith(_FENCES, sentence.start):
            continue
        before = len(found)
        found.extend(_sentence(text, sentence, theirs, said))
        if jokes:
            _take_back(found, before)
    return tuple(found)


def _sentence(text: str, sentence: Span, theirs: Sequence[Span], at: int) -> list[Clause]:
    """Return the clauses of a sentence, in and between the quotations that it holds."""
    if at >= len(theirs) or theirs[at].start >= sentence.end:
        return _clauses(text, sentence, sentence)
    start = sentence.start
    found: list[Clause] = []
    while at < len(theirs) and theirs[at].start < sentence.end:
        inside = Span(max(start, theirs[at].start), min(sentence.end, theirs[at].end))
        found += _clauses(text, Span(start, inside.start), sentence)
        if words := words_of(text, *inside):
            found.append(_clause(words, Cut(0, len(words), ""), Modality.QUOTED, sentence))
        start = inside.end
        at += 1
    return found + _clauses(text, Span(start, sentence.end), sentence)


def _clauses(text: str, span: Span, sentence: Span) -> list[Clause]:
    """Return the clauses of a stretch in which nothing is quoted."""
    words: Sequence[Word] = words_of(text, *span) if span.start < span.end else []
    if not words:
        return []
    said = text[span.start : span.end]
    if _SYMBOL.search(said) and mood(said) is Mood.CODE:
        return [_clause(words, Cut(0, len(words), ""), Modality.QUOTED, sentence)]
    words, every = resumed(words, cuts(words))
    found = [part for cut in every for part in _parts(cut)]
    if is_ironic(words):
        return [_clause(words, cut, Modality.JOKING, sentence) for cut in found]
    return [
        _clause(words, cut, meant, sentence)
        for cut, meant in zip(found, modalities(text, words, found), strict=True)
    ]


def _parts(cut: Cut) -> Iterator[Cut]:
    """Yield a clause, or its parts if it is longer than any that somebody writes."""
    start, lead, head = cut.start, cut.lead, cut.head
    while cut.end - start > _LONGEST:
        yield Cut(start, start + _LONGEST, lead, head)
        start, lead, head = start + _LONGEST, "", 0
    yield Cut(start, cut.end, lead, head)


def _clause(words: Sequence[Word], cut: Cut, meant: Modality, sentence: Span) -> Clause:
    own = tuple(words[cut.start : cut.end])
    lows = frozenset([word.low for word in own])
    return Clause(Span(own[cut.head].start, own[-1].end), own, meant, sentence, cut.lead, lows)


def _take_back(found: list[Clause], first: int) -> None:
    """Let a joke that is owned up to take back what came before it."""
    for number in range(first, len(found)):
        at, end = joke_at(found[number].words)
        if at < 0:
            continue
        words = found[number].words
        if all(word.low in INTERJECTIONS for word in words[:at]):
            at = 0
        whole = at > 0 or end == len(words)
        for one in range(_from(found, first, number, at), number + whole):
            if found[one].modality is Modality.ASSERTED:
                found[one] = replace(found[one], modality=Modality.JOKING)


def _from(found: Sequence[Clause], first: int, number: int, at: int) -> int:
    """Return the first clause that the joke in clause `number` takes back.

    A sentence that opens with the mark takes back the sentence before it.
    """
    if number > first or at > 0 or first == 0:
        return first
    before = found[first - 1].sentence
    while first and found[first - 1].sentence == before:
        first -= 1
    return first

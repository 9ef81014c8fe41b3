"""The words of each of several claims that one clause makes.

"I work as a nurse at St Mary's" says two things, and each may end without the other. So a claim
beside others is told in its own words: "I work as a nurse", "I work at St Mary's".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.claim import Cue, Polarity
from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.saying import Said, spans
from retentive.rules.reading import Clause, Referent

Made = tuple[Candidate, Said | None]
"""A candidate of a clause, and what a pattern said; None where a mention of somebody told it."""


MANY: Final = 24
"""Claims of one clause that are told apart; of more each is told by the whole clause."""


def told_apart(line: Line, made: Sequence[Made]) -> Iterator[Candidate]:
    """Yield the candidates of a clause, each in its own words where there are several."""
    several = len({(one.claim.attribute, one.claim.value) for one, _ in made if one.claim}) > 1
    several = several and len(made) <= MANY
    for one, said in made:
        text = _own_words(line, one, said, made) if several else ""
        yield replace(one, text=text) if text else one


def _own_words(line: Line, one: Candidate, said: Said | None, made: Sequence[Made]) -> str:
    """Return the words that make a claim; empty for all that the clause says.

    What denies or changes something is told whole: the word that does so may stand anywhere.
    """
    claim = one.claim
    if claim is None or claim.polarity is Polarity.NEGATIVE or one.cue is not Cue.NONE:
        return ""
    if said is None:
        return _mention(one.text, claim.value)
    if said.item != said.words:
        return ""
    words = set(range(said.match.start, said.match.end))
    own = set(range(*said.words))
    for _, other in made:
        if other is None or other.known:  # what may end something else takes no words away
            continue
        if other.match.verb == said.match.verb >= 0:
            tail = set(range(other.match.verb + 1, other.match.end))
            if tail < words and own.isdisjoint(tail):
                words -= tail
    return " ".join(line.between(start, end) for start, end in _runs(sorted(words)))


def _mention(text: str, value: str) -> str:
    """Return the mention that holds a value, with the word before it: `My sister Rosa`.

    One without a name says too little by itself.
    """
    start = text.find(value)
    if start < 0 or value.islower():
        return ""
    before = text[:start].split()
    return f"{before[-1]} {value}" if before else value


def _runs(words: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the stretches of words that stand side by side, as `[start, end)`."""
    start = 0
    for at in range(1, len(words) + 1):
        if at == len(words) or words[at] != words[at - 1] + 1:
            yield words[start], words[at - 1] + 1
            start = at


def in_words(line: Line, clause: Clause, said: Said) -> str:
    """Return the clause, of a list only the item that is claimed.

    Who is repeated behind an aside stands before it.
    """
    start, end = clause.span
    head = [word for word in clause.words if word.start < start]
    about = f"{line.text[head[0].start : head[-1].end]} " if head else ""
    if said.item == said.words:
        return about + line.text[start:end]
    listed = spans(line, said.item)
    return about + line.text[start : listed.start] + said.value + line.text[listed.end : end]


def with_subject(text: str, said: Said, about: Referent, speaker: Referent) -> str:
    """Return a text that says whom it is about where the clause leaves that out.

    What somebody says so of himself (`Moved to Rome`) is told by who said it.
    """
    if about == speaker:
        return text
    left_out = said.match.subject is not None and said.match.subject[0] == said.match.subject[1]
    return f"{about.name} {text}" if left_out and about.name else text


def numbered(found: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield the claims of a clause, each once, told apart by their ordinals."""
    seen: set[object] = set()
    for one in found:
        told = (one.claim, one.corrects)
        if told not in seen:
            seen.add(told)
            at = len(seen) - 1
            yield one if one.ordinal == at else replace(one, ordinal=at)

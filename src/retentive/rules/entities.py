"""Names in a text, and what kind of thing each names (row C-25).

By form alone: capitals, @handles, quotation marks, camelCase, acronyms. Linear in the text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from retentive.model.provenance import Span

PERSON: Final = "person"
ORGANISATION: Final = "organization"
CONCEPT: Final = "concept"

LONGEST: Final = 100
"""More characters between quotation marks are speech, not a term."""

_WORD = re.compile(r"@?[^\W\d_]\w*+(?:[-'’][^\W\d_]\w*+)*+")
_QUOTED = re.compile(
    rf"\"([^\"\n]{{1,{LONGEST}}})\""
    rf"|“([^“”\n]{{1,{LONGEST}}})”"
    rf"|(?<![^\W_])'([^'\n]{{1,{LONGEST}}})'(?![^\W_])"
)
_POSSESSIVE = re.compile(r"['’]s$")


@dataclass(frozen=True, slots=True)
class EntityWords:
    """Words of a language that tell what a capitalised word is; all of them casefolded."""

    openers: frozenset[str]
    times: frozenset[str]
    titles: frozenset[str]
    organisations: frozenset[str]

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> EntityWords:
        """Return the words of a table in a language's data file."""
        return cls(**{name: frozenset(table[name].split()) for name in cls.__dataclass_fields__})


@dataclass(frozen=True, slots=True)
class Mention:
    """A name, of what it is, and where it stands first."""

    name: str
    type: str
    span: Span


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def low(self) -> str:
        return self.text.casefold()


def entities(
    text: str,
    words: EntityWords,
    patterns: Sequence[re.Pattern[str]] = (),
    known: frozenset[str] = frozenset(),
) -> tuple[Mention, ...]:
    """Return each name once, in the order in which they stand first.

    The word that opens the text is a name if it is one further on, or `known` to be one. What
    is found later tells the type: quoted, a name of two words is a concept. `patterns` find
    more concepts, by their first group or as a whole.
    """
    found: dict[str, Mention] = {}
    for one in _all(text, words, patterns, known):
        first = found.get(one.name, one)
        found[one.name] = Mention(one.name, one.type, first.span)
    return tuple(sorted(found.values(), key=lambda one: one.span))


def _all(
    text: str,
    words: EntityWords,
    patterns: Iterable[re.Pattern[str]],
    known: frozenset[str],
) -> Iterator[Mention]:
    said = list(_words(text))
    yield from _capitalised(text, said, words, known)
    for word in said:
        if word.text.startswith("@"):
            yield Mention(word.text, PERSON, Span(word.start, word.end))
    for quoted in _QUOTED.finditer(text):
        at = quoted.lastindex or 0
        yield Mention(quoted[at], CONCEPT, Span(*quoted.span(at)))
    yield from _written(said)
    for pattern in patterns:
        for match in pattern.finditer(text):
            at = 1 if pattern.groups and match[1] is not None else 0
            if match[at]:
                yield Mention(match[at], CONCEPT, Span(*match.span(at)))


def _capitalised(
    text: str, said: Sequence[_Word], words: EntityWords, known: frozenset[str]
) -> Iterator[Mention]:
    """Yield names of several words, then those of one that is in none of these."""
    runs = list(_runs(text, said, words))
    several = {word.text for run in runs if len(run) > 1 for word in run}
    yield from (_name(text, run, words) for run in runs if len(run) > 1)
    alone: dict[str, list[_Word]] = defaultdict(list)
    for word in [run[0] for run in runs if len(run) == 1]:
        if word.text not in several and word.low not in words.titles:
            alone[word.text].append(word)
    for name, places in alone.items():
        if name in known or places[-1].start > said[0].start:
            yield Mention(name, CONCEPT, Span(places[0].start, places[0].end))


def _words(text: str) -> Iterator[_Word]:
    """Yield the words of a text, without the `'s` of an owner."""
    for match in _WORD.finditer(text):
        mail = match[0].startswith("@") and text[match.start() - 1 : match.start()].isalnum()
        if not mail:
            yield _Word(_POSSESSIVE.sub("", match[0]), match.start())


def _runs(text: str, said: Sequence[_Word], words: EntityWords) -> Iterator[list[_Word]]:
    """Yield capitalised words that stand together, without what merely opens a sentence."""
    run: list[_Word] = []
    for word in said:
        joined = run and text[run[-1].end : word.start].strip(" \t") == ""
        if run and not (joined and (_capital(word, words) or _acronym(word))):
            yield run
            run = []
        if run or (_capital(word, words) and word.low not in words.openers):
            run.append(word)
    if run:
        yield run


def _capital(word: _Word, words: EntityWords) -> bool:
    first, rest = word.text[:1], word.text[1:]
    return first.isupper() and any(char.islower() for char in rest) and word.low not in words.times


def _name(text: str, run: Sequence[_Word], words: EntityWords) -> Mention:
    span = Span(run[0].start, run[-1].end)
    organisation = any(word.low in words.organisations for word in run)
    kind = ORGANISATION if organisation else PERSON
    return Mention(" ".join(text[span.start : span.end].split()), kind, span)


def _written(said: Sequence[_Word]) -> Iterator[Mention]:
    """Yield identifiers in camelCase, and acronyms where not everything is in capitals."""
    for word in said:
        if word.text[:1].islower() and any(char.isupper() for char in word.text):
            yield Mention(word.text, CONCEPT, Span(word.start, word.end))
    loud = len(said) > _LOUD and all(word.text.isupper() for word in said)
    for word in () if loud else said:
        if _acronym(word):
            yield Mention(word.text, CONCEPT, Span(word.start, word.end))


_LOUD: Final = 3
"""More words than these, all in capitals, are shouted."""


def _acronym(word: _Word) -> bool:
    return len(word.text) > 1 and word.text.isalpha() and word.text.isupper()

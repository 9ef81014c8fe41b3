"""The words of time of one language, as frozen tables made from its data file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from retentive.rules.time_phrases.openers import (
    Openers,
    article_openers,
    clock_openers,
    core_openers,
    inner_words,
    phrase_openers,
)
from retentive.rules.time_phrases.phrase import Role
from retentive.rules.time_phrases.tokens import Phrasebook, scan

_WORD: Final = re.compile(r"[^\W\d_]+|\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class FacingWords:
    """Words by which a sentence looks back or ahead."""

    past: frozenset[str]
    future: frozenset[str]
    present: frozenset[str]
    perfect: frozenset[str]
    had: frozenset[str]
    hints: frozenset[str]
    passive: frozenset[str]
    habitual: frozenset[str]
    past_endings: tuple[str, ...]
    not_past: frozenset[str]
    reschedule: frozenset[str]
    reschedule_to: frozenset[str]
    for_future: frozenset[str]
    for_past: frozenset[str]
    ahead: frozenset[str]
    negative: frozenset[str]
    negations: frozenset[str]
    scheduled: frozenset[str]
    either: frozenset[str]
    bounds: frozenset[str]
    after_its: frozenset[str]
    enrolling: frozenset[str]
    booking: frozenset[str]
    causing: frozenset[str]
    resolving: frozenset[str]
    due: frozenset[str]
    joining: frozenset[str]
    plainly: frozenset[str]
    appointments: frozenset[str]
    owned: frozenset[str]
    granting: frozenset[str]
    subjects: frozenset[str]
    unchanging: frozenset[str]
    same_past: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedWords:
    """Words beside which a number or a word of time is something else."""

    after_number: frozenset[str]
    after_month: frozenset[str]
    after_fall: frozenset[str]
    after_holiday: frozenset[str]
    after_second: frozenset[str]
    before_weekday: frozenset[str]
    after_ordinal: frozenset[str]
    needs_cue: frozenset[str]
    verbs: frozenset[str]
    articles: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeWords:
    """The words of time of one language."""

    triggers: frozenset[str]
    inner: frozenset[str]
    """What can stand inside a phrase, but for figures."""
    joiners: frozenset[str]
    """Words and signs that begin what stands between the two ends of a range."""
    opens_phrase: Openers
    opens_core: Openers
    opens_clock: frozenset[str]
    opens_behind_the: frozenset[str]
    months: Phrasebook[int]
    weekdays: Phrasebook[int]
    weekday_plurals: Phrasebook[int]
    units: Phrasebook[str]
    numbers: Phrasebook[int]
    vague_numbers: Phrasebook[tuple[int, int]]
    ordinals: Phrasebook[int]
    ordinal_endings: frozenset[str]
    days: Phrasebook[int]
    parts: Phrasebook[str]
    clock: Phrasebook[int]
    seasons: Phrasebook[str]
    season_plurals: Phrasebook[str]
    decades: Phrasebook[int]
    holidays: Phrasebook[str]
    regional: Mapping[str, Phrasebook[str]]
    """Holidays that are on other days in some regions."""
    eras: Phrasebook[tuple[int, int]]
    this: Phrasebook[int]
    sections: Phrasebook[str]
    relations: Phrasebook[Role]
    vague: Phrasebook[Role]
    recurring: Phrasebook[bool]
    glue: Mapping[str, Phrasebook[bool]]
    glued: Mapping[str, frozenset[str]]
    """By word: the names of the tables of glue with a phrase that it begins."""
    facing: FacingWords
    refuse: RefusedWords

    def may_hold(self, text: str) -> bool:
        """Tell whether a text has a figure or a word without which no phrase is made."""
        return not self.triggers.isdisjoint(_WORD.findall(text.lower()))

    def whole(self, text: str) -> int | None:
        """Return the number a text writes in figures or words: "34", "twenty-two"."""
        if text.isdecimal():
            return int(text)
        tokens = [token for token in scan(text) if token.low != "-"]
        found = [self.numbers.match(tokens, at) for at in range(len(tokens))]
        told = [one[0] for one in found if one is not None]
        return sum(told) if told and len(told) == len(tokens) else None

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> TimeWords:
        """Return the tables of a language from its data, as `times.toml` has them."""
        plural, days = data["plural"], data["weekdays"]
        glue = {name: _book(phrases) for name, phrases in data["glue"].items()}
        return cls(
            triggers=_triggers(data),
            inner=inner_words(data),
            joiners=_DASHES.union(*(_book(data["glue"][name]).firsts for name in ("to", "and"))),
            opens_phrase=phrase_openers(data),
            opens_core=core_openers(data),
            opens_clock=clock_openers(data),
            opens_behind_the=article_openers(data),
            months=Phrasebook(data["months"]),
            weekdays=Phrasebook(data["weekdays"]),
            weekday_plurals=Phrasebook(
                {w + plural: n for w, n in days.items() if w + plural not in days}
            ),
            units=Phrasebook(data["units"]),
            numbers=Phrasebook(data["numbers"]),
            vague_numbers=Phrasebook({w: (n[0], n[1]) for w, n in data["vague_numbers"].items()}),
            ordinals=Phrasebook(data["ordinals"]),
            ordinal_endings=frozenset(data["ordinal_endings"].split()),
            days=Phrasebook(data["days"]),
            parts=Phrasebook(data["parts"]),
            clock=Phrasebook(data["clock"]),
            seasons=Phrasebook(data["seasons"]),
            season_plurals=Phrasebook({w + plural: n for w, n in data["seasons"].items()}),
            decades=Phrasebook(data["decades"]),
            holidays=Phrasebook(data["holidays"]),
            regional={name: Phrasebook(days) for name, days in data["regional"].items()},
            eras=Phrasebook({w: (n[0], n[1]) for w, n in data["eras"].items()}),
            this=Phrasebook(data["this"]),
            sections=Phrasebook(data["sections"]),
            relations=Phrasebook({w: Role(role) for w, role in data["relations"].items()}),
            vague=Phrasebook({w: Role(role) for w, role in data["vague"].items()}),
            recurring=Phrasebook(data["recurring"]),
            glue=glue,
            glued=_by_first(glue),
            facing=_facing(data["facing"]),
            refuse=RefusedWords(**{n: frozenset(w.split()) for n, w in data["refuse"].items()}),
        )


_DASHES: Final = frozenset("-–—")
_TABLES: Final = (
    "units", "months", "weekdays", "parts", "clock", "seasons", "decades", "days", "holidays",
    "eras", "vague", "recurring",
)  # fmt: skip


def _triggers(data: Mapping[str, Any]) -> frozenset[str]:
    """Return one word of each phrase that can make a time, and the figures."""
    found = {str(figure) for figure in range(10)} | set(data["triggers"].split())
    untelling = set(data["untelling"].split())
    for table in _TABLES:
        for phrase in data[table]:
            words = _WORD.findall(phrase)
            if not found.isdisjoint(words):
                continue
            telling = [word for word in words if word not in untelling]
            found.add(max(telling or words, key=len))
    short = data["refuse"]["needs_cue"].split()  # "thus" is no Thursday
    found.update(word + data["plural"] for word in data["weekdays"] if word not in short)
    return frozenset(found)


def _by_first(books: Mapping[str, Phrasebook[bool]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, book in books.items():
        for word in book.firsts:
            found.setdefault(word, set()).add(name)
    return {word: frozenset(names) for word, names in found.items()}


def _book(phrases: Iterable[str]) -> Phrasebook[bool]:
    return Phrasebook(dict.fromkeys(phrases, True))


def _facing(data: Mapping[str, Any]) -> FacingWords:
    return FacingWords(
        past_endings=tuple(data["past_endings"].split()),
        **{
            name: frozenset(words.split()) for name, words in data.items() if name != "past_endings"
        },
    )

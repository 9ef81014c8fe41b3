"""Who introduces himself in a list: `Teodora here, midwife, two boys`, `hyejin, 29, from Busan`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from retentive.rules.characters import listed
from retentive.rules.claims.wording.rewording import Edit
from retentive.rules.reading import Word
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.words import words_of

_SIGN: Final = re.compile(
    r"\bhere\b|\b[2-9]\d\b|\b1[3-9]\b|\bfrom\b|\bstudent\b|\bthirty|ty-\w|\b[iI]['’]?m "
)
"""Words without one of which hardly anybody introduces himself in a list."""
_FIRST: Final = 240
"""Characters of a message in which somebody does."""
_HELLO: Final = lex.INTERJECTIONS | listed(
    """gday g'day hiya yo morning evening afternoon good greetings there all dear everyone everybody
    folks team so anyway salam hola ciao name this it is 's name's"""
)
_HEADING: Final = _HELLO | listed("about me myself introducing intro introduction quick short")
_ENDS: Final = frozenset(".!?\n")
_PARTS: Final = frozenset(",;()/|–—-")
_JOINS: Final = listed("and & + plus")
_OLD: Final = listed("years year yrs yr old yo y/o yo. m f")
_TENS: Final = listed("twenty thirty forty fifty sixty seventy eighty ninety")
_LIVING: Final = listed("in outside near")
_NEARLY: Final = listed("just currently now still originally")
_BEING: Final = listed("from based originally born living")
_COUNTS: Final = listed("a an one two three four five six")
_STATES: Final = listed("retired unemployed self-employed freelance pregnant mum-of-two")
_NOBODY: Final = (lex.NOMINATIVE - {"i"}) | listed("him his her their them our")
_JOBS: Final = listed("student phd postdoc apprentice intern pensioner")
_BESIDE: Final = listed("single married divorced widowed engaged separated vegan vegetarian")
_ACTING: Final = lex.FINITE - _STATES - _BESIDE
_LONGEST: Final = 6
_TYPED: Final = listed("age job state place kin")
_PUT: Final = _TYPED | {"name"}


class _Item(NamedTuple):
    """A part between commas: what `kind` of thing it tells, from word `start` up to `end`."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Introductions:
    """Finds lists in which a message introduces its author, `speaker`; `kin` are family words."""

    classes: Mapping[str, Collection[str]]
    kin: Collection[str]
    speaker: str

    def edits(self, text: str) -> Iterator[Edit]:
        """Yield what is put before the items of such a list for each to be a sentence."""
        if not _SIGN.search(text, 0, _FIRST):
            return
        words = words_of(text, 0, min(len(text), _FIRST))
        start, opens = 0, True
        for at, word in enumerate(words):
            if word.after == ":" and all(one.low in _HEADING for one in words[start : at + 1]):
                start = at + 1
            if at + 1 < len(words) and _ENDS.isdisjoint(word.after):
                continue
            said = words[start : at + 1]
            if found := self._listed(said, opens=opens):
                yield from (_edit(said, one) for one in found if _is_new(said, one))
                return
            asked = "?" in word.after and not any(one.low in ("you", "u") for one in said)
            opens = opens and not asked and not any(one.low in self.kin for one in said)
            start = at + 1

    def _listed(self, words: Sequence[Word], *, opens: bool) -> list[_Item]:
        """Return the items of a sentence that introduces somebody, if it opens the message.

        Elsewhere it must begin with the name of who writes, or with `I am`.
        """
        items = [self._item(words, *span) for span in _items(words)]
        kinds = [one.kind for one in items]
        typed = [one for one in kinds if one in _TYPED]
        if not items or "other's" in kinds or kinds.count("age") > 1:
            return []
        label = words[items[0].start : items[0].end][:-1] if kinds[0] == "name" else ()
        if any(":" in word.after for word in label):
            return []  # `Coach: Ida, 66`
        said = _says_am(words, items[0].start)
        own = kinds[0] == "name" and self._is_own(words[items[0].start].low)
        if own and (said or words[items[0].end - 1].low == "here"):
            return items[:1] if not typed else [one for one in items if one.kind in _PUT]
        if not typed or not (opens or said or own):
            return []
        rich = len(typed) > 1 or "clause" in kinds or own or said
        named = kinds[0] == "name" and (own or said or words[items[0].start].text[0].isupper())
        named = named or (kinds[0] == "name" and words[items[0].end - 1].low == "here")
        listed_ = len(typed) > 1 and kinds[0] in ("job", "age")
        if not (listed_ or (named and rich)) or not {"age", "job"} & {*typed}:
            return []
        return [one for one in items if one.kind in _PUT]

    def _is_own(self, low: str) -> bool:
        return len(low) > 1 and self.speaker.casefold().partition(":")[2].startswith(low)

    def _item(self, words: Sequence[Word], start: int, end: int) -> _Item:
        """Return an item with what it tells; `""` for nothing known, `clause` for a sentence."""
        first = start
        if start + 2 < end and _says_am(words, start + 2):
            first = start + 2
        lows = [word.low for word in words[first:end]]
        return _Item(
            self._kind(lows, opens=start == 0 or words[start - 1].low in _HELLO), first, end
        )

    def _kind(self, lows: Sequence[str], *, opens: bool) -> str:
        verb = lows[0] in lex.THIRDS or (lows[0].endswith("s") and lows[0][:-1] in lex.BASES)
        whose = lows[0] in ("the", "my", "our") and any(low in self.kin for low in lows)
        if not _NOBODY.isdisjoint(lows) or verb or whose:
            return "other's"
        if "i" in lows or not _ACTING.isdisjoint(lows[:2]):
            return "clause"
        lows = lows[lows[0] in _NEARLY :]
        if len(lows) > 1 and (lows[0] in _LIVING or lows[0] in _BEING):
            return "place"
        if not 0 < len(lows) <= _LONGEST:
            return ""
        if _is_age(lows[0]) and ("old" in lows or not {"years", "yrs", "year"} & {*lows}):
            return "age" if all(low in _OLD for low in lows[1:]) else ""
        states = self.classes["statuses"], self.classes["diets"], _STATES
        if all(any(low in one for one in states) for low in lows):
            return "state"
        if _is_job(lows, self.classes["occupations"]):
            return "job"
        if lows[0] in _COUNTS and any(low in self.kin for low in lows):
            return "kin"
        bare = lows[:-1] if lows[-1] == "here" else lows
        return "name" if opens and 0 < len(bare) <= 2 and "".join(bare).isalpha() else ""


def _says_am(words: Sequence[Word], at: int) -> bool:
    return at > 1 and [word.low for word in words[at - 2 : at]] == ["i", "am"]


def _is_new(words: Sequence[Word], item: _Item) -> bool:
    """Tell whether something is to be put before an item: `I'm seventy-one` says it."""
    return item.kind == "name" or not _says_am(words, item.start)


def _items(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(words) and words[start].low in _HELLO:
        start += 1
    for at in range(start, len(words)):
        word, behind = words[at], words[at + 1].low if at + 1 < len(words) else ""
        ends = not _PARTS.isdisjoint(word.after) or not behind
        ends = ends or word.low == "here" or behind in _JOINS
        if word.low in _JOINS and start == at:
            start = at + 1
        elif ends or (_is_age(word.low) and behind in _BESIDE):
            yield start, at + 1
            start = at + 1


def _is_age(low: str) -> bool:
    tens, _, one = low.partition("-")
    return (low.isdigit() and 13 <= int(low) <= 99) or (tens in _TENS and bool(one))


def _is_job(lows: Sequence[str], jobs: Collection[str]) -> bool:
    """Tell whether words name what somebody works as, and perhaps where: `nurse in Ghent`."""
    size = next((at for at, low in enumerate(lows) if low in lex.PREPOSITIONS), len(lows))
    head = lows[size - 1] if size else ""
    return 0 < size <= 3 and (head in jobs or head in _JOBS or " ".join(lows[:size]) in jobs)


def _edit(words: Sequence[Word], item: _Item) -> Edit:
    first, last = words[item.start], words[item.end - 1]
    before = words[item.start - 1] if item.start else None
    mark = ", " if before and not before.after and before.low not in _JOINS else ""
    if item.kind == "name":
        said = "" if _says_am(words, item.start) else "I am "
        end = last.end if last.low == "here" else first.end
        name = f"{first.text[0].upper()}{first.text[1:]}"
        return Edit(first.start, end, f"{'' if not said else mark}{said}{name}")
    said = "I am "
    if item.kind == "kin":
        said = "I have "
    elif item.kind == "place" and _LIVING & {first.low, words[item.start + 1].low}:
        said = "I live "
    elif item.kind == "job" and first.low not in lex.ARTICLES:
        said = "I am an " if first.low[0] in "aeiou" else "I am a "
    return Edit(first.start, first.start, mark + said)

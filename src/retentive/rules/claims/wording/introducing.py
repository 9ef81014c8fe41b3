"""Who introduces himself in a list: `Teodora here, midwife, two boys`, `hyejin, 29, from Busan`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from retentive.rules.characters import listed
from retentive.rules.claims.wording.rewording import Edit
from retentive.rules.numerals import TENS
from retentive.rules.reading import Word
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.words import words_of

_SIGN: Final = re.compile(
    r"\b(?:here\b|[2-9]\d\b|1[3-9]\b|from\b|student\b|thirty|[iI]['’]?m |y(?:ea)?r\b|[uU]ni"
    r"|raised\b|based\b|(?:married|single|divorced|widowed)\b)|ty-\w"
)
"""Words without one of which hardly anybody introduces himself in a list."""
_FIRST: Final = 240
"""Characters of a message in which somebody does."""
_HELLO: Final = lex.INTERJECTIONS | listed(
    """gday g'day hiya yo morning evening afternoon good greetings there all dear everyone everybody
    folks team so anyway salam hola ciao name this it is 's its sir madam myself"""
)
_NAMING: Final = listed("its is 's myself")
"""Words behind which a name stands, with a capital or without."""
_HEADING: Final = _HELLO | listed("about me myself introducing intro introduction quick short")
_ENDS: Final = frozenset(".!?\n")
_PARTS: Final = frozenset(",;()/|–—-.")
_JOINS: Final = listed("and plus but")
_OLD: Final = listed("years year yrs yr old yo y/o yo m f")
_LIVING: Final = listed("in outside near")
_NEARLY: Final = listed("just currently now still originally")
_BEING: Final = listed("from based originally born living raised")
_ONE: Final = listed("a an one my")
_SHORT: Final = 3
_UNSETTLED: Final = (lex.BASES | lex.FINITE | lex.ADVERBS | lex.INTERJECTIONS) | listed(
    "stuck lost curious broke bored tired sleepy new confused female male help please thanks remote"
)
"""What may stand at the end of a list where a town does."""
_COUNTS: Final = listed("a an one two three four five six")
_STATES: Final = listed("retired unemployed self-employed freelance pregnant mum-of-two")
_NOBODY: Final = (lex.NOMINATIVE - {"i"}) | listed("him his her their them our")
_JOBS: Final = listed("student phd postdoc apprentice intern pensioner")
_DEGREES: Final = listed("phd msc ma mba")
_BESIDE: Final = listed("single married divorced widowed engaged separated vegan vegetarian")
_ACTING: Final = lex.FINITE - _STATES - _BESIDE
_LONGEST: Final = 6
_YEARS: Final = listed("year yr yrs")
_SCHOOLS: Final = listed("uni university college polytechnic")
_LEARNT: Final = listed("eng engineering studies science sciences")
_TWO_WORDS: Final = listed(
    "new cape san santa saint st port los las buenos hong kuala addis tel rio"
)
"""First words of the names of towns that have two."""
_TYPED: Final = listed("age job state place kin study school year nation town")
_TELLING: Final = listed("age job study school year nation")
"""Without one of which a list introduces nobody."""
_PUT: Final = _TYPED | {"name"}
_SAID: Final = {
    "kin": "I have ",
    "study": "I study ",
    "school": "I study at ",
    "town": "I live in ",
    "year": "I am in the ",
}


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
            if at + 1 < len(words) and (
                _ENDS.isdisjoint(word.after) or _goes_on(words, start, at + 1)
            ):
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
        found = list[_Item]()
        for span in _items(words, self.classes["occupations"]):
            found.append(self._item(words, *span))
            if found[-1].kind == "other's":
                return []
        items = self._with_towns(words, found)
        kinds = [one.kind for one in items]
        typed = [one for one in kinds if one in _TYPED]
        if not items or kinds.count("age") > 1:
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
        told = kinds[0] == "name" and words[items[0].start - 1].low in _NAMING
        told = told and "clause" not in kinds[:2]
        named = named or told or (kinds[:2] == ["name", "age"] and len(typed) > 1)
        listed_ = len(typed) > 1 and kinds[0] in _TELLING
        if not (listed_ or (named and rich) or told) or (_TELLING.isdisjoint(typed) and not told):
            return []
        return [one for one in items if one.kind in _PUT]

    def _with_towns(self, words: Sequence[Word], items: Sequence[_Item]) -> list[_Item]:
        """Return the items, a name behind what somebody is as that of his town."""
        found = list[_Item]()
        for one in items:
            near = found[-1] if found else None
            several = near is not None and words[near.start].low not in _ONE
            behind = near is not None and near.kind in (*_TELLING, "state")
            last = near is not None and near.kind == "kin" and several and one is items[-1]
            town = not one.kind and (behind or last) and self._is_town(words, one)
            alone = one.kind == "nation" and near is not None and near.kind not in _PUT
            found.append(one._replace(kind="town" if town else "" if alone else one.kind))
        return found

    def _is_town(self, words: Sequence[Word], item: _Item) -> bool:
        said = words[item.start : item.end]
        lows = [word.low for word in said]
        if len(said) > 1 + (lows[0] in _TWO_WORDS) or not all(low.isalpha() for low in lows):
            return False
        other = ("sure_tools", "languages", "times", "tempers", "nobodys")
        if any(low in self.classes[one] for low in lows for one in other):
            return False
        if said[0].text[0].isupper():
            return True
        told = not any(word.text[0].isupper() for word in words) and item.end == len(words)
        return told and len(lows[0]) > _SHORT and lows[0] not in _UNSETTLED

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
        here = len(lows) > 1 and lows[-1] == "here" and not opens
        lows = lows[lows[0] in _NEARLY : -1 if here else None]
        if len(lows) > 1 and (lows[0] in _LIVING or lows[0] in _BEING):
            return "place"
        if not 0 < len(lows) <= _LONGEST:
            return ""
        if _is_age(lows[0]) and ("old" in lows or not {"years", "yrs", "year"} & {*lows}):
            return "age" if all(low in _OLD for low in lows[1:]) else ""
        return self._sort(lows) or self._named(lows, opens=opens)

    def _sort(self, lows: Sequence[str]) -> str:
        """Return what words tell of whoever is one, or has one; `""` for nothing known."""
        return next((sort for sort, holds in self._sorts(lows) if holds), "")

    def _sorts(self, lows: Sequence[str]) -> Iterator[tuple[str, bool]]:
        states = self.classes["statuses"], self.classes["diets"], _STATES
        yield "state", all(any(low in one for one in states) for low in lows)
        yield "nation", all(low in self.classes["nationalities"] for low in lows)
        in_year = lows[0] in self.classes["years_of_study"]
        yield "year", in_year and not _YEARS.isdisjoint(lows[1:2])
        yield "school", lows[0] in _SCHOOLS or lows[-1] in _SCHOOLS
        yield "study", " ".join(lows) in self.classes["subjects"] or lows[-1] in _LEARNT
        yield "job", _is_job(lows, self.classes["occupations"])
        yield "kin", lows[0] in _COUNTS and any(low in self.kin for low in lows)

    def _named(self, lows: Sequence[str], *, opens: bool) -> str:
        bare = lows[:-1] if lows[-1] == "here" else lows
        timed = any(low in self.classes["times"] or low in lex.GERUNDS for low in bare)
        named = opens and not timed and 0 < len(bare) <= 2 and "".join(bare).isalpha()
        return "name" if named else ""


def _goes_on(words: Sequence[Word], start: int, at: int) -> bool:
    """Tell whether what is told in words with a full stop behind each is a list: `Bo. 22. Ghent`.

    The part before word `at` is short, and so is the one behind it.
    """
    if words[at - 1].after.strip() != ".":
        return False
    before = next((n for n in range(at - 2, start - 1, -1) if words[n].after.strip()), start - 1)
    behind = next((n for n in range(at, len(words)) if words[n].after.strip()), len(words) - 1)
    return at - 1 - before <= 1 and behind - at < 1


def _says_am(words: Sequence[Word], at: int) -> bool:
    return at > 1 and [word.low for word in words[at - 2 : at]] == ["i", "am"]


def _is_new(words: Sequence[Word], item: _Item) -> bool:
    """Tell whether something is to be put before an item: `I'm seventy-one` says it."""
    return item.kind == "name" or not _says_am(words, item.start)


def _items(words: Sequence[Word], jobs: Collection[str]) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(words) and words[start].low in _HELLO:
        start += 1
    for at in range(start, len(words)):
        word, behind = words[at], words[at + 1].low if at + 1 < len(words) else ""
        ends = not _PARTS.isdisjoint(word.after) or not behind
        ends = ends or word.low == "here" or behind in _JOINS
        named = start and at - start < 2 and words[start - 1].low in _NAMING
        ends = ends or (behind == "from" and (word.low in jobs or bool(named)) and _ends(words, at))
        if word.low in _JOINS and start == at:
            start = at + 1
        elif ends or (_is_age(word.low) and behind in _BESIDE):
            yield start, at + 1
            start = at + 1


def _ends(words: Sequence[Word], at: int) -> bool:
    """Tell whether only a name stands between `from` and the end of a part."""
    rest = words[at + 2 : at + 2 + _SHORT]
    return any(word.after for word in rest) or at + 2 + _SHORT >= len(words)


def _is_age(low: str) -> bool:
    tens, _, one = low.partition("-")
    return (low.isdigit() and 13 <= int(low) <= 99) or (tens in TENS and bool(one))


def _is_job(lows: Sequence[str], jobs: Collection[str]) -> bool:
    """Tell whether words name what somebody works as, and perhaps where: `nurse in Ghent`."""
    size = next((at for at, low in enumerate(lows) if low in lex.PREPOSITIONS), len(lows))
    head = lows[size - 1] if size else ""
    told = head in jobs or head in _JOBS or " ".join(lows[:size]) in jobs
    return 0 < size <= 3 + (head == "student") and told


def _edit(words: Sequence[Word], item: _Item) -> Edit:
    first, last = words[item.start], words[item.end - 1]
    before = words[item.start - 1] if item.start else None
    mark = ", " if before and not before.after and before.low not in _JOINS else ""
    if item.kind == "name":
        said = "" if _says_am(words, item.start) else "I am "
        end = last.end if last.low == "here" else first.end
        name = f"{first.text[0].upper()}{first.text[1:]}"
        return Edit(first.start, end, f"{'' if not said else mark}{said}{name}")
    said = _SAID.get(item.kind, "I am ")
    if item.kind == "kin" and first.low == "one":
        return Edit(first.start, first.end, f"{mark}I have a")
    if item.kind == "town":
        return Edit(first.start, first.start + 1, f"{mark}{said}{first.text[0].upper()}")
    behind = words[item.start + 1].low if item.end - item.start > 1 else ""
    if first.low in _DEGREES and behind == "in":
        return Edit(first.start, first.start, f"{mark}I do a ")
    if item.kind == "place" and _LIVING & {first.low, behind}:
        said = "I live "
    elif item.kind == "job" and first.low not in lex.ARTICLES:
        said = "I am an " if first.low[0] in "aeiou" else "I am a "
    return Edit(first.start, first.start, mark + said)

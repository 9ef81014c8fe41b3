"""When two values of claims say the same: `two cats` and `a pair of cats`, `Porto, Portugal`.

A value is compared by its words: without case, articles and inflection, with numbers as
numbers. What it is about is its head, the last word before a comma or a preposition: `cat` of
`two black cats from the shelter`. All of it is linear in the length of a value.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, lru_cache
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.numerals import ONES, TENS
from retentive.rules.text import MAX_TERM, content_hash_text, stem, terms


class Likeness(Enum):
    """How a new value lies to a known one."""

    EQUAL = auto()
    RICHER = auto()
    """It says the same and more."""
    POORER = auto()
    """It says the same and less."""
    COUNT = auto()
    """The same thing, in another number or amount."""
    OTHER = auto()


MAX_WORDS: Final = 64
"""Words of a value that are compared; the whole text decides where there are more."""
_LOOKED_AT: Final = 4_000
"""Code points of a value in which words are looked for."""

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|,|\(|[–—;:]")
_BREAKS = frozenset(",(–—;:")
_ARTICLES = listed("a an the my our his her its their your some any")
_PREPOSITIONS = listed(
    "at in on of for from with without near by to as into about called named over under "
    "between during since until who that which"
)
_RELATIONS = listed(
    "wife husband partner girlfriend boyfriend fiance fiancee fiancé fiancée spouse"
)
"""Words that stand for a person whose name says more."""
_MADE_OF: Final[Mapping[str, str]] = {
    **{"pregnancy": "pregnant", "engagement": "engaged", "diabetes": "diabetic"},
    **{
        "veganism": "vegan",
        "vegetarianism": "vegetarian",
        "catholicism": "catholic",
        "bbq": "barbecue",
    },
}
"""Nouns for what somebody is, and the words for who is so."""
_DENIED = listed("not no never nothing none without")
_FILLERS = listed("and very really just only also too old year years")
_AGAIN = listed(
    "still always really truly actually yes yeah yep know knew known said say saying told tell "
    "mention mentioned remember forget forgot again already ever much lot course well oh as same "
    "sure indeed definitely absolutely now today right by way like love much too so btw"
)
"""Words with which people say again what they said before."""
_NUMBERS: Final[Mapping[str, int]] = {
    **{word: number for number, word in enumerate(ONES)},
    **{word: 10 * number for number, word in enumerate(TENS, start=2)},
    **{"both": 2, "couple": 2, "pair": 2, "dozen": 12, "single": 1},
}
_MEASURES: Final[Mapping[str, Mapping[str, float]]] = {
    "mass": {"kg": 1, "kilo": 1, "kilogram": 1, "g": 0.001, "gram": 0.001}
    | {"lb": 0.45359237, "lbs": 0.45359237, "pound": 0.45359237, "stone": 6.35029318},
    "length": {"km": 1000, "kilometre": 1000, "kilometer": 1000, "m": 1, "metre": 1, "meter": 1}
    | {"cm": 0.01, "mile": 1609.344},
    "time": {"hour": 3600, "h": 3600, "minute": 60, "min": 60, "day": 86400, "week": 604800},
}
"""What units measure, and how much of it one is."""
_NEARLY: Final = 0.01
"""Amounts that differ by less are the same, said in other units."""


@cache
def _units() -> Mapping[str, tuple[str, float]]:
    return {
        stem(unit): (measure, size)
        for measure, units in _MEASURES.items()
        for unit, size in units.items()
    }


@cache
def _relations() -> frozenset[str]:
    return frozenset(map(stem, _RELATIONS))


@dataclass(frozen=True, slots=True)
class Value:
    """A value as it is compared: its words, those before its first qualifier, its numbers.

    `words` and `base` are without numbers. `counts` tells that a number stands before them,
    `is_name` that it is written as a name.
    """

    text: str
    words: tuple[str, ...]
    base: tuple[str, ...]
    numbers: tuple[float, ...]
    counts: bool
    is_name: bool
    denied: bool

    @property
    def amount(self) -> tuple[str, float] | None:
        """Return what is measured and how much, if the value is a number with a unit."""
        if len(self.numbers) != 1 or len(self.words) != 1:
            return None
        unit = _units().get(self.words[0])
        return None if unit is None else (unit[0], unit[1] * self.numbers[0])


@lru_cache(maxsize=4096)
def value_of(text: str) -> Value:
    """Return a value as it is compared."""
    raw = _WORD.findall(text[:_LOOKED_AT])[: MAX_WORDS + 1]
    words: list[str] = []
    base: list[str] | None = None
    numbers: list[float] = []
    counts = denied = False
    for piece in raw:
        low = piece.casefold().replace("’", "'").removesuffix("'s")
        if (piece in _BREAKS or low in _PREPOSITIONS) and base is None and words:
            base = list(words)
        number = _number(low)
        if number is not None:
            counts = counts or not words
            numbers.append(number)
        elif low in _DENIED:
            denied = True
        elif not (piece in _BREAKS or low in _ARTICLES or low in _PREPOSITIONS | _FILLERS):
            words.append(stem(_MADE_OF.get(low, low))[:MAX_TERM])
    first = next((piece for piece in raw if piece.casefold() not in _ARTICLES), "")
    return Value(
        text=content_hash_text(text),
        words=tuple(words),
        base=tuple(words if base is None else base),
        numbers=_joined(numbers),
        counts=counts,
        is_name=first[:1].isupper(),
        denied=denied,
    )


def _number(word: str) -> float | None:
    if word[:1].isdecimal():
        plain = word.replace(",", "")
        try:
            return float(plain)
        except ValueError:
            return None
    return _NUMBERS.get(word)


def _joined(numbers: Sequence[float]) -> tuple[float, ...]:
    """Return the numbers with tens and ones as one: `eighty one` is 81."""
    found: list[float] = []
    for number in numbers:
        if found and 20 <= found[-1] < 100 and found[-1] % 10 == 0 and 0 < number < 10:
            found[-1] += number
        else:
            found.append(number)
    return tuple(found)


def head(text: str) -> str:
    """Return the word that tells what a value is about; of a number alone the number."""
    value = value_of(text)
    if value.base:
        return value.base[-1]
    if value.words:
        return value.words[0]
    return " ".join(f"{number:g}" for number in value.numbers) or value.text[:MAX_TERM]


def likeness(known: str, new: str, *, partial: bool = False, single: bool = True) -> Likeness:
    """Return how the value `new` lies to the value `known`.

    `partial` values are equal where one is a part of the other, as names of people are; of
    attributes that hold a `single` value any common noun may be told more closely.
    """
    old, said = value_of(known), value_of(new)
    if old.text == said.text:
        return Likeness.EQUAL
    if old.denied != said.denied or len(old.words) > MAX_WORDS or len(said.words) > MAX_WORDS:
        return Likeness.OTHER
    if not old.words and not said.words:
        equal = bool(old.numbers) and old.numbers == said.numbers
        return Likeness.EQUAL if equal else Likeness.OTHER
    if Counter(old.words) == Counter(said.words):
        return Likeness.EQUAL if old.numbers == said.numbers else _counted(old, said)
    if old.amount and said.amount and old.amount[0] == said.amount[0]:
        return _measured(old.amount[1], said.amount[1])
    return _fuller(old, said, partial, single)


def _counted(old: Value, said: Value) -> Likeness:
    """Tell `two cats` from `three cats`; `cats` are two cats, told less closely."""
    if not old.numbers:
        return Likeness.EQUAL if _is_one(said) else Likeness.RICHER
    if not said.numbers:
        return Likeness.EQUAL if _is_one(old) else Likeness.POORER
    return Likeness.COUNT if old.counts and said.counts else Likeness.OTHER


def _is_one(value: Value) -> bool:
    return list(value.numbers) == [1]


def _measured(old: float, said: float) -> Likeness:
    near = abs(old - said) <= _NEARLY * max(abs(old), abs(said))
    return Likeness.EQUAL if near else Likeness.COUNT


def _fuller(old: Value, said: Value, partial: bool, single: bool) -> Likeness:
    if old.words and set(old.words) <= _relations() and said.is_name:
        return Likeness.RICHER
    if said.words and set(said.words) <= _relations() and old.is_name:
        return Likeness.POORER
    if _adds(old, said, partial, single):
        return Likeness.RICHER if _agree(old.numbers, said.numbers) else _counted(old, said)
    if _adds(said, old, partial, single):
        if partial and said.numbers and not old.numbers:
            return Likeness.OTHER  # `two dogs` are not `dog Bruno`
        return Likeness.POORER if _agree(said.numbers, old.numbers) else _counted(old, said)
    return Likeness.OTHER


def _adds(less: Value, more: Value, partial: bool, single: bool) -> bool:
    """Tell whether `more` has the words of `less`, and further ones where those only qualify.

    A name with another word in front of it, or behind it, is another name: `York` and
    `New York`. Of many values `tea` and `green tea` are two.
    """
    if not less.words or Counter(less.words) - Counter(more.words):
        return False
    if partial or less.words == more.base:
        return True
    return single and not less.is_name and less.base[-1:] == more.base[-1:]


def counting(text: str) -> tuple[float, str] | None:
    """Return a number and what it counts or measures, if a value begins with one; else None."""
    value = value_of(text)
    if not value.counts or len(value.numbers) != 1:
        return None
    return value.numbers[0], value.base[-1] if value.base else ""


def only_qualifies(known: str, new: str) -> bool:
    """Tell whether two values name one thing, and differ at most in what qualifies it behind."""
    return Counter(value_of(known).base) == Counter(value_of(new).base)


def excludes(known: str, new: str) -> bool:
    """Tell whether two values say that somebody is to be one thing, and another: not both."""
    frames = [value_of(value).words[:-1] for value in (known, new)]
    return frames[0] == frames[1] and bool(frames[0]) and set(frames[0]) <= _being()


@cache
def _being() -> frozenset[str]:
    return frozenset(map(stem, ("be", "become")))


def _agree(less: Sequence[float], more: Sequence[float]) -> bool:
    return not less or less == more


@cache
def _saying_again() -> frozenset[str]:
    return frozenset(term for word in _AGAIN for term in terms(word))


def adds(known: str, new: str) -> bool:
    """Tell whether a text says something that another of the same claim does not."""
    return bool(set(terms(new)) - set(terms(known)) - _saying_again())


def mentions(text: str, words: str) -> bool:
    """Tell whether a text holds all words of `words`, inflected or not."""
    wanted = value_of(words)
    said = value_of(text)
    if not wanted.words:
        return bool(wanted.numbers) and set(wanted.numbers) <= set(said.numbers)
    return not set(wanted.words) - set(said.words) and set(wanted.numbers) <= set(said.numbers)

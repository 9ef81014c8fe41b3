"""When two values, and two names of somebody, are the same: in words, not in characters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)$")

_LITTLE_WORDS = """
a an the my our his her its their your this that these those of to in at on for with from and by
as is are be been am was were i he she they we it
"""
_LITTLE = frozenset(_LITTLE_WORDS.split())
"""Words that do not tell two values apart."""

_TO_NINETEEN = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen
"""
_BY_TENS = "ten twenty thirty forty fifty sixty seventy eighty ninety"
_UNITS = {word: at for at, word in enumerate(_TO_NINETEEN.split())}
_TENS = {word: 10 * at for at, word in enumerate(_BY_TENS.split(), 1) if at > 1}

EXACT, NEAR, OTHER = 2, 1, 0

_MORE = 4
"""So many words more may a value hold, or half of them be left out, to be nearly the same."""

_ENDINGS = ("ies", "ing", "ed", "es", "s", "e", "y")
_STEM = 3

_TITLE_WORDS = "mr mrs ms miss dr prof frau herr sir uncle aunt auntie"
_TITLES = frozenset(_TITLE_WORDS.split())
_RELATIONS = {
    "mum": "mother",
    "mom": "mother",
    "mam": "mother",
    "dad": "father",
    "gran": "grandmother",
    "grandma": "grandmother",
    "nan": "grandmother",
    "grandpa": "grandfather",
    "grandad": "grandfather",
}


def words(text: str) -> tuple[str, ...]:
    """Return the words that matter of a value: folded, numbers as digits, without endings."""
    found = [one.casefold().replace("’", "'") for one in _WORD.findall(text)]
    kept = [one.removesuffix("'s") for one in found if one not in _LITTLE] or found
    return tuple(_stem(one) for one in _numbers(kept))


def likeness(ours: str, wanted: Iterable[str]) -> int:
    """Return how well a value says one of those wanted: `EXACT`, `NEAR` or `OTHER`."""
    said = words(ours)
    return max((_likeness(said, words(one)) for one in wanted), default=OTHER)


def known_as(subject: str, user: str) -> str:
    """Return the subject of a fact as the file names it: `user`, a name, `user's sister`."""
    kind, _, rest = subject.partition(":")
    if kind == "user" or subject == "user":
        return "user"
    if kind == "agent" or subject == "agent":
        return "assistant"
    if not rest:
        return subject
    owner, _, relation = rest.rpartition("/")
    if relation and owner:
        return f"{known_as(owner, user)}'s {relation}"
    return "user" if rest.casefold() == user.casefold() else rest


def about(subject: str, wanted: Iterable[str], user: str) -> bool:
    """Tell whether a fact is about one of those subjects."""
    ours = _person(known_as(subject, user))
    for one in wanted:
        theirs = _person("user" if one.casefold() == user.casefold() else one)
        if ours == theirs or (_named(ours, theirs) and (ours <= theirs or theirs <= ours)):
            return True
    return False


def _named(*people: frozenset[str]) -> bool:
    return all(one and "user" not in one and "assistant" not in one for one in people)


def _person(name: str) -> frozenset[str]:
    found = (one.casefold().replace("’", "'") for one in _WORD.findall(name))
    return frozenset(_RELATIONS.get(one, one) for one in found if one not in _TITLES)


def _likeness(ours: tuple[str, ...], wanted: tuple[str, ...]) -> int:
    if ours == wanted:
        return EXACT
    mine, theirs = set(ours), set(wanted)
    if not mine or not theirs:
        return OTHER
    if theirs <= mine and len(ours) <= len(wanted) + _MORE:
        return NEAR
    telling = any(not one.isdigit() for one in mine)
    return NEAR if mine <= theirs and telling and 2 * len(ours) >= len(wanted) else OTHER


def _numbers(found: Iterable[str]) -> Iterator[str]:
    """Yield words with numbers as digits: eighty one is 81, 18th is 18."""
    tens: int | None = None
    for word in found:
        if tens is not None:
            both = tens + _UNITS[word] if 0 < _UNITS.get(word, 0) < 10 else None
            yield str(tens if both is None else both)
            tens = None
            if both is not None:
                continue
        if word in _TENS:
            tens = _TENS[word]
        elif word in _UNITS:
            yield str(_UNITS[word])
        else:
            yield _ORDINAL.sub(r"\1", word)
    if tens is not None:
        yield str(tens)


def _stem(word: str) -> str:
    for ending, left in (
        ("ies", 3),
        ("ing", 3),
        ("ed", 3),
        ("es", 3),
        ("s", 3),
        ("e", 3),
        ("y", 3),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= left and not word.endswith("ss"):
            return word[: -len(ending)]
    return word

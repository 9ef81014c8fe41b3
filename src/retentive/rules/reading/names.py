"""Which words are a name: capitals that are no other word, or what stands where a name must."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.people import NOBODY, People, Relation
from retentive.rules.reading.words import Word

_PREFIXES: Final = listed("baby family child children twin twins parents friend friends partner")
"""Relations that often begin a compound: `baby shower`, `family home`."""
_ABSTRACT: Final = ("ing", "tion", "ness", "ment", "ity", "ism", "ship", "ful", "less", "ous", "ly")
"""Endings of words that are no names, unless they are short: `Emily`."""
_PLAIN: Final = lex.BASES - lex.PASTS
_SHORT: Final = 6
_TINY: Final = 3
_PAIR: Final = 2
_OF_PERSONS: Final = lex.FINITE | lex.THIRDS | lex.PASTS | listed("and 's from or nor who")
_OF_MANY: Final = listed("do are have were")
_OTHERS: Final = listed("i me us him them her it you called named whom")
_NO_REAL: Final = listed(
    """toy stuffed plush inner imaginary virtual hot guide police stray wild dead sleeping wedding
    robot rubber chocolate paper snow sea flying"""
)
"""Words before `dog` or `bear` that make it none that one has."""
_MOST_NAMES: Final = 4
_NO_NAMES: Final = (
    lex.AUXILIARIES | lex.BASES | lex.PASTS | lex.GERUNDS | lex.ADVERBS | lex.SUBORDINATORS
    | lex.THIRDS | lex.PREPOSITIONS | lex.WH_WORDS
)  # fmt: skip
_ARTICLES: Final = lex.POSSESSIVES | listed("a an the one")
_MOST_LEFT: Final = 8
_CLOSED: Final = (
    lex.AUXILIARIES | lex.BASES | lex.PASTS | lex.THIRDS | lex.GERUNDS | lex.PARTICIPLES
    | lex.ADVERBS | lex.PREPOSITIONS | lex.SUBORDINATORS | lex.COORDINATORS | lex.RELATIVES
    | lex.TIME_OPENERS | lex.IS_BEFORE | lex.DETERMINERS | _OTHERS | lex.WH_WORDS
)  # fmt: skip


def name_end(people: People, words: Sequence[Word], at: int, *, sure: bool = False) -> int:
    """Return where the name that begins at `at` ends; `at` itself if there is none."""
    end = at
    if at < len(words) and words[at].low in people.small and words[at].text.islower():
        return at if at and words[at - 1].low in lex.DETERMINERS else at + 1
    while end < min(len(words), at + _MOST_NAMES):
        word = words[end]
        if not (word.text[0].isupper() and may_name(word, people)) and not (sure and end == at):
            break
        end += 1
        if word.after and not (word.after == "." and word.low in people.titles):
            break
    if end == at + 1 and words[at].low in people.titles:
        return at
    return end


def may_name(word: Word, people: People) -> bool:
    """Tell whether a word with a capital may be a name: it is nothing that is listed.

    A word in capitals is cried out, or stands for several words.
    """
    low = word.low
    return (
        low not in _NO_NAMES and low not in people.nobody and not low[0].isdigit()
        and low.partition("-")[0] not in people.nobody
        and word.text != "'s" and not (len(low) > 1 and word.text.isupper())
        and not (low.endswith("s") and len(low) > _TINY and low[:-1] in people.nobody)
    )  # fmt: skip


def is_called(verb: Word, whom: Word) -> bool:
    """Tell whether two words say that somebody is called what follows: `call her Mo`."""
    return verb.low in ("call", "calls", "called") and whom.low in ("him", "her")


def may_open(words: Sequence[Word], at: int, end: int, people: People = NOBODY) -> bool:
    """Tell whether a new name at the start of a clause is a person: a verb or an owner shows it.

    Any word has a capital there, so one that is followed by nothing of a person is none, nor is
    the word for a thing, or what something is `its`.
    """
    if at > 0 or end > 1:
        return True
    low = words[0].low
    if people.is_thing(low):
        return False
    if end >= len(words):
        return True
    following = words[1].low
    if low.endswith(_ABSTRACT) and len(low) > _SHORT:
        return False
    if any(word.low == "its" for word in words[1:_MOST_LEFT]):
        return False
    if words[0].after == ",":
        return following in _ARTICLES or len(words) == _PAIR
    if words[0].after not in ("", "("):
        return False
    if low.endswith("s") and (following in _OF_MANY or following in _PLAIN):
        return False  # `vegans eat no honey`
    if words[0].after:
        return any(word.after[:1] == ")" for word in words[1:5])
    return following in _OF_PERSONS or following in lex.ADVERBS


def is_lower_name(people: People, words: Sequence[Word], at: int) -> bool:
    """Tell whether a name stands at `at` in lower case: `my sister rosa lives here`."""
    word = words[at]
    if not (word.text.islower() and word.text.isalpha() and _is_noun(word.low, people)):
        return False
    following = words[at + 1].low if at + 1 < len(words) else ""
    return word.after == "" and (
        following in lex.FINITE or following in lex.THIRDS or following in ("'s", "and")
    )


def compounds(people: People, relation: Relation, words: Sequence[Word], at: int) -> bool:
    """Tell whether a relation only begins a longer noun: `my dog food`, `a baby shower`.

    Who does something is somebody, unless it is a common noun: `my coach baraka says`.
    """
    if relation.attribute not in ("pet", "colleague") and relation.name not in _PREFIXES:
        return False
    following = words[at]
    if at + 1 < len(words) and not following.after and not people.is_thing(following.low):
        verb = words[at + 1].low
        if verb in lex.REPORTING or (relation.name not in _PREFIXES and verb in _OF_PERSONS):
            return False
    plain = following.text.islower() and following.text.isalpha() and following.low != "'s"
    return plain and is_open(following.low) and following.low not in people.relations


def _is_noun(low: str, people: People) -> bool:
    """Tell whether a word may be a name in lower case: it is nothing that is listed."""
    return is_open(low) and low not in people.nobody and low not in people.relations


def may_describe(people: People, words: Sequence[Word], at: int) -> bool:
    """Tell whether a word may stand before a relation: `my older sister`, `my Danish boss`.

    So may any noun or adjective right before one: `my running buddy`, `two elderly cats`.
    """
    word = words[at]
    if word.low in people.between or (word.text[0].isupper() and word.low in people.nobody):
        return True
    if word.after or at + 1 >= len(words):
        return False
    behind = people.relations.get(words[at + 1].low) or by_trade(people, words, at + 1)
    if behind is None:
        return False
    if not at or words[at - 1].low in ("the", "'s"):
        return False
    if word.low in _PREFIXES:
        return word.low != "baby"  # `our family dog`
    if behind.attribute == "friend" and word.low in lex.GERUNDS:
        return True
    noun = is_open(word.low) or word.low in lex.NOUN_BASES
    plain = word.text.islower() and noun and word.low not in people.relations
    return plain and (behind.attribute == "colleague" or word.low not in _NO_REAL)


def by_trade(people: People, words: Sequence[Word], at: int) -> Relation | None:
    """Return what somebody is to another by what he does: `my baker Tom`, `our cook, Ida, …`."""
    word = words[at]
    if word.low not in people.trades or at + 1 >= len(words) or not word.text.islower():
        return None
    end = name_end(people, words, at + 1)
    if end == at + 1 or not words[at + 1].text.istitle() or word.after not in ("", ","):
        return None
    apart = bool(word.after) and not words[end - 1].after
    return None if apart else Relation(name=word.low, attribute="colleague")


def is_open(low: str) -> bool:
    """Tell whether a word is of no class that is listed: a noun, or a name."""
    return low not in _CLOSED


def of_no_class(lows: frozenset[str]) -> frozenset[str]:
    """Return those of some words that are of no class that is listed."""
    return lows - _CLOSED


def written(words: Sequence[Word]) -> str:
    """Return a name as it is written."""
    *first, last = words
    return " ".join(
        [*(f"{one.text}." if one.after == "." else one.text for one in first), last.text]
    )


def name_keys(name: str) -> tuple[str, ...]:
    """Return the ways in which a name may come again: whole, or its first or last part."""
    parts = name.casefold().split()
    return tuple(dict.fromkeys((name.casefold(), parts[0], parts[-1]))) if parts else ()

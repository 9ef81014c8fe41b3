"""What else an end means: a value by its kind (`the car`), or by what it was told with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Final

from retentive.model.claim import Claim
from retentive.model.fact import Fact
from retentive.rules.attributes import Attribute, ClaimType, Registry
from retentive.rules.calendar_words import MONTHS, WEEKDAYS
from retentive.rules.characters import listed
from retentive.rules.text import stem
from retentive.rules.values import value_of


def calls(known: Fact, words: str, attribute: Attribute) -> bool:
    """Tell whether words that end something call a known value by another name.

    `The car` is a Clio, and `the restaurant` is Noor, of somebody who told of `a
    restaurant called Noor`.
    """
    assert known.claim is not None
    said = value_of(words)
    if not said.words or len(said.words) > _MOST or said.numbers or "'s " in words:
        return False
    value, noun = known.claim.value, said.words[-1]
    if value_of(value).words == said.words:
        return False
    if _is_of_kind(value, noun, attribute):
        return True
    named = attribute.type is not ClaimType.STATE or len(said.words) > 1 or not words.islower()
    return not named and _is_told_with(known.text, value, noun)


def is_anothers(text: str, words: str) -> bool:
    """Tell whether a text says of all it tells of these words that another has it: `her wrist`."""
    low = text.casefold()
    at = low.find(words.casefold())
    before = _WORD.findall(low[:at])[-_OWNING:] if at >= 0 else []
    owner = next((word for word in reversed(before) if word not in _SORTS), "")
    return owner in _OTHERS


def called_off(claim: Claim, speaker: str, registry: Registry, text: str) -> Claim | None:
    """Return the claim of who speaks that another may have called off; None if it is no such.

    Who only pulls out of it himself does not call it off.
    """
    if _PULLS_OUT & set(text.lower().split()):
        return None
    planned = (_PLANNED, *registry.of(_PLANNED).akin, "hobby")  # a hobby: of all that ends
    if claim.subject == speaker or claim.attribute not in planned:
        return None
    return replace(claim, subject=speaker, attribute=_PLANNED)


def readings(
    said: Claim, values: Sequence[str], attributes: Sequence[str], registry: Registry
) -> Iterator[tuple[str, str]]:
    """Yield what words that end something can mean: values, each with an attribute.

    Of a name before a common noun (`the Wales ride`, `the Acme lunch`) the name may be that of
    what happens or is planned; it is no firm that is left.
    """
    name = _name_before_noun(said.value)
    for value, one in product(values, attributes):
        attribute = registry.of(one)
        other = name and one != said.attribute and value == said.value and attribute.is_single
        if not (other and attribute.partial):
            yield value, one
    ahead = (one for one in attributes if registry.of(one).type is not ClaimType.STATE)
    yield from ((name, one) for one in ahead if name)


def _name_before_noun(words: str) -> str:
    told = words.split()
    named = [one for one in told[:-1] if one[:1].isupper() and "'" not in one and "’" not in one]
    if not named or len(named) < len(told) - 1 or not told[-1].islower():
        return ""
    dated = any(one.lower() in WEEKDAYS or one.lower() in MONTHS for one in named)
    return "" if dated else " ".join(named)


def _is_of_kind(value: str, noun: str, attribute: Attribute) -> bool:
    """Tell whether a value has a name of the kind of thing that a noun is for."""
    of = [names for nouns, names in attribute.kinds if noun in map(stem, nouns)]
    if not of:
        return False
    low = value.lower().replace("-", "_").split()
    told = {*low, *map("_".join, pairwise(low))}
    return any(told & names for names in of)


def _is_told_with(text: str, value: str, noun: str) -> bool:
    """Tell whether a text tells a value beside a noun for it: `Noor, a restaurant`.

    Nothing but words that lead from the one to the other may stand between them.
    """
    low = text.casefold()[:_LOOKED_AT]
    at = low.find(value.casefold())
    if at < 0:
        return False
    before, behind = _WORD.findall(low[:at]), _WORD.findall(low[at + len(value) :])
    return _leads(before[::-1], noun) or _leads(behind, noun)


def _leads(words: Sequence[str], noun: str) -> bool:
    """Tell whether words lead to a noun."""
    for word in words[:_BETWEEN]:
        if stem(word) == noun:
            return True
        if word not in _LINKS:
            return False
    return False


_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|[.;:!?]")
_MOST: Final = 2
"""Words of a name of a kind: `old car`."""
_BETWEEN: Final = 5
"""Words between a value and the noun that it is told with, and that noun."""
_OTHERS: Final = frozenset({"his", "her", "their", "your"})
_OWNING: Final = 2
"""Words before a value that may tell whose it is: `her old car`."""
_LOOKED_AT: Final = 1_000
_SORTS: Final = listed(
    """old new big small little tiny first second lovely nice good local red blue green black white
    grey silver cheap used"""
)
_LINKS: Final = _SORTS | listed("a an the my our his her their called named is it's in at near")
_PLANNED: Final = "event"
_PULLS_OUT: Final = frozenset({"pulled", "backed", "dropped", "bowed", "withdrew", "pull", "gave"})

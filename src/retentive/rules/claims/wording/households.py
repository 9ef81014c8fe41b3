"""Whom somebody has, told without a verb: `three cats of my own`, `Four girls, Una 9 and …`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from retentive.rules.claims.wording.rewording import Edit
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.people import Relation

_COUNTS: Final = "two|three|four|five|six|[2-6]"
GROUPS: Final = "sons|daughters|boys|girls|kids|children|brothers|sisters"
_NAME: Final = r"(?![a-zß-ÿ])[^\W\d_][\w'’-]+"
BEGINS: Final = r"(?:^|(?<=[.!?][ ])|(?<=\n))"
"""Where a sentence begins."""
_HAD: Final = ("relative", "pet")
_BEFORE: Final = 120
"""Characters of the sentence before, which may be about another."""


def households(text: str, kin: Mapping[str, Relation]) -> Iterator[Edit]:
    """Yield what is put in for a sentence to tell whom its author has."""
    yield from _of_my_own(text, kin)
    yield from _aged_in_a_row(text)
    yield from _counted(text, kin)
    yield from _born(text)


_OWN: Final = re.compile(
    r"(?:(?<=^)|(?<=[.,;:][ ])|(?<=\n))(?:with[ ])?"
    rf"(?P<many>an?|{_COUNTS})[ ](?P<whom>[\w-]+)[ ]of[ ](?:my|our)[ ]own\b",
    re.IGNORECASE,
)


def _of_my_own(text: str, kin: Mapping[str, Relation]) -> Iterator[Edit]:
    """Yield `I have two goats` for `two goats of my own` where nothing says who has them."""
    for found in _OWN.finditer(text) if " own" in text else ():
        if _is_had(found["whom"], kin):
            yield Edit(*found.span(), f"I have {found['many']} {found['whom']}")


def _is_had(whom: str, kin: Mapping[str, Relation]) -> bool:
    relation = kin.get(whom.casefold())
    return relation is not None and relation.attribute in _HAD


_AGED_ROW: Final = re.compile(
    rf"(?i:\b(?:{_COUNTS}|my|our|the)[ ](?:{GROUPS}))[ ]?[,:(–-]+[ ]?"
    rf"(?:{_NAME}[ ]\d{{1,2}}(?:,?[ ](?:and|&)[ ]|,[ ])?)+"
)
_AGED: Final = re.compile(r"(?<=[ ])\d{1,2}(?!\w)")


def _aged_in_a_row(text: str) -> Iterator[Edit]:
    """Yield brackets for the ages of several: `four girls, Una 9 and Bea 7`."""
    for row in _AGED_ROW.finditer(text):
        for age in _AGED.finditer(text, row.start(), row.end()):
            yield Edit(*age.span(), f"({age[0]})")


_COUNTED: Final = re.compile(
    rf"{BEGINS}(?i:{_COUNTS})[ ](?P<whom>[a-z]+)[ ]?[,:(–-]+[ ]?{_NAME}"
    rf"(?:[ ]\(?\d{{1,2}}\)?)?,?(?:[ ](?:and|&)[ ]|[ ]){_NAME}"
)
_ANOTHER: Final = re.compile(
    r"\b(?:he|she|they|his|her|their|sister|brother|friend|neighbou?r|cousin|uncle|aunt)\b",
    re.IGNORECASE,
)


def _counted(text: str, kin: Mapping[str, Relation]) -> Iterator[Edit]:
    """Yield `I have` before a sentence that only counts and names: `Two boys, Abe and Cy`."""
    for found in _COUNTED.finditer(text):
        before = text[max(0, found.start() - _BEFORE) : found.start()]
        if found.start() and _is_had(found["whom"], kin) and not _ANOTHER.search(before):
            first = found[0][0].lower() + found[0][1:2]
            yield Edit(found.start(), found.start() + 2, f"I have {first}")


_BIRTH: Final = re.compile(
    r"\b[Ii]t(?:['’]s|[ ]is|[ ]was)[ ]a[ ](?:(?:baby|little|healthy)[ ])?(?P<what>boy|girl)[ ]?"
    r"(?:[!.:]+|(?=,.{3,40}born\b),)[ ]"
    rf"(?:[Cc]alled[ ]|[Nn]amed[ ])?(?P<name>{_NAME}(?:[ ]{_NAME})?)"
    r"(?:(?P<born>,?[ ](?:was[ ])?born\b)|(?=[ ]?[,.!;(]|\s*$))"
)


def _born(text: str) -> Iterator[Edit]:
    """Yield whose child it is that has come: `It's a girl! Una, born in Oslo`."""
    for found in _BIRTH.finditer(text) if " a " in text else ():
        if found["name"].split()[0].casefold() in _NO_NAMES:
            continue
        child = "son" if found["what"] == "boy" else "daughter"
        born = f". {found['name']} was born" if found["born"] else ""
        yield Edit(*found.span(), f"I have a {child} {found['name']}{born}")


_NO_NAMES: Final = (
    lex.INTERJECTIONS
    | lex.NOMINATIVE
    | lex.POSSESSIVES
    | frozenset(
        {"congrats", "congratulations", "thanks", "mum", "mom", "dad", "both", "so", "and", "the"}
    )
)

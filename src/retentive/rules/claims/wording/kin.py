"""Kin in half a sentence: `wife (Keiko), son 10`, `eldest 17`, `a niece of mine`, `me mam`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from retentive.rules.claims.wording.households import GROUPS
from retentive.rules.claims.wording.rewording import Edit
from retentive.rules.claims.wording.unowned import THEM
from retentive.rules.reading.people import Relation


class _Rule(NamedTuple):
    """What stands in a text with one of the words `sign`, and what is read in its place."""

    signs: tuple[str, ...]
    found: re.Pattern[str]
    read: str


def _rule(signs: str, found: str, read: str) -> _Rule:
    return _Rule(tuple(signs.split("|")), re.compile(found, re.IGNORECASE), read)


_NEAR: Final = "wife|husband|hubby|partner|gf|bf|son|daughter|brother|sister|mum|mom|dad|dog|cat"
_BEGINS: Final = r"(?:^|(?<=[.!?,;:][ ])|(?<=\n))"
_ENDS: Final = r"(?=[ ]*(?:[,.;!\n]|and\b|&|$))"
_RULES: Final = (
    _rule(
        "me ",
        rf"(?<![\w'’])me(?=[ ](?:{THEM}|mam|mum|mother|da|dad|father|nan|gran|cousin)(?:['’]s)?\b)",
        "my",
    ),
    _rule(
        " of mine",
        r"(?<![\w'’-])an?[ ](?:very[ ])?(?P<how>good|close|dear|old|great|new|younger|older)[ ]"
        rf"(?P<whom>{THEM}|cousin|uncle|aunt|friend)[ ]of[ ]mine\b",
        "my {how} {whom}",
    ),
    _rule(
        " of mine",
        r"(?<!\bgood[ ])(?<!\bclose[ ])(?<!\bdear[ ])(?<!\bold[ ])(?<!\bgreat[ ])(?<!\bnew[ ])"
        rf"(?<![\w'’-])(?:(?:an?|one)[ ])?(?P<whom>{THEM}|cousin|uncle|aunt|friend)[ ]of[ ]mine\b",
        "my {whom}",
    ),
    _rule(
        "(",
        rf"{_BEGINS}(?P<whom>{_NEAR})[ ]\((?P<name>[^\W\d_][\w'’-]+)\){_ENDS}",
        "my {whom} is {name}",
    ),
    _rule(
        "0|1|2|3|4|5|6|7|8|9",
        rf"{_BEGINS}(?P<whom>{_NEAR})[ ](?P<age>\d{{1,2}}){_ENDS}",
        "my {whom} is {age}",
    ),
    _rule(
        "est ",
        r"(?<![\w'’-])(?:(?:my|our|the|and)[ ])?(?P<whom>eldest|oldest|youngest)[ ](?P<age>\d{1,2})"
        r"(?:(?=[ ]*(?:[,;!?\n]|$|\.(?!\d)))|(?=[ ](?:and\b|youngest|eldest)))",
        "my {whom} is {age};",
    ),
    _rule("twin ", rf"(?<![\w'’-])twin(?=[ ](?:{GROUPS})[ ]?[,:(])", "two"),
    _rule(
        " one",
        r"(?<=[ ])and[ ]the[ ](?:small|little|young|youngest|eldest|oldest|big|middle)[ ]one,?[ ]"
        r"(?P<name>(?-i:[A-ZÀ-Þ])[\w’-]+),[ ]s?he(?:['’]s|[ ]is)[ ](?P<age>\d{1,2})(?![\w.])",
        "and {name} ({age})",
    ),
    _rule(
        " one",
        r"(?<=[ ])and[ ]the[ ](?:small|little|young|youngest|eldest|oldest|big|middle)[ ]one,?"
        r"(?=[ ](?-i:[A-ZÀ-Þ]))(?![ ][\w’-]+,[ ]s?he(?:['’]s|[ ]is)[ ]\d)",
        "and",
    ),
    _rule("boy|lad", rf"{_BEGINS}(?:boy|lad)(?:'s|’s|[ ]is)(?=[ ]\d{{1,2}}\b)", "my son is"),
    _rule("girl", rf"{_BEGINS}girl(?:'s|’s|[ ]is)(?=[ ]\d{{1,2}}\b)", "my daughter is"),
)


def told_of_kin(text: str, kin: Mapping[str, Relation]) -> Iterator[Edit]:
    """Yield sentences in the place of what tells of kin in half of one."""
    low = text.casefold()
    yield from _named_behind(text, kin)
    for rule in _RULES:
        if not any(sign in low for sign in rule.signs):
            continue
        for found in rule.found.finditer(text):
            groups = {key: said.strip() for key, said in found.groupdict().items()}
            if name := groups.get("name"):
                groups["name"] = f"{name[0].upper()}{name[1:]}"
            yield Edit(found.start(), found.end(), rule.read.format(**groups))
    if "(" in text:
        for found in _AGED_TOO.finditer(text):
            name = found["name"].capitalize()
            yield Edit(found.start(), found.end(), f"{found['whom']} {name} ({found['age']})")


_AGED_TOO: Final = re.compile(
    rf"(?<=[ ])(?P<whom>{THEM}|dog|cat)[ ]\((?P<name>[a-z]{{3,12}}),[ ](?P<age>\d{{1,2}})\)"
)
"""`one daughter (zosia, 9)`, in small letters"""

_SUITORS: Final = "(?:new[ ])?(?:bloke|fella|beau|squeeze)|new[ ](?:man|guy)"
_KIN: Final = (
    rf"{THEM}|mum|mom|dad|mother|father|cousin|uncle|aunt|(?:best[ ])?friend|mate|{_SUITORS}"
)
_TOLD_BEHIND: Final = re.compile(
    r"(?<![\w’-])(?P<name>[A-ZÀ-Þ][\w’-]+)"
    r"(?:(?P<ends>[?.!])[ ]|(?:,|[ ][–—-])[ ](?:and[ ])?that(?:['’]?s|[ ]is)[ ])"
    rf"(?i:my)[ ](?P<whom>(?i:{_KIN}))(?=[ ]?(?:[,.;!?)\n]|$))"
)
_OPENING: Final = ("", ".", "!", "?", "\n")
_PLACING: Final = re.compile(r"\b(?:in|at|from|near|of|is|am|was|to)[ ]$|['’]s[ ]$", re.IGNORECASE)


def _named_behind(text: str, kin: Mapping[str, Relation]) -> Iterator[Edit]:
    """Yield one with the name behind: `took Ida. My cousin.`, `my aunt may come, Ida, she is 7`."""
    for found in _TOLD_BEHIND.finditer(text):
        before = text[max(0, found.start() - 6) : found.start()]
        if found["ends"] is None or not (_PLACING.search(before) or before[-2:-1] in _OPENING):
            whom = found["whom"].casefold()
            whom = whom if whom in kin else "boyfriend"
            yield Edit(*found.span(), f"my {whom} {found['name']}")
    for found in _CALLED_LATER.finditer(text):
        relation = kin.get(found["whom"].casefold())
        if relation and relation.gender in ("", found["pronoun"]):
            at = found.end("whom")
            yield Edit(at, at, f" {found['name']}")
            yield Edit(*found.span("named"), ",")


_CALLED_LATER: Final = re.compile(
    rf"\b(?i:my|our)[ ](?P<whom>(?i:{THEM}|mum|mom|mam|dad|mother|father|cousin|uncle|aunt|gran))"
    r"(?:[ ](?!(?:an?|the|my|our|his|her|their|with|and|met)[ ])[a-z'’]+){1,6}"
    r"(?P<named>,[ ](?P<name>[A-ZÀ-Þ][\w’-]+),)[ ](?P<pronoun>he|she)(?![\w-])"
)

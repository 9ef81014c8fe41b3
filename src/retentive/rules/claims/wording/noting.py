"""What is noted in marks instead of words: `city: Uppsala`, `hubby = Marcel`, `my mums a nurse`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.claims.wording.rewording import Edit

_SAID: Final = {
    "my name is ": "name",
    "I am ": "age",
    "I live in ": "city town location home lives based place residence",
    "I work as ": "job occupation profession role work",
    "I work at ": "employer company workplace",
    "I am from ": "from origin hometown",
    "I speak ": "languages language langs lang speaks",
    "my partner is ": "partner",
    "my wife is ": "wife",
    "my husband is ": "husband hubby",
    "my kids are ": "kids children",
    "I have ": "pets pet",
    "I use ": "stack tools editor os shell browser ide terminal",
    "allergies: ": "allergies allergy",
    "diet: ": "diet",
    "timezone: ": "timezone tz",
    "birthday: ": "birthday bday dob",
    "hobbies: ": "hobbies hobby interests",
    "goals: ": "goals goal resolutions",
    "plans: ": "plans",
    "likes: ": "likes loves",
    "dislikes: ": "dislikes hates",
}
"""What keys say of whoever notes them down."""
_BY_KEY: Final = {key: said for said, keys in _SAID.items() for key in keys.split()}
_KEYED: Final = re.compile(
    rf"(?:^|(?<=[\n,;.]))(?P<mark>[ \t]*(?:[•*–-][ \t]*)?)(?P<key>{'|'.join(_BY_KEY)})"
    r"[ \t]*(?::|=|[ \t][–-](?=[ \t]))[ \t]*(?=[^\s\"'{\[(:=])",
    re.IGNORECASE,
)
_NO_NOTE: Final = re.compile(
    r"```|\b(?:sheet|character|form|fill|template|example|json|yaml|config|schema|column|fields?"
    r"|translate|npc|hero)\b",
    re.IGNORECASE,
)
"""What tells that keys are those of something else than of whoever writes."""
_OF_THINGS: Final = listed(
    "name role location home place os tools stack browser shell from company base"
)
"""Keys that things have as well as people."""
_ANOTHERS: Final = re.compile(
    r":[ \t]*\S|['’]s\b|\b(?:his|her|their)\b|\b(?:about|for|of|on|is)\b(?![ ]m[ey]\b)",
    re.IGNORECASE,
)
"""What tells above a list of keys that they are somebody else's."""
_EQUALS: Final = re.compile(
    r"(?<![\w'’])(?:(?P<mine>my[ ][\w'’-]+)|(?P<bare>hubby|wife|husband|boss|bf|gf|editor|stack))"
    r"[ ]=[ ](?P<first>\w)",
    re.IGNORECASE,
)
_PEOPLE: Final = re.compile(
    r"(?:hubby|wife|husband|boss|bf|gf|manager|sister|brother|mum|mom|dad|son|daughter|partner)$",
    re.IGNORECASE,
)
_WITH: Final = re.compile(r"(?<![\w/])w/[ ]?(?=\w)|(?<=[a-z][ ])w[ ](?=[a-z0-9])", re.IGNORECASE)
_AND: Final = re.compile(r"(?<=[a-z])[ ][&+][ ](?=[a-z])")
_SINGLE: Final = (
    "mum|mom|mam|dad|wife|husband|hubby|boss|bf|gf|boyfriend|girlfriend|partner|nan|nana|gran"
)
_COUNTED: Final = (
    "bro|brother|sister|son|daughter|mate|friend|cousin|nephew|niece|uncle|aunt|dog|cat"
)
_MARKLESS: Final = re.compile(
    rf"\b(?:my|our|his|her)[ ](?:[a-z]+[ ])?(?:(?:{_SINGLE})(?=s[ ](?:a|an|the|in|at|on|called"
    r"|named|from|not|so|now|still|just|also|allergic|getting|turning|coming|moving|having|vegan"
    r"|obsessed|mad|crazy"
    r"|been|got|had|gone|off|pregnant|poorly|ill|sick|retired|retiring|really|always|well|diabetic"
    r"|veggie|coeliac|celiac|deaf|into|keen|terrified|scared|hooked|addicted|training|learning"
    rf"|\d+th|name|birthday)\b)|(?:{_COUNTED})(?=s[ ](?:a|an|called|named|getting|turning|name"
    r"|birthday)\b))",
    re.IGNORECASE,
)
_OWNED: Final = re.compile(
    r"^(?=[ \t]*(?:[•*–-][ \t]*)?(?:\d|an?|one|two|three|four|five)[ ](?:[a-z]+[ ])?"
    r"(?:kids?|sons?|daughters?|boys|girls|cats?|dogs?|rabbits?|hamsters?|guinea[ ]pigs)[ ]?[(,:])"
    r"[ \t]*(?:[•*–-][ \t]*)?",
    re.IGNORECASE | re.MULTILINE,
)


_ODD: Final = re.compile(r"(?<=\d\d)[ -]odd(?=[ ](?:years?|yrs?)\b)")
_KINS: Final = re.compile(
    r"\b(?:my|our)[ ](?:girlfriend|boyfriend|wife|husband|partner|sister|brother|mum|mom|dad|boss"
    r"|mate|flatmate)"
    r"(?=s[ ](?:parents?|mum|mom|dad|sister|brother|family|kids?|son|daughter|dog|cat|birthday)\b)",
    re.IGNORECASE,
)
_SCOTS: Final = re.compile(r"(?<=\b[iI]['’]m[ ])fae\b|(?<=\bim[ ])fae\b")
"""What is written as it is spoken, or has lost its apostrophe: `my girlfriends parents`."""


_OWNERS: Final = frozenset({"my", "our", "his", "her"})
"""Words before kin that have lost their apostrophe."""


def said_by(key: str) -> str:
    """Return what a key says of whoever notes something down by it; `""` for no key."""
    return _BY_KEY.get(key, "")


def noted(text: str, words: frozenset[str]) -> Iterator[Edit]:
    """Yield the words that marks of a text stand for; `words` are its own, in small letters."""
    marked = (":" in text or "=" in text or "-" in text) and not words.isdisjoint(_BY_KEY)
    keyed = [*_KEYED.finditer(text)] if marked else []
    keys = {one["key"].casefold() for one in keyed}
    own = len(keys) > 1 and not keys <= _OF_THINGS and not _NO_NOTE.search(text)
    if own and not _ANOTHERS.search(text, 0, keyed[0].start()):
        for one in keyed:
            yield Edit(one.start("key"), one.end(), _BY_KEY[one["key"].casefold()])
    if " = " in text:
        for one in _EQUALS.finditer(text):
            said = one["mine"] or f"my {one['bare']}"
            first = one["first"].upper() if _PEOPLE.search(said) else one["first"]
            yield Edit(one.start(), one.end(), f"{said} is {first}")
    if "odd" in words:
        yield from (Edit(*one.span(), "") for one in _ODD.finditer(text))
    if "fae" in words:
        yield from (Edit(*one.span(), "from") for one in _SCOTS.finditer(text))
    if "w/" in text or " w " in text:
        yield from (Edit(one.start(), one.end(), "with ") for one in _WITH.finditer(text))
    if " & " in text or " + " in text:
        yield from (Edit(one.start(), one.end(), " and ") for one in _AND.finditer(text))
    if not words.isdisjoint(_OWNERS):
        yield from (Edit(one.end(), one.end(), "'") for one in _KINS.finditer(text))
        yield from (Edit(one.end(), one.end(), "'") for one in _MARKLESS.finditer(text))
    yield from (Edit(one.end(), one.end(), "I have ") for one in _OWNED.finditer(text))

"""People who come up without a name: `I'm seeing someone`, `met a girl`, until they get one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.referent import Referent, unnamed
from retentive.rules.reading.words import Word

STRANGER: Final = "someone"
"""The relation of somebody of whom nothing is known, not even a name."""

_GENDERS: Final = {
    "guy": "he", "man": "he", "bloke": "he", "chap": "he", "lad": "he", "boy": "he", "dude": "he",
    "woman": "she", "girl": "she", "lady": "she", "lass": "she",
}  # fmt: skip
_SOMEONE: Final = listed("someone somebody")
_ARTICLES: Final = listed("a an this")
_BETWEEN: Final = listed("new nice lovely great really young cute sweet funny local baby little")
_COURTING: Final = listed("seeing dating dates date")
_HAVING: Final = listed("have has had 've got expecting is 's to")
"""Words after which a girl is a daughter: `it's a girl`, `we have a boy`."""
UNNAMED: Final = _SOMEONE.union(_GENDERS)
"""Words without one of which nobody comes up like this."""
_OWN: Final = listed("i we it 've that us me this")
_AGED: Final = listed("year month")
_CHILDREN: Final = listed("boy girl lad lass")


def stranger(words: Sequence[Word], at: int, speaker: Referent) -> tuple[Referent, int] | None:
    """Return who comes up at a word without a name, and where the words for that end."""
    low, before = words[at].low, words[at - 1].low if at else ""
    if low in _SOMEONE:
        return _made(before, "", speaker), at + 1
    if low not in _ARTICLES:
        return None
    noun = at + 1
    while noun < len(words) and words[noun].low in _BETWEEN:
        noun += 1
    gender = _GENDERS.get(words[noun].low) if noun < len(words) else None
    if not gender:
        return None
    if before in _HAVING and words[noun].low in _CHILDREN and _is_own(words, at - 1):
        return _child(gender, speaker), noun + 1
    return _made(before, gender, speaker), noun + 1


def _is_own(words: Sequence[Word], verb: int) -> bool:
    """Tell whether the speaker has whom the verb at a word brings: `it's a girl`, not `Eve had`."""
    left = [word.low for word in words[:verb] if word.low not in lex.ADVERBS]
    return words[verb].low != "has" and (not left or not _OWN.isdisjoint(left))


def _child(gender: str, speaker: Referent) -> Referent:
    relation = "son" if gender == "he" else "daughter"
    key = unnamed(speaker.subject, relation, animal=False)
    return Referent(key, None, relation, speaker.subject, gender, False, "relative")


def _made(before: str, gender: str, speaker: Referent) -> Referent:
    owner = speaker.subject
    if before in _COURTING:
        key = unnamed(owner, "partner", animal=False)
        return Referent(key, None, "partner", owner, gender, False, "partner")
    return Referent(unnamed(owner, STRANGER, animal=False), None, STRANGER, owner, gender)


def is_age(low: str) -> bool:
    """Tell whether a word is part of how old somebody is: `my 6 year old son`."""
    return low in _AGED or (low.isdigit() and len(low) < 3) or low.endswith("-year-old")

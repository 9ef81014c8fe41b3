"""People who come up without a name: `I'm seeing someone`, `met a girl`, until they get one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.referent import Mention, Referent, unnamed
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
_HAVING: Final = listed("have has had got expecting is 's to")
"""Words after which a girl is a daughter: `it's a girl`, `we have a boy`."""
_AT_WORK: Final = listed("colleague colleagues boss bosses mentor intern interns tenant landlord")
"""Who one has, and is not only what he does: `a doctor` is nobody's."""
_OWNING: Final = listed(
    """have has had got get adopted adopt bought met own owns with having getting made make
    making found find picked rescued collected fostering fostered rehomed"""
)
_NAMING: Final = listed("called named")
_TELLING: Final = (lex.FINITE | lex.THIRDS) - _NAMING
_AND: Final = listed("and plus also then too")
_COUNTING: Final = listed("a an one two three four five yes yeah just")
"""Words with which an answer begins that tells who is there: `two, a cat (Mog) and a pup`."""
_HELD: Final = ("relative", "partner", "pet")
_NEAR: Final = 12
"""Words before somebody among which it is seen whose he is."""
_LISTED: Final = 20
"""Words of a list without a verb."""
UNNAMED: Final = _SOMEONE.union(_GENDERS)
"""Words without one of which nobody comes up like this."""
_OWN: Final = listed("i we it that us me this")
_AGED: Final = listed("year month yr yrs years")
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


def is_ones_own(words: Sequence[Word], at: int, found: Mention) -> bool:
    """Tell whether somebody new is the speaker's: `I have a sister`, `a friend of mine`.

    So is who is listed after those one has (`a brother, and a sister called Ida`), a friend or a
    colleague who comes by name, and one who is named where there is no verb at all.
    """
    who = found.who
    at_work = who.relation in _AT_WORK
    if who.attribute == "colleague" and not at_work and not who.name:
        return False
    before = [word.low for word in words[max(0, at - _NEAR) : at]]
    had = any(low in _OWNING for low in before[-2:])
    joined = bool(before) and (before[-1] in _AND or (who.name and words[at - 1].after == ","))
    listed_on = joined and not _OWNING.isdisjoint(before)
    if had or listed_on or is_mine(words, found.end):
        return True
    if [word.low for word in words[found.end : found.end + 2]] in (["of", "a"], ["of", "an"]):
        return False  # `a friend of a friend`
    if at == 0 and who.attribute == "friend":
        return True
    known = at_work or who.attribute == "friend"
    if known and at and words[at - 1].after == "," and words[at - 1].text[0].isupper():
        return True  # `Per, a colleague from Leeds`
    if who.name is None and who.attribute in _HELD and _is_listed(words, at, found.end):
        return words[0].low not in lex.PREPOSITIONS and _is_verbless(words)
    if who.name is None or (found.end < len(words) and words[found.end].low == "of"):
        return False
    if known:
        return True
    ends = found.end == len(words) or words[found.end - 1].after != ""
    first = set(before) <= _AND or (who.attribute == "pet" and set(before[:1]) <= _COUNTING)
    return ends and first and _is_verbless(words)


def _is_listed(words: Sequence[Word], at: int, end: int) -> bool:
    """Tell whether somebody is one of what stands between commas: `a midwife, two boys, a dog`."""
    ends = end == len(words) or words[end - 1].after == "," or words[end].low in _AND
    return ends and at > 0 and (words[at - 1].after == "," or words[at - 1].low in _AND)


def is_mine(words: Sequence[Word], at: int) -> bool:
    """Tell whether `of mine` stands at a word."""
    return [word.low for word in words[at : at + 2]] in (["of", "mine"], ["of", "ours"])


def _is_verbless(words: Sequence[Word]) -> bool:
    near = words[:_LISTED]
    return len(near) == len(words) and not any(word.low in _TELLING for word in near)


def is_age(low: str) -> bool:
    """Tell whether a word is part of how old somebody is: `my 6 year old son`."""
    return low in _AGED or (low.isdigit() and len(low) < 3) or low.endswith("-year-old")


_ANYBODY: Final = listed("a an the this that any every each another one some no")
_PEOPLE: Final = listed(
    """nurse doctor chef cook clerk guest boss judge priest vet student client patient pilot captain
    coach guide mechanic dentist surgeon caretaker neighbour neighbor landlord landlady cop agent
    assistant tenant guard bride groom host kid child toddler referee mayor"""
)
_ENDINGS: Final = ("er", "or", "ist", "ian", "man", "woman", "eer")
_MOST: Final = 5
_BEFORE: Final = listed("a an the 's some this")
NOBODY_KNOWN: Final = Referent("", None, gender="")
"""Somebody of whom only is said what he does: `the driver`; a pronoun behind means him."""


def passer_by(words: Sequence[Word], at: int) -> bool:
    """Tell whether a clause opens with somebody nobody knows: `A customer complained`."""
    if words[at].low not in _ANYBODY:
        return False
    head = ""
    for word in words[at + 1 : at + _MOST]:
        if word.low in _VERBAL or word.low in lex.PREPOSITIONS:
            break
        head = word.low
        if word.after:
            break
    return head in _PEOPLE or (len(head) > _MOST - 1 and head.endswith(_ENDINGS))


def met_by(words: Sequence[Word]) -> int:
    """Return where a clause names somebody nobody knows: `I teach the baker`; 0 for nobody."""
    for at in range(len(words) - 1, 1, -1):
        if words[at - 1].low not in _BEFORE:
            continue
        low = words[at].low
        somebody = low in _PEOPLE or (len(low) > _MOST - 1 and low.endswith(_ENDINGS))
        if somebody and words[at].text.islower():
            return at
    return 0


_VERBAL: Final = lex.FINITE | lex.THIRDS | {"'s"}

"""Whether a mention may be the subject of a verb, and what may stand between the two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.calendar_words import WEEKDAYS
from retentive.rules.characters import listed
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.referent import Mention
from retentive.rules.reading.words import Word

BEFORE_SUBJECT: Final = lex.ADVERBS | listed("not no")
SKIPPED: Final = (
    lex.ADVERBS
    | lex.AUXILIARIES
    | listed("not no longer who that which been be all both each much")
)
"""Words between a subject and its verb."""
_CHAINING: Final = (
    lex.BASES | lex.THIRDS | lex.PASTS | lex.GERUNDS | lex.PARTICIPLES | SKIPPED | {"to"}
)
_MOMENTS: Final = WEEKDAYS | listed(
    """week month year night weekend morning evening afternoon summer winter spring autumn fall
    easter christmas ago because while when
    if after before since as then that so but and though although nor or neither either both"""
)
_NO_SUBJECT: Final = (
    lex.FINITE | lex.THIRDS | lex.GERUNDS | lex.BASES | lex.PARTICIPLES | lex.PREPOSITIONS
)
BESIDE: Final = listed(
    """with met meet meeting married marry called named is was are were and told tell saw visit
    visiting visited dating date love loves introduced hug phoned ring thanks dear 's"""
)


def heads(words: Sequence[Word], one: Mention) -> bool:
    """Tell whether a mention may be a subject: nothing before it governs it (`of my sister`)."""
    if one.start == 0:
        return True
    before = words[one.start - 1]
    if one.who.relation is None and words[one.start].text[0].isupper() and not before.after:
        pronoun = words[one.start].low in ("i", "we", "he", "she", "they", "you")
        return pronoun or before.low in _MOMENTS or before.low in lex.ADVERBS
    return before.low not in lex.PREPOSITIONS or bool(before.after)


def reaches(words: Sequence[Word], at: int, end: int) -> bool:
    """Tell whether only what belongs to a subject stands in `words[at:end]`.

    That is a phrase after a noun (`from school`), or verbs before an infinitive (`wants to`).
    """
    if at >= end:
        return True
    rest = [word.low for word in words[at:end]]
    if all(low in _CHAINING for low in rest):
        return True
    return rest[0] in lex.PREPOSITIONS and lex.FINITE.isdisjoint(rest)


def has_subject(words: Sequence[Word], at: int) -> bool:
    """Tell whether a clause opens with a subject of its own that is nobody known."""
    return words[at].low not in _NO_SUBJECT

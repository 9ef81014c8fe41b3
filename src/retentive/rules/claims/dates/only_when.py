"""Clauses that tell no more than when what stands beside them was: `starting in May`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading import Clause, Modality, Word
from retentive.rules.reading import lexicon as lex
from retentive.rules.time_phrases import Role, TimePhrase

_SETTING_IN: Final = listed(
    "starting beginning ending finishing arriving leaving coming returning landing opening closing"
)
"""What something does at a time: `a new job, starting in May`."""


def only_tells_when(clause: Clause, told: Sequence[TimePhrase]) -> bool:
    """Tell whether a clause has no subject of its own, or tells until when something lasts."""
    first = clause.words[0].low
    if first in ("not", "no"):  # `my birthday is 5 May, not 4 May`, `so no cream on Friday`
        return False
    if first in lex.NOMINATIVE | lex.WEAK_SUBJECTS or clause.modality is not Modality.ASSERTED:
        return False
    if any(each.role is Role.UNTIL for each in told):
        return True
    if first in lex.GERUNDS:  # `been twice, going again in May`
        return first in _SETTING_IN
    verbal = [word.low in lex.FINITE or word.low in lex.THIRDS for word in clause.words]
    if first in lex.AUXILIARIES and any(_tells_more(word, told) for word in clause.words):
        return False  # `my dad, a retired cook, has been in a home since May`
    return verbal[0] or not any(verbal)


def _tells_more(word: Word, told: Sequence[TimePhrase]) -> bool:
    """Tell whether a word is of something else than of when something is."""
    return word.low not in _WHEN and not any(_within(word, one) for one in told)


_WHEN: Final = (
    lex.AUXILIARIES | lex.PREPOSITIONS | lex.ADVERBS | lex.PASTS | lex.DETERMINERS
) | listed("it so going on due there done here one first last day date")


def counts_since(clause: Clause, behind: Clause, told: Sequence[TimePhrase]) -> bool:
    """Tell whether a clause says how long ago something was: `it's two years since I quit`."""
    if behind.lead != "since" or len(told) != 1 or clause.words[0].low != "it":
        return False
    return all(word.low in _SINCE or _within(word, told[0]) for word in clause.words)


def _within(word: Word, phrase: TimePhrase) -> bool:
    return phrase.span.start <= word.start < phrase.span.end


_SINCE: Final = listed("it has have been is now exactly about almost nearly over just only")

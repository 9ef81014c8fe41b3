"""What somebody holds to be true: `I reckon | juniors need an office`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from retentive.model.claim import Claim
from retentive.rules.characters import listed
from retentive.rules.claims.matching.lexicon import Lexicon
from retentive.rules.claims.matching.line import Line
from retentive.rules.reading import Clause, Company, Modality, Referent, Word
from retentive.rules.reading import lexicon as lex

_NOT: Final = frozenset({"not", "n't", "never"})
LEAST = 3
"""Words of an opinion."""
_EVERYBODY: Final = listed("everybody everyone nobody people")
"""Of whom all that is said is said in general."""
_ANY: Final = ("a", "an", "no")
_BE: Final = lex.BE | listed("be been being get gets")
"""Behind which a past form tells what should be done: `cash should be banned`."""


def opinion(
    above: Clause | None, clause: Clause, company: Company, line: Line, lexicon: Lexicon
) -> Claim | None:
    """Return the belief that a clause tells if the one above it says that somebody holds it.

    Only what is held of things in general is one: `I think she is ill` tells of her, and `I think
    it was Tuesday` is a guess.
    """
    if above is None or above.sentence != clause.sentence or clause.lead not in ("that", ""):
        return None
    if {above.modality, clause.modality} != {Modality.ASSERTED}:
        return None
    words = _one_thing(clause.words)
    if len(words) < LEAST:
        return None
    if not _is_general(words, lexicon) or next(iter(company.mentions(words[:1])), None):
        return None
    holders = _holders(above, clause.lead, company, lexicon)
    if len(holders) != 1:
        return None
    end = len(words)
    while end > LEAST and words[end - 1].low in lexicon.classes["fillers"]:
        end -= 1
    held = line.text[words[0].start : words[end - 1].end]
    return Claim(subject=holders[0].subject, attribute="belief", value=held)


def _holders(above: Clause, lead: str, company: Company, lexicon: Lexicon) -> Sequence[Referent]:
    """Return who is said by a clause to hold what follows: `I firmly believe`, `in my opinion`."""
    spoken = [word for word in above.words if not word.low.endswith("ly")]
    lows = [word.low for word in spoken]
    if " ".join(lows) in lexicon.classes["to_my_mind"]:
        return (company.speaker,)
    verb = next((at for at, low in enumerate(lows) if low in lexicon.classes["opining"]), 0)
    if not verb or verb + 1 < len(lows) or lead != "that" or _NOT & set(lows):
        return ()
    return company.subjects(spoken, verb)


def _one_thing(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words before a comma behind which something else is told."""
    for at, word in enumerate(words[:-1]):
        if "," in word.after and words[at + 1].low in lex.COORDINATORS:
            return words[: at + 1]
    return words


def _is_general(words: Sequence[Word], lexicon: Lexicon) -> bool:
    """Tell whether a clause speaks of things as they are, not of somebody or of once."""
    lows = [word.low for word in words]
    about = lows[0] in lexicon.classes["particular"] and lows[0] not in _EVERYBODY
    about = about and not (lows[0] in _ANY and _is_of_all(lows, lexicon))
    if about or not lexicon.classes["once"].isdisjoint(lows):
        return False
    told = [low for at, low in enumerate(lows) if at == 0 or lows[at - 1] not in _BE]
    return lex.PASTS.isdisjoint(low for low in told if low not in lex.BASES)


def _is_of_all(lows: Sequence[str], lexicon: Lexicon) -> bool:
    """Tell whether what is said of one thing is said of all: `a kitchen should be silent`."""
    if not lexicon.classes["of_all"].isdisjoint(lows):
        return True
    pairs = pairwise(lows)
    return any(one == "is" and two in lexicon.classes["of_all_be"] for one, two in pairs)

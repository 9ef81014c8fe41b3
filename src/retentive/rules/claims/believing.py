"""What somebody holds to be true: `I reckon | juniors need an office`."""

from __future__ import annotations

from retentive.model.claim import Claim
from retentive.rules.claims.lexicon import Lexicon
from retentive.rules.claims.line import Line
from retentive.rules.reading import Clause, Company, Modality
from retentive.rules.reading import lexicon as lex

LEAST = 3
"""Words of an opinion."""


def opinion(
    above: Clause | None, clause: Clause, company: Company, line: Line, lexicon: Lexicon
) -> Claim | None:
    """Return the belief that a clause tells if the one above it says that somebody holds it.

    Only what is held of things in general is one: `I think she is ill` tells of her, and `I think
    it was Tuesday` is a guess.
    """
    if above is None or above.sentence != clause.sentence or clause.lead != "that":
        return None
    if {above.modality, clause.modality} != {Modality.ASSERTED}:
        return None
    opining = lexicon.classes["opining"]
    verb = next((at for at, word in enumerate(above.words) if word.low in opining), None)
    words = clause.words
    if not verb or verb + 1 < len(above.words) or len(words) < LEAST:
        return None
    if not _is_general(clause, lexicon) or next(iter(company.mentions(words[:1])), None):
        return None
    holders = company.subjects(above.words, verb)
    if len(holders) != 1:
        return None
    end = len(words)
    while end > LEAST and words[end - 1].low in lexicon.classes["fillers"]:
        end -= 1
    held = line.text[words[0].start : words[end - 1].end]
    return Claim(subject=holders[0].subject, attribute="belief", value=held)


def _is_general(clause: Clause, lexicon: Lexicon) -> bool:
    """Tell whether a clause speaks of things as they are, not of somebody or of once."""
    lows = [word.low for word in clause.words]
    if lows[0] in lexicon.classes["particular"] or not lexicon.classes["once"].isdisjoint(lows):
        return False
    return lex.PASTS.isdisjoint(low for low in lows if low not in lex.BASES)

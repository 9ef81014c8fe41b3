"""What holds for a while only, by the time told with it: `I'm in Rome this week`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.claim import Cue, Polarity
from retentive.rules.characters import listed
from retentive.rules.claims.dates.dating import Times
from retentive.rules.claims.matching.verbs import Tense
from retentive.rules.claims.saying import Said
from retentive.rules.reading import Clause
from retentive.rules.reading import lexicon as lex
from retentive.rules.time_phrases import Role

_PASSING: Final = listed("lives_in timezone contact_preference job works_at diet")
"""What somebody may have another of for a week, and then the old one again."""
_LODGED: Final = listed("lives_in timezone contact_preference")
"""What is told with the reason for which it holds: `while the roof is being mended`."""
_FOR: Final = listed("for only just")
_POINTING: Final = listed("this these today tonight")
_AWAY: Final = listed("away off sick ill out broken closed abroad travelling traveling")


def for_a_while(
    one: Candidate, said: Said, clause: Clause, clauses: Sequence[Clause], times: Times
) -> Candidate:
    """Return a state that is told with a span around now, or with its reason, as one for now."""
    claim = one.claim
    if claim is None or claim.attribute not in _PASSING or claim.polarity is Polarity.NEGATIVE:
        return one
    begins = said.match.tense in (Tense.PAST, Tense.PERFECT, Tense.USED, Tense.FUTURE)
    passing = one.cue in (Cue.NONE, Cue.NOW, Cue.FOR_NOW) or claim.attribute == "job"
    if begins or not passing or one.valid_until is not None:
        return one
    phrases = times.within(clause.span)
    if any(each.role is Role.SINCE or (each.start and not each.end) for each in phrases):
        return one  # `six weeks sober today`
    for phrase in phrases:
        if phrase.start is None or phrase.end is None or phrase.role is Role.SINCE:
            continue
        words = [word.low for word in clause.words if word.end > phrase.span.start]
        first = next((low for low in words if low not in _FOR), "")
        if phrase.start <= times.said_at < phrase.end and first in _POINTING:
            return replace(one, cue=Cue.FOR_NOW, valid_from=phrase.start, valid_until=phrase.end)
    if claim.attribute in _LODGED and any(_tells_why(each) for each in _beside(clause, clauses)):
        return replace(one, cue=Cue.FOR_NOW)
    return one


def _beside(clause: Clause, clauses: Sequence[Clause]) -> Sequence[Clause]:
    """Return the clauses right before and behind one in its sentence."""
    at = next((n for n, one in enumerate(clauses) if one.span == clause.span), None)
    if at is None:
        return ()
    near = [*clauses[max(0, at - 1) : at], *clauses[at + 1 : at + 2]]
    return [one for one in near if one.sentence == clause.sentence]


def _tells_why(clause: Clause) -> bool:
    """Tell whether a clause says how long something is so: `until it is done`, `while I'm away`."""
    if clause.lead in lex.UNTIL:
        return True
    lows = [word.low for word in clause.words]
    passing = any(low in _AWAY or low.endswith("ing") for low in lows)
    return clause.lead in ("while", "whilst") and passing

"""Since when something is so, told alone: `since the 1st of May`, `been one for 22 years`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from retentive.model.claim import Claim, Polarity
from retentive.rules.attributes import ClaimType, Registry
from retentive.rules.claims.dating import Times
from retentive.rules.claims.lexicon import Lexicon
from retentive.rules.reading import Clause
from retentive.rules.time_phrases import Role, TimePhrase, place


def _lasts(phrase: TimePhrase) -> bool:
    """Tell whether a phrase tells since when something is so: `since May`, `for two years now`."""
    behind = phrase.role is Role.FOR and phrase.end is None
    return phrase.start is not None and (behind or phrase.role is Role.SINCE)


def since_when(clause: Clause, times: Times, lexicon: Lexicon) -> datetime | None:
    """Return when what was told last began, if a clause says nothing but that."""
    phrases = [one for one in times.within(clause.span) if _lasts(one)]
    if len(phrases) != 1:
        return None
    (phrase,) = phrases
    others = [
        word.low
        for word in clause.words
        if word.end <= phrase.span.start or phrase.span.end <= word.start
    ]
    if not set(others) <= lexicon.classes["going_on"]:
        return None
    return place([phrase], phrase.span, clause.span, "state").valid_from


def tied_since(clause: Clause, times: Times, lexicon: Lexicon) -> datetime | None:
    """Return since when somebody has been who he is: `Rafael has been my colleague since May`."""
    if lexicon.classes["have_been"].isdisjoint(word.low for word in clause.words):
        return None
    lasts = [one for one in times.within(clause.span) if _lasts(one)]
    return place(lasts, clause.span, clause.span, "state").valid_from if len(lasts) == 1 else None


def lasting(claims: Sequence[Claim], registry: Registry) -> Claim | None:
    """Return the state, of those told so far, whose begin is told: the last that can change."""
    states = [
        one
        for one in reversed(claims)
        if one.polarity is Polarity.POSITIVE and registry.of(one.attribute).type is ClaimType.STATE
    ]
    single = next((one for one in states if registry.of(one.attribute).is_single), None)
    return single or next(iter(states), None)

"""When something began or was, told alone: `since the 1st of May`, `been one for 22 years`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final

from retentive.model.claim import Claim, Polarity
from retentive.rules.attributes import ClaimType, Registry
from retentive.rules.characters import listed
from retentive.rules.claims.dates.dating import Times
from retentive.rules.claims.language import Language
from retentive.rules.claims.matching.lexicon import Lexicon
from retentive.rules.claims.saying import Said
from retentive.rules.reading import Clause
from retentive.rules.time_phrases import Placed, Role, TimePhrase, place


def _lasts(phrase: TimePhrase) -> bool:
    """Tell whether a phrase tells since when something is so: `since May`, `for two years now`."""
    behind = phrase.role is Role.FOR and phrase.end is None
    return phrase.start is not None and (behind or phrase.role is Role.SINCE)


def since_when(
    clause: Clause, asked: Sequence[str], times: Times, lexicon: Lexicon
) -> datetime | None:
    """Return when what was told last began, if a clause says nothing but that.

    It may say once more what was asked: `I've been playing for ten years`.
    """
    phrases = [one for one in times.within(clause.span) if _lasts(one)]
    if len(phrases) != 1:
        return None
    (phrase,) = phrases
    lasts = {"how", "long"} <= set(asked) or {"since", "when"} <= set(asked)
    again = frozenset(asked if lasts else ())
    if not _rest(clause, phrase) <= lexicon.classes["going_on"] | again:
        return None
    return place([phrase], phrase.span, clause.span, "state").valid_from


def told_when(
    clause: Clause,
    asked: Sequence[str],
    times: Times,
    language: Language,
    heard: Callable[[], Sequence[Claim]],
) -> tuple[Claim, Placed] | None:
    """Return what was told last with the time of it, if a clause says nothing but that.

    `heard` is asked for what was told when a time is. What happened is dated where an agent asked
    when it was, which no words of its own tell.
    """
    lexicon, registry = language.matcher.lexicon, language.registry
    since = since_when(clause, asked, times, lexicon)
    if since is not None:
        claim = lasting(heard(), registry)
        return None if claim is None else (claim, Placed(valid_from=since))
    if clause.sentence.start or not _asks_when(asked):
        return None
    phrases = [one for one in times.within(clause.span) if one.role is Role.AT and one.dated]
    if len(phrases) != 1 or not _rest(clause, phrases[0]) <= lexicon.classes["telling_when"]:
        return None
    events = [one for one in heard() if registry.of(one.attribute).type is ClaimType.EVENT]
    claim = events[-1] if events else lasting(heard(), registry)
    if claim is None:
        return None
    lasts = registry.of(claim.attribute).type is ClaimType.STATE
    return claim, place(phrases, phrases[0].span, clause.span, "state" if lasts else "event")


def _asks_when(asked: Sequence[str]) -> bool:
    """Tell whether a question asks when what was told before was: `Nice, when was that?`."""
    return "when" in asked[-_SHORT:] and not _POINTING.isdisjoint(asked[-_SHORT:])


def _rest(clause: Clause, phrase: TimePhrase) -> set[str]:
    """Return the words of a clause that are not of a time in it."""
    start, end = phrase.span.start, phrase.span.end
    return {word.low for word in clause.words if word.end <= start or end <= word.start}


_SHORT: Final = 5
_POINTING: Final = listed("that it this happen")


def tied_since(
    clause: Clause, times: Times, lexicon: Lexicon, beside: Iterable[Said]
) -> datetime | None:
    """Return since when somebody has been who he is: `Rafael has been my colleague since May`.

    The time is not of him if anything else is told `beside`, but that the two are together.
    """
    if any(one.attribute != "relationship_status" for one in beside):
        return None
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

"""When something began or was, told alone: `since the 1st of May`, `been one for 22 years`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final, Literal

from retentive.model.claim import Claim, Polarity
from retentive.rules.attributes import ClaimType, Registry
from retentive.rules.characters import listed
from retentive.rules.claims.dates.dating import Times
from retentive.rules.claims.language import Language
from retentive.rules.claims.matching.lexicon import Lexicon
from retentive.rules.claims.saying import Said
from retentive.rules.claims.wording.asking import when_it_was
from retentive.rules.people import TIES
from retentive.rules.reading import Clause, Modality
from retentive.rules.reading import lexicon as lex
from retentive.rules.time_phrases import Placed, Role, TimePhrase, Turn, place


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
    question = when_it_was(asked)
    if clause.sentence.start or not question:
        return None
    phrases = [one for one in times.within(clause.span) if one.role in _AT and one.dated]
    if not phrases or not _answers(clause, phrases, lexicon.classes["telling_when"]):
        return None
    claim = _asked_of(heard(), question, registry)
    if claim is None:
        return None
    lasts = registry.of(claim.attribute).type is ClaimType.STATE
    turn = Turn.BEGINS if _LEAVING.isdisjoint(question) else Turn.ENDS
    turn = Turn.DENIES if claim.polarity is Polarity.NEGATIVE else turn
    kind: Literal["state", "event"] = "state" if lasts else "event"
    return claim, place(phrases[:1], phrases[0].span, clause.span, kind, turn=turn)


_AT: Final = (Role.AT, Role.SINCE)
_LEAVING: Final = listed("finish finishing end ending stop stopping quit leave leaving")


def _answers(clause: Clause, phrases: Sequence[TimePhrase], telling: frozenset[str]) -> bool:
    """Tell whether a time answers, alone or before a comma: `last May, just after the holidays`."""
    first = phrases[0]
    rest = _rest(clause, first) - lex.INTERJECTIONS
    if len(phrases) == 1 and rest <= telling:
        return True
    before = {word.low for word in clause.words if word.end <= first.span.start}
    last = next((w for w in reversed(clause.words) if w.start < first.span.end), clause.words[-1])
    return before - lex.INTERJECTIONS <= telling and "," in last.after


def tells_only_when(
    clause: Clause, times: Times, telling: frozenset[str], *, of_ways: bool = False
) -> bool:
    """Tell whether a clause says nothing but when something told before is: `It's on Friday`.

    It may be about somebody if that is a way of his: `We leave on Friday`.
    """
    opens = clause.words[0].low in (_IT | lex.NOMINATIVE if of_ways else _IT)
    if not (opens or clause.lead == "which") or clause.modality is not Modality.ASSERTED:
        return False
    phrases = times.dates(clause.span)
    return len(phrases) == 1 and _rest(clause, phrases[0]) <= telling


_IT: Final = listed("it its that this they")


def _asked_of(told: Sequence[Claim], question: Sequence[str], registry: Registry) -> Claim | None:
    """Return the claim whose time is asked for: the last that happened, or what goes on."""
    told = [one for one in told if one.attribute not in TIES - {"pet"}]
    states = lasting(told, registry)
    events = [one for one in told if registry.of(one.attribute).type is ClaimType.EVENT]
    if states is not None and not _SETTING_IN.isdisjoint(question):
        return states
    if events:
        return events[-1]
    over = [one for one in told if one.polarity is Polarity.NEGATIVE]
    return states or (over[-1] if over else None)


_SETTING_IN: Final = listed("start starting begin beginning join joining move moving there")
"""Verbs of a question for the begin of a state: `When do you start?`"""


def _rest(clause: Clause, phrase: TimePhrase) -> set[str]:
    """Return the words of a clause that are not of a time in it."""
    start, end = phrase.span.start, phrase.span.end
    return {word.low for word in clause.words if word.end <= start or end <= word.start}


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

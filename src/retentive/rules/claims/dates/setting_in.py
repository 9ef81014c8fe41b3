"""When what was told before is, begins or ends: `I'm a cook. I started in May`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.claim import Polarity
from retentive.rules.attributes import ClaimType, Registry
from retentive.rules.characters import listed
from retentive.rules.claims.dates.dating import Times
from retentive.rules.reading import Clause, Modality
from retentive.rules.reading import lexicon as lex
from retentive.rules.time_phrases import Role, TimePhrase

Classes = Mapping[str, frozenset[str]]
Phrases = tuple[TimePhrase, ...]

_COMING: Final = listed(
    "relationship_status partner health lives_in works_at job diet relative pet"
)
"""States that begin with what somebody does: `we got married! Saturday the 8th`."""
_HAVING: Final = listed("relative pet")
_HAD: Final = listed("had got adopted rescued")
_ILL: Final = "health"
_BEGUN: Final = listed(
    """works_at job studies studies_at hobby skill diet health colleague partner relationship_status
    lives_in owns pet uses_tool convention"""
)
"""States of which it is told when somebody began with them."""
_GOING_ON: Final = _BEGUN | {"friend"}
_OBJECTS: Final = listed("it them him her there up us me that")
_SUBJECTS: Final = listed("it he she they we that this")


def told_of(
    one: Candidate, clause: Clause, times: Times, registry: Registry, classes: Classes
) -> Phrases:
    """Return the time a clause beside a claim tells, if it tells only when that is or turned."""
    phrases = times.dates(clause.span)
    if one.claim is None or not phrases or clause.modality is not Modality.ASSERTED:
        return ()
    rest = _rest(clause, phrases)
    if registry.of(one.claim.attribute).type is not ClaimType.STATE:
        leaves = one.claim.attribute not in _TRAVELS and not rest.isdisjoint(_LEAVING)
        told = rest <= classes["telling_when"] and not leaves
        return times.within(clause.span) if told else ()
    if one.claim.polarity is Polarity.NEGATIVE:
        ends = rest <= classes["telling_when"] or _tells_end(clause, rest, phrases, times, classes)
        return times.within(clause.span) if ends else ()
    if len(phrases) != 1:
        return ()
    if _is_fragment(one, clause, phrases[0]) and not times.ahead(phrases):
        return phrases
    if one.valid_until == times.said_at and rest <= _POINTED:
        return phrases  # `I worked at a clinic, that was 2018 to 2020`
    begins = _tells_begin(one.claim.attribute, rest, phrases[0], times, classes)
    return phrases if begins else ()


def _is_fragment(one: Candidate, clause: Clause, phrase: TimePhrase) -> bool:
    """Tell whether a time heads words without a verb: `we got married! Saturday, at the registry`.

    What was told must be what was done, for else it says when something else was.
    """
    if one.claim is None or one.claim.attribute not in _COMING or phrase.role is not Role.AT:
        return False
    lows = {word.low for word in clause.words}
    heads = phrase.span.start - clause.span.start <= _CUE and lows.isdisjoint(_VERBS)
    if not heads and not _rest(clause, (phrase,)) <= _POINTED:
        return False
    done = set(one.text.casefold().split())
    past = not done.isdisjoint(_HAD if one.claim.attribute in _HAVING else lex.PASTS)
    return past and done.isdisjoint(lex.AUXILIARIES - {"had", "did"})


_TRAVELS: Final = listed("trip visited plan")
_LEAVING: Final = listed("leave leaves leaving go goes going fly flies flying depart departs")
_CUE: Final = 3
"""Signs before a time at the head of a clause: `on `."""
_POINTED: Final = listed("it that was 's happened on in at just only all")
"""Words of a clause that says only when that was: `it was on the 3rd`."""
_VERBS: Final = lex.FINITE | lex.THIRDS | lex.NOMINATIVE


def followed(
    one: Candidate, before: Clause, clause: Clause, times: Times, classes: Classes
) -> Phrases:
    """Return when a state ended by what its end follows from: `it went bust in May, so I left`."""
    phrases = times.dates(before.span)
    if one.claim is None or one.claim.polarity is not Polarity.NEGATIVE or len(phrases) != 1:
        return ()
    fits = clause.lead == "so" and before.modality is Modality.ASSERTED
    if times.ahead(phrases) or phrases[0].role is not Role.AT:
        return ()
    ends = _tells_end(before, _rest(before, phrases), phrases, times, classes)
    return phrases if fits or ends else ()


def _rest(clause: Clause, phrases: Phrases) -> set[str]:
    """Return the words of a clause that are not of a time in it."""
    spans = [each.span for each in phrases]
    words = clause.words
    return {w.low for w in words if not any(s.start <= w.start < s.end for s in spans)}


def _tells_end(
    clause: Clause, rest: set[str], phrases: Phrases, times: Times, classes: Classes
) -> bool:
    """Tell whether a clause says that something of before is over: `it got stolen last night`."""
    if len(phrases) != 1 or phrases[0].role is not Role.AT or times.ahead(phrases):
        return False
    if {"last", "day"} <= rest and rest <= classes["telling_begin"]:
        return True
    if classes["ended"].isdisjoint(rest):
        return False
    return clause.words[0].low in _SUBJECTS or not _OBJECTS.isdisjoint(rest)


def _tells_begin(
    attribute: str, rest: set[str], phrase: TimePhrase, times: Times, classes: Classes
) -> bool:
    """Tell whether the words beside a time say that a state began or goes on since then."""
    lasts = phrase.role is Role.SINCE or (phrase.role is Role.FOR and phrase.end is None)
    if lasts:
        since = rest - lex.PREPOSITIONS <= classes["telling_since"]
        return attribute in _GOING_ON and since and not rest.isdisjoint(classes["have_been"])
    if phrase.role is not Role.AT:
        return False
    if attribute == _ILL and rest <= classes["telling_ill"] and not rest <= _FILLING:
        return not times.ahead([phrase])
    if attribute not in _BEGUN or not rest <= classes["telling_begin"]:
        return False
    return not classes["begins"].isdisjoint(rest) or {"first", "day"} <= rest


_FILLING: Final = listed("on in at the it was that and back just only")
"""Words that a time may have beside it where it tells all."""

"""Since when is what follows from what was told right before: `split up in May, so I'm single`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.claim import Cue, Polarity
from retentive.rules.attributes import ClaimType, Registry
from retentive.rules.characters import listed
from retentive.rules.claims.dates.dating import Times
from retentive.rules.reading import Clause, Modality
from retentive.rules.reading import lexicon as lex
from retentive.rules.time_phrases import Role, TimePhrase, Turn, place

_FOLLOWING: Final = listed(
    "relationship_status partner health lives_in works_at job diet nationality"
)
"""States that begin with what they follow from."""
_OWN: Final = listed("owns pet uses_tool hobby")
_GIVING: Final = listed("sold swapped traded")
"""What somebody does with what he owns, which turns nothing else of his."""
_CAUSES: Final = ("because", "as", "cause", "cos")
_ILL: Final = "health"
_POSTS: Final = listed("works_at job studies_at studies")
"""What begins on a first day."""


def turned_at(
    one: Candidate,
    before: Clause,
    clause: Clause,
    times: Times,
    registry: Registry,
    classes: Mapping[str, frozenset[str]],
) -> tuple[TimePhrase, ...]:
    """Return the time at which something turned, told in a clause, if a claim behind begins then.

    It does where it follows (`so I'm single`), where it is so now (`left in May, lives in Rome
    now`), and where a first day was told (`started on Monday! I'm a nurse at St Mary's`).
    """
    if one.claim is None or one.claim.polarity is Polarity.NEGATIVE:
        return ()
    phrases = times.dates(before.span)
    if len(phrases) != 1 or times.ahead(phrases):
        return ()
    if phrases[0].role is Role.SINCE and clause.lead in _CAUSES:
        return phrases if one.claim.attribute == _ILL else ()  # `off since May as I broke a leg`
    if phrases[0].role is not Role.AT:
        return ()
    name, lows = one.claim.attribute, {word.low for word in before.words}
    follows = clause.lead == "so" and name in _FOLLOWING
    lasts = registry.of(name).type is ClaimType.STATE
    turning = classes["turning"] if name in _OWN else classes["turning"] - _GIVING
    now = lasts and one.cue is Cue.NOW and not turning.isdisjoint(lows)
    begins = name in _POSTS and _begins(lows, classes)
    return phrases if follows or now or begins else ()


def ended_at(
    one: Candidate, behind: Sequence[Clause], times: Times, classes: Mapping[str, frozenset[str]]
) -> datetime | None:
    """Return when a state that is over ended: `used to have a boat, but I sold it in May`.

    One whose begin is told is over by what was then done: `started in May, dropped it in June`.
    """
    if one.claim is None or not behind:
        return None
    clause = next((each for each in behind[:2] if each.lead != "since"), behind[0])
    pursued = one.claim.attribute in _PURSUED and stops(clause) and not one.valid_until
    if not (one.valid_until == times.said_at or one.valid_from or pursued):
        return None
    lows = {word.low for word in clause.words}
    left = _leaves_it(clause, times.dates(clause.span), classes["ending"])
    if one.valid_until != times.said_at and (one.valid_until is not None or not left):
        return None
    if (classes["ending"] | _GIVE_UP).isdisjoint(lows) or clause.modality is not Modality.ASSERTED:
        return None
    phrases = times.dates(clause.span)
    if len(phrases) != 1 or phrases[0].role is not Role.AT or times.ahead(phrases):
        return None
    return place(phrases, one.span, clause.span, "state", turn=Turn.ENDS).valid_until


def stops(clause: Clause) -> bool:
    """Tell whether a clause tells what somebody did no more: `but had to stop in May`."""
    return clause.lead == "but" and any(word.low in _STOPPING for word in clause.words[:_NEAR])


_NEAR: Final = 5
_STOPPING: Final = listed("stop stopped quit drop dropped gave")


def _leaves_it(clause: Clause, phrases: Sequence[TimePhrase], ending: frozenset[str]) -> bool:
    """Tell whether a clause says that it is over, and not of what: `but I stopped in June`."""
    words = clause.words
    at = int(words[0].low in lex.NOMINATIVE)
    while at < len(words) and words[at].low in lex.ADVERBS | _HELPING:
        at += 1
    ends = ending | (_GIVE_UP if words[at - 1].low == "to" else frozenset())
    if at == len(words) or words[at].low not in ends:
        return False
    after = words[at + 1 : at + 2]
    if not after:
        return True
    timed = any(one.span.start <= after[0].start < one.span.end for one in phrases)
    return timed or after[0].low in _UNNAMED


_PURSUED: Final = listed("hobby skill studies diet")
"""What somebody is said to have given up where that is left unnamed."""
_HELPING: Final = listed("have had has did to")
_GIVE_UP: Final = listed("stop quit leave sell finish resign drop")
_UNNAMED: Final = listed("it that again because after when due doing in on at last")


def _begins(lows: set[str], classes: Mapping[str, frozenset[str]]) -> bool:
    """Tell whether words speak of a first day: `started on Monday`, `first day at work today`."""
    return not classes["starting"].isdisjoint(lows) or {"first", "day"} <= lows


def is_left(
    behind: Sequence[Clause], phrases: Sequence[TimePhrase], ending: frozenset[str]
) -> bool:
    """Tell whether a clause behind tells what was done then: `I used to smoke, quit in 2020`."""
    when, leaving = phrases[0].span.start, (lex.FINITE - lex.BE) | ending
    told = (one for one in behind if one.span.start <= when < one.span.end)
    return any(one.words[0].low in leaving for one in told)

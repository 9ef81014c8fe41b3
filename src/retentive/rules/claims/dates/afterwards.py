"""Times told in the sentence behind: `we booked the hall. It's on 5 May`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.claim import Claim, Polarity
from retentive.model.entry import Entry
from retentive.rules.claims.dates.ageing import dated_by_age
from retentive.rules.claims.dates.amended import amended
from retentive.rules.claims.dates.borrowing import Neighbours, dated, is_undated
from retentive.rules.claims.dates.bounding import ends
from retentive.rules.claims.dates.chaining import before_that, chained
from retentive.rules.claims.dates.closer import on_the_day
from retentive.rules.claims.dates.dating import Times
from retentive.rules.claims.language import Language
from retentive.rules.people import TIES
from retentive.rules.reading import Clause
from retentive.rules.reading import lexicon as lex
from retentive.rules.time_phrases import Role, TimePhrase


def dated_elsewhere(
    clauses: Sequence[Sequence[Clause]],
    claims: Sequence[list[tuple[Candidate, ...]]],
    told: Sequence[Claim],
    times: Times,
    entry: Entry,
    language: Language,
) -> Sequence[list[tuple[Candidate, ...]]]:
    """Return the claims of sentences with the dates that are told in others.

    `told` is all that was claimed, among it how old somebody is.
    """
    after = list(claims)
    amended(clauses, after)
    _dated_by_the_next(clauses, after, times, language)
    _dated_by_the_last(clauses, after, times, language)
    _aged_by_birthdays(after, times)
    _united(after, times)
    after = [chained(sentence, times, language.registry) for sentence in after]
    before_that(clauses, after, times, language.registry)
    return dated_by_age(clauses, after, told, times, entry, language.registry)


def _dated_by_the_next(
    clauses: Sequence[Sequence[Clause]],
    claims: Sequence[list[tuple[Candidate, ...]]],
    times: Times,
    language: Language,
) -> None:
    """Date what a sentence tells last by what the next one tells of it.

    `We booked the hall. It's on 5 May`; `I quit smoking. Since Sunday I chew gum`.
    """
    telling = language.matcher.lexicon.classes["telling_when"]
    for behind, other in enumerate(clauses[1:], 1):
        if (begun := _begun(other, claims[behind][0], times, language)) is not None:
            at = _told_last(claims, behind)
            claims[at][-1] = tuple(_since(each, begun, times, language) for each in claims[at][-1])
        if not times.within(other[0].span):
            continue
        at = _told_last(claims, behind)
        told, beside = claims[at][-1], (clauses[at][-1], other[0])
        near = Neighbours(beside, (told, claims[behind][0]), times, language)
        claims[at][-1] = tuple(
            on_the_day(dated(each, _when(each, near), language.registry), other[0], times, telling)
            for each in told
        )


def _begun(
    clauses: Sequence[Clause], told: Sequence[Candidate], times: Times, language: Language
) -> TimePhrase | None:
    """Return since when a sentence says that something is so: `been there since I left in 2009`."""
    if len(clauses) < _WITH_ASIDE or told or clauses[1].lead != "since":
        return None
    classes = language.matcher.lexicon.classes
    lows = {word.low for word in clauses[0].words}
    going_on = lows - lex.PREPOSITIONS <= classes["telling_since"] | classes["going_on"]
    phrases = times.dates(clauses[1].span)
    if not going_on or lows.isdisjoint(classes["have_been"]) or len(phrases) != 1:
        return None
    return None if times.ahead(phrases) or phrases[0].role is not Role.AT else phrases[0]


_WITH_ASIDE: Final = 2


def _since(one: Candidate, begun: TimePhrase, times: Times, language: Language) -> Candidate:
    """Return a state that goes on with its begin."""
    if one.claim is None or one.claim.polarity is Polarity.NEGATIVE or one.valid_until:
        return one
    if one.claim.attribute in TIES - {"pet"} or not is_undated(one, times):
        return one
    return dated(one, (replace(begun, role=Role.SINCE),), language.registry)


def _dated_by_the_last(
    clauses: Sequence[Sequence[Clause]],
    claims: Sequence[list[tuple[Candidate, ...]]],
    times: Times,
    language: Language,
) -> None:
    """Date what a sentence tells by the turn told before it: `Moved in May. Live in Bonn now`."""
    for at in range(1, len(clauses)):
        last = clauses[at - 1][-1]
        if not times.within(last.span):
            continue
        for place, clause in enumerate(clauses[at]):
            near = Neighbours((last, clause), (claims[at - 1][-1], ()), times, language)
            own = any(one.dated for one in times.within(clause.span))
            claims[at][place] = tuple(
                _together(dated(each, near.turned(each, 1), language.registry), claims[at - 1][-1])
                if is_undated(each, times) and not own
                else each
                for each in claims[at][place]
            )


def _together(one: Candidate, told: Sequence[Candidate]) -> Candidate:
    """Return who somebody is with since he is: `I've been seeing someone since May. It's Bo`."""
    if one.claim is None or one.claim.attribute != "partner" or one.valid_from or ends(one):
        return one
    begun = (
        each.valid_from
        for each in told
        if each.claim
        and each.claim.attribute in ("partner", "relationship_status")
        and each.subject == one.subject
    )
    return replace(one, valid_from=next((at for at in begun if at), None))


def _told_last(claims: Sequence[list[tuple[Candidate, ...]]], behind: int) -> int:
    """Return the last sentence before one that claims something: `Passed! Phew. It was on Monday`.

    It is the one right before if that and those before it are asides.
    """
    for at in range(behind - 1, max(-1, behind - 1 - _ASIDES), -1):
        if any(claims[at]):
            return at
    return behind - 1


_ASIDES: Final = 3
"""How many sentences before the one that tells when are looked at."""


def _when(one: Candidate, beside: Neighbours) -> tuple[TimePhrase, ...]:
    """Return when the first of two clauses was, as the second tells it."""
    own = beside.times.within(beside.clauses[0].span)
    if own or one.claim is None or not is_undated(one, beside.times):
        return ()
    return beside.behind(one, 0)


def _aged_by_birthdays(claims: Sequence[list[tuple[Candidate, ...]]], times: Times) -> None:
    """Date an age by the birthday told beside it: `Her birthday was on Monday. She's six now`."""
    every = [one for sentence in claims for told in sentence for one in told]
    days = {
        one.subject: one.occurred.start
        for one in every
        if one.claim and one.claim.attribute == "birthday" and one.occurred
    }
    if not days:
        return
    for sentence in claims:
        sentence[:] = [tuple(_aged(one, days, times) for one in told) for told in sentence]


def _aged(one: Candidate, days: Mapping[str, datetime], times: Times) -> Candidate:
    if one.claim is None or one.claim.attribute != "age" or one.valid_until is not None:
        return one
    day = days.get(one.subject)
    if day is None or day > times.said_at or one.valid_from not in (None, times.said_at):
        return one
    return replace(one, valid_from=day)


def _united(claims: Sequence[list[tuple[Candidate, ...]]], times: Times) -> None:
    """Keep once what is told twice, the second time with when: `I dive, and have since May`."""
    undated: dict[Claim, tuple[int, int]] = {}
    for at, sentence in enumerate(claims):
        for place, told in enumerate(sentence):
            kept = list[Candidate]()
            for one in told:
                first = None if one.claim is None else undated.get(one.claim)
                if first is None or is_undated(one, times) or first == (at, place):
                    kept.append(one)
                    if one.claim is not None and is_undated(one, times):
                        undated.setdefault(one.claim, (at, place))
                else:
                    before = claims[first[0]][first[1]]
                    claims[first[0]][first[1]] = tuple(_timed(each, one) for each in before)
            sentence[place] = tuple(kept)


def _timed(one: Candidate, told: Candidate) -> Candidate:
    """Return a claim with the times of another that claims the same."""
    if one.claim != told.claim:
        return one
    when = (told.valid_from, told.valid_until, told.occurred)
    return replace(one, valid_from=when[0], valid_until=when[1], occurred=when[2])

"""Times told beside a claim: `outgrew the allergy, tested on Monday`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.claim import Cue, Polarity
from retentive.model.provenance import Span
from retentive.rules.attributes import ClaimType, Registry
from retentive.rules.characters import listed
from retentive.rules.claims.dates.amended import IT
from retentive.rules.claims.dates.bounding import (
    bounded,
    ends,
    ends_once_more,
    lasting_for_now,
    only_names,
    was_last,
)
from retentive.rules.claims.dates.closer import come, on_the_day
from retentive.rules.claims.dates.dating import Times
from retentive.rules.claims.dates.only_when import counts_since, only_tells_when
from retentive.rules.claims.dates.setting_in import followed, told_of
from retentive.rules.claims.dates.turning import ended_at, is_left, stops, turned_at
from retentive.rules.claims.language import Language
from retentive.rules.people import TIES
from retentive.rules.reading import Clause, Modality
from retentive.rules.reading import lexicon as lex
from retentive.rules.telling import shares
from retentive.rules.time_phrases import Role, TimePhrase, Turn, place


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The clauses of a stretch, with what each claims: what stands beside a claim may date it."""

    clauses: Sequence[Clause]
    claims: Sequence[Sequence[Candidate]]
    times: Times
    language: Language

    def dated(self) -> list[tuple[Candidate, ...]]:
        """Return the claims of a sentence's clauses, those without a time with one told beside.

        A clause that says nothing but when lends its time to the one before or behind it; a time
        at the head of a sentence counts for all that is told in one breath with it. What ends and
        what comes in its place share a time, and what holds for now holds until what is told
        behind it.
        """
        registry, classes = self.language.registry, self.language.matcher.lexicon.classes
        found: list[tuple[Candidate, ...]] = []
        left: str = ""
        for at, every in enumerate(self.claims):
            told = [one for one in every if not (left and _ends_another(one, left))]
            own, behind, left = list[Candidate](), self.clauses[at + 1 :], ""
            near: Sequence[TimePhrase] | None = None
            for one in told:
                if is_undated(one, self.times) and not (only_names(one) and len(told) > 1):
                    near = self._lent(at) if near is None else near
                    lent = _of_ties(one, near) or self._beside(one, at)
                    lent = () if self._awaits(one, lent) else lent
                    past = bool(lent) and is_left(behind, lent, classes["ending"])
                    if lent and behind and stops(behind[0]) and one.valid_until is None:
                        lent = ()  # `I like running but stopped in May`
                    one = dated(one, lent, registry, past=past)
                    one = lasting_for_now(one, behind, self.times)
                if ended := ended_at(one, behind, self.times, classes):
                    one = _until(one, ended)
                    left = one.claim.attribute if one.claim else ""
                one = bounded(one, behind, self.times, registry)
                if behind:
                    one = on_the_day(one, behind[0], self.times, classes["telling_when"])
                own.append(one)
            found.append(tuple(come(one, own, self.times) for one in own))
        return found

    def _awaits(self, one: Candidate, lent: Sequence[TimePhrase]) -> bool:
        """Tell whether a time is when a state comes to its end: `expecting, due in May`."""
        if one.claim is None or not lent or not self.times.ahead(lent):
            return False
        lasts = self.language.registry.of(one.claim.attribute).type is ClaimType.STATE
        due = (each.span for each in self.clauses if each.words[0].low == "due")
        return lasts and any(span.start < lent[0].span.start < span.end for span in due)

    def behind(self, one: Candidate, at: int) -> tuple[TimePhrase, ...]:
        """Return the time that a clause behind, or a turn beside, tells of a claim."""
        return self._of_it(one, at) or self._turning(one, at)

    def _beside(self, one: Candidate, at: int) -> tuple[TimePhrase, ...]:
        """Return the time of a claim that a clause beside its own tells with something else."""
        found = self.behind(one, at) or self._with(one, at)
        return found or (self.turned(one, at) if at and not self._told(at) else ())

    def turned(self, one: Candidate, at: int) -> tuple[TimePhrase, ...]:
        """Return when a claim of a clause began by what the one before it tells of a turn."""
        before, clause = self.clauses[at - 1 : at + 1]
        classes = self.language.matcher.lexicon.classes
        turned = turned_at(one, before, clause, self.times, self.language.registry, classes)
        return turned or followed(one, before, clause, self.times, classes)

    def _of_it(self, one: Candidate, at: int) -> tuple[TimePhrase, ...]:
        """Return when a claim is, began or ended by what is told only of that behind it."""
        registry, classes = self.language.registry, self.language.matcher.lexicon.classes
        if at + 1 == len(self.clauses) or one.claim is None:
            return ()
        lasts = registry.of(one.claim.attribute).type is ClaimType.STATE
        told = [each for each in self.claims[at + 1] if not (ends(one) and only_names(each))]
        if any(each.claim is not None or not lasts for each in told):
            times = self.language.matcher.lexicon.classes["last_times"]
            over = ends_once_more(one, told) or was_last(self.clauses[at + 1], times)
            return self._told(at + 1) if over and ends(one) else ()
        return told_of(one, self.clauses[at + 1], self.times, registry, classes)

    def _with(self, one: Candidate, at: int) -> tuple[TimePhrase, ...]:
        """Return when what happened in one breath with it was: `she fell on Sunday and broke it`.

        What is for now lasts as long as what it follows from, and who is named is told of when he
        came: `we got a cat in May, he's called Biscuit`.
        """
        if at == 0 or one.claim is None or self._told(at):
            return ()
        phrases = self._told(at - 1)
        if one.cue is Cue.FOR_NOW:
            return tuple(each for each in phrases if each.role is Role.UNTIL)
        before, clause = self.claims[at - 1], self.clauses[at]
        if self.language.registry.of(one.claim.attribute).type is not ClaimType.EVENT:
            tied = one.claim.attribute in TIES and _names(clause)
            came = tied and any(
                each.claim and shares(one.claim, each.claim) and each.valid_from for each in before
            )
        else:
            leans = clause.words[0].low in lex.FINITE and any(each.occurred for each in before)
            sets_off = self.clauses[at - 1].modality is Modality.ASSERTED and not before
            came = leans or (clause.lead == "and" and sets_off)
        return phrases if came and len(phrases) == 1 else ()

    def _turning(self, one: Candidate, at: int) -> tuple[TimePhrase, ...]:
        """Return when what is told beside a claim ends where that begins, or begins at its end."""
        for other in (at - 1, at + 1):
            if not 0 <= other < len(self.clauses):
                continue
            phrases = self._told(other)
            since = any(each.role is Role.SINCE for each in phrases)
            for told in self.claims[other] if phrases else ():
                turns = (ends(told) and one.cue is Cue.NOW) or (ends(one) and since)
                turns = turns or (ends(told) and _are_of_two(one, told))
                akin = turns and _are_akin(one, told, self.language.registry)
                if akin and ends(told) != ends(one):
                    return phrases
        return ()

    def _lent(self, at: int) -> tuple[TimePhrase, ...]:
        behind = at + 1
        while self._goes_on(behind):
            behind += 1
        for other in (behind, at - 1):
            if not 0 <= other < len(self.clauses) or self.claims[other]:
                continue
            told = self._told(other)
            since = other == at - 1 and counts_since(self.clauses[other], self.clauses[at], told)
            if told and (since or self._tells_when(self.clauses[other], told)):
                return self.times.within(self.clauses[other].span)
        if self.clauses[at].words[0].low not in lex.FINITE | lex.THIRDS:
            return ()
        for clause in reversed(self.clauses[:at]):
            within = self.times.within(clause.span)
            heads = [one for one in within if one.span.start <= clause.span.start]
            if heads:
                return tuple(heads)
        return ()

    def _tells_when(self, clause: Clause, told: Sequence[TimePhrase]) -> bool:
        """Tell whether a clause only tells when; of whom one speaks it may tell something else."""
        starting = self.language.matcher.lexicon.classes["starting"]
        aside = clause.lead == "who" and clause.words[0].low not in starting
        return not aside and only_tells_when(clause, told)

    def _goes_on(self, at: int) -> bool:
        """Tell whether a clause tells more of what was told, but not when: `did it for years`."""
        if not 0 <= at < len(self.clauses) or self.claims[at] or self._told(at):
            return False
        return self.clauses[at].words[0].low in lex.FINITE

    def _told(self, at: int) -> tuple[TimePhrase, ...]:
        """Return the phrases of a clause that tell a date."""
        return self.times.dates(self.clauses[at].span)


def _until(one: Candidate, ended: datetime) -> Candidate:
    """Return a state with its end; one that began after it began the year before."""
    begun = one.valid_from
    if begun is not None and begun >= ended:
        begun = begun.replace(year=begun.year - 1) if (begun.month, begun.day) != _LEAP else None
    return replace(one, valid_from=begun, valid_until=ended)


_LEAP: Final = (2, 29)


def _ends_another(one: Candidate, left: str) -> bool:
    """Tell whether what is left unnamed is said to end: `took up judo but quit in May`, no job."""
    claim = one.claim
    return ends(one) and claim is not None and claim.value == IT and claim.attribute != left


def _of_ties(one: Candidate, near: Sequence[TimePhrase]) -> Sequence[TimePhrase]:
    """Return those of times that may be of a claim: who is akin is so at no one time."""
    if one.claim is None or one.claim.attribute not in _LASTING_TIES:
        return near
    return tuple(each for each in near if each.role in _GOING_ON)


_LASTING_TIES: Final = listed("relative friend colleague")
_GOING_ON: Final = frozenset({Role.SINCE, Role.FOR, Role.UNTIL})


def _names(clause: Clause) -> bool:
    """Tell whether a clause only says what somebody is called: `Mate and Cocido`, `called Bo`."""
    named = all(word.text[0].isupper() or word.low in lex.COORDINATORS for word in clause.words)
    return named or any(word.low in _CALLED for word in clause.words)


_CALLED: Final = listed("called named name names")
_OF_TWO: Final = {"partner", "relationship_status"}


def _are_of_two(one: Candidate, other: Candidate) -> bool:
    """Tell whether two claims are of couples: `single again, Ivo and I split up in May`."""
    return {each.claim.attribute for each in (one, other) if each.claim} == _OF_TWO


def _are_akin(one: Candidate, other: Candidate, registry: Registry) -> bool:
    if one.claim is None or other.claim is None:
        return True  # only what is known tells of what it is
    if one.claim.subject != other.claim.subject:
        return False
    if _are_of_two(one, other):
        return True
    names = [each.claim.attribute for each in (one, other) if each.claim]
    first, second = ({name, *registry.of(name).akin} for name in names)
    return names[0] in second or names[1] in first


def is_undated(one: Candidate, times: Times) -> bool:
    """Tell whether a claim has no date of its own."""
    bounds = (one.valid_from, one.valid_until, one.occurred)
    tells = one.claim is not None or one.cue is Cue.NOW
    return tells and bounds in ((None, None, None), (None, times.said_at, None))


def dated(
    one: Candidate,
    near: Sequence[TimePhrase],
    registry: Registry,
    *,
    past: bool = False,
) -> Candidate:
    """Return a claim with the time that phrases near it tell."""
    if not near:
        return one
    if one.claim is None:
        begins = place(near, one.span, near[0].span, "state", turn=Turn.BEGINS)
        return replace(one, valid_from=begins.valid_from)
    turn = Turn.BEGINS if one.valid_until is None else Turn.WITHIN
    if one.claim.polarity is Polarity.NEGATIVE:
        turn = Turn.DENIES
    elif past and turn is Turn.WITHIN:
        turn = Turn.ENDS
    found = placed_by(one, near, one.span, turn, registry)
    if one.cue is Cue.NOW and turn is Turn.BEGINS and not _ENDING & {each.role for each in near}:
        return replace(found, valid_until=None)  # `switched over the summer, it's biology now`
    return found


_ENDING: Final = frozenset({Role.UNTIL, Role.FOR})


def placed_by(
    one: Candidate, phrases: Sequence[TimePhrase], words: Span, turn: Turn, registry: Registry
) -> Candidate:
    """Return a claim at the time of phrases, as a state or an event; an end it had stays."""
    lasts = one.claim is not None and registry.of(one.claim.attribute).type is ClaimType.STATE
    when = place(phrases, words, phrases[0].span, "state" if lasts else "event", turn=turn)
    return replace(
        one,
        valid_from=when.valid_from,
        valid_until=when.valid_until or one.valid_until,
        occurred=when.occurred,
    )

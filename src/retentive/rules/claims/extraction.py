"""From an entry to its candidates: read it, match each clause, say who, when and what it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Final

from retentive.model.actor import ActorKind
from retentive.model.candidate import Candidate
from retentive.model.claim import Claim, Cue
from retentive.model.entry import Entry, Message
from retentive.model.provenance import Span
from retentive.rules.claims.amending import Amending
from retentive.rules.claims.believing import opinion
from retentive.rules.claims.choosing import chosen
from retentive.rules.claims.dates.afterwards import dated_elsewhere
from retentive.rules.claims.dates.borrowing import Neighbours
from retentive.rules.claims.dates.dating import Times, clock, on_days, placed
from retentive.rules.claims.dates.lasting import tied_since, told_when
from retentive.rules.claims.dates.passing import for_a_while
from retentive.rules.claims.general import disregards, is_general
from retentive.rules.claims.grouping import SAID, groups, parts, states_nothing, widened
from retentive.rules.claims.language import Language
from retentive.rules.claims.likewise import likewise
from retentive.rules.claims.matching.line import Line, line_of
from retentive.rules.claims.matching.match import Match
from retentive.rules.claims.matching.patterns import CLOSING, STARRED, TIE
from retentive.rules.claims.matching.verbs import Tense
from retentive.rules.claims.narrowing import narrowed
from retentive.rules.claims.plain import claimed, plain
from retentive.rules.claims.righting import asks_to_forget, corrected, is_starred
from retentive.rules.claims.saying import Said, said, tells_a_change
from retentive.rules.claims.telling import Made, in_words, numbered, told_apart, with_subject
from retentive.rules.claims.whom.antecedents import pointed
from retentive.rules.claims.whom.calling import Calling
from retentive.rules.claims.whom.context import needs_earlier, occasion
from retentive.rules.claims.whom.hearsay import without_hearsay
from retentive.rules.claims.whom.parting import left_by_name
from retentive.rules.claims.whom.siblings import ties_of
from retentive.rules.claims.whom.standing_in import clauses_of
from retentive.rules.claims.whom.subjects import Subjects
from retentive.rules.claims.whom.ties import PARTED, Tie, as_name, parted, tie_of, with_ties
from retentive.rules.claims.whom.unheard import unheard
from retentive.rules.claims.wording.fully import in_full
from retentive.rules.claims.wording.questions import answering, question
from retentive.rules.reading import Clause, Company, Modality, Referent
from retentive.rules.reading.strangers import STRANGER
from retentive.rules.speakers import user_of

IDENTITY = "rules-2"
"""Name and version of this extractor; any change of what it yields changes it."""

_HEARD: Final = frozenset({Modality.ASSERTED, Modality.WISHED, Modality.REQUESTED, Modality.ASKED})
"""How clauses are meant in which anything is looked for."""

_STATED: Final = ({Modality.ASSERTED}, SAID)


def candidates(entry: Entry, earlier: Sequence[Entry], language: Language) -> tuple[Candidate, ...]:
    """Return what a human's message states: a candidate a claim, and one a sentence without any.

    Nothing is learnt from questions, suppositions, quotes and jokes, nor from text that was
    rendered by us and came back in a message.
    """
    if not isinstance(entry.body, Message) or entry.speaker.kind is not ActorKind.HUMAN:
        return ()
    told = in_full(entry, earlier, language)
    found = _Reading(told.entry, earlier, language).run()
    return tuple(without_hearsay(told.back(found), entry.speaker.id, user_of(entry.origin).id))


class _Reading:
    """Goes through the clauses of one entry, in order."""

    def __init__(self, entry: Entry, earlier: Sequence[Entry], language: Language) -> None:
        self.entry = entry
        self.language = language
        pointing = language.matcher.lexicon.classes["pointing"]
        near = earlier if needs_earlier(entry.text, language.people, pointing) else ()
        self.company = Company.of(entry, near, language.people)
        self.clauses = clauses_of(entry.text, self.company)
        self.closing = frozenset({one.sentence: one.span for one in self.clauses}.values())
        self.times = Times.of(entry, language.times)
        self.before: Referent | None = None
        self.asked = question(earlier)
        self.heading = answering(self.asked, self.clauses, language.matcher.lexicon.classes)
        self.earlier = earlier
        self.told: list[Claim] = []
        self.amends = Amending(entry, self.times, self._heard, IDENTITY, self.clauses)
        self.latest: list[Claim] = []
        self.calling = Calling()
        self.forgets = False
        self.last: Clause | None = None

    def run(self) -> list[Candidate]:
        """Return the candidates, in the order of their spans."""
        if disregards(self.clauses, self.language.matcher.lexicon.classes):
            return []
        sentences = [tuple(every) for _, every in groupby(self.clauses, lambda one: one.sentence)]
        claims = [self._sentence(clauses) for clauses in sentences]
        told = [*self._before(), *self.told] if self.times.aged else self.told
        every = (claims, told, self.times, self.entry, self.language)
        made = zip(sentences, dated_elsewhere(sentences, *every), strict=True)
        found = [one for clauses, told in made for one in self._kept(clauses, told)]
        return [*self.amends.pending(), *found]

    def _sentence(self, clauses: Sequence[Clause]) -> list[tuple[Candidate, ...]]:
        """Return the claims of each clause of a sentence."""
        self.before = None
        claims = [tuple(self._clause(clause)) for clause in clauses]
        return Neighbours(clauses, claims, self.times, self.language).dated()

    def _kept(
        self, clauses: Sequence[Clause], claims: Sequence[Sequence[Candidate]]
    ) -> Iterator[Candidate]:
        """Yield the claims of a sentence, and what it states besides as it stands."""
        classes = self.language.matcher.lexicon.classes
        for group in groups(clauses, claims, classes["breakers"], classes["reasons"]):
            for part in parts(group, claims):
                yield from self._part(clauses, part, [one for at in part for one in claims[at]])

    def _part(
        self, clauses: Sequence[Clause], part: range, claims: Sequence[Candidate]
    ) -> Iterator[Candidate]:
        """Yield the claims of clauses that stand together, else what they state as it stands."""
        span = Span(clauses[part.start].span.start, clauses[part.stop - 1].span.end)
        if len(part) == len(clauses):  # with its marks, as it is written
            span = clauses[0].sentence
        if claims:
            whole = (
                self.calling.told(widened(self.entry.text, one, span), (one.span.start,))
                for one in claims
            )
            yield from numbered(whole)
        elif {clauses[at].modality for at in part} in _STATED and not states_nothing(clauses, part):
            words = [word for at in part for word in clauses[at].words]
            if not is_general(words, self.language.matcher.lexicon.classes):
                starts = [clauses[at].span.start for at in part]
                for one in plain(self.entry, span, IDENTITY):
                    yield self.calling.told(one, starts)

    def _clause(self, clause: Clause) -> Iterator[Candidate]:
        phrases = [one.span for one in self.times.within(clause.span)]
        lexicon, above = self.language.matcher.lexicon, self.heading.over(clause)
        line = line_of(self.entry.text, (*above, *clause.words), lexicon, phrases)
        own = line.first(clause.span.start) if above else 0
        subjects = Subjects(self.company, clause, line, lexicon, self.before, own)
        self.calling.hear(clause, self.company)
        found, acting = list[Made](), tuple[Referent, ...]()
        found += [(made, None) for made in self.amends.forgotten(clause)] if self.forgets else []
        self.forgets = self.forgets and not found
        for one in self._said(clause, line, subjects):
            about = self._about(subjects, one)
            acting = acting if one.match.whose or one.about else about
            for referent in about:
                found += ((made, one) for made in self._claim(clause, line, one, referent))
            subjects = replace(subjects, company=self.company)  # somebody may have told his name
        since = tied_since(clause, self.times, lexicon, (one for _, one in found if one))
        told = ties_of(clause, self.company, self.language.people)
        found = with_ties(found, told, lambda tie: self._tied(clause, tie, since))
        if clause.modality is Modality.ASSERTED:
            held = opinion(self.last, clause, self.company, line, lexicon)
            found = [(self._made(clause, held), None)] if held else found
            found += [] if found else self._since(clause)
            found += [
                (self._made(clause, one), None)
                for one in likewise(clause, self.latest, self.company, self._by_others)
            ]
        self.last = clause
        self.latest = [one.claim for one, _ in found if one.claim is not None]
        self.told += self.latest
        self.before = acting[0] if acting else self.before
        self.company = self.company.after(clause, acting)
        yield from told_apart(line, found)

    def _since(self, clause: Clause) -> Iterator[Made]:
        """Yield what was told last, with its time, if a clause tells only that."""
        when = told_when(clause, self.asked, self.times, self.language, self._heard)
        if when is not None:
            made, at = self._made(clause, when[0]), when[1]
            yield replace(made, valid_from=at.valid_from, occurred=at.occurred), None

    def _claim(self, clause: Clause, line: Line, one: Said, about: Referent) -> Iterator[Candidate]:
        """Yield a claim; the name of somebody who is known by relation tells who that is."""
        if not one.attribute:
            yield from self.amends.told(clause, line, one)
            return
        if about.relation == STRANGER and not about.name and one.attribute != "name":
            return
        if one.attribute == TIE:
            if parting := parted(one, about) or left_by_name(one, about, self.company.speaker):
                yield self._candidate(clause, line, *parting)
            return
        one = as_name(one, about)
        if one.attribute == "name":
            tie = tie_of(about, one.value, was=one.match.tense is Tense.PAST)
            self.company = self.company.named(one.value, about)
            yield from [self._tied(clause, tie)] if tie is not None else ()
            if tie is not None or about.relation == STRANGER:
                return
        yield self._candidate(clause, line, one, about)

    def _heard(self) -> list[Claim]:
        """Return what this speaker claimed last, in order: here, or in the entry before."""
        self.told = self.told or self._before()
        return self.told

    def _before(self) -> list[Claim]:
        earlier = (one for one in self.earlier if isinstance(one.body, Message))
        own = [one for one in earlier if one.speaker.id == self.entry.speaker.id]
        found = _Reading(own[-1], (), self.language).run() if own else ()
        return [one.claim for one in found if one.claim is not None]

    def _by_others(self) -> list[Claim]:
        """Return what another said right before this message, if nothing is told in it so far."""
        last = self.earlier[-1] if self.earlier else self.entry
        if self.told or last.speaker == self.entry.speaker:
            return []
        found = candidates(last, self.earlier[:-1], self.language)
        return [one.claim for one in found if one.claim is not None]

    def _tied(self, clause: Clause, tie: Tie, since: datetime | None = None) -> Candidate:
        claim = Claim(subject=tie.owner, attribute=tie.attribute, value=tie.value)
        made = replace(self._made(clause, claim), valid_from=since)
        return replace(made, valid_until=self.times.said_at) if tie.over else made

    def _said(self, clause: Clause, line: Line, subjects: Subjects) -> list[Said]:
        """Return what the patterns find in a clause, as it was meant, of those who are known."""
        classes = self.language.matcher.lexicon.classes
        dating = clause.lead in classes["whens"]
        if clause.modality not in _HEARD or (dating and clause.lead not in classes["happened"]):
            return []  # when something else was so: no statement of its own
        told = self.times.told(self.times.within(clause.span)) | occasion(self.last, clause)
        told |= {CLOSING} if clause.span in self.closing else set()
        told |= {STARRED} if is_starred(self.entry.text, clause.words) else set()
        matches = self._matches(line, subjects.own, told, clause.modality)
        matches = [one for one in matches if not dating or tells_a_change(one)]
        if forgotten := self._forgotten(clause, line, matches, told):
            return forgotten
        every = (one for each in matches for one in said(line, each, told))
        above = line.words[: subjects.own]
        named = (pointed(one, above, self.last or self.asked, self.told, classes) for one in every)
        heard = (one for one in named if one and self.amends.hears(one, clause))
        found = [narrowed(line, one, classes) for one in on_days(heard, clause, self.times)]
        return chosen([one for one in found if not one.attribute or self._about(subjects, one)])

    def _matches(self, line: Line, own: int, told: frozenset[str], meant: Modality) -> list[Match]:
        every = self.language.matcher.matches
        return [one for one in every(line, told, meant.value) if one.end > own]

    def _forgotten(
        self, clause: Clause, line: Line, matches: Sequence[Match], told: frozenset[str]
    ) -> list[Said]:
        """Return what is to be forgotten as it is told (`forget that I live in Rome`)."""
        start = next((one.end for one in matches if asks_to_forget(one, line)), 0)
        goes_on = start or (self.forgets and clause.lead)
        if not goes_on or self.amends.breaks_off(line, start):
            return []
        self.forgets = 0 < start == len(line.words)
        every = self._matches(line, 0, told, Modality.ASSERTED)
        behind = [match for match in every if match.start >= start]
        claims = chosen([one for match in behind for one in said(line, match, told)])
        return [replace(one, cue=Cue.FORGET) for one in claims if one.attribute]

    def _about(self, subjects: Subjects, one: Said) -> tuple[Referent, ...]:
        if not one.about:
            return subjects.of(one.match) or unheard(subjects.line, one)
        named = one.match.values(one.about)
        found = subjects.named(named[0].start, named[-1].end) if named else None
        if found is None or (one.attribute == TIE and found.attribute not in PARTED):
            return ()
        return (found,)

    def _candidate(self, clause: Clause, line: Line, one: Said, about: Referent) -> Candidate:
        claim = Claim(
            subject=about.subject,
            attribute=one.attribute,
            value=one.value,
            polarity=one.polarity,
        )
        when = placed(one, line, clause.span, self.times)
        made = replace(
            self._made(clause, claim),
            text=with_subject(in_words(line, clause, one), one, about, self.company.speaker),
            confidence=one.match.pattern.confidence,
            cue=Cue.NOW if self.amends.rights(one, clause, line) else one.cue,
            corrects=corrected(one, line),
            valid_from=when.valid_from,
            valid_until=when.valid_until,
            occurred=when.occurred,
            clock=clock(one, clause.span, self.times, self.entry.text, self.language),
        )
        return for_a_while(made, one, clause, self.clauses, self.times)

    def _made(self, clause: Clause, claim: Claim) -> Candidate:
        kind = self.language.registry.of(claim.attribute).kind
        return claimed(self.entry, clause.span, claim, kind, f"{IDENTITY} {claim.attribute}")

"""From an entry to its candidates: read it, match each clause, say who, when and what it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from itertools import groupby
from typing import Final

from retentive.model.actor import ActorKind
from retentive.model.candidate import Candidate
from retentive.model.claim import Claim, Cue, Polarity
from retentive.model.entry import Entry, Message
from retentive.rules.claims.amending import Amending, without_moves
from retentive.rules.claims.believing import opinion
from retentive.rules.claims.choosing import chosen
from retentive.rules.claims.dates.afterwards import dated_elsewhere
from retentive.rules.claims.dates.birthdays import on_days
from retentive.rules.claims.dates.borrowing import Neighbours
from retentive.rules.claims.dates.childhood import long_ago
from retentive.rules.claims.dates.dating import placed
from retentive.rules.claims.dates.lasting import tied_since, told_when
from retentive.rules.claims.dates.passing import for_a_while
from retentive.rules.claims.dates.rounds import by_known
from retentive.rules.claims.diagnosing import diagnosis, first_named
from retentive.rules.claims.general import disregards
from retentive.rules.claims.identity import IDENTITY
from retentive.rules.claims.keeping import kept
from retentive.rules.claims.language import Language
from retentive.rules.claims.likewise import likewise
from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.matching.match import Match
from retentive.rules.claims.matching.patterns import TIE
from retentive.rules.claims.matching.verbs import Tense
from retentive.rules.claims.narrowing import narrowed
from retentive.rules.claims.righting import asks_to_forget, corrected
from retentive.rules.claims.saying import Said, said, tells_a_change
from retentive.rules.claims.setting import Setting
from retentive.rules.claims.telling import Made, in_words, told_apart, with_subject
from retentive.rules.claims.whom.antecedents import pointed
from retentive.rules.claims.whom.calling import Calling
from retentive.rules.claims.whom.context import follows_from_another, occasion
from retentive.rules.claims.whom.hearsay import without_hearsay
from retentive.rules.claims.whom.parting import left_by_name
from retentive.rules.claims.whom.places import for_somebody, without_places
from retentive.rules.claims.whom.siblings import ties_of
from retentive.rules.claims.whom.subjects import Subjects
from retentive.rules.claims.whom.ties import PARTED, as_name, is_known_as, parted, tie_of, with_ties
from retentive.rules.claims.whom.unheard import unheard
from retentive.rules.claims.wording.fully import in_full
from retentive.rules.people import TIES
from retentive.rules.reading import Clause, Modality, Referent
from retentive.rules.reading.strangers import STRANGER
from retentive.rules.speakers import user_of

_HEARD: Final = frozenset({Modality.ASSERTED, Modality.WISHED, Modality.REQUESTED, Modality.ASKED})
"""How clauses are meant in which anything is looked for."""


def candidates(entry: Entry, earlier: Sequence[Entry], language: Language) -> tuple[Candidate, ...]:
    """Return what a human's message states: a candidate a claim, and one a sentence without any.

    Nothing is learnt from questions, suppositions, quotes and jokes, nor from text that was
    rendered by us and came back in a message.
    """
    if not isinstance(entry.body, Message) or entry.speaker.kind is not ActorKind.HUMAN:
        return ()
    told = in_full(entry, earlier, language)
    found = _Reading(Setting.of(told.entry, earlier, language)).run()
    return tuple(without_hearsay(told.back(found), entry.speaker.id, user_of(entry.origin).id))


class _Reading:
    """Goes through the clauses of one entry, in order; each hands on to the next what it told.

    `company` is who is there by now, `before` whom the clause before was about, `last` and `latest`
    that clause and its claims, `told` all so far. After `forgets` what was told is to be forgotten.
    """

    def __init__(self, it: Setting) -> None:
        self.setting, self.company = it, it.company
        self.before: Referent | None = None
        self.last: Clause | None = None
        self.latest: list[Claim] = []
        self.told: list[Claim] = []
        self.forgets = False
        self.calling = Calling()
        self.doctor = cache(partial(first_named, it.entry.text, it.classes["prescribers"]))
        self.amends = Amending(it.entry, it.times, self._heard, IDENTITY, it.clauses)

    def run(self) -> list[Candidate]:
        """Return the candidates, in the order of their spans."""
        it = self.setting
        if disregards(it.clauses, it.classes):
            return []
        sentences = [tuple(every) for _, every in groupby(it.clauses, lambda one: one.sentence)]
        claims = [self._sentence(clauses) for clauses in sentences]
        told = [*self._before, *self.told] if it.times.aged else self.told
        every = (claims, told, it.times, it.entry, it.language)
        made = zip(sentences, dated_elsewhere(sentences, *every), strict=True)
        found = [
            one
            for clauses, told in made
            for one in kept(it, self.calling, clauses, long_ago(clauses, told, it.entry.said_at))
        ]
        return [*self.amends.pending(), *found]

    def _sentence(self, clauses: Sequence[Clause]) -> list[tuple[Candidate, ...]]:
        """Return the claims of each clause of a sentence."""
        self.before = None
        claims = [tuple(self._clause(clause)) for clause in clauses]
        return Neighbours(clauses, claims, self.setting.times, self.setting.language).dated()

    def _clause(self, clause: Clause) -> Iterator[Candidate]:
        it, lexicon = self.setting, self.setting.lexicon
        line, own = it.line(clause)
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
        since = tied_since(clause, it.times, lexicon, (one for _, one in found if one))
        told = ties_of(clause, self.company, it.language.people)
        found = with_ties(found, told, lambda tie: it.tied(clause, tie, since))
        if clause.modality is Modality.ASSERTED:
            said = (self.last, clause, self.company, line, lexicon)
            held = opinion(*said) or diagnosis(*said, self.doctor)
            found = [(it.made(clause, held), None)] if held else found
            found += [] if found else self._since(clause)
            found += [
                (it.made(clause, one), None)
                for one in likewise(clause, self.latest, self.company, self._by_others)
            ]
        self.last = clause
        self.latest = [one.claim for one, _ in found if one.claim is not None]
        self.told += self.latest
        self.before = acting[0] if acting else self.before
        self.company = without_places(self.company.after(clause, acting), self.latest)
        yield from told_apart(line, without_moves(found))

    def _since(self, clause: Clause) -> Iterator[Made]:
        """Yield what was told last, with its time, if a clause tells only that."""
        it = self.setting
        when = told_when(clause, it.asked, it.times, it.language, self._dateless)
        if when is None:
            return
        made, at = it.made(clause, when[0]), when[1]
        said = next((one for one in self._told_before if one.claim == when[0]), None)
        text, cue = made.text, made.cue
        if said is not None:
            text = f"{said.text.rstrip(END_MARKS)}, {text}"
            ends = when[0].polarity is Polarity.NEGATIVE
            cue = said.cue if ends else Cue.STILL
        made = replace(made, text=text, cue=cue, occurred=at.occurred)
        yield replace(made, valid_from=at.valid_from, valid_until=at.valid_until), None

    def _claim(self, clause: Clause, line: Line, one: Said, about: Referent) -> Iterator[Candidate]:
        """Yield a claim; the name of somebody who is known by relation tells who that is."""
        if not one.attribute:
            yield from self.amends.told(clause, line, one, about)
            return
        if for_somebody(one, line, self.company):
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
            yield from [self.setting.tied(clause, tie)] if tie is not None else ()
            if tie is not None or about.relation == STRANGER or is_known_as(about, one.value):
                return
        yield self._candidate(clause, line, one, about)

    def _heard(self) -> list[Claim]:
        """Return what this speaker claimed last, in order: here, or in the entry before."""
        self.told = self.told or [*self._before]
        return self.told

    @property
    def _before(self) -> Sequence[Claim]:
        """What this speaker claimed in the entry before."""
        return _claims_of(self._last_told)

    @cached_property
    def _last_told(self) -> Sequence[Candidate]:
        """What he told in it: read once, for many a clause may ask."""
        own = self.setting.own_before()
        return _Reading(Setting.of(own, (), self.setting.language)).run() if own else ()

    @cached_property
    def _told_before(self) -> Sequence[Candidate]:
        """What he told in it of which a time may be told now: `I have a scan.` `On Friday`."""
        own, told = self.setting.own_before(), self._last_told
        if own is None or any(one.attribute not in TIES for one in _claims_of(told)):
            return told
        return _Reading(Setting.of(own, (), self.setting.language, awaited=True)).run()

    def _dateless(self) -> Sequence[Claim]:
        """Return what was told last, here or before, that a time alone may date."""
        return self.told or _claims_of(self._told_before)

    def _by_others(self) -> list[Claim]:
        """Return what another said right before this message, if nothing is told in it so far."""
        it = self.setting
        last = it.earlier[-1] if it.earlier else it.entry
        same = self.told or last.speaker == it.entry.speaker
        return [] if same else self._others

    @cached_property
    def _others(self) -> list[Claim]:
        it = self.setting
        found = candidates(it.earlier[-1], it.earlier[:-1], it.language)
        return [one.claim for one in found if one.claim is not None]

    def _said(self, clause: Clause, line: Line, subjects: Subjects) -> list[Said]:
        """Return what the patterns find in a clause, as it was meant, of those who are known."""
        it, classes = self.setting, self.setting.classes
        dating = clause.lead in classes["whens"]
        if clause.modality not in _HEARD or (dating and clause.lead not in classes["happened"]):
            return []  # when something else was so: no statement of its own
        told = it.signs(clause) | occasion(self.last, clause)
        matches = self._matches(line, subjects.own, told, clause.modality)
        matches = [one for one in matches if not dating or tells_a_change(one)]
        matches = [one for one in matches if not follows_from_another(line.words, one.start)]
        if forgotten := self._forgotten(clause, line, matches, told):
            return forgotten
        every = (one for each in matches for one in said(line, each, told))
        above = line.words[: subjects.own]
        named = (pointed(one, above, self.last or it.asked, self.told, classes) for one in every)
        heard = (one for one in named if one and self.amends.hears(one, clause))
        found = [narrowed(line, one, classes) for one in on_days(heard, clause, it.times)]
        return chosen([one for one in found if not one.attribute or self._about(subjects, one)])

    def _matches(self, line: Line, own: int, told: frozenset[str], meant: Modality) -> list[Match]:
        every = self.setting.language.matcher.matches
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
            subject=about.subject, attribute=one.attribute, value=one.value, polarity=one.polarity
        )
        it = self.setting
        when = placed(one, line, clause.span, it.times)
        broke = one.attribute == _ILL and when.occurred  # `broke my arm on Friday`
        made = replace(
            it.made(clause, claim),
            text=with_subject(in_words(line, clause, one), one, about, self.company.speaker),
            confidence=one.match.pattern.confidence,
            cue=Cue.NOW if self.amends.rights(one, clause, line) else one.cue,
            corrects=corrected(one, line),
            valid_from=broke.start if broke else when.valid_from,
            valid_until=when.valid_until,
            occurred=when.occurred,
        )
        made = by_known(made, one, line, clause.span, it.times, it.language)
        return for_a_while(made, one, clause, it.clauses, it.times)


def _claims_of(told: Sequence[Candidate]) -> list[Claim]:
    return [one.claim for one in told if one.claim is not None]


_ILL: Final = "health"
END_MARKS: Final = " .!"

"""What is known of an entry before its clauses are gone through; nothing here changes after."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.claim import Claim
from retentive.model.entry import Entry, Message
from retentive.model.provenance import Span
from retentive.rules.characters import listed
from retentive.rules.claims.dates.dating import Times
from retentive.rules.claims.dates.lasting import tells_only_when
from retentive.rules.claims.identity import IDENTITY
from retentive.rules.claims.language import Language
from retentive.rules.claims.matching.lexicon import Lexicon
from retentive.rules.claims.matching.line import Line, line_of
from retentive.rules.claims.matching.patterns import CLOSING, STARRED
from retentive.rules.claims.plain import claimed
from retentive.rules.claims.righting import is_starred
from retentive.rules.claims.whom.context import needs_earlier
from retentive.rules.claims.whom.standing_in import clauses_of
from retentive.rules.claims.whom.ties import Tie
from retentive.rules.claims.wording.asking import when_it_was
from retentive.rules.claims.wording.heading import Heading
from retentive.rules.claims.wording.questions import answering, question
from retentive.rules.reading import Clause, Company

_HAVING: Final = listed("have has got")
_A: Final = listed("a an another")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """An entry and what stands around it: its clauses and times, who is there, what was asked.

    `closing` are the last clauses of its sentences; `heading` is the question it answers.
    """

    entry: Entry
    earlier: Sequence[Entry]
    language: Language
    company: Company
    clauses: Sequence[Clause]
    closing: frozenset[Span]
    times: Times
    asked: Sequence[str]
    heading: Heading
    awaited: bool = False
    """Whether another message tells when what it says last is."""

    @classmethod
    def of(
        cls, entry: Entry, earlier: Sequence[Entry], language: Language, *, awaited: bool = False
    ) -> Setting:
        """Return the setting of an entry; `earlier` are those right before it."""
        classes = language.matcher.lexicon.classes
        near = earlier if needs_earlier(entry.text, language.people, classes["pointing"]) else ()
        company = Company.of(entry, near, language.people)
        clauses, asked = clauses_of(entry.text, company), question(earlier)
        return cls(
            entry=entry,
            earlier=earlier,
            language=language,
            company=company,
            clauses=clauses,
            closing=frozenset({one.sentence: one.span for one in clauses}.values()),
            times=Times.of(entry, language.times, when_it_was(asked)),
            asked=asked,
            heading=answering(asked, clauses, classes),
            awaited=awaited,
        )

    @property
    def lexicon(self) -> Lexicon:
        """The words that patterns are made of."""
        return self.language.matcher.lexicon

    @property
    def classes(self) -> Mapping[str, frozenset[str]]:
        """The classes of words of its language."""
        return self.lexicon.classes

    def line(self, clause: Clause) -> tuple[Line, int]:
        """Return a clause as patterns see it, under its heading, and its own first word there."""
        above = self.heading.over(clause)
        phrases = [one.span for one in self.times.within(clause.span)]
        line = line_of(self.entry.text, (*above, *clause.words), self.lexicon, phrases)
        return line, line.first(clause.span.start) if above else 0

    def signs(self, clause: Clause) -> frozenset[str]:
        """Return what a clause has besides words: times, a place at the end, an asterisk."""
        told = self.times.told(self.times.within(clause.span))
        told |= {"date"} if self._is_dated_beside(clause) else set()
        told |= {"since"} if self._is_begun_behind(clause) else set()
        told |= {CLOSING} if clause.span in self.closing else set()
        return told | ({STARRED} if is_starred(self.entry.text, clause.words) else set())

    def _is_begun_behind(self, clause: Clause) -> bool:
        """Tell whether the clause behind one says since when: `in Rome since I left in May`."""
        behind = self._behind(clause)
        if behind is None or behind.lead != "since":
            return False
        return bool(self.times.dates(behind.span))

    def _behind(self, clause: Clause) -> Clause | None:
        at = bisect_right(self.clauses, clause.span.start, key=lambda one: one.span.start)
        return self.clauses[at] if at < len(self.clauses) else None

    def _is_dated_beside(self, clause: Clause) -> bool:
        """Tell whether another clause says when it is: `I've a scan. It's on Friday`."""
        if [word.low for word in clause.words[:2]] == ["after", "that"] and self.times.phrases:
            return True
        lows = {word.low for word in clause.words}
        if _HAVING.isdisjoint(lows) or _A.isdisjoint(lows):
            return False
        if not self.times.phrases or self.times.phrases[-1].span.end <= clause.span.end:
            return self.awaited and clause is self.clauses[-1]
        behind, telling = self._behind(clause), self.classes["telling_when"]
        return behind is not None and tells_only_when(behind, self.times, telling)

    def own_before(self) -> Entry | None:
        """Return what the same speaker wrote last before."""
        earlier = (one for one in self.earlier if isinstance(one.body, Message))
        own = [one for one in earlier if one.speaker.id == self.entry.speaker.id]
        return own[-1] if own else None

    def made(self, clause: Clause, claim: Claim) -> Candidate:
        """Return the candidate of a claim that a clause makes, with no time yet."""
        kind = self.language.registry.of(claim.attribute).kind
        return claimed(self.entry, clause.span, claim, kind, f"{IDENTITY} {claim.attribute}")

    def tied(self, clause: Clause, tie: Tie, since: datetime | None = None) -> Candidate:
        """Return the candidate of a tie that a clause tells of."""
        claim = Claim(subject=tie.owner, attribute=tie.attribute, value=tie.value)
        made = replace(self.made(clause, claim), valid_from=since)
        return replace(made, valid_until=self.times.said_at) if tie.over else made

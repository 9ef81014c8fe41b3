"""What puts right, takes back or asks to forget earlier words: `I said Tuesday, it's Wednesday`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.claim import Claim, Correction, Cue
from retentive.model.entry import Entry
from retentive.rules.characters import listed
from retentive.rules.claims.dates.amended import IT
from retentive.rules.claims.dates.dating import Times, either
from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.matching.patterns import CONFIDENCE, LAST, NEXT, WRONG
from retentive.rules.claims.righting import contrast, taken_back
from retentive.rules.claims.saying import Said
from retentive.rules.claims.telling import Made
from retentive.rules.facts import DEFAULT_KIND
from retentive.rules.reading import Clause, Referent

_WONDERING: Final = listed("where when how what which who whom whose")
_IDLE: Final = listed(
    "i we you he she they it my our am is are was were be been do did have has to"
)
SOON: Final = 2
"""Clauses within which the right words follow the wrong ones."""
_STUMBLING: Final = listed("oops whoops sorry correction")
_VALUES: Final = listed("birthday name age number address email mail surname spelling")
"""Words for what a date or a number is the value of, and not the time."""


def without_moves(made: Sequence[Made]) -> Sequence[Made]:
    """Leave out that something known moves, where the wrong words are told beside the right ones.

    `I meant 9 February, not the 2nd` says what was wrong, which need not be the last appointment.
    """
    if not any(one.corrects and one.corrects.old and one.corrects.new for one, _ in made):
        return made
    return [(one, said) for one, said in made if not (one.claim and one.claim.value == IT)]


@dataclass(slots=True)
class Amending:
    """The corrections of one entry.

    `wrong` are the words that were said to be wrong, for what follows to put right; `heard` tells
    what the speaker claimed before.
    """

    entry: Entry
    times: Times
    heard: Callable[[], Sequence[Claim]]
    identity: str
    clauses: Sequence[Clause]
    wrong: str = ""
    _at: int = -1
    """Where the clause begins that said so."""
    _last: tuple[Clause, Claim] | None = None
    """What `scratch that` takes back, as long as nothing has put it right."""

    @staticmethod
    def breaks_off(line: Line, at: int) -> bool:
        """Tell whether a comma stands before a word: `scrap that, I live in Rome`."""
        return at > 0 and "," in line.words[at - 1].after

    def pending(self) -> Iterator[Candidate]:
        """Yield what was taken back without being put right."""
        if self._last is not None:
            clause, claim = self._last
            yield self._made(clause, Correction(claim.value, None), Cue.FORGET)

    def hears(self, one: Said, clause: Clause) -> bool:
        """Tell whether a match says something now: not what is wrong, nor what puts that right.

        The right words are told soon after.
        """
        if one.new == NEXT:
            self._wait(one.old, clause)
            return False
        return one.old != WRONG or (one.cue is not Cue.NOW and self._waits(clause))

    def _wait(self, wrong: str, clause: Clause) -> None:
        self.wrong, self._at = wrong, clause.span.start

    def _waits(self, clause: Clause) -> bool:
        if not self.wrong:
            return False
        between = self._behind(clause.span.start) - self._behind(self._at)
        return 0 < between <= SOON

    def rights(self, one: Said, clause: Clause, line: Line) -> bool:
        """Tell whether what is to happen is told in the place of something that was wrong."""
        if one.type == "state" or one.cue is not Cue.NONE:
            return False
        behind = self._next(clause)
        other = behind is not None and behind.words[0].low == "not"
        waits = self._waits(clause)
        self._last = None if waits else self._last
        return bool(waits or contrast(one, line) or other) or clause.words[0].low in _STUMBLING

    def told(self, clause: Clause, line: Line, one: Said, about: Referent) -> Iterator[Candidate]:
        """Yield what puts right or takes back earlier words, if it is known which."""
        goes_on = one.match.end < len(line.words)
        if (one.old, one.cue) == (LAST, Cue.FORGET) and (goes_on or self._next(clause) is not None):
            self._wait(LAST, clause)  # `scratch that, it's Wednesday`
            self._at -= goes_on
            claim = next(reversed(self.heard()), None)
            self._last = (clause, claim) if claim else None
            return
        follows = one.old == WRONG
        self._last = None if follows or one.cue is Cue.FORGET else self._last
        wrong, self.wrong = self.wrong, "" if follows else self.wrong
        timed = bool(one.new) and self._is_time(clause, one.new)
        if follows and not _VALUES & set(wrong.lower().split()) and timed:
            yield self._moved(clause, line, one)
            return
        meant = taken_back(one, line, self.heard, wrong)
        if meant is None:
            if timed:  # `typo: the 13th`
                yield self._moved(clause, line, one)
            return
        old, claim = meant
        when = either(one, line, clause.span, self.times)
        made = self._made(clause, Correction(old, one.new or None), one.cue, claim)
        if claim is None and one.cue is Cue.NOW and one.match.subject is not None:
            made = replace(made, subject=about.subject)  # `my friend switched from Vim to Emacs`
        yield replace(made, valid_from=when.valid_from, occurred=when.occurred)

    def forgotten(self, clause: Clause) -> Iterator[Candidate]:
        """Yield what is to be forgotten though it is not told: `forget where I live`."""
        told = [word.low for word in clause.words]
        told = [low for low in told if low not in _IDLE]
        if clause.lead in _WONDERING and told:
            old = "age" if told[-1] == "old" else " ".join(told)
            yield self._made(clause, Correction(old, None), Cue.FORGET)

    def _next(self, clause: Clause) -> Clause | None:
        """Return the clause behind one."""
        behind = self._behind(clause.span.start)
        return self.clauses[behind] if behind < len(self.clauses) else None

    def _behind(self, start: int) -> int:
        """Return how many clauses begin up to there."""
        return bisect_right(self.clauses, start, key=lambda one: one.span.start)

    def _moved(self, clause: Clause, line: Line, one: Said) -> Candidate:
        """Return another date of what was to happen; the words tell of none but that."""
        claim = Claim(subject=self.entry.speaker.id, attribute="event", value=IT)
        when = either(replace(one, cue=Cue.NOW, words=(0, 0)), line, clause.span, self.times)
        made = self._made(clause, Correction(IT), Cue.NOW, claim)
        return replace(made, occurred=when.occurred)

    def _is_time(self, clause: Clause, words: str) -> bool:
        """Tell whether words are nothing but a date."""
        spans = [one.span for one in self.times.dates(clause.span)]
        return any(words in self.entry.text[one.start : one.end] for one in spans)

    def _made(
        self, clause: Clause, corrects: Correction, cue: Cue, claim: Claim | None = None
    ) -> Candidate:
        quote = self.entry.text[clause.span.start : clause.span.end]
        return Candidate(
            text=quote,
            kind=DEFAULT_KIND,
            subject=claim.subject if claim else self.entry.speaker.id,
            span=clause.span,
            quote=quote,
            confidence=CONFIDENCE,
            claim=claim,
            cue=cue,
            corrects=corrects,
            rule=f"{self.identity} correction",
        )

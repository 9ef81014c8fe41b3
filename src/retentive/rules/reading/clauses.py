"""Where clauses begin inside a sentence.

A cut is made where a predicate of its own begins: after a connective, a comma or a dash, or, in
hasty writing, where a pronoun and its verb follow a predicate that is complete. Lists stay whole.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

from retentive.rules.characters import listed
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.words import Word

_STRONG: Final = frozenset(";:—–()…[]|")
_FAR: Final = 7
"""Words of a subject that are looked through for its verb."""
_INVERTED: Final = lex.NOMINATIVE | listed("you it there this that these those the my your his her")
_NOT_AFTER: Final = lex.PREPOSITIONS - listed("in on at off over around about") | listed(
    "than that what which who whom the a an and or"
)
_MOST: Final = 6
"""Adverbs or connectives in a row that are looked past: no speaker uses more."""
_TRANSPARENT: Final = listed("of from in at with on")
_NAMING: Final = lex.BE | {"'s"}
_QUESTION_OPENERS: Final = listed("any what why how who where which whose anyone anybody")


class Cut(NamedTuple):
    """A clause is `words[start:end]`; `lead` is the connective before it."""

    start: int
    end: int
    lead: str


def cuts(words: Sequence[Word]) -> list[Cut]:
    """Return the clauses of the words of one sentence, in order."""
    return _Cutter(words).run() if words else []


class _Cutter:
    """Walks once over the words of a sentence."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self.lows = [word.low for word in words]
        self.n = len(words)
        self.found: list[Cut] = []
        self.start = 0
        self.lead = ""
        self.verb = -1
        """Where the last verb of the running clause stands, or -1."""

    def run(self) -> list[Cut]:
        at = self._leading(0)
        while at < self.n:
            body, lead = self._begins(at) if at > self.start else (-1, "")
            if body >= 0:
                self._close(at)
                self.start, self.lead, self.verb = body, lead, -1
                at = body
                continue
            if self._is_verb(at):
                self.verb = at
            at += 1
        self._close(self.n)
        return self.found

    def _leading(self, at: int) -> int:
        """Take a connective at the start of the sentence as the lead of its first clause."""
        first = self.lows[0]
        if self.n > 1 and (
            first in lex.COORDINATORS
            or first in lex.SURE_SUBORDINATORS
            or (first in lex.SUBORDINATORS and self.starts(1))
        ):
            if first in ("when", "where") and self._asks(0):
                return at
            self.start, self.lead = self._past_leads(1), first
            if self.start < self.n and self.start > 1:
                self.lead = self.lows[self.start - 1]
        return self.start

    def _close(self, end: int) -> None:
        if end > self.start:
            self.found.append(Cut(self.start, end, self.lead))

    def _begins(self, at: int) -> tuple[int, str]:
        """Return where the body of a new clause begins if one opens at `at`, and its lead."""
        gap = self.words[at - 1].after
        low = self.lows[at]
        if gap and gap != "," and _is_strong(gap):
            body = self._past_leads(at)
            return (body, self.lows[body - 1] if body > at else "") if body < self.n else (-1, "")
        if low in lex.COORDINATORS:
            return self._coordinated(at)
        if low in lex.SUBORDINATORS:
            return self._subordinate(at)
        if "," in gap:
            return self._after_comma(at)
        if self.verb >= 0 and self._runs_on(at):
            return at, "that" if self._reports(at) else ""
        return -1, ""

    def _past_leads(self, at: int) -> int:
        """Return where the words after the connectives at `at` begin."""
        last = min(self.n - 1, at + _MOST)
        while at < last and (
            self.lows[at] in lex.COORDINATORS
            or (self.lows[at] in lex.SURE_SUBORDINATORS and not self._asks(at))
        ):
            at += 1
        return at

    def _coordinated(self, at: int) -> tuple[int, str]:
        body = self._past_leads(at)
        lead = self.lows[body - 1]
        if body >= self.n or self.verb < 0:
            return -1, ""
        if lead in lex.SURE_SUBORDINATORS or self.starts(body) or self._asks(body):
            return body, lead
        if self.verb != at - 1 and self._predicate(body):
            return body, lead
        return -1, ""

    def _subordinate(self, at: int) -> tuple[int, str]:
        low, body = self.lows[at], at + 1
        if body >= self.n or (low in ("when", "where") and self._asks(at)):
            return -1, ""
        if low == "that":
            return (body, low) if self._reports(at) and self.starts(body) else (-1, "")
        if low in lex.SURE_SUBORDINATORS:
            opens = self.lows[body] != "of" and (self.verb >= 0 or self.starts(body))
            return (body, low) if opens else (-1, "")
        return (body, low) if self.verb >= 0 and self.starts(body) else (-1, "")

    def _after_comma(self, at: int) -> tuple[int, str]:
        low = self.lows[at]
        if low in lex.RELATIVES and at + 1 < self.n and not self._asks(at):
            return at + 1, low
        if self.verb >= 0:
            opens = self.starts(at) or self._asks(at) or self._predicate(at)
            return (at, "") if opens else (-1, "")
        if low in lex.NOMINATIVE and self.starts(at):
            fragment = self.lows[self.start] not in lex.TIME_OPENERS and at - self.start > 1
            return (at, "") if fragment else (-1, "")
        return -1, ""

    def _runs_on(self, at: int) -> bool:
        """Tell whether a pronoun opens a clause without a mark (`i live here she works there`)."""
        low = self.lows[at]
        if self.words[at - 1].after or at + 1 >= self.n:
            return False
        if self._reports(at):
            return self.starts(at)
        before = self.lows[at - 1]
        if low in lex.POSSESSIVES and self.lows[at + 1] == "name" and at + 2 < self.n:
            return before not in lex.PREPOSITIONS and self.lows[at + 2] in _NAMING
        if low not in lex.NOMINATIVE or before in _NOT_AFTER or before in lex.AUXILIARIES:
            return False
        following = self.lows[at + 1]
        sure = following in lex.AUXILIARIES or following in lex.STRONG_THIRDS
        sure = sure or following in lex.NOUNS_TOO
        return sure and at + 2 < self.n and before not in lex.ADVERBS - {"now", "too", "today"}

    def _reports(self, at: int) -> bool:
        """Tell whether the word before is a verb of saying or thinking."""
        before = at - 1
        if before > self.start and self.lows[before] in ("me", "us", "you", "him", "her", "them"):
            before -= 1
        return before >= self.start and self.lows[before] in lex.REPORTING

    # ------------------------------------------------------------ what begins here

    def starts(self, at: int) -> bool:
        """Tell whether a subject and its finite verb begin at `at`."""
        at = self._past_adverbs(at)
        if at + 1 >= self.n:
            return False
        low = self.lows[at]
        if low in lex.NOMINATIVE:
            return not self.words[at].after
        if low in lex.WEAK_SUBJECTS:
            verb = self._past_adverbs(at + 1)
            if verb < self.n and self._finite(verb, plain=low in ("you", "these", "those")):
                return True
        return self._noun_phrase(at)

    def _noun_phrase(self, at: int) -> bool:
        if self.lows[at] in lex.PREPOSITIONS or self.lows[at] in lex.FINITE:
            return False
        for verb in range(at + 1, min(self.n, at + _FAR)):
            low = self.lows[verb]
            if self.words[verb - 1].after or low in lex.COORDINATORS or low in lex.RELATIVES:
                return False
            if low in lex.PREPOSITIONS and low not in _TRANSPARENT:
                return False
            if low in lex.ADVERBS or low in lex.DETERMINERS:
                continue
            if self._finite(verb, plain=self.lows[verb - 1].endswith("s")):
                return low not in lex.REDUCED
        return False

    def _finite(self, at: int, *, plain: bool) -> bool:
        """Tell whether the word at `at`, after its subject, is a finite verb."""
        low = self.lows[at]
        if low in lex.FINITE or low in lex.STRONG_THIRDS:
            return True
        following = self.lows[at + 1] if at + 1 < self.n and not self.words[at].after else ""
        if low == "'s":
            return following in lex.IS_BEFORE
        if low in lex.NOUNS_TOO:
            return following in lex.PREPOSITIONS or following in lex.DETERMINERS
        return plain and low in lex.BASES

    def _predicate(self, at: int) -> bool:
        """Tell whether a verb begins at `at` that shares the subject before it."""
        at = self._past_adverbs(at)
        if at >= self.n:
            return False
        low = self.lows[at]
        if low in lex.FINITE or low in lex.STRONG_THIRDS:
            return low not in lex.REDUCED
        if low not in lex.BASES and low not in lex.NOUNS_TOO:
            return False
        following = self.lows[at + 1] if at + 1 < self.n and not self.words[at].after else ""
        if low in lex.NOUNS_TOO or low in lex.NOUN_BASES:
            linked = following in lex.PREPOSITIONS or following in lex.DETERMINERS
            if following and low in lex.NOUNS_TOO and "," in self.words[at - 1].after:
                linked = linked or self.lows[self.start] in ("he", "she", "it")
            if not linked and not (low in ("love", "hate", "like") and following):
                return False
        return low in lex.NOUNS_TOO or not self._governed()

    def _governed(self) -> bool:
        """Tell whether the verb of the running clause is an infinitive, which others may share."""
        before = self.lows[max(self.start, self.verb - 2) : self.verb]
        return any(low in lex.MODALS or low in ("to", "do", "does", "did", "not") for low in before)

    def _asks(self, at: int) -> bool:
        """Tell whether a question begins at `at`: `is there`, `what about`, `any ideas`."""
        low = self.lows[at]
        following = self.lows[at + 1] if at + 1 < self.n else ""
        if low in lex.AUXILIARIES:
            after = self.lows[at + 2] if following == "not" and at + 2 < self.n else following
            return after in _INVERTED
        if low in lex.WH_WORDS:
            return following in lex.AUXILIARIES or following in ("about", "many", "much", "else")
        return low in _QUESTION_OPENERS and following in (
            "idea", "ideas", "tips", "advice", "suggestions", "recommendations", "thoughts", "know"
        )  # fmt: skip

    def _past_adverbs(self, at: int) -> int:
        last = min(self.n, at + _MOST)
        while (
            at < last
            and self.lows[at] in lex.ADVERBS
            and not (self.lows[at] == "there" and at + 1 < self.n and self.lows[at + 1] in lex.BE)
        ):
            at += 1
        return at

    def _is_verb(self, at: int) -> bool:
        low = self.lows[at]
        if low == "may" and at > self.start and self.lows[at - 1] in lex.PREPOSITIONS:
            return False
        if low in lex.FINITE or low in lex.STRONG_THIRDS:
            return True
        if low in lex.PARTICIPLES and self.verb == at - 1:
            return True
        if low in lex.NOUNS_TOO or low == "'s":
            return self._finite(at, plain=False)
        if low in lex.BASES:
            before = self.lows[at - 1] if at > self.start else ""
            return (
                before in lex.NOMINATIVE or before in lex.WEAK_SUBJECTS or before in lex.ADVERBS
                or before in lex.MODALS or before in ("", "to", "do", "does", "did", "not")
                or before.endswith("s")
            )  # fmt: skip
        return low in lex.GERUNDS and at == self.start


def _is_strong(gap: str) -> bool:
    """Tell whether punctuation between two words parts clauses: a dash, a bracket, an emoji."""
    if not _STRONG.isdisjoint(gap) or ".." in gap or "--" in gap:
        return True
    if gap == "-" or gap[0] in "!?":
        return True
    return not gap.isascii() and any(unicodedata.category(char) == "So" for char in gap)

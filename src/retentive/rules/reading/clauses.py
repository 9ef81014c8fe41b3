"""Where clauses begin inside a sentence.

A cut is made where a predicate of its own begins: after a connective, a comma or a dash, or, in
hasty writing, where a pronoun and its verb follow a predicate that is complete. Lists stay whole.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.clause import Cut
from retentive.rules.reading.forms import ANY_VERB, Forms
from retentive.rules.reading.words import Word

_STRONG: Final = frozenset(";:—–()…[]|")
_ASIDE: Final = 6
"""Words in brackets that stay inside a clause if they hold no verb: `Lorna (at number 12)`."""
_MOST: Final = 6
"""Connectives in a row that are looked past."""
_NOT_AFTER: Final = (
    (lex.PREPOSITIONS - listed("in on at off over around about"))
    | lex.AUXILIARIES
    | (lex.ADVERBS - listed("now too today here there again already btw though"))
    | listed("than that what which who whom the a an and or")
)
"""Words after which a pronoun does not open a clause by itself."""
_OBJECTS: Final = listed("me us you him her them")
WHENEVER: Final = listed("when whenever")
"""Connectives after which an order is one for every occasion: `when you write, use ink`."""
_ASKING: Final = listed(
    "ask say write mention send request want need order travel quote list paste"
)
_ORDERING: Final = listed("always never do not")
_RUN_ON: Final = lex.NOMINATIVE | lex.POSSESSIVES | {"it"}
_OPENERS: Final = lex.COORDINATORS | lex.SUBORDINATORS
_HOW_ONE_IS: Final = listed(
    """not too so great good bad fine ok okay well grand alright tbh really very much pretty tired
    knackered exhausted busy all same old usual long story"""
)
_NONE: Final = (-1, "")
_TAKING_BACK: Final = listed("scrap scratch strike forget ignore")


def cuts(words: Sequence[Word]) -> list[Cut]:
    """Return the clauses of the words of one sentence, in order."""
    return _Cutter(words).run() if words else []


class _Cutter:
    """Walks once over the words of a sentence."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self.forms = Forms(words)
        self.lows = self.forms.lows
        self.n = len(words)
        self.found: list[Cut] = []
        self.start = 0
        self.lead = ""
        self.verb = -1
        """Where the last verb of the running clause stands, or -1."""
        self.aside = -1
        """Where words in brackets end that belong to the clause."""
        self.said = -_MOST
        """Where the last verb of saying stands."""
        self.hasty = words[0].text[0].islower()

    def run(self) -> list[Cut]:
        at = self._leading()
        lows, words = self.lows, self.words
        while at < self.n:
            low = lows[at]
            if at > self.start and (
                words[at - 1].after or low in _OPENERS or low in _RUN_ON or at - self.said < 4
            ):
                body, lead = self._begins(at)
                if body >= 0:
                    self._close(at)
                    self.start, self.lead, self.verb = body, lead, -1
                    at = body
                    continue
            if low in lex.REPORTING:
                self.said = at
            if (low in ANY_VERB or (at and lows[at - 1] in lex.NOMINATIVE)) and self.forms.is_verb(
                at, self.start, self.verb
            ):
                self.verb = at
            at += 1
        self._close(self.n)
        return self.found

    def _leading(self) -> int:
        """Take a connective at the start of the sentence as the lead of its first clause."""
        first = self.lows[0]
        if self.n == 1 or first not in _OPENERS or self.forms.fronted(0):
            return 0
        opens = first in lex.COORDINATORS or first in lex.SURE_SUBORDINATORS
        if first in ("when", "where") and self.forms.asks(0):
            return 0
        if opens or (first != "that" and self.forms.starts(1)):
            self.start = self._past_leads(1)
            self.lead = self.lows[self.start - 1]
        return self.start

    def _close(self, end: int) -> None:
        if end > self.start:
            self.found.append(Cut(self.start, end, self.lead))

    def _begins(self, at: int) -> tuple[int, str]:
        """Return where the body of a new clause begins if one opens at `at`, and its lead."""
        gap = self.words[at - 1].after
        low = self.lows[at]
        if gap and gap != "," and (strong := self._after_mark(at, gap)):
            return strong
        if low in lex.COORDINATORS and self.words[at].text.islower():
            return self._coordinated(at)
        if low in lex.SUBORDINATORS and not (low == "that" and gap):
            return self._subordinate(at)
        if gap in ("&", "+"):
            return (at, "and") if self.verb >= 0 and self.forms.starts(at) else _NONE
        if "," in gap:
            return self._after_comma(at)
        if self.verb >= 0 and not gap and self._runs_on(at):
            return at, "that" if self._reports(at) else ""
        return _NONE

    def _after_mark(self, at: int, gap: str) -> tuple[int, str] | None:
        """Return the clause after a dash, a bracket, a colon or an emoji; None if none begins."""
        joined = gap == "." and self.words[at].start == self.words[at - 1].end + 1
        if not (joined or _is_strong(gap)) or at == self.aside:
            return None
        if gap == "(" and (end := self._aside(at)):
            self.aside = end
            return None
        if gap == ":" and not (self.forms.starts(at) or self.forms.asks(at)):
            return None
        body = self._past_leads(at)
        return (body, self.lows[body - 1] if body > at else "") if body < self.n else None

    def _aside(self, at: int) -> int:
        """Return where words in brackets end that hold no verb; 0 if they do not."""
        if self.lows[at] in lex.NOMINATIVE and self.forms.starts(at):
            return 0  # `my ex (we split in May)`
        for end in range(at, min(self.n, at + _ASIDE)):
            if self.lows[end] in lex.FINITE or self.lows[end] == "who":
                return 0
            if ")" in self.words[end].after:
                return end + 1
        return 0

    def _past_leads(self, at: int) -> int:
        """Return where the words after the connectives at `at` begin."""
        last = min(self.n - 1, at + _MOST)
        while at < last and (
            self.lows[at] in lex.COORDINATORS
            or (self.lows[at] in lex.SURE_SUBORDINATORS and not self.forms.asks(at))
        ):
            at += 1
        return at

    def _coordinated(self, at: int) -> tuple[int, str]:
        body = self._past_leads(at)
        lead = self.lows[body - 1]
        if lead == "so" and body < self.n and self.lows[body] == "that" and self.verb >= 0:
            return body + 1, "so that"
        if body >= self.n or self.verb < 0:
            return _NONE
        if lead in lex.SURE_SUBORDINATORS or self.forms.starts(body) or self.forms.asks(body):
            return body, lead
        if self.verb != at - 1 and self._predicate(body, lead):
            return body, lead
        return _NONE

    def _predicate(self, at: int, lead: str) -> bool:
        before = self.lows[max(self.start, self.verb - 2) : self.verb]
        governed = any(low in lex.MODALS or low == "to" for low in before)
        governed = governed or self.lows[self.verb] in lex.MODALS  # `can milk, shear and spin`
        if lead != "but":
            governed = governed or not lex.DO_FORMS.isdisjoint(before)
        return self.forms.predicate(
            at,
            self.lows[self.start],
            after_comma="," in self.words[at - 1].after,
            governed=governed,
        )

    def _subordinate(self, at: int) -> tuple[int, str]:
        low, body = self.lows[at], at + 1
        if body >= self.n:
            return _NONE
        if low in ("when", "where") and self.forms.asks(at):
            return (at, "") if self.words[at - 1].after and self.verb >= 0 else _NONE
        if low in lex.PREPOSITIONS and self.forms.tells_time(at):
            opens = self.words[at - 1].after and self.verb >= 0 and self.forms.fronted(at)
            return (at, "") if opens else _NONE
        if low == "that":
            opens = self.forms.starts(body) or self.forms.goes_on(body)
            return (body, low) if self._reports(at) and opens else _NONE
        if low in lex.SURE_SUBORDINATORS:
            opens = self.lows[body] != "of" and (self.verb >= 0 or self.forms.starts(body))
            return (body, low) if opens else _NONE
        return (body, low) if self.verb >= 0 and self.forms.starts(body) else _NONE

    def _after_comma(self, at: int) -> tuple[int, str]:
        low = self.lows[at]
        asking = "?" in self.words[-1].after and self.forms.asks(at)
        if low in lex.RELATIVES and at + 1 < self.n and not asking:
            return at + 1, low
        if low.isdigit() and self.words[at].after.startswith(")"):
            return at, ""
        if self.lows[self.start] in _TAKING_BACK and self.lows[self.start + 1 : at] == ["that"]:
            return at, ""
        if self.verb >= 0:
            opens = self.forms.starts(at) or self.forms.asks(at) or self._predicate(at, "")
            opens = opens or low == "no" or (low == "let" and self.forms.next(at) == "us")
            opens = opens or orders_to_forget(self.lows, at)
            opens = opens or (low == "please" and self.forms.next(at) in lex.BASES)
            opens = opens or (low in lex.BASES and self.forms.next(at) in ("me", "us"))
            opens = opens or self._orders(at)
            return (at, "") if opens else _NONE
        if _HOW_ONE_IS.issuperset(self.lows[self.start : at]) and low in ANY_VERB:
            return at, ""  # `not great tbh, moved out`
        if self.forms.starts(at) and self._is_fragment(at, low in lex.NOMINATIVE or low == "it"):
            return at, ""
        return _NONE

    def _orders(self, at: int) -> bool:
        """Tell whether an order opens at `at`: `when you write to me, use Swedish`."""
        if self.lead not in WHENEVER:
            return False
        said = self.lows[self.start : self.start + 2]
        if self.lead != "whenever" and "you" not in said and _ASKING.isdisjoint(said):
            return False
        while at < self.n and self.lows[at] in lex.POLITE | _ORDERING:
            at += 1
        return at < self.n and self.lows[at] in lex.BASES and self.forms.next(at) not in lex.FINITE

    def _is_fragment(self, end: int, pronoun: bool) -> bool:
        """Tell whether what runs up to a comma stands by itself, and only dates what follows."""
        if pronoun:
            said = self.lows[self.start : end]
            plain = said[0] not in lex.TIME_OPENERS
            return plain and not all(low in lex.INTERJECTIONS for low in said[:_MOST])
        return end - self.start > 2 and lex.TIME_OPENERS.isdisjoint(self.lows[self.start : end])

    def _runs_on(self, at: int) -> bool:
        """Tell whether a pronoun opens a clause without a mark (`i live here she works there`)."""
        if at + 1 >= self.n or self.words[at].after or self.forms.only_when(self.start, at):
            return False
        if self._reports(at):
            return self.forms.starts(at) and not self.forms.sets_off(at)  # `read 30 books`
        low, before, following = self.lows[at], self.lows[at - 1], self.lows[at + 1]
        if low not in _RUN_ON or (low == "it" and self.verb == at - 1):
            return False
        if low in lex.POSSESSIVES and low not in lex.NOMINATIVE:
            if self.lead in lex.SUBORDINATORS and before not in lex.PREPOSITIONS:
                return self.forms.starts(at)
            named = following == "name" and at + 2 < self.n and self.lows[at + 2] in lex.COPULA
            return named and before not in lex.PREPOSITIONS
        if self.lead in lex.SUBORDINATORS and low in lex.NOMINATIVE:
            return following in lex.MODALS or before not in _NOT_AFTER
        if before in _NOT_AFTER or at + 2 >= self.n:
            return False
        if low != "it" and (following in lex.STRONG_THIRDS or following in lex.NOUNS_TOO):
            return True
        if following in lex.AUXILIARIES:
            return low != "it" or self.hasty
        return self.hasty and self.forms.is_whole(at)

    def _reports(self, at: int) -> bool:
        """Tell whether a verb of saying or thinking stands before `at`: `told me already that`."""
        said = self.said
        if not self.start <= said < at <= said + 3 or orders_to_forget(self.lows, self.start):
            return False
        between = self.lows[said + 1 : at]
        if between and between[0] in lex.POSSESSIVES:
            return len(between) > 1
        return all(low in _OBJECTS or low in lex.ADVERBS for low in between)


def orders_to_forget(lows: Sequence[str], at: int) -> bool:
    """Tell whether a clause that begins at `at` orders to forget what it goes on to say."""
    last = min(len(lows), at + _MOST)
    while at < last and lows[at] in lex.POLITE:
        at += 1
    return at < len(lows) and lows[at] in lex.FORGETTING


def _is_strong(gap: str) -> bool:
    """Tell whether punctuation between two words parts clauses: a dash, a bracket, an emoji."""
    if not _STRONG.isdisjoint(gap) or ".." in gap or "--" in gap:
        return True
    if gap == "-" or gap[0] in "!?":
        return True
    return not gap.isascii() and any(unicodedata.category(char) == "So" for char in gap)

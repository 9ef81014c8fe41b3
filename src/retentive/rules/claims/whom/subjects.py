"""Whom a claim is about: the words of its subject, looked up in the company of the entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.claims.matching.lexicon import Lexicon
from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.matching.match import Match
from retentive.rules.claims.matching.verbs import is_made_to, opens_bare
from retentive.rules.claims.whom.holding import HUMAN, IN_A_WORD, OF_BOTH, OF_ONE
from retentive.rules.claims.whom.oneself import ANYBODY, is_oneself, is_what_one_is, owned_from
from retentive.rules.claims.whom.owners import owner, possessor
from retentive.rules.reading import Clause, Company, Referent, Word
from retentive.rules.reading import lexicon as lex

NEAR: Final = 16
"""Words before and behind a verb among which its subject is looked for."""

_PERSONAL: Final = listed("who whom which")
_RELATIVE: Final = _PERSONAL | {"that"}
_VERBS: Final = lex.FINITE | lex.THIRDS | lex.PASTS
_THIRDS: Final = lex.THIRDS | listed("has is does")
_OBLIQUE: Final = listed("me us myself")
_TYING: Final = listed("and or nor plus")
_ON: Final = _TYING | listed("but to i we")
_EACH_OF: Final = listed("both all each most")
_WHERE: Final = listed("at in near into onto")


@dataclass(frozen=True, slots=True)
class Subjects:
    """Finds subjects in one clause; `before` is whom its sentence was about so far.

    `own` is the first word of the line that is the clause's, and not of a heading over it.
    """

    company: Company
    clause: Clause
    line: Line
    lexicon: Lexicon
    before: Referent | None = None
    own: int = 0

    def of(self, match: Match) -> tuple[Referent, ...]:
        """Return whom a match is about; nobody if that is not known, and nothing can be said.

        What the speaker and another do together is told of the speaker; what both are, of both.
        """
        me = self.company.speaker
        found = self._those_of(match, me)
        if any(one.gender == "it" for one in found) and _is_of_people(match):
            people = replace(self, company=self.company.without_animals())
            found = tuple(one for one in people._those_of(match, me) if one.gender != "it")
        return tuple(self._by_name(one) for one in found)

    def _those_of(self, match: Match, me: Referent) -> tuple[Referent, ...]:
        if match.subject is None:
            return self._unsaid(match, me)
        start, end = match.subject
        if match.whose:
            words = self.line.words
            return _those(possessor(self.company, words[self.own : start], words[start:end]))
        if self._hangs_on(start, end):
            apart = start < end and self.line.breaks[end] and self._does(start, end)
            return () if apart else _those(self._antecedent(start - 1))  # `who cooks, 65 an hour`
        if match.verb == end and is_made_to(self.line, start, end):
            return ()
        if start == end:
            return self._left_out(match, me, end)
        words = self.line.words
        if is_what_one_is([word.low for word in words[start : end + 1]]):
            return (me,)
        if self.line.breaks[end]:  # `Jack (8) and Leo (5)`: only who stands beside
            found = self._right_before(end) or self.company.subjects(words[start:end])
        else:
            found = self._ending(end)
        found = self._named_behind(start, end) or found
        if me not in found:
            return _each(found)
        if self._is_of_another(words[start:end]):
            return ()
        return _each(found) if match.pattern.says[0].attribute in OF_BOTH else (me,)

    def _unsaid(self, match: Match, me: Referent) -> tuple[Referent, ...]:
        """Return whom a match is about whose pattern has no subject."""
        attribute, opens = match.pattern.says[0].attribute, match.start <= self.own
        acts = self.line.words[match.start].low if match.verb == match.start else ""
        if attribute == "convention" and acts in lex.STRONG_THIRDS:
            return _those(self.before)  # `never takes lifts`
        if attribute in OF_ONE and match.verb < 0:
            other = self.before if opens else self._opening()
            told = attribute not in IN_A_WORD or match.end == match.start + 1
            if told and other and other != me:  # `Bento works there, sysadmin`
                return () if attribute == "health" else (other,)
            if self._is_of_third():
                return ()
        if attribute == "health" and self.line.breaks[match.start]:
            other = self.before if opens else self._opening()
            if other and other != me and not self._says_mine(match.start):
                return (other,)  # `mum had a fall, hip's fractured`
        found = self._beside(match)
        return (me,) if me in found else found or (me,)

    def _left_out(self, match: Match, me: Referent, end: int) -> tuple[Referent, ...]:
        """Return whom a verb is about that has no subject beside it."""
        third = self.line.words[end].low in _THIRDS
        if self._says_mine(end) and not third:
            return (me,)
        opening = self.line.words[self.own : match.start]
        if any(word.low not in lex.COORDINATORS for word in opening):
            left = _those(self._apposed(end) or self._parted(end) or self.before or self._opening())
            left = left or ((me,) if opens_bare(opening) else ())
            return () if third and me in left and not self.company.noting else left
        if self.own and third:  # `Facts about Tom: lives in Oslo`
            above = owner(self.company, self.line.words[: self.own])
            if above is not None:
                return _those(above)
        heard = replace(self.clause, words=self.line.words[match.start : end + 2])
        found = _those(self.company.subject_of(heard, end - match.start))  # behind `and`
        return () if third and me in found and not self.company.noting else found

    def _hangs_on(self, start: int, end: int) -> bool:
        """Tell whether a verb, or a clause before it, hangs on a noun: `a man who has met me`."""
        if start <= self.own:
            return False
        low = self.line.words[start - 1].low
        if start == end:
            return low in _RELATIVE
        rest = {word.low for word in self.line.words[start:end]}
        return low in _PERSONAL and not rest.isdisjoint(_VERBS)

    def _antecedent(self, at: int) -> Referent | None:
        """Return whom a relative clause means that begins at a word; None for anybody else."""
        lows = [word.low for word in self.line.words[self.own : at]]
        if any(mark.name == "not" and self.own < mark.at < at for mark in self.line.marks):
            return None  # `I'm not the one who`
        if is_oneself(lows):
            return self.company.speaker
        words = self.line.words[max(0, at - NEAR) : at]
        return next(
            (one.who for one in self.company.mentions(words) if one.end == len(words)), None
        )

    def _is_of_another(self, words: Sequence[Word]) -> bool:
        """Tell whether the speaker only stands beside who is meant.

        That is his (`my dress`), or whom he does something to (`someone I know`), or by whom it is
        done (`the nurse treating me`).
        """
        lows = [word.low for word in words]
        speaking = [at for at, low in enumerate(lows) if low in lex.NOMINATIVE]
        if not speaking:
            if any(low in self.lexicon.classes["possessives"] for low in lows):
                return True
            if lows[0] in _EACH_OF:
                return False
            return len(lows) > 1 and lows[-1] in _OBLIQUE and lows[-2] not in _TYING
        rest = frozenset(lows[speaking[-1] + 1 :])
        nobody = lows[0] in lex.DETERMINERS or lows[0] in ANYBODY
        verbs = not (rest.isdisjoint(_VERBS) and rest.isdisjoint(lex.BASES))
        return nobody and speaking[-1] > 0 and verbs and rest.isdisjoint(_ON)

    def _is_of_third(self) -> bool:
        """Tell whether a sentence opens with somebody who is not known: `she's Haneul, a nurse`."""
        start = self.clause.sentence.start
        first = self.line.text[start : start + len("they'")].casefold()
        return first.startswith(("he ", "she ", "he'", "she'", "they ", "they'", "he’", "she’"))

    def _beside(self, match: Match) -> tuple[Referent, ...]:
        """Return the subject of words that do not ask for it, unless they name the speaker."""
        at = match.start
        said = self.company.mentions(self.line.words[at : match.end])
        apart = match.verb >= 0 and self.line.breaks[at]  # `no, Lyon, the train leaves at 7`
        if at <= self.own or apart or any(one.who == self.company.speaker for one in said):
            return ()
        return _each(self._ending(at))

    def _ending(self, end: int) -> tuple[Referent, ...]:
        """Return the subjects that end before a word."""
        start = min(max(self.own, end - 2 * NEAR), end)
        return self.company.subjects(self.line.words[start : end + NEAR], end - start)

    def _named_behind(self, start: int, end: int) -> tuple[Referent, ...]:
        """Return whom a pronoun means that is told behind a comma: `she's 79, Lorna`."""
        words, low = self.line.words, self.line.words[start].low
        is_he = end == start + 1 and low in ("he", "she") and words[end].low in lex.COPULA
        if not is_he or not self.line.breaks[len(words) - 1]:  # not `she had a boy, Arlo`
            return ()
        who = self.company.resolve(words[-1:])
        return (who,) if who is not None and who.name and who.may_be(low) else ()

    def _says_mine(self, verb: int) -> bool:
        """Tell whether the speaker names himself behind the verb (`lost my wallet`)."""
        mine = self.lexicon.classes["mine"]
        words = self.line.words[verb : verb + NEAR]
        given = [word.low for word in words[1:2]] in (["me"], ["us"]) and words[0].low in lex.PASTS
        return any(word.low in mine for word in words[1 + given :])  # not `drew me with four hands`

    def _apposed(self, end: int) -> Referent | None:
        """Return who stands between commas right before the verb (`her son, Tom, sings`).

        Or before such words: `Per, the other one, sings`.
        """
        first = max(0, end - NEAR)
        words, breaks = self.line.words, self.line.breaks
        found = [*self.company.mentions(words[first:end])]
        if not found or found[-1].end != end - first:
            return self._set_off(end)
        at = first + found[-1].start
        if not any(breaks[at:end]):
            return None
        near = self.clause.words[:NEAR]  # `Lou, my wife, sings`: that is Lou
        related = self.company.related(replace(self.clause, words=near))
        joined = (one.who for one in related if near[one.start].start == words[at].start)
        inside = at > 0 and words[at - 1].after.endswith("(")  # `Rosa (mum's sister) sings`
        return (self._set_off(end) if inside else None) or next(joined, found[-1].who)

    def _set_off(self, end: int) -> Referent | None:
        """Return who is named before words between commas that hold no verb."""
        words = self.line.words
        at = next(
            (n for n in range(end - 1, max(self.own, end - NEAR), -1) if self.line.breaks[n]), 0
        )
        if not at or any(word.low in _VERBS for word in words[at:end]):
            return None
        first = max(self.own, at - NEAR)
        found = [*self.company.mentions(words[first:at])]
        if not found or found[-1].end != at - first:
            return None
        begins = first + found[-1].start
        opens = begins == self.own or self.line.breaks[begins] or words[begins - 1].low in _TYING
        return found[-1].who if opens else None

    def _right_before(self, end: int) -> tuple[Referent, ...]:
        """Return who is named right before a word: `I met Tom, a nurse`."""
        first = max(self.own, end - NEAR)
        found = [*self.company.mentions(self.line.words[first:end])]
        if not found or found[-1].end != end - first:
            return ()
        who, at = found[-1].who, first + found[-1].start
        above = self.line.words[at - 1].low if at > self.own else ""
        if not who.name or above in lex.BE or above in _WHERE:
            return ()
        return (who,)

    def _does(self, start: int, end: int) -> bool:
        """Tell whether a verb but for one of being stands among words."""
        words = self.line.words[start:end]
        return any(word.low in _VERBS and word.low not in lex.COPULA for word in words)

    def _parted(self, end: int) -> Referent | None:
        """Return who opens the clause, only words between commas before the verb (`Leo, 8, is`)."""
        words = self.line.words[self.own : end]
        if not words or not self.line.breaks[end]:
            return None
        first = next(iter(self.company.mentions(words)), None)
        if first is None or first.start or not self.line.breaks[self.own + first.end]:
            return None
        aside = [word.low for word in words[first.end :]]
        return first.who if aside and _VERBS.isdisjoint(aside) else None

    def _by_name(self, who: Referent) -> Referent:
        """Return somebody by the name that was told meanwhile."""
        return self.company.phrases.related.get(who.subject) or who

    def _opening(self) -> Referent | None:
        """Return who stands at the beginning of the line, and does all that is told in it."""
        first = next(iter(self.company.mentions(self.line.words[self.own :])), None)
        if first is not None and first.start == 0:
            return first.who
        # `my mum, who is 70, loves bingo`
        return self.company.subject_of(self.clause, 0) if self.clause.lead == "who" else None

    def named(self, start: int, end: int) -> Referent | None:
        """Return whom words `[start, end)` of the line mean, with `my` before them."""
        if (first := owned_from(self.line, start)) < start - 1:  # `my 6 year old son Leo`
            near = self.company.mentions(self.line.words[first : end + 2])
            return next((one.who for one in near if one.end >= end - first), None)
        words = self.line.words[first:end]
        found = self.company.resolve(words)
        return found or next((one.who for one in self.company.mentions(words)), None)


def _is_of_people(match: Match) -> bool:
    """Tell whether only people have what a match says."""
    return all(one.attribute in HUMAN for one in match.pattern.says)


def _those(found: Referent | None) -> tuple[Referent, ...]:
    return () if found is None else _each((found,))


def _each(found: Sequence[Referent]) -> tuple[Referent, ...]:
    """Return whoever is meant, of a group those who are known by name."""
    return tuple(who for one in found for who in one.members or (one,))

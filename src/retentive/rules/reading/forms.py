"""What may begin at a word of a sentence: a subject with its verb, a verb alone, a question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.calendar_words import CALENDAR, IN_DATES
from retentive.rules.characters import listed
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.words import Word

_FAR: Final = 7
"""Words of a subject that are looked through for its verb."""
_NAMED: Final = 4
"""Words of somebody who is named before `and I`."""
_MOST: Final = 6
"""Adverbs in a row that are looked past: no speaker uses more."""
_INVERTED: Final = lex.NOMINATIVE | listed("you it there this that these those the my your his her")
_TRANSPARENT: Final = listed("of from in at with on")
_AFTER_VERB: Final = lex.PREPOSITIONS | lex.DETERMINERS | listed("me him us them you it not")
_OPENING: Final = lex.PREPOSITIONS - listed("of than as like")
_QUESTIONS: Final = listed("any what why how who where which whose anyone anybody")
_ASKED_FOR: Final = listed("idea ideas tips advice suggestions recommendations thoughts know")
_ASKED_BEHIND: Final = _ASKED_FOR | listed(
    """recs reccs rec opinions thoughts help worth worthwhile normal safe fixable salvageable doable
    possible overkill wise sensible serious dangerous realistic feasible good bad any best"""
)
_SHORT: Final = 4
"""Words of a question that closes a sentence without a verb."""
_SINGULAR: Final = listed("he she it")
_PARTING: Final = frozenset({"left", "sold", "met"})
"""Of them, what somebody does at some time: `worked there, left in May`."""
_ALWAYS_REDUCED: Final = listed("named called born based")
_TO_LOVE: Final = listed("love hate like prefer enjoy loves hates likes prefers enjoys")
ANY_VERB: Final = (
    lex.FINITE | lex.THIRDS | lex.BASES | lex.PARTICIPLES | lex.GERUNDS | {"'s", "may"}
)


_POINTED_TO: Final = listed("before after until till since by")


class Forms:
    """Answers for the words of one sentence; each answer looks only a few words ahead."""

    __slots__ = ("lows", "n", "words")

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self.lows = [word.low for word in words]
        self.n = len(words)

    def starts(self, at: int) -> bool:
        """Tell whether a subject and its finite verb begin at `at`."""
        if self.fronted(at):
            return True
        at = self.past_adverbs(at)
        if at + 1 >= self.n:
            return False
        low = self.lows[at]
        if low in lex.NOMINATIVE:
            return not self.words[at].after
        if low in lex.WEAK_SUBJECTS:
            verb = self.past_adverbs(at + 1)
            plain = low in ("you", "these", "those", "both", "all")
            if verb < self.n and self.finite(verb, plain=plain, sure=not plain):
                return not self.words[at].after
        if low in _OPENING:
            return self._after_phrase(at)
        return self._pair(at) or self._noun_phrase(at)

    def _pair(self, at: int) -> bool:
        """Tell whether somebody and a pronoun are the subject: `Lou and I`, `my wife and I`."""
        if not (self.words[at].text[0].isupper() or self.lows[at] == "my"):
            return False
        for tie in range(at + 1, min(self.n - 2, at + _NAMED)):
            if self.words[tie - 1].after:
                return False
            if self.lows[tie] == "and":
                return self.lows[tie + 1] in lex.NOMINATIVE and not self.words[tie].after
        return False

    def fronted(self, at: int) -> bool:
        """Tell whether a time and then a subject with its verb begin at `at`: `last May I left`."""
        end = self._past_time(at)
        if not at < end < self.n - 1 or self.words[end - 1].after not in ("", ","):
            return False
        low = self.lows[end]
        if low in lex.NOMINATIVE:
            return not self.words[end].after
        return (low in lex.DETERMINERS or self.words[end].text[0].isupper()) and self._noun_phrase(
            end
        )

    def tells_time(self, at: int) -> bool:
        """Tell whether a time begins at `at`: `until 1 May`, not `until I left`."""
        return self._past_time(at) > at

    def sets_off(self, at: int) -> bool:
        """Tell whether a figure, or a time that ends in a comma, stands at `at`."""
        end = self._past_time(at)
        return self.lows[at].isdigit() or (end > at and self.words[end - 1].after != "")

    def only_when(self, start: int, end: int) -> bool:
        """Tell whether the words from `start` up to `end` tell a time and nothing else."""
        return start < end <= start + _FAR + 2 and self._past_time(start) == end

    def _past_time(self, at: int) -> int:
        """Return where the words after a time at `at` begin; `at` itself if there is none."""
        if self.lows[at] in _POINTED_TO and self._points(at):
            return at + 2
        end, told = at, False
        while end < min(self.n, at + _FAR + 2):
            low = self.lows[end]
            if low not in CALENDAR and low not in IN_DATES and not low[0].isdigit():
                break
            told = told or low in CALENDAR or (low[0].isdigit() and end > at)
            end += 1
            if self.words[end - 1].after:
                break
        return end if told else at

    def _points(self, at: int) -> bool:
        """Tell whether a subject stands behind a time spoken of: `before that I was a cook`."""
        if at + 3 >= self.n or self.lows[at + 1] not in ("that", "then", "this"):
            return False
        return self.lows[at + 2] in lex.NOMINATIVE | lex.POSSESSIVES

    def _after_phrase(self, at: int) -> bool:
        """Tell whether a pronoun and its verb follow a phrase: `from May on I am …`."""
        for subject in range(at + 1, min(self.n - 1, at + _FAR + 2)):
            if self.words[subject - 1].after or self.lows[subject] in lex.FINITE:
                return False
            if self.lows[subject] in lex.NOMINATIVE:
                return self.lows[subject - 1] not in lex.SUBORDINATORS
        return False

    def _noun_phrase(self, at: int) -> bool:
        if self.lows[at] in lex.FINITE or self.lows[at] in lex.SUBORDINATORS:
            return False
        for verb in range(at + 1, min(self.n, at + _FAR)):
            low = self.lows[verb]
            if self.words[verb - 1].after or low in lex.COORDINATORS or low in lex.RELATIVES:
                return False
            if low in lex.NOMINATIVE or low in lex.SUBORDINATORS:
                return False
            if low in lex.PREPOSITIONS and low not in _TRANSPARENT:
                return False
            if low in lex.ADVERBS or low in lex.DETERMINERS:
                continue
            if low in lex.PARTICIPLES and self.lows[verb - 1] in lex.ARTICLES:
                continue  # `a retired nurse`
            if self.finite(verb, plain=self.lows[verb - 1].endswith("s")):
                return low not in lex.REDUCED or self._is_active(verb)
        return False

    def goes_on(self, at: int) -> bool:
        """Tell whether the verb of what begins at `at` is near: `screens before bed are`."""
        for verb in range(at + 1, min(self.n, at + _FAR)):
            if self.words[verb - 1].after or self.lows[verb] in lex.COORDINATORS:
                return False
            if self.lows[verb] in lex.FINITE:
                return True
        return False

    def _is_active(self, at: int) -> bool:
        """Tell whether a form that often follows a noun is its verb: `Tom sold the boat`."""
        low, following = self.lows[at], self.next(at)
        return low not in _ALWAYS_REDUCED and following in lex.DETERMINERS

    def is_whole(self, at: int) -> bool:
        """Tell whether a clause ends before a pronoun: `i live in porto i work at lidl`."""
        governed = self.lows[at - 2] if at > 1 else ""
        if self.lows[at + 1] in lex.BASES:
            ends = governed in lex.PREPOSITIONS or self.lows[at - 1] in lex.INTERJECTIONS
            return self.lows[at] in ("i", "we") and ends
        return self.lows[at + 1] in lex.FINITE and governed not in lex.DETERMINERS

    def next(self, at: int) -> str:
        """Return the word after `at`, if only space stands between."""
        return self.lows[at + 1] if at + 1 < self.n and not self.words[at].after else ""

    def finite(self, at: int, *, plain: bool = False, sure: bool = False) -> bool:
        """Tell whether the word at `at`, after its subject, is a finite verb.

        `plain`: the subject takes the plain form. `sure`: it is no noun that could go on.
        """
        low = self.lows[at]
        if low == "may" and at and self.lows[at - 1][0].isdigit():
            return False  # `since 1 May`
        if low in lex.FINITE or low in lex.STRONG_THIRDS:
            return True
        if low == "'s":
            return self.next(at) in lex.IS_BEFORE
        if low in lex.NOUNS_TOO:
            return sure or self.next(at) in _AFTER_VERB
        return plain and low in lex.BASES

    def predicate(self, at: int, subject: str, *, after_comma: bool, governed: bool) -> bool:
        """Tell whether a verb begins at `at` that shares a subject that came before.

        `governed`: the verb before is an infinitive, which others may share.
        """
        at = self.past_adverbs(at)
        if at >= self.n:
            return False
        low = self.lows[at]
        if low in lex.FINITE or low in lex.STRONG_THIRDS:
            done = low in _PARTING and (self.tells_time(at + 1) or self.next(at) in ("it", "them"))
            return low not in lex.REDUCED or done or self._is_active(at)
        if low not in lex.BASES and low not in lex.NOUNS_TOO:
            return False
        if self.lows[at - 1] in _ORDERING and low in lex.BASES:
            return True  # `… and never use emoji`
        following = self.next(at)
        if low in lex.NOUNS_TOO or low in lex.NOUN_BASES:
            linked = following in _AFTER_VERB or (low in _TO_LOVE and following)
            if low in lex.NOUNS_TOO and after_comma and following:
                linked = linked or subject in _SINGULAR
            if not linked:
                return False
        return low in lex.NOUNS_TOO or not governed

    def asks(self, at: int) -> bool:
        """Tell whether a question begins at `at`: `is there`, `what about`, `any ideas`."""
        low = self.lows[at]
        following = self.lows[at + 1] if at + 1 < self.n else ""
        if low in lex.AUXILIARIES:
            after = self.lows[at + 2] if following == "not" and at + 2 < self.n else following
            return after in _INVERTED and not (low in lex.DIARY and after in lex.ARTICLES)
        if low in lex.WH_WORDS and following:
            return following in lex.AUXILIARIES or following in ("about", "many", "much", "else")
        return (low in _QUESTIONS and following in _ASKED_FOR) or self._asks_behind(at)

    def _asks_behind(self, at: int) -> bool:
        """Tell whether what closes a sentence behind a comma asks: `my van needs tyres, recs?`."""
        short = self.lows[at] in _ASKED_BEHIND and at + _SHORT >= self.n
        return short and at > 0 and "?" in self.words[-1].after and "," in self.words[at - 1].after

    def past_adverbs(self, at: int) -> int:
        """Return where the words after the adverbs at `at` begin."""
        last = min(self.n, at + _MOST)
        while at < last and self.lows[at] in lex.ADVERBS:
            if self.lows[at] == "there" and self.next(at) in lex.BE:
                break
            at += 1
        return at

    def is_verb(self, at: int, start: int, verb: int) -> bool:
        """Tell whether the word at `at` is a verb of the clause that runs since `start`.

        `verb` is where the last one stood, or -1.
        """
        low = self.lows[at]
        before = self.lows[at - 1] if at > start else ""
        if low == "may" and before in lex.PREPOSITIONS:
            return False
        if low in lex.FINITE or low in lex.STRONG_THIRDS:
            return True
        if low in lex.PARTICIPLES and verb == at - 1:
            return True
        if low in lex.NOUNS_TOO:
            named = before and before not in lex.DETERMINERS and before not in lex.PREPOSITIONS
            return bool(named and verb < 0) or self.finite(at)
        if low == "'s":
            return self.finite(at)
        if before in lex.NOMINATIVE:
            return low not in lex.ADVERBS and not self.words[at - 1].after
        if low in lex.BASES:
            return before in _BEFORE_BASE or before.endswith("s")
        return low in lex.GERUNDS and at == start


_ORDERING: Final = ("never", "always", "please")
"""Adverbs behind which a word that is a noun too is a verb."""
_BEFORE_BASE: Final = (
    lex.NOMINATIVE
    | lex.WEAK_SUBJECTS
    | lex.ADVERBS
    | lex.MODALS
    | {""}
    | listed("to do does did not")
)

"""The last question of a message, what it has its answer say, and its words as the answer has them.

Every reading of a reply begins here: as the statement it makes of the question (`answers`), as what
stands under it as under a heading (`questions`), and as the time that was asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from retentive.model.entry import Entry, Message
from retentive.rules.characters import listed
from retentive.rules.reading import Word, words_of
from retentive.rules.reading import lexicon as lex

_OF_THINGS: Final = ("what", "which", "when")
_ASKED: Final = lex.NOMINATIVE | {"you", "it"}
_HELD: Final = {"'s": "is", "'ve": "have"}
_MOST_READ: Final = 240
"""Characters at the end of a message in which its last question is looked for."""
_ENDS: Final = ".!?\n"
MINE: Final = {"you": "I", "your": "my", "yours": "mine", "yourself": "myself"}


_POINTING: Final = listed("it that this there them one those him her")
_BARE: Final = listed(
    """start starting begin beginning move moving leave leaving go going happen happening finish
    finishing end ending stop stopping arrive arriving join joining quit be being fly flying"""
)
"""Verbs that leave out what they are of: `When do you start?`"""
_UNNAMED: Final = (
    lex.FINITE
    | lex.BASES
    | lex.GERUNDS
    | lex.NOMINATIVE
    | lex.PREPOSITIONS
    | lex.ADVERBS
    | _POINTING
    | _BARE
    | listed("you exactly roughly out up back away")
)
_ON: Final = listed("day date time year month")


def when_it_was(asked: Sequence[str]) -> Sequence[str]:
    """Return the words of a question for the time of what was told, which names it no more.

    `When is it?`, `When did you move there?`, `Since when?`; `()` for any other question.
    """
    words = _when(asked)
    if not words or not _UNNAMED.issuperset(words[1:]):
        return ()
    points = not (_POINTING | _BARE).isdisjoint(words[1:])
    return words if points or len(words) == 1 else ()


def _when(asked: Sequence[str]) -> Sequence[str]:
    """Return a question from the word that asks for a time."""
    for at, low in enumerate(asked):
        if low == "when" or (low in _ON and asked[max(0, at - 1)] in ("what", "which")):
            return asked[at:]
        if low == "ago" and list(asked[max(0, at - 2) : at]) == ["how", "long"]:
            return asked[at:]
    return ()


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question has its answer say: `words` come before what answers it.

    `polar` tells that yes or no answers it; `whole` is what a bare yes says. `place` counts the
    last words, where the answer may have others (`at a clinic`). With `open` something is asked
    for besides (`Any pets?`). With `lasts` or `dates` it is how long, or when.
    """

    words: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    polar: bool = False
    place: int = 0
    open: bool = False
    lasts: bool = False
    dates: bool = False
    about: int = 0
    does: tuple[str, ...] = ()
    acts: bool = False
    """Whether only what somebody is doing answers it: `What are you up to?` `Painting.`"""
    named: str = ""
    """Somebody whom a name alone tells: `Do you have a partner?` `Hamid`."""
    then: Asked | None = None
    """What is asked in the same breath."""


def asked_last(entry: Entry) -> Sequence[Word]:
    """Return the words of the last question of a message, if that is near its end."""
    return asked_in(entry.text) if isinstance(entry.body, Message) else ()


def asked_in(text: str) -> Sequence[Word]:
    """Return the words of the last question of a text, if that is near its end."""
    end = text.rfind("?", max(0, len(text) - _MOST_READ))
    if end < 0:
        return ()
    start = max(text.rfind(mark, max(0, end - _MOST_READ), end) for mark in _ENDS) + 1
    return words_of(text, start, end)


def helping(subject: Sequence[Word], aux: str) -> tuple[str, ...]:
    """Return an auxiliary as the answer has it; `do` is left away."""
    held = agreeing(subject, aux)
    return () if held == "do" else (held,)


def agreeing(subject: Sequence[Word], aux: str) -> str:
    """Return an auxiliary as it agrees with who answers."""
    held = _HELD.get(aux, aux)
    if [word.low for word in subject] == ["you"]:
        return {"are": "am", "were": "was"}.get(held, held)
    return held


def turned(words: Iterable[Word]) -> tuple[str, ...]:
    """Return the words of who asks as those of who answers."""
    return tuple(MINE.get(word.low, word.text) for word in words)


def named_to(kind: str, lows: Sequence[str], verb: int, end: int) -> int:
    """Return where what is asked for ends; `end`, but in `what is your role on this project`."""
    if kind not in _OF_THINGS or lows[verb] not in lex.COPULA:
        return end
    if lows[verb + 1 : verb + 2] == [] or lows[verb + 1] in _ASKED or not 0 < end < len(lows):
        return end
    verbal = not (lex.GERUNDS | lex.PARTICIPLES | lex.BASES).isdisjoint(lows[end:])
    closed = lows[end] in lex.PREPOSITIONS and lows[-1] not in lex.PREPOSITIONS
    return len(lows) if closed and not verbal else end

"""Questions and answers as they are typed among friends: without marks, in half a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.model.actor import ActorKind
from retentive.model.entry import Entry, Message
from retentive.rules.characters import listed
from retentive.rules.reading import Word
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.words import words_of

_ENDS: Final = ".!?\n"
_MOST_READ: Final = 240
"""Characters at the end of a message in which its last question is looked for."""
_ASKING: Final = listed("what where who how when")
_HELPING: Final = listed("is 's are do does did old long")
_POLAR: Final = listed("are do is does have")
_STILL: Final = {"in": ("do", "you", "live"), "at": ("do", "you", "work")}
"""What a question leaves out that asks whether something still is so: `still in Ellon?`."""
_AT_HOME: Final = listed("household home live lives living house")
_EVASIVE: Final = (
    ("bit", "of", "everything"),
    ("a", "bit", "of", "everything"),
    ("this", "and", "that"),
    ("bits", "and", "bobs"),
    ("all", "sorts"),
)
"""What says nothing before what answers: `bit of everything, mostly plastering`."""
_VERBS: Final = (lex.FINITE | lex.THIRDS) - {"i"}
_MYSELF: Final = listed("just only me myself and & plus n it is 's there")


def unmarked(entry: Entry) -> Sequence[Word]:
    """Return the words of a question at the end of a person's message that has no mark."""
    if entry.speaker.kind is not ActorKind.HUMAN or not isinstance(entry.body, Message):
        return ()
    text = entry.text.rstrip(_ENDS)
    start = max(text.rfind(mark, max(0, len(text) - _MOST_READ)) for mark in _ENDS) + 1
    words = words_of(text, start, len(text))
    at = next((n for n, one in enumerate(words) if one.low not in lex.INTERJECTIONS), 0)
    lows = [word.low for word in words[at : at + 2]]
    if len(lows) < 2:
        return ()
    asks = lows[0] in _ASKING and lows[1] in _HELPING
    asks = asks or (lows[0] in _POLAR and lows[1] in lex.NOMINATIVE | {"you"})
    return words[at:] if asks else ()


def standing(words: Sequence[Word]) -> Sequence[Word]:
    """Return a question with what it leaves out: `still in Ellon?` asks whether one lives there."""
    lows = [word.low for word in words[:2]]
    if len(words) < 3 or lows[0] != "still" or lows[1] not in _STILL:
        return words
    first, (helps, who, does) = words[0], _STILL[lows[1]]
    said = (first._replace(text=one, low=one) for one in (helps, who, "still", does))
    return [*said, *words[1:]]


def asks_who_is_at_home(words: Sequence[Word]) -> bool:
    """Tell whether a question asks with whom somebody lives: `Who's at home with you?`."""
    lows = [word.low for word in words]
    return "who" in lows[:3] and "you" in lows and not _AT_HOME.isdisjoint(lows)


def doer(words: Sequence[str]) -> Sequence[str]:
    """Return whom the words before an answer are about, if that is somebody else."""
    lows = [word.casefold() for word in words]
    end = next((n for n, low in enumerate(lows) if low in _VERBS), 0)
    return words[:end] if lows[:1] != ["i"] else ()


def past_evasion(words: Sequence[Word], at: int) -> int:
    """Return where an answer goes on behind words that say nothing."""
    for row in _EVASIVE:
        end = at + len(row)
        if tuple(word.low for word in words[at:end]) == row and end < len(words):
            return end
    return at


def past_oneself(words: Sequence[Word], at: int) -> int:
    """Return where those are named with whom somebody lives: `just me and the cat`."""
    while at + 1 < len(words) and words[at].low in _MYSELF:
        at += 1
    return at

"""What earlier messages may bring up: their sentences, with what could mean somebody in them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from retentive.model.actor import ActorKind
from retentive.model.entry import Entry, Message
from retentive.rules.reading.heads import BEFORE_SUBJECT, BESIDE
from retentive.rules.reading.names import may_name, may_open, name_end
from retentive.rules.reading.people import NOBODY, People
from retentive.rules.reading.phrase import THIRD
from retentive.rules.reading.strangers import UNNAMED
from retentive.rules.reading.words import Word, words_of

_MOST_READ: Final = 1200
"""Characters of earlier entries in which mentions are looked for, the nearest first."""
_ENDS: Final = frozenset(".!?…")
_MOST_KEPT: Final = 64
"""Texts whose sentences are kept: those of a few windows, none longer than what is read."""


class Heard(NamedTuple):
    """A sentence of an earlier message.

    `lows` are its words, `pronouns` those that take somebody up, `names` what may be a new name.
    """

    words: tuple[Word, ...]
    lows: frozenset[str]
    pronouns: frozenset[str]
    names: frozenset[str]

    def may_bring(self, people: People) -> bool:
        """Tell whether it may bring up somebody: without, only those who are known are in it."""
        lows = self.lows
        return not (
            lows.isdisjoint(people.relations)
            and (lows.isdisjoint(people.firsts) or lows.isdisjoint(people.seconds))
            and lows.isdisjoint(UNNAMED)
            and self.names <= people.nobody
        )


def heard(earlier: Sequence[Entry]) -> list[tuple[Entry, str]]:
    """Return what humans said before, oldest first, as far back as it is worth to look."""
    found: list[tuple[Entry, str]] = []
    left = _MOST_READ
    for one in reversed(earlier):
        if left <= 0:
            break
        if isinstance(one.body, Message) and one.speaker.kind is ActorKind.HUMAN:
            text = one.text[-left:]
            left -= len(text)
            if "```" not in text:
                found.append((one, text))
    return found[::-1]


# Every message of a session is an earlier one of the next few: it is taken apart once.
@lru_cache(maxsize=_MOST_KEPT)
def sentences_heard(text: str) -> tuple[Heard, ...]:
    """Return the sentences of a text, roughly: none is cut that a mention runs through."""
    found, start = list[Heard](), 0
    words = words_of(text)
    for at, word in enumerate(words):
        if at + 1 == len(words) or not _ENDS.isdisjoint(word.after):
            found.append(_heard(tuple(words[start : at + 1])))
            start = at + 1
    return tuple(found)


def _heard(words: tuple[Word, ...]) -> Heard:
    lows = frozenset([word.low for word in words])
    opening = next((at for at, word in enumerate(words) if word.low not in BEFORE_SUBJECT), 0)
    return Heard(
        words=words,
        lows=lows,
        pronouns=frozenset(THIRD[low] for low in lows if low in THIRD),
        names=frozenset(
            word.low
            for at, word in enumerate(words)
            if word.text[0].isupper() and may_name(word, NOBODY) and _may_be_one(words, at, opening)
        ),
    )


def _may_be_one(words: Sequence[Word], at: int, opening: int) -> bool:
    """Tell whether a name that nobody knows may be that of a person, seen where it stands."""
    if at == 0:
        return may_open(words, 0, name_end(NOBODY, words, 0))
    before = words[at - 1]
    return at == opening or before.after == "," or before.low in BESIDE

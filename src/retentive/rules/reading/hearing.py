"""What earlier messages may bring up: their sentences, with what could mean somebody in them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from retentive.model.actor import Actor, ActorKind
from retentive.model.entry import Entry, Message
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.heads import BEFORE_SUBJECT, BESIDE, SKIPPED
from retentive.rules.reading.names import is_called, is_open, may_name, may_open, name_end
from retentive.rules.reading.people import NOBODY, People
from retentive.rules.reading.referent import THIRD, Referent
from retentive.rules.reading.strangers import UNNAMED
from retentive.rules.reading.words import Word, words_of
from retentive.rules.speakers import user_of

_MOST_READ: Final = 1200
"""Characters of earlier entries in which mentions are looked for, the nearest first."""
_MOST_ASKED: Final = 240
"""Characters at the end of an agent's message in which it is seen what it asks."""
_ENDS: Final = frozenset(".!?…")
_IT: Final = frozenset({"it"})
_TURNING: Final = frozenset({"is", "'s", "turned"})
_MOST_KEPT: Final = 64
"""Texts whose sentences are kept: those of a few windows, none longer than what is read."""


class Heard(NamedTuple):
    """A sentence of an earlier message.

    `lows` are its words, `pronouns` those that take somebody up, `names` what may be a new name,
    `keys` the words by which a name may come again.
    """

    words: tuple[Word, ...]
    lows: frozenset[str]
    pronouns: frozenset[str]
    names: frozenset[str]
    keys: frozenset[str]

    def may_bring(self, people: People) -> bool:
        """Tell whether it may bring up somebody: without, only those who are known are in it."""
        return not (self.names <= people.nobody and self.lows.isdisjoint(UNNAMED)) or (
            self.relates(people)
        )

    def relates(self, people: People) -> bool:
        """Tell whether it has a word for what somebody is to another."""
        lows = self.lows
        return not lows.isdisjoint(people.words) or not (
            lows.isdisjoint(people.firsts) or lows.isdisjoint(people.seconds)
        )

    def tells_ages(self) -> bool:
        """Tell whether somebody may be said to be so old."""
        following = zip(self.words, self.words[1:], strict=False)
        return bool(self.names) and any(
            two.low.isdigit() and one.low in _TURNING for one, two in following
        )

    def leaves_out(self) -> bool:
        """Tell whether a subject may be left out that was told before: `Works at the bank`."""
        if not self.lows.isdisjoint(lex.RELATIVES):
            return True
        if self.lows.isdisjoint(lex.THIRDS):
            return False
        words = self.words
        return any(
            word.low in lex.THIRDS
            and (
                at == 0
                or word.text[0].isupper()
                or words[at - 1].after != ""
                or words[at - 1].low in SKIPPED
            )
            for at, word in enumerate(words)
        )


Near = Sequence[tuple[Entry, Sequence[Heard]]]
"""Earlier messages, oldest first, with what is looked through of each."""


def heard(earlier: Sequence[Entry]) -> Near:
    """Return what humans said before, as far back as it is worth to look.

    Of an agent only what it asked last is heard: whom it asks about is who the answer means.
    """
    found: list[tuple[Entry, Sequence[Heard]]] = []
    left = _MOST_READ
    if earlier and earlier[-1].speaker.kind is ActorKind.AGENT and (asked := _asked(earlier[-1])):
        found.append((earlier[-1], asked))
    for one in reversed(earlier):
        if left <= 0:
            break
        if isinstance(one.body, Message) and one.speaker.kind is ActorKind.HUMAN:
            text = one.text[-_MOST_READ:]
            said, first = sentences_heard(text), len(text) - left
            left -= len(text)
            if first > 0:
                said = tuple(each for each in said if each.words[0].start >= first)
            if "```" not in text:
                found.append((one, said))
    return found[::-1]


def _asked(entry: Entry) -> Sequence[Heard]:
    """Return the questions with which a message ends."""
    text = entry.text if isinstance(entry.body, Message) else ""
    if "?" not in text[-_MOST_ASKED:]:
        return ()
    said = sentences_heard(text[-_MOST_ASKED:])
    return tuple(one for one in said if "?" in one.words[-1].after)


def takes_up(text: str, near: Near, people: People) -> bool:
    """Tell whether a text may speak of somebody whom only earlier messages tell.

    A pronoun, a relation or a subject that is left out may do so; `it` only of an animal, and a
    name only if it was told. What is long is not looked through.
    """
    if not near or len(text) > _MOST_READ:
        return bool(near)
    own = sentences_heard(text)
    if any(one.pronouns - _IT or one.relates(people) or one.leaves_out() for one in own):
        return True
    if any(one.tells_ages() for one in own):  # `Mia is 4`: she may be one of those told of
        return True
    keys = {one.words[0].low for one in own}.union(*(one.keys for one in own))
    animals = people.animals if any(one.pronouns for one in own) else frozenset[str]()
    return any(
        not (said.keys.isdisjoint(keys) and said.lows.isdisjoint(animals))
        for _, sentences in near
        for said in sentences
        if said.may_bring(people)
    )


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
        keys=frozenset(
            word.low
            for at, word in enumerate(words)
            if is_open(word.low) or (at and word.text[0].isupper())
        ),
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
    asked = before.low in lex.AUXILIARIES and "?" in words[-1].after  # `Does Tom …?`
    also = at > 1 and is_called(words[at - 2], before)
    return at == opening or asked or also or before.after == "," or before.low in BESIDE


def present_at(entry: Entry, earlier: Sequence[Entry]) -> dict[str, Referent]:
    """Return everybody who speaks, and whose memory it is, by id."""
    owner = user_of(entry.origin)
    found = {owner.id: _speaking(owner, entry.origin.user)}
    for one in (*earlier, entry):
        found[one.speaker.id] = _speaking(one.speaker, found.get(one.speaker.id))
    return found


def _speaking(actor: Actor, known: Referent | str | None) -> Referent:
    held = known.name if isinstance(known, Referent) else known
    return Referent(actor.id, actor.name or held)

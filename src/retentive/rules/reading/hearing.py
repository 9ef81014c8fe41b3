"""What earlier messages may bring up: their sentences, with what could mean somebody in them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from retentive.model.actor import ActorKind
from retentive.model.entry import Entry, Message
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.heads import BEFORE_SUBJECT, BESIDE, SKIPPED
from retentive.rules.reading.names import is_called, may_name, may_open, name_end, of_no_class
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
    `keys` the words by which a name may come again. `relates` tells that it has a word for what
    somebody is to another, `brings` that it may bring up somebody: without, only those who are
    known are in it.
    """

    words: tuple[Word, ...]
    lows: frozenset[str]
    pronouns: frozenset[str]
    names: frozenset[str]
    keys: frozenset[str]
    relates: bool
    brings: bool

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


def heard(earlier: Sequence[Entry], people: People) -> Near:
    """Return what humans said before, as far back as it is worth to look.

    Of an agent only what it asked last is heard: whom it asks about is who the answer means.
    """
    found: list[tuple[Entry, Sequence[Heard]]] = []
    left = _MOST_READ
    if (
        earlier
        and earlier[-1].speaker.kind is ActorKind.AGENT
        and (asked := _asked(earlier[-1], people))
    ):
        found.append((earlier[-1], asked))
    for one in reversed(earlier):
        if left <= 0:
            break
        if isinstance(one.body, Message) and one.speaker.kind is ActorKind.HUMAN:
            text = one.text[-_MOST_READ:]
            said, first = sentences_heard(text, people), len(text) - left
            left -= len(text)
            if first > 0:
                said = tuple(each for each in said if each.words[0].start >= first)
            if "```" not in text:
                found.append((one, said))
    return found[::-1]


def _asked(entry: Entry, people: People) -> Sequence[Heard]:
    """Return the questions with which a message ends."""
    text = entry.text if isinstance(entry.body, Message) else ""
    if "?" not in text[-_MOST_ASKED:]:
        return ()
    said = sentences_heard(text[-_MOST_ASKED:], people)
    return tuple(one for one in said if "?" in one.words[-1].after)


def takes_up(text: str, near: Near, people: People) -> bool:
    """Tell whether a text may speak of somebody whom only earlier messages tell.

    A pronoun, a relation or a subject that is left out may do so; `it` only of an animal, and a
    name only if it was told. What is long is not looked through.
    """
    if not near or len(text) > _MOST_READ:
        return bool(near)
    own = sentences_heard(text, people)
    if any(one.pronouns - _IT or one.relates or one.leaves_out() for one in own):
        return True
    if any(one.tells_ages() for one in own):  # `Mia is 4`: she may be one of those told of
        return True
    keys = {one.words[0].low for one in own}.union(*(one.keys for one in own))
    animals = people.animals if any(one.pronouns for one in own) else frozenset[str]()
    return any(
        not (said.keys.isdisjoint(keys) and said.lows.isdisjoint(animals))
        for _, sentences in near
        for said in sentences
        if said.brings
    )


# Every message of a session is an earlier one of the next few: it is taken apart once.
@lru_cache(maxsize=_MOST_KEPT)
def sentences_heard(text: str, people: People) -> tuple[Heard, ...]:
    """Return the sentences of a text, roughly: none is cut that a mention runs through."""
    found, start = list[Heard](), 0
    words = words_of(text)
    for at, word in enumerate(words):
        if at + 1 == len(words) or not _ENDS.isdisjoint(word.after):
            found.append(_heard(tuple(words[start : at + 1]), people))
            start = at + 1
    return tuple(found)


def _heard(words: tuple[Word, ...], people: People) -> Heard:
    lows = frozenset([word.low for word in words])
    opening = next((at for at, word in enumerate(words) if word.low not in BEFORE_SUBJECT), 0)
    capital = [at for at, (_, _, text, _, _) in enumerate(words) if text[0].isupper()]
    new = [at for at in capital if may_name(words[at], NOBODY) and _may_be_one(words, at, opening)]
    names = frozenset([words[at].low for at in new])
    relates = not lows.isdisjoint(people.words) or not (
        lows.isdisjoint(people.firsts) or lows.isdisjoint(people.seconds)
    )
    return Heard(
        words=words,
        lows=lows,
        pronouns=frozenset([THIRD[low] for low in lows & THIRD.keys()]),
        names=names,
        keys=of_no_class(lows).union([words[at].low for at in capital if at]),
        relates=relates,
        brings=relates or not (names <= people.nobody and lows.isdisjoint(UNNAMED)),
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
    found = {owner.id: Referent(owner.id, owner.name or entry.origin.user)}
    for one in (*earlier, entry):
        actor = one.speaker
        held = found.get(actor.id)
        if held is None or (actor.name and actor.name != held.name):
            found[actor.id] = Referent(actor.id, actor.name)
    return found

"""What an agent asked last: the heading of an answer in a few words (`Allergies? Pollen.`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from retentive.model.actor import ActorKind
from retentive.model.entry import Entry
from retentive.rules.characters import listed
from retentive.rules.claims.wording.asking import asked_last
from retentive.rules.claims.wording.heading import Heading
from retentive.rules.reading import Clause, Word
from retentive.rules.reading import lexicon as lex

_TOPICS: Final = (
    (("asks_allergy",), "allergies"),
    (("asks_diet", "asks_not"), "avoided"),
    (("asks_diet",), "diet"),
    (("asks_contact",), "reached"),
    (("asks_called", "asks_you"), "nickname"),
    (("asks_health",), "conditions"),
)
"""Classes of words of each of which a question has one, and the heading that stands for it."""
_YOURS: Final = listed("you your any")
_MONTHS: Final = listed("may march")
_TELLING: Final = lex.NOMINATIVE | (lex.FINITE - lex.REDUCED)


def question(earlier: Sequence[Entry]) -> tuple[str, ...]:
    """Return the words of what an agent asked right before, in lower case; `()` for nothing."""
    if not earlier or earlier[-1].speaker.kind is not ActorKind.AGENT:
        return ()
    return tuple(word.low for word in asked_last(earlier[-1]))


def answering(
    asked: Sequence[str], clauses: Sequence[Clause], classes: Mapping[str, frozenset[str]]
) -> Heading:
    """Return the heading that a question is to the first sentence, if that is no full one."""
    if not clauses or _YOURS.isdisjoint(asked) or _is_full(clauses[0]):
        return Heading()
    topics = (name for keys, name in _TOPICS if _has(asked, [classes[key] for key in keys]))
    topic = next(topics, "")
    topic = "" if topic == "nickname" and ("call", "you") not in [*pairwise(asked)] else topic
    if not topic:
        return Heading()
    return Heading((Word(-1, -1, topic, topic, ":"),), asked=True)


def _has(asked: Sequence[str], sets: Sequence[frozenset[str]]) -> bool:
    return not any(words.isdisjoint(asked) for words in sets)


def _is_full(clause: Clause) -> bool:
    """Tell whether an answer is a sentence, up to its first comma: `Nairobi, moved here in May`."""
    lows: list[str] = []
    for word in clause.words:
        lows.append(word.low)
        if word.after and not lex.INTERJECTIONS.issuperset(lows):
            break
    first = [low for low in lows if low not in _MONTHS]
    return not _TELLING.isdisjoint(first)

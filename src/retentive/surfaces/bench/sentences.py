"""Made-up statements for measuring time: any number of them, always the same ones.

Words are drawn so that a few are common and most are rare, as in what people say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

SEED = 17
VOCABULARY = 8000
_SYLLABLES = (
    "ba be bo da de do fa fi go ka ke ko la le lo ma mi mo na ne no pa pe po ra ri ro sa se so"
)


@dataclass(frozen=True, slots=True)
class Said:
    """A statement and the words to ask for it with."""

    text: str
    question: str


def sentences(count: int, *, start: int = 0) -> list[Said]:
    """Return so many statements from the endless row of them, from `start` on."""
    return list(islice(_endless(), start, start + count))


def _endless() -> Iterator[Said]:
    chance = Random(SEED)
    number = 0
    while True:
        number += 1
        thing, place, person = (_word(chance) for _ in range(3))
        yield Said(
            text=f"I bought a {thing} in {place.title()} with {person.title()} for {number} euros.",
            question=f"Which {thing} did I buy in {place.title()}?",
        )


def _word(chance: Random) -> str:
    """Return a word whose rank is spread evenly over the orders of magnitude."""
    rank = int(VOCABULARY ** chance.random())
    syllables = _SYLLABLES.split()
    letters = []
    for _ in range(3):
        rank, at = divmod(rank, len(syllables))
        letters.append(syllables[at])
    return "".join(letters)

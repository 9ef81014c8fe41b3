"""Patterns filed by what they cannot be without: a clause is compared with few of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from retentive.rules.claims.matching.lexicon import Phrases, Rows
from retentive.rules.claims.matching.patterns import Pattern
from retentive.rules.claims.matching.traits import CAPITAL
from retentive.rules.reading import Modality


class Filed(NamedTuple):
    """A pattern, by its place among all; `asks` and `bars` are sets of words, a bit for each."""

    asks: int
    bars: int
    number: int
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class Book:
    """All patterns of a language, each under the words of the rarest set that it requires.

    What else a pattern needs of a clause, and how that must be meant, are signs: they are filed as
    words are, with a mark that no word has.
    """

    shelves: Mapping[str, Sequence[Filed]]
    bits: Mapping[str, int]
    """By word: the sets it is in that a pattern requires besides, or guards against."""
    rows: Rows
    """Words in a row that are in any of these sets, under the first; there they have spaces."""

    @classmethod
    def of(cls, patterns: Sequence[Pattern], common: frozenset[str]) -> Self:
        """Return the book of some patterns; `common` are words of every other sentence."""
        needs = [sorted(_sets(one), key=lambda each: _rank(each, common)) for one in patterns]
        uses = Counter(each for one in needs for each in one[1:])
        uses.update(one.guard for one in patterns if one.guard)
        bit = {words: 1 << at for at, (words, _) in enumerate(uses.most_common())}
        shelves: dict[str, list[Filed]] = {}
        for number, (one, (rarest, *others)) in enumerate(zip(patterns, needs, strict=True)):
            asks = sum(bit[each] for each in {*others})
            filed = Filed(asks, bit.get(one.guard, 0), number, one)
            for word in rarest:
                shelves.setdefault(word, []).append(filed)
        bits: dict[str, int] = {}
        for words, one_bit in bit.items():
            for word in words:
                bits[word] = bits.get(word, 0) | one_bit
        rows = Phrases.of(word for word in {*shelves, *bits} if not word.startswith("=")).rows
        return cls({word: tuple(filed) for word, filed in shelves.items()}, bits, rows)

    def tries(self, lows: Sequence[str], signs: Iterable[str]) -> Iterator[tuple[Pattern, int]]:
        """Yield the patterns worth a try in a clause of these words, with the place of their key.

        They come in the order of places, -1 for what has no word to look for. What follows a
        hyphen in a word counts as one.
        """
        there = set(lows)
        for first in there & self.rows.keys():
            there.update(self._in_a_row(lows, first))
        there.update([low.rpartition("-")[2] for low in there if "-" in low])
        there.update(map(_sign, signs))
        seen, bits, shelves = 0, self.bits, self.shelves
        for word in there:
            seen |= bits.get(word, 0)
        found: dict[tuple[int, int], Pattern] = {}
        for word in there:
            for asks, bars, number, pattern in shelves.get(word, ()):
                if asks & seen == asks and not bars & seen:
                    for at in pattern.places(lows):
                        found[at, number] = pattern
        for key in sorted(found):
            yield found[key], key[0]

    def _in_a_row(self, words: Sequence[str], first: str) -> Iterator[str]:
        for row in self.rows[first]:
            if any(row == tuple(words[at : at + len(row)]) for at in range(len(words))):
                yield " ".join(row)


def _sign(name: str) -> str:
    return f"={name}"


_USUAL: Final = frozenset(map(_sign, ("undated", CAPITAL, *Modality)))
"""Signs that most clauses have, or one of."""


def _sets(pattern: Pattern) -> Iterator[frozenset[str]]:
    """Yield the sets of words and signs of each of which a clause must have one."""
    yield from pattern.required
    yield from (frozenset({_sign(name)}) for name in pattern.around)
    yield frozenset(map(_sign, pattern.modality))


def _rank(words: frozenset[str], common: frozenset[str]) -> tuple[int, int]:
    """Order sets by how many clauses are likely to have one of their words, the fewest first.

    A set is of words or of signs.
    """
    if next(iter(words)).startswith("="):
        return (1 if words.isdisjoint(_USUAL) else len(common)), len(common)
    return len(words & common), len(words)

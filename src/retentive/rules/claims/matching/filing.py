"""Patterns filed by what they cannot be without: a clause is compared with few of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, NamedTuple, Self

from retentive.rules.claims.matching.lexicon import Phrases, Rows
from retentive.rules.claims.matching.patterns import Pattern
from retentive.rules.claims.matching.traits import CAPITAL
from retentive.rules.reading import Modality


class Filed(NamedTuple):
    """A pattern, with its place among all; `bars` are the sets of its guard, a bit for each."""

    bars: int
    number: int
    pattern: Pattern


class Shelf(NamedTuple):
    """What is filed under a word; `asks` are the sets that each requires besides, a bit for each.

    Most are passed over by what they ask, so nothing else of them is looked at then. `bits` are
    the sets that the word itself is in, which a pattern requires besides or guards against.
    """

    bits: int
    asks: tuple[int, ...]
    filed: tuple[Filed, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """All patterns of a language, each under the words of the rarest set that it requires.

    What else a pattern needs of a clause, and how that must be meant, are signs: they are filed as
    words are, with a mark that no word has.
    """

    shelves: Mapping[str, Shelf]
    rows: Rows
    """Words in a row that have a shelf, under the first; there they have spaces."""

    @classmethod
    def of(cls, patterns: Sequence[Pattern], common: frozenset[str]) -> Self:
        """Return the book of some patterns; `common` are words of every other sentence."""
        rank = cache(partial(_rank, common=common))  # the same sets, again and again
        needs = [sorted(_sets(one), key=rank) for one in patterns]
        uses = Counter(each for one in needs for each in one[1:])
        uses.update(one.guard for one in patterns if one.guard)
        asked = [words for words, _ in uses.most_common()]
        bit = {words: 1 << at for at, words in enumerate(asked)}
        same = dict[int, int]()  # equal numbers as one: they lie side by side then
        asks = [sum(bit[each] for each in {*others}) for _, *others in needs]
        asks = [same.setdefault(one, one) for one in asks]
        filed = [Filed(bit.get(one.guard, 0), at, one) for at, one in enumerate(patterns)]
        under = _by_word(enumerate(rarest for rarest, *_ in needs))
        inside = _by_word(enumerate(asked))

        @cache  # most words share theirs
        def shelf(sets: tuple[int, ...], numbers: tuple[int, ...]) -> Shelf:
            told = tuple(asks[at] for at in numbers)
            return Shelf(sum(1 << at for at in sets), told, tuple(filed[at] for at in numbers))

        words = {*under, *inside}
        rows = Phrases.of(word for word in words if not word.startswith("=")).rows
        return cls({one: shelf(inside.get(one, ()), under.get(one, ())) for one in words}, rows)

    def tries(self, lows: Sequence[str], signs: Iterable[str]) -> Iterator[tuple[Pattern, int]]:
        """Yield the patterns worth a try in a clause of these words, with the place of their key.

        They come in the order of places, -1 for what has no word to look for. What follows a
        hyphen in a word counts as one.
        """
        there = set(lows)
        for first in there & self.rows.keys():
            there.update(self._in_a_row(lows, first))
        there.update([low.rpartition("-")[2] for low in there if "-" in low])
        there.update(signs)
        shelves = [one for one in map(self.shelves.get, there) if one is not None]
        seen = 0
        for bits, _, _ in shelves:
            seen |= bits
        found: dict[tuple[int, int], Pattern] = {}
        for _, every, filed in shelves:
            for one, asks in enumerate(every):
                if asks & seen != asks:
                    continue
                bars, number, pattern = filed[one]
                if not bars & seen:
                    for at in pattern.places(lows):
                        found[at, number] = pattern
        for key in sorted(found):
            yield found[key], key[0]

    def _in_a_row(self, words: Sequence[str], first: str) -> Iterator[str]:
        for row in self.rows[first]:
            if any(row == tuple(words[at : at + len(row)]) for at in range(len(words))):
                yield " ".join(row)


def _by_word(sets: Iterable[tuple[int, Iterable[str]]]) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the sets that each word is in, in order."""
    found: dict[str, list[int]] = {}
    for number, words in sets:
        for word in words:
            found.setdefault(word, []).append(number)
    return {word: tuple(numbers) for word, numbers in found.items()}


def sign(name: str) -> str:
    """Return the mark under which a sign is filed."""
    return f"={name}"


_USUAL: Final = frozenset(map(sign, ("undated", CAPITAL, *Modality)))
"""Signs that most clauses have, or one of."""


_BESIDE: Final = 4
"""A word stands so many times as often as beside an edge."""


def _sets(pattern: Pattern) -> Iterator[frozenset[str]]:
    """Yield the sets of words and signs of each of which a clause must have one."""
    yield from pattern.required
    yield from (frozenset({sign(name)}) for name in pattern.around)
    yield frozenset(map(sign, pattern.modality))


def _rank(words: frozenset[str], common: frozenset[str]) -> tuple[float, float]:
    """Order sets by how many clauses are likely to have one of their words, the fewest first.

    A set is of words or of signs.
    """
    if next(iter(words)).startswith("="):
        return (1 if words.isdisjoint(_USUAL) else len(common)), len(common)
    if next(iter(words)).strip("^$") in words:
        return len(words & common), len(words)
    return len({word.strip("^$") for word in words} & common) / _BESIDE, len(words) / _BESIDE

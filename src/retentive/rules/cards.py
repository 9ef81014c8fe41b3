"""Payment card numbers in a text: groups of digits of a brand's length, checked by Luhn."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from retentive.rules.secret_shapes import POLICY

_DIGITS = re.compile(r"\d(?:[ \u00a0\u202f-]?\d)*")
_GROUP = re.compile(r"\d+")
_BRANDS = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|27\d{14}"
    r"|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17}"
)
"""Leading digits and lengths of Visa, Mastercard, Amex, Diners, JCB, Discover and UnionPay."""


_LONGEST, _SHORTEST = POLICY.card_lengths[0], POLICY.card_lengths[-1]
_DOUBLED = (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)


def card_spans(text: str) -> Iterator[tuple[int, int]]:
    """The spans of payment card numbers: groups of digits of a brand's length, checked by Luhn."""
    for run in _DIGITS.finditer(text):
        if run.end() - run.start() < _SHORTEST:
            continue
        groups: list[tuple[int, int]] = []
        for group in _GROUP.finditer(text, run.start(), run.end()):
            if group.end() - group.start() <= _LONGEST:
                groups.append(group.span())
            else:
                yield from _cards(text, groups)
                groups = []
        yield from _cards(text, groups)


def _cards(text: str, groups: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    ends = list(accumulate((end - start for start, end in groups), initial=0))
    if ends[-1] < _SHORTEST:
        return
    row = _Row("".join(text[start:end] for start, end in groups), ends)
    at = 0
    while at < len(groups):
        size = row.card(at)
        if size:
            yield groups[at][0], groups[at + size - 1][1]
        at += size or 1


class _Row:
    """The digits of some groups in a row, with sums by which any stretch of them is checked."""

    def __init__(self, digits: str, ends: list[int]) -> None:
        self._digits = digits
        self._ends = ends
        """How many digits there are up to each group."""
        values = [int(digit) for digit in digits]
        self._sums = (_sums(values, 0), _sums(values, 1))

    def card(self, at: int) -> int:
        """How many groups from `at` on make a card number, as many as can; 0 if none do."""
        first, best = self._ends[at], 0
        beyond = bisect_left(self._ends, first + _SHORTEST, at)
        while beyond < len(self._ends) and self._ends[beyond] - first <= _LONGEST:
            last = self._ends[beyond]
            if self._luhn(first, last) and _BRANDS.fullmatch(self._digits, first, last):
                best = beyond - at
            beyond += 1
        return best

    def _luhn(self, first: int, last: int) -> bool:
        sums = self._sums[last % 2]
        return sums[first] == sums[last]


def _sums(values: list[int], parity: int) -> bytes:
    """Sums up to each digit, modulo 10, where every other one counts as its double's digits."""
    total, sums = 0, bytearray(1)
    for place, value in enumerate(values):
        total = (total + (_DOUBLED[value] if place % 2 == parity else value)) % 10
        sums.append(total)
    return bytes(sums)

"""How a year alone lies to a day: `1988` says less than `4 July 1988`, and than `4 July`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.values import Likeness, Value, value_of

FIRST: Final = 1800
LAST: Final = 2100
"""Numbers between these are years."""


def year_of_day(known: str, new: str) -> Likeness | None:
    """Return how two values lie to each other if one is the year alone of the other, else None."""
    old, said = value_of(known), value_of(new)
    if _is_year_of(said, old):
        return Likeness.POORER
    return Likeness.RICHER if _is_year_of(old, said) else None


def _is_year_of(year: Value, day: Value) -> bool:
    if year.words or not day.words or not _years(year.numbers):
        return False
    return _years(day.numbers) in ([], list(year.numbers))


def _years(numbers: Sequence[float]) -> list[float]:
    return [one for one in numbers if FIRST <= one < LAST]

"""Numbers in words and figures, ordinals, and amounts of a unit."""

from __future__ import annotations

from typing import NamedTuple

from retentive.rules.time_phrases.once import once
from retentive.rules.time_phrases.reading import Reading

_MOST = 999


class Amount(NamedTuple):
    """So many of a unit, at least and at most, and the place behind."""

    low: float
    high: float
    unit: str
    next: int


@once
def number(r: Reading, at: int) -> tuple[int, int] | None:
    """Return a whole number in words or figures, and the place behind it."""
    figure = r.number(at, _MOST)
    if figure is not None:
        return figure, at + 1
    found = r.words.numbers.match(r.tokens, at)
    if found is None:
        return None
    value, after = found
    if 20 <= value < 100:  # "twenty-two"
        unit = r.words.numbers.match(r.tokens, after + (r.low(after) == "-"))
        if unit is not None and 0 < unit[0] < 10 and unit[1] == after + 1 + (r.low(after) == "-"):
            return value + unit[0], unit[1]
    return found


@once
def ordinal(r: Reading, at: int) -> tuple[int, int] | None:
    """Return an ordinal in words or figures, and the place behind it."""
    figure = r.number(at, 99)
    if figure is not None:
        ends = r.joined(at + 1) and r.low(at + 1) in r.words.ordinal_endings
        return (figure, at + 2) if ends else None
    return r.words.ordinals.match(r.tokens, at)


def _count(r: Reading, at: int) -> tuple[float, float, int] | None:
    vague = r.words.vague_numbers.match(r.tokens, at)
    if vague is not None:
        return float(vague[0][0]), float(vague[0][1]), vague[1]
    half = r.skip("half", at)
    if half is not None:
        return 0.5, 0.5, half
    first = number(r, at)
    if first is None:
        return None
    value, after = float(first[0]), first[1]
    half = r.skip("and_half", after)
    if half is not None:  # "one and a half years"
        return value + 0.5, value + 0.5, half
    if r.low(after) == "." and r.number(after + 1) is not None and r.joined(after + 1):
        return (
            value + float(f"0.{r.low(after + 1)}"),
            value + float(f"0.{r.low(after + 1)}"),
            after + 2,
        )
    second = r.skip("or", after) or (after + 1 if r.low(after) in "-–—" else None)
    if second is not None:
        upper = number(r, second)
        if upper is not None and upper[0] > value:
            return value, float(upper[0]), upper[1]
    return value, value, after


@once
def amount(r: Reading, at: int) -> Amount | None:
    """Return how many of which unit a place says: "three weeks", "a year and a half"."""
    counted = _count(r, at)
    if counted is None:
        return None
    low, high, after = counted
    after = r.past("of", after)
    unit = r.words.units.match(r.tokens, after + (r.low(after) in ("-", "full", "whole", "more")))
    if unit is None or (unit[0] == "second" and r.low(unit[1]) in r.words.refuse.after_second):
        return None
    compound = _compound(r, low, unit[0], unit[1]) if low == high else None
    if compound is not None:
        return compound
    more = r.skip("or_only", unit[1])
    upper = None if more is None else number(r, more)
    if upper is not None and upper[0] > high and r.words.units.match(r.tokens, upper[1]) is None:
        return Amount(low, upper[0], unit[0], upper[1])  # "a year or two"
    half = r.skip("and_half", unit[1])
    if half is not None and low == high:
        return Amount(low + 0.5, high + 0.5, unit[0], half)
    return Amount(low, high, unit[0], unit[1])


_SMALLER = {"year": ("month", 12), "week": ("day", 7), "hour": ("minute", 60)}


def _compound(r: Reading, whole: float, unit: str, at: int) -> Amount | None:
    """Return "a year and three months", "2 weeks 3 days" in the smaller unit."""
    if unit not in _SMALLER:
        return None
    smaller, each = _SMALLER[unit]
    rest = number(r, r.past("and", at))
    named = None if rest is None else r.words.units.match(r.tokens, rest[1])
    if rest is None or named is None or named[0] != smaller:
        return None
    total = whole * each + rest[0]
    return Amount(total, total, smaller, named[1])


def told_in(told: Amount) -> str:
    """Return the unit an amount is exact to: weeks for a fortnight, months for half a year."""
    unit = "week" if told.unit == "fortnight" else told.unit
    if told.low == int(told.low):
        return unit
    smaller = {"decade": "year", "year": "month", "quarter": "month", "month": "week"}
    return smaller.get(unit, "day")

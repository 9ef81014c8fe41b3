"""Measurements as rows of a table: what was measured, ours, the yardstick, what is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One measurement beside its yardstick; `ratio` is ours over the yardstick's."""

    what: str
    ours: float
    unit: str
    yardstick: float | None
    ratio: float | None
    wanted: str


def row(
    what: str, ours: float, unit: str, *, yardstick: float | None = None, wanted: str = "shown"
) -> Row:
    """Return a row with its ratio, where there is something to divide by."""
    ratio = ours / yardstick if yardstick else None
    return Row(what=what, ours=ours, unit=unit, yardstick=yardstick, ratio=ratio, wanted=wanted)


def lines(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the rows as aligned lines under their heads."""
    kept = list(rows)
    width = max((len(one.what) for one in kept), default=4)
    yield f"{'what':<{width}}  {'ours':>12}  {'yardstick':>12}  {'ratio':>6}  wanted"
    for one in kept:
        ratio = "–" if one.ratio is None else f"{one.ratio:.2f}"
        yield (
            f"{one.what:<{width}}  {_value(one.ours, one.unit):>12}  "
            f"{_value(one.yardstick, one.unit):>12}  {ratio:>6}  {one.wanted}"
        )


def _value(value: float | None, unit: str) -> str:
    if value is None:
        return "–"
    number = f"{value:,.0f}" if value == int(value) or abs(value) >= 1000 else f"{value:.3g}"
    return f"{number} {unit}".strip()

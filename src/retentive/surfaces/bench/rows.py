"""Measurements as rows of a table: what was measured, ours, the yardstick, what is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from retentive.surfaces.bench.marks import percentile


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


def percentiles(
    what: str, ours: Sequence[float], bare: Sequence[float], *, wanted: tuple[str, str]
) -> Iterator[Row]:
    """Yield rows of p50 and p95 of some seconds, beside those of a yardstick.

    `what` names the percentile at `{}`; `wanted` are the ratios wanted of each.
    """
    for share, label, ratio in ((0.5, "p50", wanted[0]), (0.95, "p95", wanted[1])):
        yield row(
            what.format(label),
            1000 * percentile(ours, share),
            "ms",
            yardstick=1000 * percentile(bare, share),
            wanted=ratio,
        )


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

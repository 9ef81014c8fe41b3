"""A report as a table that people read."""

from __future__ import annotations

from collections.abc import Iterator

from retentive.surfaces.bench.locomo import CATEGORIES
from retentive.surfaces.bench.run import OVERALL, Report, System


def lines(report: Report) -> Iterator[str]:
    """Yield what went in and how fast, then a table for each system."""
    into = report.ingestion
    yield (
        f"{report.conversations} conversations, {into.turns} turns: {into.facts} facts "
        f"({into.facts_per_turn:.2f} a turn)"
    )
    yield (
        f"stored in {into.append_seconds:.1f} s, digested in {into.digest_seconds:.1f} s: "
        f"{into.entries_per_second:.0f} entries/s"
    )
    yield "evidence turns among the first k, turn level; no model judges anything"
    for system in report.systems:
        yield ""
        yield from _system(report, system)


def _system(report: Report, system: System) -> Iterator[str]:
    heads = [f"recall@{k}" for k in report.ks] + ["hit@10", "MRR", "questions"]
    yield f"{system.name:<22}" + "".join(f"{head:>11}" for head in heads)
    for name, row in system.rows.items():
        label = "categories 1-4" if name == OVERALL else f"  {name} {CATEGORIES[int(name)]}"
        figures = [*(row.recall[k] for k in report.ks), row.hit_at_10, row.mrr]
        cells = "".join(f"{_short(figure):>11}" for figure in figures)
        yield f"{label:<22}{cells}{row.questions:>11}"
    yield f"a query takes p50 {system.p50_ms:.1f} ms, p95 {system.p95_ms:.1f} ms"


def _short(figure: float) -> str:
    return f"{figure:.3f}".removeprefix("0") if figure < 1 else f"{figure:.3f}"

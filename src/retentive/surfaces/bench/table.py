"""Reports as tables that people read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from retentive.surfaces.bench.abstaining import FIRST, KINDS, PRECISION, RECALL, Abstention
from retentive.surfaces.bench.coverage import Coverage
from retentive.surfaces.bench.ingesting import Ingestion
from retentive.surfaces.bench.intervals import Figure
from retentive.surfaces.bench.marks import CURRENT, names
from retentive.surfaces.bench.run import TOGETHER, Report, System
from retentive.surfaces.bench.talks import Suite

WIDTH = 22
CELL = 11


def lines(suite: Suite, report: Report) -> Iterator[str]:
    """Yield what went in and how fast, then a table for each system."""
    yield from _ingestion(report)
    if report.coverage is not None:
        yield from _coverage(report.coverage)
    yield "evidence turns among the first k, turn level; no model judges anything"
    for system in report.systems:
        yield ""
        yield from _system(suite, report, system)
    yield ""
    if report.query_embedding_ms is not None:
        yield (
            f"embedding a query takes {report.query_embedding_ms:.1f} ms more than the times of "
            "the yardsticks; ours include it"
        )
    for budget, share in report.contexts.items():
        yield f"evidence turns inside context(budget={budget}): {_spread(share)}"
    yield f"questions of another conversation that are answered: {_spread(report.off_topic)}"
    yield from (f"{one.name}: {one.reason}" for one in report.missing)


def restraint(report: Abstention) -> Iterator[str]:
    """Yield what was answered at the default threshold, then how well scores tell apart."""
    asked = ", ".join(
        f"{count} {kind.replace('_', ' ')}" for kind, count in report.questions.items()
    )
    yield f"{report.memories} memories; questions: {asked}"
    columns = (*KINDS, FIRST, PRECISION, RECALL)
    yield ""
    yield _row("answered with something", [one.replace("_", " ") for one in columns])
    for one in report.restraints:
        yield from _figures(one.name, columns, one.figures)
    yield ""
    yield _row("AUC of the best score", ["off topic", "near miss"])
    for part in report.partings:
        yield _row(part.name, [_share(part.off_topic), _share(part.near_miss)])


def _ingestion(report: Report) -> Iterator[str]:
    into = report.ingestion
    yield (
        f"{report.conversations} conversations, {into.turns} turns: {into.facts} facts "
        f"({into.facts_per_turn:.2f} a turn); embedder: {report.embedder or 'none'}"
    )
    yield (
        f"stored in {into.append_seconds:.1f} s, digested in {into.digest_seconds:.1f} s"
        f"{_embedded(into)}: {into.turns_per_second:.0f} turns/s until recalled by text"
        f"{_embedded_rate(into)}"
    )


def _coverage(found: Coverage) -> Iterator[str]:
    yield f"turns that a fact cites: {_spread(found.turns)}"
    yield (
        f"annotated observations of whose turns a fact cites one: {_spread(found.cited)}; "
        f"half of whose words those facts hold: {_spread(found.said)}"
    )


def _embedded(into: Ingestion) -> str:
    return "" if into.embed_seconds is None else f", embedded in {into.embed_seconds:.1f} s"


def _embedded_rate(into: Ingestion) -> str:
    rate = into.embedded_turns_per_second
    return "" if rate is None else f", {rate:.0f} until embedded"


def _system(suite: Suite, report: Report, system: System) -> Iterator[str]:
    columns = names(report.ks)
    if CURRENT not in system.rows[TOGETHER]:
        columns.remove(CURRENT)
    yield _row(system.name, [*columns, "questions"])
    yield from _figures(suite.together, columns, system.rows[TOGETHER], counted=True)
    for kind, label in suite.kinds.items():
        if system.rows[kind]:
            figures = system.rows[kind]
            cells = [_mean(figures.get(name)) for name in columns]
            yield _row(f"  {label}", [*cells, str(_count(figures))])
    yield f"a query takes p50 {system.p50_ms:.1f} ms, p95 {system.p95_ms:.1f} ms"


def _figures(
    label: str, columns: Sequence[str], figures: Mapping[str, Figure], *, counted: bool = False
) -> Iterator[str]:
    """Yield a line of means, and one of their intervals where there are any."""
    means = [_mean(figures.get(name)) for name in columns]
    yield _row(label, [*means, str(_count(figures))] if counted else means)
    between = [_between(figures.get(name)) for name in columns]
    if any(between):
        yield _row("  95 %", between).rstrip()


def _row(label: str, cells: Iterable[str]) -> str:
    return f"{label:<{WIDTH}}" + "".join(f"{cell:>{CELL}}" for cell in cells)


def _count(figures: Mapping[str, Figure]) -> int:
    return max((one.questions for one in figures.values()), default=0)


def _mean(one: Figure | None) -> str:
    return _share(None if one is None else one.mean)


def _between(one: Figure | None) -> str:
    if one is None or one.low is None or one.high is None:
        return ""
    return f"{_share(one.low)}–{_share(one.high)}"


def _spread(one: Figure | None) -> str:
    between = _between(one)
    return f"{_mean(one)} ({between})" if between else _mean(one)


def _share(share: float | None) -> str:
    if share is None:
        return "–"
    return f"{share:.3f}".removeprefix("0") if share < 1 else f"{share:.3f}"

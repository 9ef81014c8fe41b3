"""Whether what is said is understood: claims, their subjects and dates, and what they change.

A gold file says what is to be learnt from each turn (benchmarks/data/extraction).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

from retentive.surfaces.bench import extraction_claims as claims
from retentive.surfaces.bench import extraction_operations as operations
from retentive.surfaces.bench.extraction_claims import Marks
from retentive.surfaces.bench.extraction_gold import Dialogue
from retentive.surfaces.bench.extraction_play import played
from retentive.surfaces.bench.extraction_quick import extracted
from retentive.surfaces.bench.extraction_verdicts import OMITTED, RIGHT, WRONG
from retentive.surfaces.bench.ingesting import Telling
from retentive.surfaces.bench.intervals import Figure, figure, seeded
from retentive.surfaces.bench.opening import empty

WIDTH, CELL = 22, 12

_CLAIMS = (
    claims.RECALL,
    claims.PRECISION,
    claims.SUBJECTS,
    claims.DATES,
    claims.PLACED,
    claims.WORDED,
)
_BAD = (claims.JUNK, claims.UNREAL, claims.FROM_AGENTS, claims.TRAPS)
_END = (operations.FINAL, operations.ENDED, f"{operations.ENDED}, {operations.LEARNT}")
_VERDICTS = (RIGHT, OMITTED, WRONG, operations.COLLATERAL)


@dataclass(frozen=True, slots=True)
class Extraction:
    """A whole run: figures by name, and a line for everything that is not as it should be."""

    dialogues: int
    turns: int
    seconds: float
    quick: bool
    figures: Mapping[str, Figure]
    misses: tuple[str, ...]


def extraction(
    dialogues: Sequence[Dialogue], telling: Telling, *, quick: bool, store: str | None = None
) -> Extraction:
    """Measure the library on a gold file: through a memory, or (`quick`) its extractor alone."""
    start = perf_counter()
    marks = (
        extracted(dialogues)
        if quick
        else played(dialogues, telling, store=empty(store or "memory://"))
    )
    return report(dialogues, marks, perf_counter() - start, quick=quick)


def report(
    dialogues: Sequence[Dialogue], marks: Sequence[Marks], seconds: float, *, quick: bool
) -> Extraction:
    """Return the figures that marks make, with intervals from resampling whole dialogues."""
    names = dict.fromkeys(name for one in marks for name in one.values)
    found = {
        name: figure({one.dialogue: one.values.get(name, ()) for one in marks}, seeded())
        for name in names
    }
    return Extraction(
        dialogues=len(dialogues),
        turns=sum(len(one.turns) for one in dialogues),
        seconds=seconds,
        quick=quick,
        figures={name: one for name, one in found.items() if one is not None},
        misses=tuple(line for one in marks for line in one.lines),
    )


def lines(found: Extraction, *, details: bool) -> Iterator[str]:
    """Yield the figures as a table; with `details` every miss on a line before it."""
    if details:
        yield from found.misses
        yield ""
    how = "the extractor alone" if found.quick else "through a memory"
    yield f"{found.dialogues} dialogues, {found.turns} turns, {how}, {found.seconds:.1f} s"
    yield f"{'':<{WIDTH}}{'share':>{CELL}}{'95 %':>{CELL + 4}}{'cases':>{CELL}}"
    for name in (*_CLAIMS, *_BAD, *(() if found.quick else _END)):
        yield _line(name, found.figures.get(name))
    if not found.quick:
        yield ""
        yield f"{'operation':<{WIDTH}}" + "".join(f"{one:>{CELL}}" for one in _VERDICTS)
        for op in (*operations.OPERATIONS, operations.NO_OPERATION):
            yield _operation(op, found.figures)


def _line(name: str, one: Figure | None) -> str:
    if one is None:
        return f"{name:<{WIDTH}}{'–':>{CELL}}"
    between = "" if one.low is None or one.high is None else f"{one.low:.3f}–{one.high:.3f}"
    cases = f"{round(one.mean * one.questions)}/{one.questions}"
    return f"{name:<{WIDTH}}{one.mean:>{CELL}.3f}{between:>{CELL + 4}}{cases:>{CELL}}"


def _operation(op: str, figures: Mapping[str, Figure]) -> str:
    cells = (_count(figures.get(f"{op} {verdict}")) for verdict in _VERDICTS)
    return f"{op:<{WIDTH}}" + "".join(f"{cell:>{CELL}}" for cell in cells)


def _count(one: Figure | None) -> str:
    if one is None:
        return "–"
    return f"{round(one.mean * one.questions)}/{one.questions} {100 * one.mean:.0f} %"

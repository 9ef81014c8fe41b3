"""The commands to see and to measure: `demo` and `bench`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from retentive.surfaces.bench import table
from retentive.surfaces.bench.locomo import load
from retentive.surfaces.bench.run import run
from retentive.surfaces.cli import show
from retentive.surfaces.cli.opening import progress
from retentive.surfaces.cli.options import as_json
from retentive.surfaces.demo.play import play


@click.command(
    short_help="Play a short conversation into a memory and ask it.",
    epilog="""\b
Examples:
  retentive demo
  retentive demo --keep demo.db""",
)
@click.option(
    "--keep", metavar="PATH", type=click.Path(), help="Keep the store, in a new file of that name."
)
def demo(keep: str | None) -> None:
    """Play some weeks of a small shop's conversations into a memory, and ask it.

    Everything shown is what the library answered, from a store in a temporary folder.
    """
    for line in play(keep):
        click.echo(line)


@click.group(short_help="Measure, beside plain yardsticks.")
def bench() -> None:
    """Measure the library on this machine, beside plain yardsticks in the same run."""


@bench.command(
    epilog="""\b
Examples:
  retentive bench locomo --data locomo10.json
  retentive bench locomo --data locomo10.json --k 10 --json""",
)
@click.option(
    "--data",
    required=True,
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A LoCoMo file (github.com/snap-research/locomo).",
)
@click.option("--k", "ks", default="5,10,20", show_default=True, help="Answers that count.")
@click.option("--store", metavar="PATH_OR_URL", help="An empty store. Default: a temporary file.")
@as_json
def locomo(data: Path, ks: str, store: str | None) -> None:
    """Measure how much evidence recall finds in long conversations (LoCoMo).

    Categories 1 to 4 together are the main figure; category 5 has no answers and stands apart.
    """
    counts = _counts(ks)
    report = run(load(data), counts, store, partial(progress, verbose=True))
    show.answer(report, table.lines(report))


def _counts(ks: str) -> list[int]:
    parts = ks.split(",")
    if not all(part.strip().isdecimal() and 0 < int(part) <= 1000 for part in parts):
        raise click.BadParameter("give whole numbers from 1 to 1000, as 5,10,20", param_hint="--k")
    return sorted({int(part) for part in parts})

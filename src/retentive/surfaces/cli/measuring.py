"""The command that measures: `bench`, with one subcommand a question."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from retentive.surfaces.bench import own, rows, table
from retentive.surfaces.bench.abstaining import abstention as measure_abstention
from retentive.surfaces.bench.embedding import installed
from retentive.surfaces.bench.extraction import extraction as measure_extraction
from retentive.surfaces.bench.extraction import lines as extraction_lines
from retentive.surfaces.bench.extraction_gold import load_gold
from retentive.surfaces.bench.extraction_speed import speed as measure_speed
from retentive.surfaces.bench.locomo import LOCOMO, load
from retentive.surfaces.bench.recalling import FULL_SIZES, SIZES, recalling
from retentive.surfaces.bench.run import Setup, run
from retentive.surfaces.bench.storing import FULL, Sizes, storing
from retentive.surfaces.bench.talks import Conversation, Suite
from retentive.surfaces.cli import show
from retentive.surfaces.cli.opening import progress
from retentive.surfaces.cli.options import as_json

Command = Callable[..., Any]


@click.group(short_help="Measure, beside plain yardsticks.")
def bench() -> None:
    """Measure the library on this machine, beside plain yardsticks in the same run."""


def _data(help_text: str) -> Callable[[Command], Command]:
    return click.option(
        "--data",
        required=True,
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help=help_text,
    )


_store: Callable[[Command], Command] = click.option(
    "--store", metavar="PATH_OR_URL", help="An empty store. Default: a temporary file."
)


def _setting(command: Command) -> Command:
    """Add what all sets of questions share."""
    options: tuple[Callable[[Command], Command], ...] = (
        click.option("--k", "ks", default="5,10,20", show_default=True, help="Answers that count."),
        _store,
        click.option("--peers", is_flag=True, help="Measure other memories too, if installed."),
        as_json,
    )
    for option in reversed(options):
        command = option(command)
    return command


@bench.command(
    epilog="""\b
Examples:
  retentive bench locomo --data locomo10.json
  retentive bench locomo --data locomo10.json --k 10 --json""",
)
@_data("A LoCoMo file (github.com/snap-research/locomo).")
@_setting
def locomo(data: Path, ks: str, store: str | None, peers: bool) -> None:
    """Measure how much evidence recall finds in long conversations (LoCoMo).

    Categories 1 to 4 together are the main figure; category 5 has no answers and stands apart.
    Intervals come from resampling whole conversations: with few of them they are wide.
    """
    _measure(LOCOMO, load(data), _setup(ks, store, peers))


@bench.command(
    epilog="""\b
Example:
  retentive bench chats --data benchmarks/data/assistant_chats.json""",
)
@_data("A file of assistant chats (benchmarks/data/assistant_chats.json in the sources).")
@_setting
def chats(data: Path, ks: str, store: str | None, peers: bool) -> None:
    """Measure how much evidence recall finds in chats between people and an assistant.

    “up to date” is the share of questions about an updated value whose current turn stands
    above every turn with an earlier value.
    """
    _measure(own.CHATS, own.load_chats(data), _setup(ks, store, peers))


@bench.command(
    epilog="""\b
Example:
  retentive bench updates --data benchmarks/data/updates.json""",
)
@_data("A file of updates (benchmarks/data/updates.json in the sources).")
@_setting
def updates(data: Path, ks: str, store: str | None, peers: bool) -> None:
    """Measure whether the current value stands above every earlier one (“up to date”)."""
    _measure(own.UPDATES, own.load_updates(data), _setup(ks, store, peers))


@bench.command(
    epilog="""\b
Example:
  retentive bench abstention --data benchmarks/data/abstention.json""",
)
@_data("A file of abstention pairs (benchmarks/data/abstention.json in the sources).")
@_store
@as_json
def abstention(data: Path, store: str | None) -> None:
    """Measure whether recall keeps quiet about what was never stored."""
    report = measure_abstention(own.load_abstention(data), _setup("10", store, False))
    show.answer(report, table.restraint(report))


@bench.command(
    epilog="""\b
Examples:
  retentive bench extraction --data benchmarks/data/extraction/dev.json
  retentive bench extraction --data dev.json --details | grep MISSED
  retentive bench extraction --data dev.json --quick
  retentive bench extraction --data benchmarks/data/assistant_chats.json --speed""",
)
@_data("A gold file of dialogues (benchmarks/data/extraction in the sources).")
@click.option("--quick", is_flag=True, help="The extractor alone: claims, without a store.")
@click.option("--speed", is_flag=True, help="How fast the texts of any JSON file are read.")
@click.option("--details", is_flag=True, help="Show everything that is not as it should be.")
@_store
@as_json
def extraction(data: Path, quick: bool, speed: bool, details: bool, store: str | None) -> None:
    """Measure how well what is said is understood, and what it changes.

    Claims are compared in words, with every reading that the file allows. Intervals come from
    resampling whole dialogues.
    """
    if speed:
        measured = measure_speed(data)
        show.answer(measured, rows.lines(measured))
        return
    telling = partial(progress, verbose=True)
    found = measure_extraction(load_gold(data), telling, quick=quick, store=store)
    show.answer(found, extraction_lines(found, details=details))


@bench.command(
    epilog="""\b
Examples:
  retentive bench recall
  retentive bench recall --sizes 1000,10000
  retentive bench recall --full""",
)
@click.option("--sizes", metavar="COUNTS", help="Statements remembered. Default: 1000.")
@click.option("--full", is_flag=True, help="1000, 10000 and 100000 statements; takes long.")
@as_json
def recall(sizes: str | None, full: bool) -> None:
    """Measure recall as memory grows, while another process writes into the same space.

    The yardsticks hold the same statements and have the machine to themselves.
    """
    default = FULL_SIZES if full else SIZES
    chosen = default if sizes is None else _numbers(sizes, "--sizes", 1_000_000)
    found = recalling(chosen, installed(), partial(progress, verbose=True))
    show.answer(found, rows.lines(found))


@bench.command(
    epilog="""\b
Examples:
  retentive bench store
  retentive bench store --full""",
)
@click.option("--full", is_flag=True, help="As much as the library is designed for; takes long.")
@as_json
def store(full: bool) -> None:
    """Measure writes: beside bare SQLite, by many processes at once, amid foreign data.

    Also the CPU time of fresh processes.
    """
    found = storing(FULL if full else Sizes(), installed(), partial(progress, verbose=True))
    show.answer(found, rows.lines(found))


def _measure(suite: Suite, talks: list[Conversation], setup: Setup) -> None:
    report = run(suite, talks, setup)
    show.answer(report, table.lines(suite, report))


def _setup(ks: str, store: str | None, peers: bool) -> Setup:
    return Setup(
        ks=_numbers(ks, "--k", 1000),
        telling=partial(progress, verbose=True),
        store=store,
        embedder=installed(),
        peers=peers,
    )


def _numbers(text: str, option: str, most: int) -> tuple[int, ...]:
    """Return the whole numbers of a list, each once, in their order."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and 0 < int(part) <= most for part in parts):
        raise click.BadParameter(
            f"give whole numbers from 1 to {most}, as 5,10,20", param_hint=option
        )
    return tuple(sorted({int(part) for part in parts}))

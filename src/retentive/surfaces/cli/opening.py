"""Opening the store that a command names, and saying what there is to say meanwhile."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any

import click
from platformdirs import user_data_path

from retentive import Config, Handle, Memory, NotFound
from retentive.rules.location import read_location
from retentive.surfaces.cli.options import Place, Where, Writing
from retentive.types import Digested, Event

CONFIG = Config(background=False)
"""A command digests when it flushes, and has no background work to wait for at its end."""

NOWHERE = "memory://"


class Missing(Enum):
    """What to do where there is no store yet."""

    CREATE = "create"
    READ_EMPTY = "read empty"
    REFUSE = "refuse"
    TRY = "try"


def location(where: Where) -> str:
    """Return the store that was named, or the one in the user's data folder."""
    if where.store is not None:
        return where.store
    return str(user_data_path("retentive", appauthor=False) / "memory.db")


@contextmanager
def opened(
    where: Where, missing: Missing = Missing.CREATE, *, any_vectors: bool = False
) -> Iterator[Memory]:
    """Open the store for one command and close it behind it.

    Only a write creates a store; a read of one that is not there finds nothing, and a dry run
    tries its write on an empty one. Vectors of another embedder are refused, unless
    `any_vectors` will do.
    """
    place = location(where)
    file = _file(place)
    if file is not None and not os.path.lexists(file):  # never raises, as the method can
        if missing is Missing.REFUSE:
            raise NotFound(f"there is no store at {file}; --store names another", store=str(file))
        if missing is Missing.CREATE:
            if where.store is None:
                file.parent.mkdir(parents=True, exist_ok=True)
        elif where.store is None or file.parent.is_dir():  # else opening says what is missing
            place = NOWHERE
            if missing is Missing.READ_EMPTY:
                click.echo(f"note: there is no store at {file} yet", err=True)
    config = replace(CONFIG, embedding_mismatch="text") if any_vectors else CONFIG
    with Memory.open(
        place, embedder=_embedder(where), config=config, listeners=(_FLUSHING,)
    ) as memory:
        yield memory


def _embedder(where: Where) -> str | None:
    return None if where.embedder == "none" else where.embedder


def _file(place: str) -> Path | None:
    """Return the file that a path or URL names; other stores have none."""
    path = read_location(place).path
    return None if path is None else Path(path)


def handle(memory: Memory, place: Place, writing: Writing | None = None) -> Handle:
    """Return the handle of the scope that a command names, for what it is to write."""
    return memory.scope(
        user=place.user,
        agent=place.agent,
        tenant=place.tenant,
        project=place.project,
        session=place.session,
        timezone=place.timezone,
        write_global=writing is not None and writing.is_global,
        dry_run=writing is not None and writing.dry_run,
    )


def missing_for(writing: Writing) -> Missing:
    """Return what a write does where there is no store: only one that is meant makes it."""
    return Missing.TRY if writing.dry_run else Missing.CREATE


def flush(memory: Memory, where: Where) -> None:
    """Digest and embed what is pending, saying how far it is."""
    with flushing(where) as told:
        memory.flush(progress=told)


class _Flushing:
    """Hears which of its two works a flush is at."""

    label = "digesting"

    def __call__(self, event: Event, /) -> None:
        if isinstance(event, Digested):
            self.label = "embedding" if event.stage == "embed" else "digesting"


_FLUSHING = _Flushing()
"""A process runs one command, which flushes once."""


@contextmanager
def flushing(where: Where) -> Iterator[Callable[[int, int], None]]:
    """Tell how far a flush is, and with what: first it digests, then it embeds."""
    with ExitStack() as stack:
        told: dict[str, Callable[[int, int], None]] = {}

        def tell(done: int, total: int) -> None:
            if not done:
                return  # nothing is done yet, so nobody said with what
            label = _FLUSHING.label
            if label not in told:
                stack.close()  # the bar of the work before
                told[label] = stack.enter_context(progress(label, verbose=where.verbose))
            told[label](done, total)

        yield tell


@contextmanager
def progress(label: str, *, verbose: bool) -> Iterator[Callable[[int, int], None]]:
    """Tell how far long work is: a bar on a terminal, lines if `verbose`, else nothing.

    What is yielded takes how many of how many are done, from any thread.
    """
    with ExitStack() as stack:
        bars: list[Any] = []

        def on_terminal(done: int, total: int) -> None:
            if total and not bars:
                bar = click.progressbar(length=total, label=label, file=sys.stderr)
                bars.append(stack.enter_context(bar))
            for bar in bars:
                bar.length = total
                bar.update(done - bar.pos)

        tenths = [-1]

        def in_lines(done: int, total: int) -> None:
            if total and verbose and 10 * done // total > tenths[-1]:
                tenths.append(10 * done // total)
                click.echo(f"{label}: {done} of {total}", err=True)

        yield on_terminal if sys.stderr.isatty() else in_lines

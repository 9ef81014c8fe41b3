"""The commands that keep house: `stats`, `flush`, `verify`, `rebuild`."""

from __future__ import annotations

from dataclasses import fields, replace

import click

from retentive.surfaces.cli import show
from retentive.surfaces.cli.opening import Missing, flushing, handle, location, opened, progress
from retentive.surfaces.cli.options import Place, Where, dry_run, in_scope, on_store
from retentive.types import Stats


@click.command(
    short_help="Show where the store is and what it holds.",
    epilog="""\b
Examples:
  retentive stats
  retentive stats --user ana --json""",
)
@in_scope
def stats(place: Place) -> None:
    """Show where the store is and what it holds, or what a scope may read of it."""
    with opened(place, Missing.READ_EMPTY) as memory:
        found = handle(memory, place).stats() if place.is_named else memory.stats()
    found = replace(found, location=location(place))
    rows = [(one.name.replace("_", " "), getattr(found, one.name)) for one in fields(found)]
    rows[-1] = ("waiting for", ", ".join(found.waiting_for) or "nothing")
    show.answer(found, show.table(rows))
    show.pending(found.pending)


@click.command(
    short_help="Digest everything that is pending.",
    epilog="""\b
Example:
  retentive flush --verbose""",
)
@click.option("--timeout", type=click.FloatRange(0), metavar="SECONDS", help="Give up after.")
@on_store
def flush(where: Where, timeout: float | None) -> None:
    """Digest everything that was accepted so far, in this process."""
    with (
        opened(where, Missing.REFUSE) as memory,
        flushing(where) as told,
    ):
        done = memory.flush(timeout=timeout, progress=told)
    line = f"digested {done.digested}, pending {done.pending}, given up {done.dead_letters}"
    if done.embedded or done.unembedded:
        line += f", embedded {done.embedded}, without a vector {done.unembedded}"
    show.answer(done, [line])


@click.command(
    short_help="Check the store against its log.",
    epilog="""\b
Example:
  retentive verify --json""",
)
@on_store
def verify(where: Where) -> None:
    """Check every row against the log and against each other; change nothing.

    Ends with 1 if anything is wrong.
    """
    with (
        opened(where, Missing.REFUSE) as memory,
        progress("checking", verbose=where.verbose) as told,
    ):
        found = memory.verify(progress=told)
    looked = (
        f"{show.plural(found.entries, 'entry')}, {show.plural(found.records, 'record')} and "
        f"{show.plural(found.documents, 'document')} in {show.plural(found.spaces, 'space')}"
    )
    lines = [f"{one.check}: {one.place}: {show.clean(one.detail)}" for one in found.damages]
    show.answer(found, [*lines, f"{'clean' if found.clean else 'damaged'}: {looked}"])
    if not found.clean:
        show.say("error: the store is damaged; keep a copy, then run `retentive rebuild`")
        click.get_current_context().exit(1)


@click.command(
    short_help="Derive everything again from the log.",
    epilog="""\b
Examples:
  retentive rebuild --dry-run
  retentive rebuild --verbose
  retentive rebuild --embeddings --embedder multilingual""",
)
@click.option("--embeddings", is_flag=True, help="Make all vectors anew instead.")
@dry_run
@on_store
def rebuild(where: Where, embeddings: bool, dry_run: bool) -> None:
    """Derive everything again from the log, beside what is served, and swap it in."""
    with opened(where, Missing.REFUSE, any_vectors=embeddings) as memory:
        if dry_run:
            return _preview(memory.stats())
        with progress("rebuilding", verbose=where.verbose) as told:
            done = memory.rebuild(embeddings=embeddings, progress=told)
    spaces = show.plural(done.spaces, "space")
    line = (
        f"{show.plural(done.entries, 'entry')} in {spaces} gave "
        f"{show.plural(done.facts, 'fact')}; {show.plural(done.unplaced, 'command')} unplaced, "
        f"{show.plural(done.dead_letters, 'entry')} given up"
    )
    if embeddings:
        line = f"made {show.plural(done.vectors, 'vector')} anew in {spaces}"
        if done.unembedded:
            line += f"; {show.plural(done.unembedded, 'document')} still without one"
    show.answer(done, [line])


def _preview(found: Stats) -> None:
    """Say how much a rebuild would read."""
    line = (
        f"would rebuild {show.plural(found.facts, 'fact')} from "
        f"{show.plural(found.entries, 'entry')} in {show.plural(found.spaces, 'space')}"
    )
    told = {name: getattr(found, name) for name in ("spaces", "entries", "facts")}
    show.answer({"dry_run": True, **told}, [line])

"""The command to see it work: `demo`."""

from __future__ import annotations

import click

from retentive.surfaces.cli import show
from retentive.surfaces.cli.options import as_json
from retentive.surfaces.cli.settings import JSON
from retentive.surfaces.demo.play import play


@click.command(
    short_help="Play a short conversation into a memory and ask it.",
    epilog="""\b
Examples:
  retentive demo
  retentive demo --keep demo.db
  retentive demo --json""",
)
@click.option(
    "--keep", metavar="PATH", type=click.Path(), help="Keep the store, in a new file of that name."
)
@as_json
def demo(keep: str | None) -> None:
    """Play some weeks of a small shop's conversations into a memory, and ask it.

    Everything shown is what the library answered, from a store in a temporary folder.
    """
    if click.get_current_context().meta.get(JSON):
        return show.answer({"lines": [click.unstyle(line) for line in play(keep)]}, [])
    for line in play(keep):
        click.echo(line)
    return None

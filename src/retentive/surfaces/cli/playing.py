"""The command to see it work: `demo`."""

from __future__ import annotations

import click

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

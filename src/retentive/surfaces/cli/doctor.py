"""The command that looks whether everything works: `doctor`."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import click

from retentive import __version__
from retentive.app.doctor import Doctor
from retentive.model.health import Check, Health
from retentive.rules.location import Location, read_location
from retentive.surfaces.cli import show
from retentive.surfaces.cli.opening import location
from retentive.surfaces.cli.options import Where, on_store

_COLOURS = {Health.OK: "green", Health.WARN: "yellow", Health.FAIL: "red"}


@click.command(
    short_help="Check the installation, the model and the store.",
    epilog="""\b
Examples:
  retentive doctor
  retentive doctor --store agent.db
  retentive doctor --embedder multilingual --json""",
)
@on_store
def doctor(where: Where) -> None:
    """Check the installation, the model, the store if there is one, and run a short trial.

    The trial stores and finds a sentence in a temporary folder. Of the store it is seen whether
    it opens and can be written, and what waits in it; `verify` checks what it holds. Ends with
    1 if anything fails.
    """
    given = None if where.embedder == "none" else where.embedder
    found = asyncio.run(Doctor(__version__, given).diagnose(_place(where)))
    show.answer(found, (_line(check) for check in found.checks))
    if not found.is_sound:
        click.get_current_context().exit(1)


def _place(where: Where) -> Location | None:
    """Return the store, if it is there; one that is named and absent is told."""
    place = read_location(location(where))
    if place.path is None or os.path.lexists(Path(place.path)):
        return place
    show.say(f"note: there is no store at {place.path} yet")
    return None


def _line(check: Check) -> str:
    mark = click.style(f"{check.health.value:<4}", fg=_COLOURS[check.health])
    remedy = f" -> {show.clean(check.remedy)}" if check.remedy else ""
    return f"{mark} {check.name}: {show.clean(check.detail)}{remedy}"

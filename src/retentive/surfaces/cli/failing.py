"""What a person or program is told when a command is refused or fails."""

from __future__ import annotations

import json

import click

from retentive import RetentiveError
from retentive.surfaces import wire

_NEXT = {
    "scope_required": "say whose memory this is: --user NAME (or RETENTIVE_USER), --agent or "
    "--project",
    "visibility_not_allowed": "name the space with --visibility, or leave the option out",
    "not_found": "`retentive recall` and `retentive facts` show the ids of this scope",
    "idempotency_conflict": "give what changed a new id, or use `retentive correct`",
    "invalid_time": "write times like 2026-03-09T10:00:00Z, or add --timezone Europe/Lisbon",
    "blank_content": "give some words, in quotes",
    "too_large": "split it; docs/limits.md has the sizes",
    "store_moved": "put the file back under its name, or name another with --store",
    "index_mismatch": "run `retentive rebuild`",
    "store_busy": "another process is writing; try again in a moment",
    "corrupt_store": "copy the file before anything else, then run `retentive verify`",
}
"""What to do next on the command line, by the code of the error."""


def tell(error: RetentiveError, *, as_json: bool) -> None:
    """Say what was refused and what to do next."""
    hint = _NEXT.get(error.code)
    if as_json:
        said = wire.failure(error.code, error.message, {**error.facts, "hint": hint})
        click.echo(json.dumps(said, ensure_ascii=False, indent=2))
    click.echo(f"error: {error.message} [{error.code}]", err=True)
    if hint:
        click.echo(f"hint: {hint}", err=True)


def tell_json(code: str, message: str) -> None:
    """Print an error object that no error of the library stands for."""
    click.echo(json.dumps(wire.failure(code, message), ensure_ascii=False, indent=2))


def tell_unexpected(error: Exception, *, as_json: bool) -> None:
    """Own up to a fault of the program."""
    message = f"{type(error).__name__}: {error}"
    if as_json:
        tell_json("unexpected", message)
    click.echo(f"error: {message} [unexpected]", err=True)
    click.echo("hint: this is a fault in retentive; --verbose shows where", err=True)

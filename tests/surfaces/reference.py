"""Write docs/cli.md from the help of the command line: `make reference`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from retentive.surfaces.cli import root

PLACE = Path(__file__).parents[2] / "docs" / "cli.md"

PREFACE = """\
# Command line

Written by `make reference` from the help texts; change those instead.

Data goes to stdout, talk and progress to stderr.

| exit code | means |
|---|---|
| 0 | done |
| 1 | refused or failed: stderr says why and what to do; damage found by `verify` |
| 2 | misuse: an unknown command or option, a value that cannot be read |
| 130 | ended by Ctrl-C; what was acknowledged is safe |

With `--json` a failure is an object on stdout too: `{"error": {"code": …, "message": …}}`.

`RETENTIVE_STORE`, `RETENTIVE_USER`, `RETENTIVE_AGENT`, `RETENTIVE_TENANT`, `RETENTIVE_PROJECT`,
`RETENTIVE_SESSION`, `RETENTIVE_TIMEZONE` and `RETENTIVE_EMBEDDER` stand in for the options of those
names. What `--store` may name, and what a `--kind` is, is in [opening.md](opening.md).

A `--dry-run` counts, refuses and ends as the real run would on the same store, and keeps nothing.
"""


def pages(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield the section of a command and of those below it."""
    yield f"## {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from pages(
                below, click.Context(below, info_name=name, parent=context, terminal_width=88)
            )


def reference() -> str:
    """Return the whole document."""
    context = click.Context(
        root, info_name="retentive", terminal_width=88, help_option_names=["-h", "--help"]
    )
    return "\n".join([PREFACE, *pages(root, context)])


if __name__ == "__main__":
    PLACE.write_text(reference(), "utf-8")

"""The root command: finds the others when they are asked for, and turns failures into exits.

The table below spares `--help` the import of every command; a test compares it with them.
"""

from __future__ import annotations

import sys
from importlib import import_module  # noqa: TID251 - a command loads when it is run
from typing import Any

import click

from retentive import RetentiveError, __version__
from retentive.surfaces.cli.settings import JSON, VERBOSE

COMMANDS = {
    "observe": ("writing", "Store messages or events from a file or stdin."),
    "remember": ("writing", "Store one statement as said."),
    "recall": ("reading", "Search what is remembered, best first."),
    "context": ("reading", "Build the memory block for a prompt."),
    "facts": ("reading", "List the facts that hold, newest first."),
    "history": ("reading", "Show every version of a fact."),
    "correct": ("curating", "Give a fact new words."),
    "retract": ("curating", "End a fact that was wrong."),
    "undo": ("curating", "Take back what was learnt."),
    "forget": ("curating", "Silence a fact or a message for good."),
    "stats": ("keeping", "Show where the store is and what it holds."),
    "flush": ("keeping", "Digest everything that is pending."),
    "verify": ("keeping", "Check the store against its log."),
    "rebuild": ("keeping", "Derive everything again from the log."),
    "doctor": ("doctor", "Check the installation, the model and the store."),
    "demo": ("playing", "Play a short conversation into a memory and ask it."),
    "bench": ("measuring", "Measure, beside plain yardsticks."),
}
"""Every command: the module that holds it, and its one line of help."""

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C ended, as shells count it."""


class Root(click.Group):
    """A group that imports a command when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, importing its module."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"retentive.surfaces.cli.{COMMANDS[cmd_name][0]}")
        found: click.Command = getattr(module, cmd_name)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a failure becomes a message that says what to do, and an exit code."""
        try:
            return super().invoke(ctx)
        except (click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except click.UsageError as error:
            if ctx.meta.get(JSON):
                _failing().tell_json("usage", error.format_message())
            raise
        except RetentiveError as error:
            _failing().tell(error, as_json=bool(ctx.meta.get(JSON)))
            ctx.exit(1)
        except KeyboardInterrupt:
            click.echo(
                "\ninterrupted: what was acknowledged is safe; run the command again to go on",
                err=True,
            )
            ctx.exit(INTERRUPTED)
        except Exception as error:  # noqa: BLE001 - the edge
            if ctx.meta.get(VERBOSE):
                sys.excepthook(type(error), error, error.__traceback__)
            _failing().tell_unexpected(error, as_json=bool(ctx.meta.get(JSON)))
            ctx.exit(1)


def _failing() -> Any:
    """Return the module that words failures, which a command that works never needs."""
    return import_module("retentive.surfaces.cli.failing")


@click.command(
    cls=Root,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
A first walk:
  retentive remember --user ana "Prefers e-mail over phone"
  retentive recall --user ana "e-mail or phone?"
  retentive demo

The store is one file in your data folder; --store or RETENTIVE_STORE names another.""",
)
@click.version_option(__version__, prog_name="retentive")
def root() -> None:
    """Long-term memory for AI agents, in one file and offline.

    Conversation goes in with `observe`, the right few lines come out with `recall` and
    `context`, each with the words it rests on.
    """

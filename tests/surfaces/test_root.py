"""The root command: help without weight, exits, errors as data."""

from __future__ import annotations

import json
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from retentive.surfaces.cli import root
from retentive.surfaces.cli.root import COMMANDS
from tests.surfaces.conftest import CommandLine

HEAVY = {"alembic", "numpy", "onnxruntime", "psycopg", "sqlalchemy", "sqlite3"}


def commands() -> dict[str, click.Command]:
    """Return every command by its full name."""
    context = click.Context(root)
    found = {name: root.get_command(context, name) for name in root.list_commands(context)}
    bench = found["bench"]
    assert isinstance(bench, click.Group)
    nested = {f"bench {name}": command for name, command in bench.commands.items()}
    return {name: command for name, command in (found | nested).items() if command is not None}


def test_the_table_of_commands_tells_what_the_commands_tell() -> None:
    found = {name: command.short_help for name, command in commands().items() if name in COMMANDS}
    assert found == {name: line for name, (_, line) in COMMANDS.items()}


@pytest.mark.parametrize("name", commands())
def test_every_command_has_help_and_examples(name: str) -> None:
    done = CliRunner().invoke(root, [*name.split(), "--help"])
    assert done.exit_code == 0
    assert commands()[name].help
    assert name == "bench" or f"retentive {name}" in (commands()[name].epilog or "")


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from retentive.surfaces.cli import root\n"
        "root.main(['--help'], standalone_mode=False)\n"
        "print('MODULES', *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "A first walk:" in done.stdout
    loaded = {name.partition(".")[0] for name in done.stdout.partition("MODULES ")[2].split()}
    assert loaded & HEAVY == set()


def test_the_version_is_shown() -> None:
    done = CliRunner().invoke(root, ["--version"])
    assert done.stdout.startswith("retentive, version ")


@pytest.mark.parametrize(
    "args",
    [["nonsense"], ["recall"], ["recall", "x", "--nonsense"], ["facts", "--limit", "-1"]],
)
def test_misuse_ends_with_2(args: list[str]) -> None:
    done = CliRunner().invoke(root, args)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Usage: " in done.stderr


def test_misuse_is_told_to_programs_too() -> None:
    done = CliRunner().invoke(root, ["facts", "--json", "--limit", "many"])
    assert done.exit_code == 2
    assert json.loads(done.stdout)["error"]["code"] == "usage"


def test_a_missing_scope_says_what_to_name() -> None:
    args = ["remember", "Likes tea", "--store", "memory://"]
    done = CliRunner().invoke(root, args)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "[scope_required]" in done.stderr
    assert "hint: add --user NAME (or set RETENTIVE_USER)" in done.stderr
    told = CliRunner().invoke(root, [*args, "--json"])
    assert told.exit_code == 1
    error = json.loads(told.stdout)["error"]
    assert error["code"] == "scope_required"
    assert {"code", "message", "hint"} <= set(error)


def test_an_unknown_engine_is_refused() -> None:
    done = CliRunner().invoke(root, ["stats", "--store", "oracle://x", "--json"])
    assert done.exit_code == 1
    assert json.loads(done.stdout)["error"]["field"] == "url"


def test_a_fault_of_ours_is_owned_up_to(cli: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("retentive.surfaces.cli.reading.opened", broken)
    done = cli.run("recall", "x", "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["error"] == {
        "code": "unexpected",
        "message": "ZeroDivisionError: by zero",
    }
    assert "this is a fault in retentive" in done.stderr

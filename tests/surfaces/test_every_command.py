"""What holds for every command: help, JSON, streams, exit codes, and odd values told in words."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from retentive.surfaces.cli import root
from tests.surfaces.conftest import CommandLine, lines, message
from tests.surfaces.test_root import commands

NAMES = [name for name, command in commands().items() if not isinstance(command, click.Group)]
HEAVY = [name for name in NAMES if name.startswith("bench")]
LIGHT = [name for name in NAMES if name not in HEAVY and name != "demo"]
WRITES = {"observe", "remember", "correct", "retract", "forget", "undo", "rebuild"}
NEEDS_STORE = {"flush", "verify", "rebuild"}
NEEDS_RECORD = {"history", "correct", "retract", "forget", "undo"}
LONG = {"observe", "flush", "verify", "rebuild"}


def arguments(cli: CommandLine, name: str) -> list[str]:
    """Return arguments with which a command works, on a store that holds a fact."""
    fact = cli.json("remember", "Keeps two ferrets")["id"]
    return {
        "observe": ["-"],
        "remember": ["Likes tea"],
        "recall": ["ferrets"],
        "context": ["ferrets"],
        "history": [fact],
        "correct": [fact, "Keeps a cat"],
        "retract": [fact],
        "forget": [fact],
        "undo": [fact],
    }.get(name, [])


def options(name: str) -> set[str]:
    """Return the names of a command's options."""
    return {one for option in commands()[name].params for one in option.opts}


STDIN = lines(message("My dog is called Bica.", "m1"))


@pytest.mark.parametrize("name", NAMES)
def test_every_command_prints_json_if_asked(name: str) -> None:
    assert "--json" in options(name)


def test_what_writes_can_be_tried_and_nothing_else_says_so() -> None:
    assert {name for name in NAMES if "--dry-run" in options(name)} == WRITES


@pytest.mark.parametrize("name", LIGHT)
def test_data_goes_to_stdout_as_json_and_talk_beside_it(cli: CommandLine, name: str) -> None:
    args = arguments(cli, name)
    done = cli.run(name, *args, "--json", "--verbose", stdin=STDIN)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout) is not None
    assert "Traceback" not in done.output


@pytest.mark.parametrize("name", LIGHT)
def test_without_json_a_person_reads_lines(cli: CommandLine, name: str) -> None:
    done = cli.run(name, *arguments(cli, name), stdin=STDIN)
    assert done.exit_code == 0, done.output
    assert done.stdout.strip()
    assert not done.stdout.startswith(("{", "["))


@pytest.mark.parametrize("name", sorted(WRITES))
def test_a_trial_changes_no_byte(cli: CommandLine, name: str) -> None:
    args = arguments(cli, name)
    before = cli.store.read_bytes()
    done = cli.run(name, *args, "--dry-run", stdin=STDIN)
    assert done.exit_code == 0, done.output
    assert "would " in done.stdout
    assert cli.json(name, *args, "--dry-run", stdin=STDIN)["dry_run"] is True
    assert cli.store.read_bytes() == before


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("misuse", [["--nonsense"], ["one", "two", "three", "four"]])
def test_misuse_ends_with_2_and_prints_no_data(name: str, misuse: list[str]) -> None:
    done = CliRunner().invoke(root, [*name.split(), *misuse])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Usage: retentive" in done.stderr or "Usage: root" in done.stderr


@pytest.mark.parametrize("name", LIGHT)
def test_without_a_store_only_what_needs_one_is_refused(
    tmp_path: Path, cli: CommandLine, name: str
) -> None:
    args = arguments(cli, name)
    fresh = CommandLine(tmp_path / "fresh.db")
    done = fresh.run(name, *args, stdin=STDIN)
    assert done.exit_code == int(name in NEEDS_STORE | NEEDS_RECORD), done.output
    assert fresh.store.exists() == (name in {"observe", "remember"})
    if done.exit_code:
        assert done.stdout == ""
        assert "error: " in done.stderr


ODD_STORES = ["", "sqlite://", ":memory:", "memory://x", "mysql://h/x", "a.db?mode=ro", "~/a.db"]
ODD_STORES += ["postgresql://h:port/x", "file:a.db", "x" * 5000, "none/at/all.db", "."]


@pytest.mark.parametrize("name", ["observe", "remember", "recall", "stats", "verify", "history"])
@pytest.mark.parametrize("store", ODD_STORES, ids=lambda text: text[:12])
def test_an_odd_store_is_refused_in_words_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, store: str
) -> None:
    monkeypatch.chdir(tmp_path)
    args = {"observe": ["-"], "remember": ["x"], "recall": ["x"], "history": ["f_1"]}.get(name, [])
    who = [] if name == "verify" else ["--user", "ana"]
    done = CliRunner().invoke(root, [name, *args, *who, "--store", store], input=STDIN)
    empty = name in {"recall", "stats"} and store == "x" * 5000
    assert done.exit_code == (0 if empty else 1), done.output
    assert "unexpected" not in done.output
    assert "Traceback" not in done.output
    assert list(tmp_path.iterdir()) == []


ODD = ["", " ", "a\0b", "\udcff", "x" * 5000, "-1", "9" * 400, "nan", "\u202e", "5", "any"]


@pytest.mark.parametrize("name", LIGHT)
def test_no_odd_value_of_an_option_is_our_fault(cli: CommandLine, name: str) -> None:
    args = arguments(cli, name)
    faults = []
    for option in commands()[name].params:
        if not isinstance(option, click.Option) or option.is_flag or option.name == "store":
            continue
        for value in ODD:
            given = [*args, f"{option.opts[0]}={value}", "--dry-run"]
            given = given if name in WRITES else given[:-1]
            done = cli.run(name, *given, stdin=STDIN)
            if done.exit_code not in (0, 1, 2) or "[unexpected]" in done.stderr:
                faults.append(f"{option.opts[0]}={value!r:.20}: {done.stderr[-200:]}")
    assert faults == []


@pytest.mark.parametrize("name", sorted(LONG))
def test_long_work_tells_how_far_it_is(cli: CommandLine, name: str) -> None:
    many = lines(*(message(f"I keep number {at} in the drawer.", f"i{at}") for at in range(600)))
    args = ["-"] if name == "observe" else []
    if name != "observe":
        cli.out("observe", "--no-flush", "-", stdin=many)
    done = cli.run(name, *args, "--verbose", stdin=many)
    assert done.exit_code == 0, done.output
    assert " of " in done.stderr

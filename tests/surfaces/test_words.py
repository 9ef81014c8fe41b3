"""Refusals of the command line name its options, and what to do next, not Python."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from retentive.surfaces.cli import root
from tests.surfaces.conftest import CommandLine, lines, message

PYTHON = re.compile(r"\w=|\w\(|\bNone\b|\.list\b|Path\.|\bcall \w+|as_of|valid_at")


def said(cli: CommandLine, *args: str, stdin: str = "") -> str:
    done = cli.run(*args, stdin=stdin)
    assert done.exit_code == 1, done.output
    assert done.stdout == ""
    assert not PYTHON.search(done.stderr), done.stderr
    return done.stderr


def test_a_role_or_space_without_its_owner_names_the_option(cli: CommandLine) -> None:
    told = said(cli, "remember", "Refunded July", "--role", "assistant")
    assert "error: this needs --agent as well" in told
    assert "hint: add --agent NAME, or set RETENTIVE_AGENT\n" in told
    told = said(cli, "remember", "Greet first", "--visibility", "tenant")
    assert "hint: add --tenant NAME, or set RETENTIVE_TENANT\n" in told


def test_nobody_named_is_told_by_the_options(cli: CommandLine) -> None:
    done = CliRunner().invoke(root, ["recall", "--store", str(cli.store), "tea"])
    assert done.exit_code == 1
    assert "hint: add --user NAME (or set RETENTIVE_USER), --agent or --project" in done.stderr
    assert not PYTHON.search(done.stderr)


def test_what_others_share_names_the_option(cli: CommandLine) -> None:
    shared = ("--agent", "support", "--visibility", "agent")
    lesson = cli.json("remember", "Greet people first", *shared)["id"]
    told = said(cli, "retract", lesson, "--agent", "support")
    assert "hint: add --visibility agent to change it for everybody" in told


@pytest.mark.parametrize("command", ["verify", "rebuild", "flush"])
def test_a_store_that_is_missing_is_no_matter_of_ids(cli: CommandLine, command: str) -> None:
    told = said(cli, command)
    assert "there is no store at" in told
    assert "`retentive facts`" not in told


def test_what_has_ended_says_where_it_is_shown(cli: CommandLine) -> None:
    fact = cli.json("remember", "Lives in Lisbon")["id"]
    cli.out("retract", fact)
    told = said(cli, "retract", fact)
    assert f"error: '{fact}' has ended [not_found]\nhint: `retentive history` shows it" in told


def test_an_id_of_several_messages_names_these_and_the_session(cli: CommandLine) -> None:
    entries = [
        cli.json("observe", "--session", name, "-", stdin=lines(message("I like tea.", "m1")))
        for name in ("s-1", "s-2")
    ]
    told = said(cli, "forget", "m1")
    assert all(one["items"][0]["id"] in told for one in entries)
    assert "the --session it is of" in told
    assert cli.json("forget", "m1", "--session", "s-2")["silenced"] == [
        entries[1]["items"][0]["id"]
    ]


def test_a_key_that_was_used_for_something_else_is_named_so(cli: CommandLine) -> None:
    cli.out("remember", "Lives in Lisbon", "--idempotency-key", "k")
    told = said(cli, "remember", "Lives in Porto", "--idempotency-key", "k")
    assert "hint: use a new key for what is new" in told


def test_times_that_exclude_each_other_are_told_by_the_options(cli: CommandLine) -> None:
    cli.out("remember", "Lives in Lisbon")
    at = "2026-03-09T10:00:00Z"
    told = said(cli, "recall", "Lisbon", "--as-of", at, "--known-at", at)
    assert "give --as-of, or --valid-at and --known-at, not both" in told


def test_a_folder_that_is_missing_is_to_be_made_first(tmp_path: Path) -> None:
    cli = CommandLine(tmp_path / "nowhere" / "memory.db")
    for more in ([], ["--dry-run"]):
        told = said(cli, "remember", "Lives in Lisbon", *more)
        assert "create it first [invalid_input]" in told


def test_what_is_not_digested_is_told_beside_an_empty_answer(cli: CommandLine) -> None:
    cli.out("observe", "--no-flush", "-", stdin=lines(message("I moved to Porto.")))
    for args in (("recall", "Porto"), ("context", "Porto"), ("facts",)):
        done = cli.run(*args)
        assert done.exit_code == 0
        assert "1 entry waits for digestion: run `retentive flush`" in done.stderr
    cli.out("flush")
    assert "digestion" not in cli.run("recall", "Porto").stderr


def test_an_empty_list_says_so(cli: CommandLine) -> None:
    cli.out("remember", "Lives in Lisbon")
    assert (
        cli.run("facts", "--kind", "goal").stderr == "no fact is remembered of that kind or tag\n"
    )
    assert CommandLine(cli.store, "ben").run("facts").stderr == "no fact is remembered\n"


def test_an_empty_context_says_whether_nothing_was_found_or_nothing_fits(cli: CommandLine) -> None:
    cli.out("remember", "Lives in Lisbon")
    assert "nothing is remembered that fits the query" in cli.run("context", "ferrets").stderr
    small = cli.run("context", "Lisbon", "--budget", "5").stderr
    assert small == "1 line would fit the query, but none the budget of 5 tokens: raise it\n"

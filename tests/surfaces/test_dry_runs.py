"""`--dry-run` says what the real run would: the same numbers, refusals and exit code."""

from __future__ import annotations

import json

import pytest

from tests.surfaces.conftest import CommandLine, lines, message

TEA = message("I drink green tea.", "m1")
SEA = message("I like the sea.", "m2")


COMMANDS = [("correct", "New words"), ("retract",), ("forget",), ("undo",)]


def counted(told: dict[str, object]) -> list[object]:
    return [told[name] for name in ("stored", "duplicates", "rejected")]


@pytest.mark.parametrize(
    "fed",
    [
        lines(TEA, SEA),
        lines(message("Something else entirely.", "m1"), SEA),
        lines(SEA, SEA, message("Something else.", "m2")),
        lines(message("Something else entirely.", "m1")),
        lines({"role": "king", "content": "x"}, TEA),
    ],
    ids=["known", "in conflict", "twice in the file", "nothing but conflict", "refused"],
)
def test_a_dry_run_of_observe_counts_what_the_real_run_counts(cli: CommandLine, fed: str) -> None:
    cli.out("observe", "-", stdin=lines(TEA))
    tried = cli.run("observe", "--json", "--dry-run", "-", stdin=fed)
    before = cli.json("stats")["entries"]
    done = cli.run("observe", "--json", "-", stdin=fed)
    assert tried.exit_code == done.exit_code
    both = [_without_ids(one.stdout) for one in (tried, done)]
    assert both[0] == both[1]
    assert before == 1


def _without_ids(stdout: str) -> object:
    told = json.loads(stdout)
    items = [(one["where"], one["outcome"], one["reason"]) for one in told["items"]]
    return counted(told), items


def test_a_dry_run_finds_an_id_that_comes_again_in_a_later_batch(cli: CommandLine) -> None:
    many = lines(*(message(f"I like tea number {n}.", f"n{n}") for n in range(501)))
    again = many + lines(message("I like tea number 0.", "n0"))
    tried = cli.json("observe", "--dry-run", "-", stdin=again)
    assert counted(tried) == [501, 1, 0]


def test_a_dry_run_knows_the_keys_of_earlier_runs(cli: CommandLine) -> None:
    key = ("--idempotency-key", "import-1", "-")
    cli.out("observe", *key, stdin=lines(message("I like the sea.")))
    same = lines(message("I like the sea."))
    assert counted(cli.json("observe", "--dry-run", *key, stdin=same)) == [0, 1, 0]
    other = cli.run("observe", "--dry-run", *key, stdin=lines(message("I like the hills.")))
    assert other.exit_code == 1


def test_a_dry_run_says_no_id_for_what_it_did_not_store(cli: CommandLine) -> None:
    cli.out("observe", "-", stdin=lines(TEA))
    tried = cli.json("observe", "--dry-run", "-", stdin=lines(TEA, SEA))
    known, new = tried["items"]
    assert known["id"].startswith("m_")
    assert new["id"] is None


@pytest.mark.parametrize("command", COMMANDS)
def test_a_dry_run_refuses_an_unknown_id(cli: CommandLine, command: tuple[str, ...]) -> None:
    cli.out("remember", "Lives in Lisbon")
    verb, *words = command
    tried = cli.run(verb, "f_nothing", *words, "--dry-run")
    assert (tried.exit_code, tried.stdout) == (1, "")
    assert "[not_found]" in tried.stderr


def test_a_dry_run_refuses_what_needs_a_visibility(cli: CommandLine) -> None:
    shared = ("--agent", "support", "--visibility", "agent")
    lesson = cli.json("remember", "Greet people first", *shared)
    refused = cli.json("retract", lesson["id"], "--agent", "support", "--dry-run", code=1)
    assert refused["error"]["code"] == "visibility_not_allowed"


def test_a_dry_run_of_forget_names_the_words_that_would_go(cli: CommandLine) -> None:
    entry = cli.json("observe", "-", stdin=lines(TEA))["items"][0]["id"]
    tried = cli.json("forget", entry, "--dry-run")
    assert tried["silenced"] == [entry]
    assert cli.json("recall", "green tea")


def test_a_dry_run_of_remember_refuses_a_key_that_was_used(cli: CommandLine) -> None:
    cli.out("remember", "Lives in Lisbon", "--idempotency-key", "k")
    tried = cli.run("remember", "Lives in Porto", "--idempotency-key", "k", "--dry-run")
    assert tried.exit_code == 1
    assert "[idempotency_conflict]" in tried.stderr

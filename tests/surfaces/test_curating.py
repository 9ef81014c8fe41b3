"""`retentive remember`, `correct`, `retract`, `forget`, `history`: one fact's life."""

from __future__ import annotations

from typing import Any

import pytest

from tests.surfaces.conftest import CommandLine, lines, message, texts

COMMANDS = [("correct", "New words"), ("retract",), ("forget",), ("undo",)]


@pytest.fixture
def fact(cli: CommandLine) -> dict[str, Any]:
    """A remembered fact."""
    found: dict[str, Any] = cli.json("remember", "Lives in Lisbon")
    return found


def test_a_statement_is_found_at_once(cli: CommandLine) -> None:
    done = cli.out("remember", "Deploys are frozen in December", "--no-flush")
    assert "knowledge\n  Deploys are frozen in December\n" in done
    assert texts(cli.json("recall", "when are deploys frozen?")) == [
        "Deploys are frozen in December"
    ]


def test_an_equal_statement_confirms_the_first(cli: CommandLine, fact: dict[str, Any]) -> None:
    again = cli.json("remember", "Lives in Lisbon")
    assert again["key"] == fact["key"]
    assert len(cli.json("facts")["items"]) == 1


def test_a_correction_leaves_a_history(cli: CommandLine, fact: dict[str, Any]) -> None:
    done = cli.json("correct", fact["id"], "Lives in Porto")
    assert done["fact"]["text"] == "Lives in Porto"
    assert texts(cli.json("facts")["items"]) == ["Lives in Porto"]
    chain = cli.json("history", fact["id"])
    assert [(one["text"], one["reason"]) for one in chain] == [
        ("Lives in Lisbon", "stated"),
        ("Lives in Porto", "corrected"),
    ]
    told = cli.out("history", fact["id"]).splitlines()
    assert [line.strip() for line in told[1::2]] == ["Lives in Lisbon", "Lives in Porto"]
    assert " – open  corrected  " in told[2]


def test_a_retracted_fact_is_shown_no_more(cli: CommandLine, fact: dict[str, Any]) -> None:
    told = cli.out("retract", fact["id"], "--reason", "it was a joke")
    assert "retract: done, change " in told
    assert cli.json("recall", "Lisbon") == []
    assert cli.json("history", fact["id"])[-1]["standing"] == "retracted"
    *_, head, words = cli.out("history", fact["id"]).splitlines()
    assert " – open  retracted: it was a joke  f_" in head
    assert words == "  no longer: Lives in Lisbon"


def test_a_forgotten_message_is_silent(cli: CommandLine) -> None:
    stored = cli.json("observe", "-", stdin=lines(message("The code is 4417, by the way.", "m1")))
    entry = stored["items"][0]["id"]
    done = cli.json("forget", entry)
    assert done["silenced"] == [entry]
    assert cli.json("recall", "code 4417") == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_dry_run_changes_nothing(
    cli: CommandLine, fact: dict[str, Any], command: tuple[str, ...]
) -> None:
    verb, *words = command
    first, *silenced = cli.out(verb, fact["id"], *words, "--dry-run").splitlines()
    assert first == f"would {verb}: Lives in Lisbon"
    assert [line.rpartition(" ")[0] for line in silenced] == ["would silence words of"]
    assert cli.json(verb, fact["id"], *words, "--dry-run")["fact"]["id"] == fact["id"]
    assert texts(cli.json("facts")["items"]) == ["Lives in Lisbon"]
    assert len(cli.json("history", fact["id"])) == 1


def test_a_statement_is_tried_without_a_store(cli: CommandLine) -> None:
    assert cli.out("remember", "Likes tea", "--dry-run") == "would remember: Likes tea\n"
    assert cli.json("remember", "Likes tea", "--dry-run")["dry_run"] is True
    assert not cli.store.exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_id_is_refused_with_what_to_do(
    cli: CommandLine, fact: dict[str, Any], command: tuple[str, ...]
) -> None:
    verb, *words = command
    ben = CommandLine(cli.store, "ben")
    for line in (ben, cli):
        name = fact["id"] if line is ben else "f_nothing"
        done = line.run(verb, name, *words)
        assert (done.exit_code, done.stdout) == (1, "")
        assert f"error: no record '{name}' is known in this scope [" in done.stderr
        assert "hint: `retentive recall` and `retentive facts` show the ids" in done.stderr


def test_what_is_shared_is_changed_only_by_name(cli: CommandLine) -> None:
    shared = ("--agent", "support", "--visibility", "agent")
    lesson = cli.json("remember", "Greet people first", *shared)
    assert lesson["kind"] == "lesson"
    refused = cli.json("retract", lesson["id"], "--agent", "support", code=1)
    assert refused["error"]["code"] == "visibility_not_allowed"
    assert cli.json("retract", lesson["id"], *shared)["change_id"]
    assert cli.json("recall", "greet people", "--agent", "support") == []


def test_global_needs_no_more_than_its_name(cli: CommandLine) -> None:
    cli.out("remember", "Water boils at 100 °C at sea level", "--visibility", "global")
    ben = CommandLine(cli.store, "ben")
    assert texts(ben.json("recall", "when does water boil?")) == [
        "Water boils at 100 °C at sea level"
    ]


def test_an_agent_signs_what_it_says_itself(cli: CommandLine) -> None:
    args = ["Refunded the July invoice", "--agent", "support", "--role", "assistant"]
    assert cli.json("remember", *args)["subject"] == "agent:support"
    (hit,) = cli.json("recall", "July", "--agent", "support")
    assert hit["sources"][0]["speaker"]["kind"] == "agent"

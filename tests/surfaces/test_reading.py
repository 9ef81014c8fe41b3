"""`retentive recall`, `context`, `facts`, `history`: what people and programs see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.surfaces.conftest import CommandLine, lines, message, texts

MOVED = "I moved from Lisbon to Porto last Friday."


@pytest.fixture
def moved(cli: CommandLine) -> CommandLine:
    """The command line over a store with one message and one statement."""
    said = message(f"{MOVED} How are you?", "m1", name="Ana")
    cli.out("observe", "--session", "s-1", "-", stdin=lines(said))
    cli.out("remember", "Prefers e-mail over phone", "--kind", "preference", "--tag", "contact")
    return cli


def test_a_hit_is_score_text_time_speaker_source_and_id(moved: CommandLine) -> None:
    (hit,) = moved.json("recall", "Porto")
    assert moved.out("recall", "Porto").splitlines() == [
        f"{hit['score']:4.2f}  {MOVED}",
        "      2026-03-09 10:00 UTC, Ana [m1]",
        "      holds 2026-03-06 00:00 UTC – open",
        f"      fact {hit['id']}",
    ]


def test_a_hit_as_json_holds_its_sources(moved: CommandLine) -> None:
    (hit,) = moved.json("recall", "Porto")
    (source,) = hit.pop("sources")
    assert source.pop("entry_id").startswith("m_")
    assert source == {
        "caller_id": "m1",
        "quote": MOVED,
        "start": 0,
        "end": 41,
        "speaker": {"id": "user:ana", "kind": "human", "name": "Ana"},
        "said_at": "2026-03-09T10:00:00Z",
        "session": "s-1",
    }
    assert (hit["text"], hit["kind"], hit["source_ids"]) == (MOVED, "context", ["m1"])
    assert 0 < hit["score"] <= 1


def test_nothing_relevant_prints_no_data(moved: CommandLine) -> None:
    done = moved.run("recall", "quantum chromodynamics")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "nothing relevant is remembered\n"
    assert moved.json("recall", "quantum chromodynamics") == []


def test_another_user_sees_nothing(moved: CommandLine) -> None:
    ben = CommandLine(moved.store, "ben")
    assert ben.json("recall", "Porto e-mail") == []
    assert ben.json("facts")["items"] == []
    assert ben.out("context", "Porto e-mail") == ""


def test_filters_choose_kinds_and_tags(moved: CommandLine) -> None:
    assert texts(moved.json("recall", "phone or Porto", "--kind", "preference")) == [
        "Prefers e-mail over phone"
    ]
    assert texts(moved.json("facts", "--tag", "contact")["items"]) == ["Prefers e-mail over phone"]
    assert moved.json("recall", "phone", "--limit", "0") == []


def test_facts_go_on_with_a_cursor(moved: CommandLine) -> None:
    done = moved.run("facts", "--limit", "1")
    assert "Prefers e-mail over phone\n  #contact\n" in done.stdout
    assert "there are more: --cursor " in done.stderr
    first = moved.json("facts", "--limit", "1")
    second = moved.json("facts", "--limit", "1", "--cursor", first["cursor"])
    both = moved.json("facts", "--all")
    assert second["cursor"] is None
    assert both == {"items": first["items"] + second["items"], "cursor": None}


def test_a_context_is_the_block_alone(moved: CommandLine) -> None:
    done = moved.run("context", "where does she live, Porto?", "--verbose", "--budget", "300")
    block = moved.json("context", "where does she live, Porto?", "--budget", "300")
    assert done.stdout == f"{block['text'].rstrip()}\n"
    assert MOVED in done.stdout
    assert f"{block['tokens']} of 300 tokens by {block['counter']}" in done.stderr
    assert {one["section"] for one in block["account"]} == {"preface", "facts", "log", "recent"}


def test_reads_look_at_the_asked_time(moved: CommandLine) -> None:
    before = ("--known-at", "2026-03-01T00:00:00Z")
    assert moved.json("facts", *before)["items"] == []
    assert moved.json("recall", "Porto", "--as-of", "2026-03-01", "--timezone", "UTC") == []
    assert texts(moved.json("recall", "Porto", "--valid-at", "any")) == [MOVED]


@pytest.mark.parametrize(
    "option",
    [("--as-of", "yesterday"), ("--known-at", "2026-03-01T00:00:00"), ("--timezone", "Mars/Base")],
)
def test_a_time_that_cannot_be_read_is_misuse(moved: CommandLine, option: tuple[str, str]) -> None:
    done = moved.run("recall", "Porto", *option)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Invalid value for" in done.stderr


def test_a_read_creates_no_store(cli: CommandLine) -> None:
    for command in (("recall", "Porto"), ("facts",), ("context", "Porto"), ("stats",)):
        done = cli.run(*command)
        assert done.exit_code == 0
        assert f"note: there is no store at {cli.store} yet\n" in done.stderr
    assert not cli.store.exists()


def test_a_read_in_a_folder_that_is_not_there_is_refused(cli: CommandLine) -> None:
    done = replace(cli, store=cli.store.parent / "nowhere" / "memory.db").run("facts")
    assert done.exit_code == 1
    assert "create it first" in done.stderr


def test_stored_text_cannot_steer_a_terminal(cli: CommandLine) -> None:
    cli.out("remember", "The sign\x1b[31m says\nstop\u202e now")
    assert "The sign\ufffd[31m says ⏎ stop\ufffd now\n" in cli.out("recall", "sign")
    assert texts(cli.json("recall", "sign")) == ["The sign\x1b[31m says\nstop\u202e now"]


def test_history_tells_what_ended_a_fact_and_when(cli: CommandLine) -> None:
    for name, text in (("m1", "I live in Lisbon."), ("m2", "I moved to Porto.")):
        cli.out("observe", "-", stdin=lines(message(text, name, name="Ana")))
    (old,) = [
        one for one in cli.json("facts", "--valid-at", "any")["items"] if "Lis" in one["text"]
    ]
    told = cli.out("history", old["id"])
    assert "extracted" in told
    assert "holds open – 2026-03-09 10:00 UTC" in told
    assert "because of “I moved to Porto.” (f_" in told

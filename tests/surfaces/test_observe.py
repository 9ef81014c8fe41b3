"""`retentive observe`: every shape of input, every item accounted for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.surfaces.conftest import CommandLine, lines, message, texts

MOVED = message("I moved from Lisbon to Porto last Friday.", "m1")
TEA = message("I drink green tea in the morning.", "m2")


@pytest.mark.parametrize(
    "data",
    [
        json.dumps([MOVED, TEA]),
        json.dumps([MOVED, TEA], indent=2),
        lines(MOVED, TEA),
        f"\n{lines(MOVED)}\n\n{json.dumps(TEA)}",
        lines(MOVED, TEA).replace("\n", "\r\n"),
        f"\ufeff{lines(MOVED, TEA)}",
    ],
    ids=["array", "pretty array", "lines", "blank lines", "windows lines", "byte order mark"],
)
def test_an_array_and_lines_are_read_alike(cli: CommandLine, data: str) -> None:
    assert cli.out("observe", "-", stdin=data.encode()) == "stored 2\n"
    found = cli.json("facts")
    assert texts(found["items"]) == [TEA["content"], MOVED["content"]]


@pytest.mark.parametrize("indent", [None, 2])
def test_one_object_is_one_message(cli: CommandLine, indent: int | None) -> None:
    assert cli.out("observe", "-", stdin=json.dumps(MOVED, indent=indent)) == "stored 1\n"


def test_a_file_is_read_and_the_receipt_names_every_item(cli: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "chat.jsonl"
    file.write_text(lines(MOVED, TEA), "utf-8")
    told = cli.json("observe", str(file))
    items = told.pop("items")
    assert told == {
        "stored": 2,
        "duplicates": 0,
        "rejected": 0,
        "lagging": False,
        "replaced": 0,
        "redacted": {},
        "dry_run": False,
    }
    assert [(one["where"], one["outcome"], one["reason"]) for one in items] == [
        ("line 1", "stored", ""),
        ("line 2", "stored", ""),
    ]
    assert all(one["id"].startswith("m_") for one in items)


def test_a_bad_line_is_named_and_the_others_are_stored(cli: CommandLine) -> None:
    data = f"{lines(MOVED)}not json\n{lines({'role': 'king', 'content': 'x'}, TEA)}"
    done = cli.run("observe", "-", stdin=data)
    assert done.exit_code == 0
    assert done.stdout == "stored 2, 2 refused\n"
    assert "note: the items named above cannot be stored" in done.stderr
    assert "line 2: no JSON: Expecting value at column 1\n" in done.stderr
    assert "line 3: role: role 'king' is not one of" in done.stderr
    assert len(cli.json("facts")["items"]) == 2


def test_strict_stores_nothing_unless_everything_can_be_stored(cli: CommandLine) -> None:
    bad = f"{lines(MOVED)}{{\n"
    told = cli.json("observe", "--strict", "-", stdin=bad, code=1)
    assert (told["stored"], told["rejected"]) == (0, 1)
    assert {one["where"]: one["outcome"] for one in told["items"]} == {
        "line 1": "held_back",
        "line 2": "rejected",
    }
    assert cli.json("facts")["items"] == []
    assert cli.out("observe", "--strict", "-", stdin=lines(MOVED)) == "stored 1\n"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'[{"role": "user",\n "content": }]', "line 2, column 13 of the array is no JSON"),
        (b'{"role": "user"}\n\xff\xfe', "line 2 is not UTF-8 text"),
        (b"[" * 100_000, "of the array is no JSON|nested too deeply"),
    ],
)
def test_what_cannot_be_told_apart_is_refused_whole(
    cli: CommandLine, data: bytes, said: str
) -> None:
    done = cli.run("observe", "-", stdin=data)
    assert (done.exit_code, done.stdout) == (1, "")
    assert any(part in done.stderr for part in said.split("|"))
    assert "nothing was stored" in done.stderr
    assert not cli.store.exists()


@pytest.mark.parametrize("data", ["", "\n\n", "[]"])
def test_nothing_in_is_nothing_stored(cli: CommandLine, data: str) -> None:
    assert cli.out("observe", "-", stdin=data) == "stored 0\n"


def test_reading_a_file_again_stores_nothing_twice(cli: CommandLine) -> None:
    cli.out("observe", "-", stdin=lines(MOVED, TEA))
    assert cli.out("observe", "-", stdin=lines(MOVED, TEA)) == "stored 0, 2 known already\n"


def test_a_key_stands_in_for_ids(cli: CommandLine) -> None:
    data = lines(message("I like the sea."), message("I like the sea."))
    key = ("--idempotency-key", "import-1", "-")
    assert cli.out("observe", *key, stdin=data) == "stored 2\n"
    assert cli.out("observe", *key, stdin=data) == "stored 0, 2 known already\n"
    changed = cli.run("observe", *key, stdin=lines(message("I like the hills.")))
    assert (changed.exit_code, changed.stdout) == (1, "stored 0, 1 refused\n")


def test_an_item_that_would_stop_the_call_stops_only_itself(cli: CommandLine) -> None:
    cli.out("observe", "-", stdin=lines(MOVED))
    changed = message("I moved from Lisbon to Braga last Friday.", "m1")
    huge = message("word " * 250_000, "m3")
    done = cli.run("observe", "-", stdin=lines(changed, TEA, huge, message("I own a cat.", "m4")))
    assert (done.exit_code, done.stdout) == (0, "stored 2, 2 refused\n")
    assert "line 1: id 'm1' of item 0 was used before with other content" in done.stderr
    assert "line 3: " in done.stderr


def test_a_dry_run_says_what_would_be_stored(cli: CommandLine) -> None:
    done = cli.run("observe", "--dry-run", "-", stdin=f"{lines(MOVED, TEA)}oops\n")
    assert (done.exit_code, done.stdout) == (0, "would store 2, 1 refused\n")
    assert not cli.store.exists()


def test_secrets_are_taken_out_and_counted(cli: CommandLine) -> None:
    said = message("My key is sk-proj-abcdefghijklmnopqrstuvwx0123456789ABCDEFGHIJKLMNOP.", "m9")
    assert "secrets taken out: 1 " in cli.out("observe", "-", stdin=lines(said))


def test_no_flush_leaves_digestion_to_others(cli: CommandLine) -> None:
    cli.out("observe", "--no-flush", "-", stdin=lines(MOVED))
    done = cli.run("stats")
    assert "1 entries wait for digestion: run `retentive flush`" in done.stderr
    assert cli.out("flush") == "digested 1, pending 0, given up 0\n"
    assert cli.json("stats")["pending"] == 0


def test_long_input_tells_how_far_it_is(cli: CommandLine) -> None:
    data = lines(*(message(f"I keep number {at} in the drawer.", f"i{at}") for at in range(1001)))
    done = cli.run("observe", "--verbose", "--no-flush", "-", stdin=data)
    assert done.stdout == "stored 1001\n"
    assert done.stderr.splitlines() == [
        "storing: 500 of 1001",
        "storing: 1000 of 1001",
        "storing: 1001 of 1001",
    ]
    assert cli.run("observe", "--no-flush", "-", stdin=data).stderr == ""


def test_times_without_an_offset_are_read_in_the_named_zone(cli: CommandLine) -> None:
    said = message("I moved to Porto.", "m1") | {"timestamp": "2026-03-09T10:00:00"}
    assert cli.run("observe", "-", stdin=lines(said)).exit_code == 1
    cli.out("observe", "--timezone", "America/New_York", "-", stdin=lines(said))
    (hit,) = cli.json("recall", "Porto")
    assert hit["said_at"] == "2026-03-09T14:00:00Z"

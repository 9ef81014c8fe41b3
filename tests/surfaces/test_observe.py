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
        "ignored": {},
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


def test_a_line_with_a_bad_byte_is_named_and_the_others_are_stored(cli: CommandLine) -> None:
    data = lines(MOVED).encode() + b'{"role": "user", "content": "caf\xe9"}\n' + lines(TEA).encode()
    done = cli.run("observe", "-", stdin=data)
    assert (done.exit_code, done.stdout) == (0, "stored 2, 1 refused\n")
    assert "line 2: not UTF-8 text\n" in done.stderr
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
        (b'[{"role": "user"},\n"\xff\xfe"]', "line 2 is not UTF-8 text"),
        ('{"role": "user"}'.encode("utf-16"), "line 1 is not UTF-8 text"),
        (b"[" * 100_000, "of the array is no JSON|nested too deeply"),
        (b"[" + b"1" * 6000 + b"]", "the array cannot be read"),
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
    assert "line 1: id 'm1' was used before with other content; give it a new id" in done.stderr
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
    assert "1 entry waits for digestion: run `retentive flush`" in done.stderr
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


def test_refusals_are_named_in_the_order_of_the_input(cli: CommandLine) -> None:
    data = f"{lines({'role': 'king', 'content': 'x'})}not json\n{lines(MOVED)}oops\n"
    done = cli.run("observe", "-", stdin=data)
    named = [line.partition(":")[0] for line in done.stderr.splitlines()]
    assert named[:3] == ["line 1", "line 2", "line 4"]
    told = cli.json("observe", "--dry-run", "-", stdin=data)
    assert [one["where"] for one in told["items"]] == ["line 1", "line 2", "line 3", "line 4"]


@pytest.mark.parametrize("name", ["time", "ts", "date", "created_at", "timestmp", "Timestamp"])
def test_a_misspelt_time_is_refused_by_name(cli: CommandLine, name: str) -> None:
    said = {"role": "user", "content": "I moved to Porto.", name: "2020-01-01T00:00:00Z"}
    done = cli.run("observe", "-", stdin=lines(said))
    assert (done.exit_code, done.stdout) == (1, "stored 0, 1 refused\n")
    assert f"the object: timestamp: '{name}' is not read: the time of an item is" in done.stderr


def test_keys_that_are_not_read_are_told(cli: CommandLine) -> None:
    data = lines(MOVED | {"mood": "glad"}, TEA | {"mood": "calm", "created_at": 1, "empty": None})
    done = cli.run("observe", "-", stdin=data)
    assert done.stdout == "stored 2\n"
    assert "note: keys that are not read: mood (2), created_at (1); what is under" in done.stderr
    tried = cli.json("observe", "--dry-run", "-", stdin=lines(TEA | {"id": "m9", "mood": "x"}))
    assert tried["ignored"] == {"mood": 1}


def test_an_object_with_messages_is_these_messages(cli: CommandLine) -> None:
    whole = json.dumps({"model": "gpt", "messages": [MOVED, {"role": "king"}, TEA]})
    done = cli.run("observe", "-", stdin=whole)
    assert done.stdout == "stored 2, 1 refused\n"
    assert "message 2: role: role 'king' is not one of" in done.stderr


def test_a_file_without_ids_says_what_would_be_stored_twice(cli: CommandLine) -> None:
    data = f"{lines(message('I like the sea.'))}oops\n"
    done = cli.run("observe", "-", stdin=data)
    assert "store these alone, since 1 stored item without an id would be stored" in done.stderr
    assert "With --idempotency-key KEY from the first run on" in done.stderr
    with_ids = cli.run("observe", "-", stdin=f"{lines(MOVED)}oops\n")
    assert "mend them and run this again\n" in with_ids.stderr


@pytest.mark.parametrize("bad", ["oops", '{"role": "king", "content": "x"}', "huge"])
def test_under_a_key_a_mended_file_stores_only_what_was_mended(cli: CommandLine, bad: str) -> None:
    line = lines(message("word " * 250_000)) if bad == "huge" else f"{bad}\n"
    around = [lines(message(f"I keep number {at} in the drawer.")) for at in range(4)]
    key = ("--idempotency-key", "import-1", "-")
    first = cli.out("observe", *key, stdin="".join([*around[:2], line, *around[2:]]))
    assert first == "stored 4, 1 refused\n"
    mended = "".join([*around[:2], lines(message("I like tea.")), *around[2:]])
    assert cli.out("observe", *key, stdin=mended) == "stored 1, 4 known already\n"


def test_a_key_that_stands_for_something_else_is_named(cli: CommandLine) -> None:
    key = ("--idempotency-key", "import-1", "-")
    cli.out("observe", *key, stdin=lines(MOVED))
    done = cli.run("observe", *key, stdin=lines(TEA))
    assert "the --idempotency-key was used before for other content; use a new one" in done.stderr

"""`retentive stats`, `flush`, `verify`, `rebuild`, and where the store is."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from retentive.surfaces.cli import root
from tests.surfaces.conftest import CommandLine, lines, message


@pytest.fixture
def filled(cli: CommandLine) -> CommandLine:
    """The command line over a store with two messages."""
    data = lines(message("I moved to Porto.", "m1"), message("I own a red bicycle.", "m2"))
    cli.out("observe", "-", stdin=data)
    return cli


def test_stats_show_the_store_and_its_sizes(filled: CommandLine) -> None:
    found = filled.json("stats")
    assert (found["location"], found["entries"], found["facts"]) == (str(filled.store), 2, 2)
    rows = dict(line.split(maxsplit=1) for line in filled.out("stats").splitlines())
    assert (rows["location"], rows["entries"], rows["facts"]) == (str(filled.store), "2", "2")
    assert CommandLine(filled.store, "ben").json("stats")["entries"] == 0


def test_without_a_name_the_store_is_in_the_data_folder(own_world: Path) -> None:
    store = own_world / "retentive" / "memory.db"
    told = CliRunner().invoke(root, ["stats", "--json"])
    assert json.loads(told.stdout)["location"] == str(store)
    assert not own_world.exists()
    assert CliRunner().invoke(root, ["remember", "--user", "ana", "Likes tea"]).exit_code == 0
    assert store.exists()


def test_the_environment_names_store_and_scope(
    filled: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RETENTIVE_STORE", str(filled.store))
    monkeypatch.setenv("RETENTIVE_USER", "ana")
    done = CliRunner().invoke(root, ["recall", "Porto", "--json"])
    assert [hit["source_ids"] for hit in json.loads(done.stdout)] == [["m1"]]
    other = CliRunner().invoke(root, ["recall", "Porto", "--json", "--user", "ben"])
    assert json.loads(other.stdout) == []


def test_a_sound_store_verifies(filled: CommandLine) -> None:
    assert filled.out("verify").startswith("clean: 2 entries, ")
    assert filled.json("verify")["damages"] == []


def test_damage_is_found_named_and_ends_with_1(filled: CommandLine) -> None:
    with sqlite3.connect(filled.store) as db:
        db.execute("DELETE FROM posting WHERE doc = (SELECT min(doc) FROM posting)")
    db.close()
    done = filled.run("verify")
    assert done.exit_code == 1
    assert "damaged: 2 entries, " in done.stdout
    assert "then run `retentive rebuild`" in done.stderr
    assert filled.json("verify", code=1)["damages"] != []
    filled.out("rebuild")
    assert filled.out("verify").startswith("clean: ")


def test_a_rebuild_gives_the_same_facts(filled: CommandLine) -> None:
    before = filled.json("facts")
    told = filled.json("rebuild")
    assert (told["spaces"], told["entries"], told["facts"]) == (1, 2, 2)
    assert filled.json("facts") == before
    assert filled.out("rebuild").startswith("2 entries in 1 space gave 2 facts; ")


@pytest.mark.parametrize("command", ["flush", "verify", "rebuild"])
def test_keeping_a_store_that_is_not_there_is_refused(cli: CommandLine, command: str) -> None:
    done = cli.run(command)
    assert (done.exit_code, done.stdout) == (1, "")
    assert f"there is no store at {cli.store}" in done.stderr
    assert not cli.store.exists()


def test_a_file_of_another_kind_is_left_alone(cli: CommandLine) -> None:
    cli.store.write_text("my diary", "utf-8")
    told = cli.json("recall", "diary", code=1)
    assert told["error"]["code"] in ("foreign_file", "corrupt_store")
    assert cli.store.read_text("utf-8") == "my diary"


@pytest.mark.embed
def test_a_flush_says_when_it_embeds(cli: CommandLine) -> None:
    some = lines(*(message(f"I keep number {at} in the drawer.", f"i{at}") for at in range(40)))
    cli.out("observe", "--no-flush", "-", stdin=some)
    done = cli.run("flush", "--verbose", "--embedder", "auto")
    assert done.exit_code == 0, done.output
    told = [line.split(":")[0] for line in done.stderr.splitlines() if " of " in line]
    assert list(dict.fromkeys(told)) == ["digesting", "embedding"]
    assert "embedded 40, without a vector 0" in done.stdout

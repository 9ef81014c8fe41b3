"""A benchmark writes into a store of its own, or into none."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from retentive import Memory
from retentive.surfaces.cli import root
from tests.house.source import ROOT

DATA = ROOT / "benchmarks" / "data"
TINY = Path(__file__).with_name("locomo-tiny.json")

SUBCOMMANDS = {
    "locomo": TINY,
    "chats": DATA / "assistant_chats.json",
    "updates": DATA / "updates.json",
    "abstention": DATA / "abstention.json",
    "extraction": DATA / "extraction" / "dev.json",
}


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_a_store_that_holds_something_is_not_written_to(tmp_path: Path, name: str) -> None:
    store = str(tmp_path / "mine.db")
    with Memory.open(store, embedder=None) as memory:
        memory.scope(user="ana").remember("Keeps two ferrets")
        before = memory.stats()
    args = ["bench", name, "--data", str(SUBCOMMANDS[name]), "--store", store, "--json"]
    done = CliRunner().invoke(root, args)
    assert done.exit_code == 1, done.output
    assert "needs an empty store" in done.output
    with Memory.open(store, embedder=None) as memory:
        assert memory.stats().entries == before.entries == 1

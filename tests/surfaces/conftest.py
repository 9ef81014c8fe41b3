"""A command line with a store and a data folder of its own."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from retentive.surfaces.cli import root


@dataclass(frozen=True, slots=True)
class CommandLine:
    """Runs commands on one store, as one user."""

    store: Path
    user: str = "ana"

    def run(self, name: str, *args: str, stdin: str | bytes = "") -> Result:
        """Run a command and return what it said, whatever it was."""
        place = ["--store", str(self.store)]
        if name not in ("flush", "verify", "rebuild", "doctor"):
            place += ["--user", self.user]
        return CliRunner().invoke(root, [name, *place, *args], input=stdin)

    def out(self, name: str, *args: str, stdin: str | bytes = "") -> str:
        """Return the data that a command printed; it must have ended well."""
        done = self.run(name, *args, stdin=stdin)
        assert done.exit_code == 0, done.output
        return done.stdout

    def json(self, name: str, *args: str, stdin: str | bytes = "", code: int = 0) -> Any:
        """Return what a command printed as JSON; it must have ended with `code`."""
        done = self.run(name, "--json", *args, stdin=stdin)
        assert done.exit_code == code, done.output
        return json.loads(done.stdout)


def lines(*items: object) -> str:
    """Return items as JSON Lines."""
    return "".join(f"{json.dumps(item)}\n" for item in items)


def message(content: str, own_id: str | None = None, **more: object) -> dict[str, object]:
    """Return a user's message."""
    said = {"role": "user", "content": content, "timestamp": "2026-03-09T10:00:00Z"}
    return said | ({} if own_id is None else {"id": own_id}) | more


def texts(hits: Sequence[dict[str, Any]]) -> list[str]:
    """Return the texts of hits or facts."""
    return [hit["text"] for hit in hits]


@pytest.fixture(autouse=True)
def own_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Take away the settings of whoever runs the tests; return the data folder instead."""
    for name in os.environ:
        if name.startswith("RETENTIVE_") and name != "RETENTIVE_TEST_POSTGRES":
            monkeypatch.delenv(name)
    data = tmp_path / "data"
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    return data


@pytest.fixture
def cli(tmp_path: Path) -> CommandLine:
    """The command line of ana, on a store that is not there yet."""
    return CommandLine(tmp_path / "memory.db")

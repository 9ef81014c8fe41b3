"""The drivers that every case is played on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from retentive.kernel.ambient import Ambient
from tests.cases.playing import Play
from tests.support.stores import emptied


def _url(driver: str, folder: Path, request: pytest.FixtureRequest) -> str:
    match driver:
        case "memory":
            return "memory://"
        case "sqlite":
            return str(folder / "memory.db")
        case _:
            return emptied(request.getfixturevalue("kept_database")).url


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def play(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Play]:
    """An empty memory, on each driver in turn."""
    opened = Play(_url(request.param, tmp_path, request))
    yield opened
    opened.memory.close()


@pytest.fixture(params=["sqlite", "postgres"])
def lasting(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Play]:
    """An empty memory that other processes can open too."""
    opened = Play(_url(request.param, tmp_path, request), ambient=Ambient())
    yield opened
    opened.memory.close()

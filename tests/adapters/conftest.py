"""Fixtures of the tests that concern SQL alone."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The place of an empty store, on each engine."""
    if request.param == "sqlite":
        return str(tmp_path / "m.db")
    found: str = request.getfixturevalue("postgres_url")
    return found

"""One nursery for all tests of this package."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from tests.durability.nursery import Nursery, nursery
from tests.support.stores import emptied


@pytest.fixture(scope="session")
def nurse() -> Iterator[Nursery]:
    """Starts child processes."""
    with nursery() as found:
        yield found


@pytest.fixture
def kept_postgres(kept_database: str) -> str:
    """The URL of an empty PostgreSQL database."""
    return emptied(kept_database).url


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty store in each of the two engines."""
    if request.param == "sqlite":
        return str(tmp_path / "one.db")
    return cast(str, request.getfixturevalue("kept_postgres"))

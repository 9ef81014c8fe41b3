"""The three drivers of the store port, each over data that can be opened again."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import pytest

from retentive.adapters.memory import MemoryDriver, Shelf
from retentive.kernel.ambient import Ambient
from retentive.ports.store import MemoryStore


class Driver(Protocol):
    """Data of a driver's: empty at first, and opened again by every `open`."""

    async def open(self, *, ambient: Ambient, tokeniser: str, extractor: str) -> MemoryStore:
        """Return a store over the data."""
        ...


@dataclass(frozen=True)
class MemoryData:
    """Data of the in-memory driver; it lives as long as this value."""

    shelf: Shelf = field(default_factory=Shelf)

    async def open(self, *, ambient: Ambient, tokeniser: str, extractor: str) -> MemoryStore:
        """Return a store over the data."""
        return MemoryDriver(
            ambient=ambient, tokeniser=tokeniser, extractor=extractor, shelf=self.shelf
        )


@dataclass(frozen=True)
class SqlData:
    """Data of the SQL driver, in a file or a database."""

    url: str

    async def open(self, *, ambient: Ambient, tokeniser: str, extractor: str) -> MemoryStore:
        """Return a store over the data."""
        from retentive.adapters.sql.store import SqlStore

        return await SqlStore.open(
            self.url, ambient=ambient, tokeniser=tokeniser, extractor=extractor
        )


@pytest.fixture
def memory() -> Driver:
    """Empty data of the in-memory driver."""
    return MemoryData()


@pytest.fixture
def sqlite(tmp_path: Path) -> Driver:
    """Empty data of the SQL driver in a SQLite file."""
    return SqlData(f"sqlite:///{tmp_path / 'memory.db'}")


@pytest.fixture
def postgres(postgres_url: str) -> Driver:
    """Empty data of the SQL driver in a PostgreSQL database."""
    return SqlData(postgres_url)

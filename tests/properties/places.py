"""Memories over every driver, and properties that run on fresh data of each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

from retentive import AsyncMemory, Config
from retentive.adapters.vectors import ExactIndex
from retentive.app.engine import Engine
from retentive.app.languages import RuleExtractor
from retentive.app.verbs import Verbs
from retentive.app.wiring import Wired
from retentive.kernel.ambient import Ambient
from retentive.ports.models import Embedder
from retentive.ports.stages import Extractor
from retentive.rules.maker import maker
from retentive.rules.text import TOKENISER
from retentive.testing.fakes import frozen_ambient
from tests.support.fast import examples as fewer
from tests.support.stores import Driver, MemoryData, SqlData, emptied

QUIET = Config(background=False)
DRIVERS = ("memory", "sqlite", "postgres")


async def opened(
    data: Driver,
    ambient: Ambient | None = None,
    *,
    config: Config = QUIET,
    extractor: Extractor | None = None,
    embedder: Embedder | None = None,
) -> AsyncMemory:
    """Return a memory over the data, whatever the driver; nothing digests but `flush`."""
    made, chosen = ambient or frozen_ambient(), extractor or RuleExtractor()
    store = await data.open(
        ambient=made,
        tokeniser=TOKENISER,
        maker=maker(chosen.identity, TOKENISER),
        embedder=embedder.identity if embedder is not None else "",
    )
    return AsyncMemory(
        Verbs(
            Engine(
                Wired(
                    store=store,
                    ambient=made,
                    extractor=chosen,
                    config=config,
                    tokeniser=TOKENISER,
                    embedder=embedder,
                    index=ExactIndex() if embedder is not None else None,
                )
            )
        )
    )


@dataclass(frozen=True)
class Place:
    """One driver: gives empty data, as often as a test wants."""

    driver: str
    folder: Path
    database: str | None
    _files: Iterator[int] = field(default_factory=count)

    def fresh(self) -> Driver:
        """Return empty data; in PostgreSQL it takes the place of what was there."""
        if self.database is not None:
            return emptied(self.database)
        if self.driver == "sqlite":
            return SqlData(f"sqlite:///{self.folder / f'{next(self._files)}.db'}")
        return MemoryData()

    def always(
        self, examples: int, **drawn: SearchStrategy[Any]
    ) -> Callable[[Callable[..., Awaitable[None]]], None]:
        """Run the decorated property on fresh data with drawn values.

        `examples` are tried in memory, an eighth of them, but two or more, on the slower drivers.
        """
        tried = fewer(examples if self.driver == "memory" else max(2, examples // 8))

        def run(claim: Callable[..., Awaitable[None]]) -> None:
            @settings(
                max_examples=tried,
                deadline=None,
                suppress_health_check=[HealthCheck.too_slow, HealthCheck.nested_given],
            )
            @given(**drawn)
            def play(**values: Any) -> None:
                asyncio.run(_awaited(claim(self.fresh(), **values)))

            play()

        return run


async def _awaited(claim: Awaitable[None]) -> None:
    await claim


@pytest.fixture(params=DRIVERS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Each of the three drivers."""
    driver: str = request.param
    database = request.getfixturevalue("kept_database") if driver == "postgres" else None
    return Place(driver, tmp_path, database)

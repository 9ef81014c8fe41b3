"""Opening stores in tests, and the least that is done with them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from retentive.adapters.sql.store import SqlStore
from retentive.ports.store import Transaction
from retentive.ports.view import View
from retentive.testing import build
from retentive.testing.fakes import frozen_ambient


async def opened(path: str | Path, busy_seconds: float = 0.1) -> SqlStore:
    """Open a store that does not wait long."""
    return await SqlStore.open(
        path,
        ambient=frozen_ambient(),
        tokeniser="t-1",
        maker="e-1",
        busy_seconds=busy_seconds,
    )


def append(tx: Transaction) -> int:
    """Append one message."""
    tx.append([build.entry(tx.space.id, tx.space.head_seq + 1)], {})
    return tx.space.head_seq


def heads(view: View) -> list[int]:
    """Return the heads of the spaces asked for."""
    return [space.head_seq for space in view.spaces]


def using(url: str, work: Callable[[SqlStore], Coroutine[Any, Any, None]]) -> None:
    """Run some work on an open store."""

    async def main() -> None:
        store = await opened(url, busy_seconds=1.0)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(main())

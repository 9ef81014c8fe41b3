"""A store whose calls wait, for tests and scripts without a loop of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any, Protocol, TypeVar

from retentive.kernel.ambient import Ambient
from retentive.kernel.scope import Address
from retentive.model.report import Damage
from retentive.model.space import Lease, Watermark
from retentive.ports.store import PATIENCE, MemoryStore, Transaction
from retentive.ports.view import View

T = TypeVar("T")

WAIT_SECONDS = 30.0
"""How long a call on another thread may take before a test gives up."""


class Opener(Protocol):
    """Opens a store; called again, it opens the same data once more."""

    def __call__(
        self, *, ambient: Ambient, tokeniser: str, maker: str, embedder: str
    ) -> Coroutine[Any, Any, MemoryStore]:
        """Return an open store."""
        ...


class Blocking:
    """A `MemoryStore` whose methods run to their end on one loop."""

    def __init__(self, store: MemoryStore, runner: asyncio.Runner) -> None:
        self.store = store
        self.runner = runner
        self._run = runner.run

    @property
    def location(self) -> str:
        """Where the data is, for people."""
        return self.store.location

    def read(
        self,
        addresses: Sequence[Address],
        work: Callable[[View], T],
        *,
        known_at: datetime | None = None,
    ) -> T:
        """Run `work` on one snapshot."""
        return self._run(self.store.read(addresses, work, known_at=known_at))

    def write(self, address: Address, work: Callable[[Transaction], T]) -> T:
        """Run `work` under the space's lock and commit."""
        return self._run(self.store.write(address, work))

    def addresses(self) -> Sequence[Address]:
        """Return the addresses of all spaces."""
        return self._run(self.store.addresses())

    def embedders(self) -> Sequence[str]:
        """Return the embedders that made current vectors."""
        return self._run(self.store.embedders())

    def all_addresses(self) -> Sequence[Address | Damage]:
        """Return the addresses of all spaces, and damages of those that have none."""
        return self._run(self.store.all_addresses())

    def lease(
        self,
        stage: str,
        owner: str,
        *,
        able: Collection[str],
        now: datetime,
        seconds: float,
        patience: float = PATIENCE,
    ) -> Lease | None:
        """Take the longest-waiting pending work."""
        lease = self.store.lease(
            stage, owner, able=able, now=now, seconds=seconds, patience=patience
        )
        return self._run(lease)

    def renew(self, lease: Lease, *, now: datetime, seconds: float) -> bool:
        """Let a lease run longer."""
        return self._run(self.store.renew(lease, now=now, seconds=seconds))

    def release(self, lease: Lease, *, attempts: int = 0, next_try: datetime | None = None) -> None:
        """Give a lease back."""
        self._run(self.store.release(lease, attempts=attempts, next_try=next_try))

    def disown(self, stage: str, is_gone: Callable[[str], bool]) -> int:
        """End the leases of who is gone."""
        return self._run(self.store.disown(stage, is_gone))

    def pending(self, stage: str) -> Sequence[tuple[Address, Watermark, str]]:
        """Return what is behind."""
        return self._run(self.store.pending(stage))

    def damages(self) -> Sequence[Damage]:
        """Return what the engine finds wrong."""
        return self._run(self.store.damages())

    def close(self) -> None:
        """Release everything."""
        self._run(self.store.close())


class Elsewhere:
    """Calls of a store that run at once, each on a thread and loop of its own."""

    def __init__(self, *calls: Callable[[], Coroutine[Any, Any, object]]) -> None:
        self._pool = ThreadPoolExecutor(len(calls))
        self._calls = [self._pool.submit(asyncio.run, call()) for call in calls]

    def wait(self) -> None:
        """Wait until all have ended, and raise what the first failed one raised."""
        self._pool.shutdown(wait=False)
        for call in self._calls:
            call.result(WAIT_SECONDS)

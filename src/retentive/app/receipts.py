"""Receipts that can be waited on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from retentive.model.report import Accepted


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class AsyncReceipt(Accepted):
    """What became of each item of an `observe`; `await receipt.wait()` until it is digested."""

    _waiter: Callable[[float | None], Awaitable[bool]] = field(repr=False, compare=False)

    async def wait(self, timeout: float | None = None) -> bool:
        """Wait until every item is digested.

        False if `timeout` seconds were not enough, or if this process cannot digest them.
        """
        return await self._waiter(timeout)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Receipt(Accepted):
    """What became of each item of an `observe`; `receipt.wait()` until it is digested."""

    _waiter: Callable[[float | None], bool] = field(repr=False, compare=False)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until every item is digested.

        False if `timeout` seconds were not enough, or if this process cannot digest them.
        """
        return self._waiter(timeout)

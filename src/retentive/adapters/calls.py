"""How a store's calls get to its threads, whichever driver it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar

from retentive.kernel.ambient import Process
from retentive.kernel.errors import StoreClosed

A = TypeVar("A")


class Calls:
    """Runs calls in the process that opened a store, until it is closed."""

    def __init__(self) -> None:
        self._process = Process()
        self._closed = False

    @property
    def are_ours(self) -> bool:
        """Whether this process opened the store; in a forked child its threads are not there."""
        return self._process.is_this

    def end(self) -> None:
        """Refuse calls from now on."""
        self._closed = True

    async def run(self, executor: Executor, call: Callable[[], A]) -> A:
        """Return what `call` does in a thread; raise `ForkedHandle` or `StoreClosed` instead."""
        self._process.check("store")
        if self._closed:
            raise StoreClosed("this store was closed; open it again")
        try:
            running = asyncio.get_running_loop().run_in_executor(executor, call)
        except RuntimeError as error:  # closed by another thread just now
            raise StoreClosed("this store was closed; open it again") from error
        return await running

"""A thread with an event loop of its own, on which blocking callers run coroutines."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import CancelledError
from typing import Any, TypeVar

from retentive.kernel.ambient import Process
from retentive.kernel.errors import RunningLoop, StoreClosed

T = TypeVar("T")


_PATIENCE = 5.0
"""Seconds that Ctrl-C waits for the cancelled work to give back what it holds."""


class Portal:
    """Runs coroutines on one background loop, from any thread without a running loop."""

    def __init__(self) -> None:
        """Start the thread."""
        self._process = Process()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="retentive", daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        self._loop.run_forever()
        self._loop.run_until_complete(_end_all())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what the coroutine returns; Ctrl-C cancels it and waits until it has ended."""
        try:
            self._refuse()
        except BaseException:
            work.close()
            raise
        ended = threading.Event()
        future = asyncio.run_coroutine_threadsafe(_telling(work, ended), self._loop)
        try:
            return future.result()
        except CancelledError as error:
            raise StoreClosed("this memory was closed during the call; open it again") from error
        except _Stopped as stopped:
            raise stopped.error from None
        except KeyboardInterrupt:
            future.cancel()
            ended.wait(_PATIENCE)
            raise

    @property
    def closed(self) -> bool:
        """Whether there is nothing to close: it is done, or the loop is the parent's of a fork."""
        return self._loop.is_closed() or not self._process.is_this

    def _refuse(self) -> None:
        self._process.check("memory")
        if self._loop.is_closed() or not self._thread.is_alive():
            raise StoreClosed("this memory was closed; open it again")
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return
        if threading.current_thread() is self._thread:
            raise RunningLoop(
                "this memory was called by what it was given while it reads it (a generator, a "
                "listener, a counter); make a list of the items first, or call it from outside"
            )
        raise RunningLoop(
            "Memory blocks, and this thread runs an event loop; use AsyncMemory here "
            "(async with AsyncMemory.open(…) as memory: …)"
        )

    def close(self) -> None:
        """Stop the loop and the thread; calls of other threads end with `StoreClosed`."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()


class _Stopped(Exception):
    """What the caller's own code raised to end the program: raised in a task, it ends the loop."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error


async def _telling(work: Coroutine[Any, Any, T], ended: threading.Event) -> T:
    try:
        return await work
    except (SystemExit, KeyboardInterrupt) as error:
        raise _Stopped(error) from error
    finally:
        ended.set()


async def _end_all() -> None:
    """Cancel what other threads still wait for, so that they hear of the end."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)

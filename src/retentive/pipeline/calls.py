"""Calling an embedder: foreign code that may raise anything, take its time, or never return.

It is called from one thread a memory, one call after the other, and whoever waits can go away:
a call that nobody waits for any more ends by itself, and until then none other begins.
"""

from __future__ import annotations

import asyncio
import atexit
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from retentive.kernel.errors import EmbedderUnavailable

T = TypeVar("T")

GRACE = 3.0
"""Seconds that an end waits for a call: several times what the offline embedder takes."""

PAUSE = 60.0
"""Seconds for which no question waits after one waited in vain."""


class _AtWork:
    """The threads in which embedders work, for the end of the program to wait for."""

    def __init__(self) -> None:
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()
        self._ended: bool | None = None  # None until the first thread: nothing is set up before

    def start(self, thread: threading.Thread) -> None:
        """Start a thread; refuse when the program is at its end."""
        with self._lock:
            if self._ended is None:
                atexit.register(self._end)
                self._ended = False
            if self._ended:
                raise EmbedderUnavailable("the program ends; nothing more is embedded")
            self._threads = {one for one in self._threads if one.is_alive()} | {thread}
            thread.start()

    def _end(self) -> None:
        with self._lock:
            self._ended = True
        for thread in self._threads:
            thread.join(GRACE)


_AT_WORK = _AtWork()


@dataclass(slots=True, eq=False)
class _Call:
    """One call: what is to be done, which returns what tells its result."""

    run: Callable[[], Callable[[], None]]
    late: bool = False
    """Whether it took longer than anybody waits."""


@dataclass(slots=True, eq=False)
class Calls:
    """The calls of one memory to its embedder: one at a time, questions before texts."""

    monotonic: Callable[[], float]
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _questions: deque[_Call] = field(default_factory=deque)
    _texts: deque[_Call] = field(default_factory=deque)
    _running: _Call | None = None
    _thread: threading.Thread | None = None
    _quiet_until: float | None = None

    async def run(self, work: Callable[[], T], *, seconds: float, question: bool = False) -> T:
        """Return what `work` returns, done when all before it is done.

        Whatever it raises, or if it takes more than so many seconds, `EmbedderUnavailable` is
        raised here; at once, while a call that took too long has not returned, and for a
        question in the `PAUSE` after another that waited in vain. Who is cancelled leaves; the
        call goes on.
        """
        self._check(question)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        call = _Call(_telling(work, loop, answer))
        self._add(call, self._questions if question else self._texts)
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(answer)
        except asyncio.CancelledError:
            self._leave(call, late=False)
            raise
        except TimeoutError as error:
            self._leave(call, late=True)
            if question:
                self._quiet_until = self.monotonic() + PAUSE
            raise EmbedderUnavailable(
                f"the embedder did not answer within {seconds:g} s; see whether it can be reached"
            ) from error

    async def close(self) -> None:
        """Begin no call any more, and wait `GRACE` seconds for the one that runs.

        A model that is torn down while it works takes the process with it. Who never answers is
        not waited for.
        """
        with self._lock:
            self._questions.clear()
            self._texts.clear()
            hangs = self._running is not None and self._running.late
            thread = None if hangs else self._thread
        if thread is not None:
            await asyncio.to_thread(thread.join, GRACE)

    def _check(self, question: bool) -> None:
        running = self._running
        if running is not None and running.late:
            raise EmbedderUnavailable(
                "the embedder still does not answer an earlier call; nothing more is asked of it "
                "until it does, see whether it can be reached"
            )
        quiet_until = self._quiet_until
        if question and quiet_until is not None:
            left = quiet_until - self.monotonic()
            if left > 0:
                raise EmbedderUnavailable(
                    "the embedder did not answer a question in time; it is not asked again for "
                    f"{left:.0f} s"
                )

    def _add(self, call: _Call, queue: deque[_Call]) -> None:
        with self._lock:
            queue.append(call)
            if self._thread is None:
                thread = threading.Thread(target=self._work, name="retentive embedder", daemon=True)
                _AT_WORK.start(thread)
                self._thread = thread

    def _leave(self, call: _Call, *, late: bool) -> None:
        """Take a call back if it has not begun; what it waited for, or itself, may be late."""
        with self._lock:
            waited = False
            for queue in (self._questions, self._texts):
                with suppress(ValueError):
                    queue.remove(call)
                    waited = True
            if late and self._running is not None and (waited or self._running is call):
                self._running.late = True

    def _work(self) -> None:
        while True:
            with self._lock:
                queue = self._questions or self._texts
                self._running = queue.popleft() if queue else None
                if self._running is None:
                    self._thread = None
                    return
                call = self._running
            tell = call.run()
            with self._lock:
                self._running = None
            tell()


def _telling(
    work: Callable[[], T], loop: asyncio.AbstractEventLoop, answer: asyncio.Future[T]
) -> Callable[[], Callable[[], None]]:
    """Return what does the work and then gives what settles the answer, whatever happens."""

    def run() -> Callable[[], None]:
        try:
            found = work()
        except BaseException as error:  # noqa: BLE001 - foreign code; raised where it is awaited
            failure = _failure(error)
            return partial(_tell, loop, answer, lambda: answer.set_exception(failure))
        return partial(_tell, loop, answer, lambda: answer.set_result(found))

    return run


def _failure(error: BaseException) -> EmbedderUnavailable:
    if isinstance(error, EmbedderUnavailable):
        return error
    failure = EmbedderUnavailable(f"the embedder failed: {type(error).__name__}: {error}")
    failure.__cause__ = error
    return failure


def _tell(
    loop: asyncio.AbstractEventLoop, answer: asyncio.Future[Any], settle: Callable[[], None]
) -> None:
    """Settle the answer on its loop, if somebody still waits for it."""

    def told() -> None:
        if not answer.done():
            settle()

    with suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(told)

"""The opening of a memory for async code: to be awaited, or entered like the memory itself."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from types import TracebackType
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from retentive.kernel.errors import UsageError


class Closes(Protocol):
    """What can be closed."""

    async def close(self) -> None:
        """Release what it holds."""
        ...


M = TypeVar("M", bound=Closes)

HOW = "async with AsyncMemory.open(…) as memory: …, or memory = await AsyncMemory.open(…)"


class Opening(Coroutine[Any, Any, M], Generic[M]):
    """A memory that is about to be opened; nothing happens before it is awaited or entered."""

    __slots__ = ("_memory", "_open", "_running")

    def __init__(self, opens: Callable[[], Coroutine[Any, Any, M]]) -> None:
        self._open = opens
        self._running: Coroutine[Any, Any, M] | None = None
        self._memory: M | None = None

    def __getattr__(self, name: str) -> NoReturn:
        """Refuse to be taken for the memory itself."""
        raise AttributeError(f"{name!r} is of an opened memory, and this one is not yet: {HOW}")

    def __await__(self) -> Generator[Any, Any, M]:
        """Open, and return the memory."""
        return self._coroutine().__await__()

    def send(self, value: Any) -> Any:
        """Go on, as a coroutine does."""
        return self._coroutine().send(value)

    def throw(self, *error: Any) -> Any:
        """Go on with an error, as a coroutine does."""
        return self._coroutine().throw(*error)

    def close(self) -> None:
        """Give up the opening."""
        if self._running is not None:
            self._running.close()

    def _coroutine(self) -> Coroutine[Any, Any, M]:
        if self._running is None:
            self._running = self._open()
        return self._running

    def __enter__(self) -> NoReturn:
        """Refuse: this face is opened in a coroutine."""
        raise UsageError(f"a plain `with` cannot wait, use Memory there; here it is {HOW}")

    def __exit__(self, *raised: object) -> None:
        """Stand beside `__enter__`, without which Python would not ask it."""

    async def __aenter__(self) -> M:
        """Open, and return the memory; it is closed at the end of the block."""
        self._memory = await self
        return self._memory

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""
        if self._memory is not None:
            await self._memory.close()


def opened_by_open(face: str, url: object) -> UsageError:
    """Return the error for a memory that was made by its class instead of its `open`."""
    wait = "await " if face == "AsyncMemory" else ""
    return UsageError(f"a memory is opened by its open: {wait}{face}.open({str(url)!r})")

"""What an engine must be able to do beyond executing the shared statements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Protocol

from sqlalchemy import Connection

from retentive.adapters.sql.link import Dialect, Link
from retentive.adapters.sql.patience import Turn


class Engine(Dialect, Protocol):
    """An open file or database."""

    @property
    def location(self) -> str:
        """Where the data is, for people."""
        ...

    @property
    def writers(self) -> int:
        """How many writes can run at once in this process."""
        ...

    def prepare(self) -> None:
        """Create the tables, or bring older ones up to date; refuse what is not ours."""
        ...

    def reading(self) -> AbstractContextManager[Connection]:
        """Give a connection on which one snapshot holds, and nothing can be written."""
        ...

    def turn(self) -> Turn:
        """Return the waiting of a call that is made now."""
        ...

    def hurry(self) -> None:
        """Let every call wait for other processes for a moment only."""
        ...

    def writing(
        self, *, durable: bool = True, turn: Turn | None = None
    ) -> AbstractContextManager[Connection]:
        """Give a connection inside a transaction; commit it at the end, or roll it back.

        What is not `durable` need not outlive a loss of power, only a crash of processes. The
        call waits as long as its `turn` says, without one from now on.
        """
        ...

    def lock_store(self, link: Link) -> None:
        """Keep other processes from adding spaces and stages until the transaction ends."""
        ...

    def problems(self) -> Iterator[str]:
        """Yield what the engine's own check of its files finds wrong."""
        ...

    def close(self) -> None:
        """Close all connections."""
        ...

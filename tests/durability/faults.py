"""Fault points: every statement and commit of a store's engine, numbered, one of them deadly.

SQLite itself tells of each statement, by whichever way it came; of what goes to PostgreSQL
SQLAlchemy tells.
"""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine, Pool, event

from tests.support.traced import traced


@dataclass
class Points:
    """What the engines of this process have come to; at point `deadly` it is killed."""

    deadly: int | None = None
    step: str = "open"
    passed: list[tuple[str, str]] = field(default_factory=list)
    """For each point the step it belongs to and what was about to be done."""

    def at(self, what: str) -> None:
        """Pass a point, or die there."""
        self.passed.append((self.step, what))
        if len(self.passed) - 1 == self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def fault_points(deadly: int | None = None) -> Iterator[Points]:
    """Number what every engine does inside the block: statements, commits, and their ends."""
    points = Points(deadly)

    def told(statement: str) -> None:
        points.at(" ".join(statement.split())[:60])

    def executes(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        if not isinstance(connection.connection.dbapi_connection, sqlite3.Connection):
            told(statement)

    def commits(connection: Any) -> None:
        if not isinstance(connection.connection.dbapi_connection, sqlite3.Connection):
            told("COMMIT")

    def returns(raw: Any, record: Any) -> None:
        points.at("after")

    listening: list[tuple[Any, str, Callable[..., None]]] = [
        (Pool, "checkin", returns),
        (Engine, "before_cursor_execute", executes),
        (Engine, "commit", commits),
    ]
    for source, name, listener in listening:
        event.listen(source, name, listener)
    try:
        with traced(told):
            yield points
    finally:
        for source, name, listener in listening:
            event.remove(source, name, listener)

"""Fault points: every statement and commit of a store's engine, numbered, one of them deadly."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine, event

from tests.support.heard import heard


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

    def executes(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        points.at(" ".join(statement.split())[:60])

    def commits(connection: Any) -> None:
        points.at("COMMIT")

    def returns(connection: Any, record: Any) -> None:
        points.at("after")

    listening: list[tuple[str, Callable[..., None]]]
    listening = [("before_cursor_execute", executes), ("commit", commits), ("checkin", returns)]
    for name, listener in listening:
        event.listen(Engine, name, listener)
    try:
        with heard():
            yield points
    finally:
        for name, listener in listening:
            event.remove(Engine, name, listener)

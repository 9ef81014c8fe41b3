"""Every statement that SQLite is about to run, by whichever way it came."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Pool, event


@contextmanager
def traced(told: Callable[[str], None]) -> Iterator[None]:
    """Call `told` before each statement of the connections that are opened inside the block.

    It is given the text with the values in it, commits and what begins a transaction too.
    """

    def connects(raw: Any, record: Any) -> None:
        if isinstance(raw, sqlite3.Connection):
            raw.set_trace_callback(told)

    event.listen(Pool, "connect", connects)
    try:
        yield
    finally:
        event.remove(Pool, "connect", connects)

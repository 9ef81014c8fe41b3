"""Connections to SQLite files, with what is the same for all files of a process held once."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import cache
from typing import Any, cast

from sqlalchemy import Engine, create_engine
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import QueuePool
from sqlalchemy.util import LRUCache

_COMPILED: LRUCache[Any, Any] = LRUCache(500)
"""The SQL of the statements seen so far: to compile one takes longer than to execute it."""


def pool(connect: Callable[[], sqlite3.Connection], size: int) -> Engine:
    """Return a pool of up to `size` connections, which `connect` opens when they are needed."""
    common = _any_file()
    connections = QueuePool(
        lambda: cast(DBAPIConnection, connect()),
        pool_size=size,
        max_overflow=0,
        reset_on_return=None,
        dialect=common.dialect,
    )
    return Engine(
        connections,
        common.dialect,
        common.url,
        hide_parameters=True,
        execution_options={"compiled_cache": _COMPILED},
    )


@cache
def _any_file() -> Engine:
    """Return an engine of no file, for its dialect: compiled statements belong to one."""
    common = create_engine("sqlite://")
    with common.connect():  # the dialect learns of its engine when it first connects
        pass
    common.dispose()
    return common

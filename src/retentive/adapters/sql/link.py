"""One open transaction of an engine: where all statements go through.

Answers are fetched here, so an error of the engine can only come from here, and becomes one of
ours here. What a caller's work raises never passes through the translation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from types import TracebackType
from typing import Any, Protocol

from sqlalchemy import Connection, Executable, Insert, Table

from retentive.adapters.sql.prepared import Prepared, prepared
from retentive.kernel.errors import StoreError, UsageError

CHUNK = 10_000
"""How many values one IN list holds: less than any engine's limit of parameters."""

_BATCH = 500
"""Rows of many that are fetched at once: fewer objects than let the garbage collector run."""

PAGE = 1_000
"""How many rows a sweep fetches at once."""

Values = Mapping[str, Any]


class Dialect(Protocol):
    """What a statement needs to know of its engine."""

    @property
    def locks_rows(self) -> bool:
        """Whether writers can be kept from one row; else the whole store is theirs."""
        ...

    @property
    def prepares(self) -> bool:
        """Whether its driver takes the SQL that SQLAlchemy would give it, without SQLAlchemy."""
        ...

    def upsert(self, table: Table, *, replace: bool) -> Insert:
        """Return an insert that replaces, or else leaves, a row of the same primary key."""
        ...

    def lenient(self, connection: Connection) -> AbstractContextManager[None]:
        """Let texts be fetched that are no texts any more, with U+FFFD where they are damaged."""
        ...

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What the engine raises, by way of SQLAlchemy or without it."""
        ...

    def error(self, cause: Exception) -> StoreError:
        """Return our error for one of the engine's."""
        ...


class Translated:
    """Turns errors of the engine into ours, with the cause kept."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    def __enter__(self) -> None:
        """Begin to watch."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Raise ours in place of the engine's error; let everything else pass."""
        if isinstance(error, self._dialect.errors):
            raise self._dialect.error(error) from error


class Link:
    """A connection inside a transaction; of no use once that has ended."""

    def __init__(self, connection: Connection, dialect: Dialect) -> None:
        self._connection: Connection | None = connection
        self._raw: Any = connection.connection.dbapi_connection
        self._translated = Translated(dialect)
        self.dialect = dialect

    def end(self) -> None:
        """Refuse further use: the transaction is over."""
        self._connection = None

    def _open(self) -> Connection:
        if self._connection is None:
            raise UsageError("a view is valid only inside the work it was given to")
        return self._connection

    def rows(self, statement: Executable, values: Values | None = None) -> Sequence[Any]:
        """Return all rows of a statement."""
        connection = self._open()
        given = values or {}
        ready = self._ready(connection, statement, given)
        with self._translated:
            if ready is None:
                return connection.execute(statement, values).all()
            return ready.rows(self._raw.execute(ready.sql, ready.ordered(given)).fetchall())

    def swept(self, statement: Executable, values: Values | None = None) -> Sequence[Any]:
        """Return all rows of a statement, also those with texts that are damaged."""
        with self.dialect.lenient(self._open()):
            return self.rows(statement, values)

    def plain(self, statement: Executable, values: Values) -> Sequence[tuple[Any, ...]]:
        """Return all rows as bare tuples: half the cost of `rows` where there are many."""
        return [row for batch in self.batches(statement, values) for row in batch]

    def batches(self, statement: Executable, values: Values) -> Iterator[Sequence[tuple[Any, ...]]]:
        """Yield all rows as bare tuples, some hundreds at a time.

        Tens of thousands that live at once make Python's garbage collector look through all that
        there is, which takes longer than reading them.
        """
        connection = self._open()
        ready = self._ready(connection, statement, values)
        with ExitStack() as opened:
            with self._translated:
                if ready is not None:
                    cursor = self._raw.execute(ready.sql, ready.ordered(values))
                else:
                    cursor = opened.enter_context(connection.execute(statement, values)).cursor
            while found := self._some(cursor):
                yield found

    def _some(self, cursor: Any) -> Sequence[tuple[Any, ...]]:
        with self._translated:
            found: Sequence[tuple[Any, ...]] = cursor.fetchmany(_BATCH)
            return found

    def first(self, statement: Executable, values: Values | None = None) -> Any:
        """Return the first row of a statement, or None."""
        rows = self.rows(statement, values)
        return rows[0] if rows else None

    def run(self, statement: Executable, values: Values | Sequence[Values] | None = None) -> int:
        """Execute a statement, once a set of values, and return how many rows it changed."""
        connection = self._open()
        if values is not None and not isinstance(values, Mapping):
            if not values:
                return 0
            values = values[0] if len(values) == 1 else values
        sets = [values or {}] if values is None or isinstance(values, Mapping) else values
        ready = self._ready(connection, statement, sets[0], many=len(sets) > 1)
        with self._translated:
            if ready is None:
                return connection.execute(statement, values).rowcount
            return self._changed(ready, sets)

    def _ready(
        self, connection: Connection, statement: Executable, values: Values, *, many: bool = False
    ) -> Prepared | None:
        if not self.dialect.prepares:
            return None
        return prepared(connection.dialect, statement, values, many=many)

    def _changed(self, ready: Prepared, sets: Sequence[Values]) -> int:
        ordered = map(ready.ordered, sets)
        if len(sets) == 1:
            done = self._raw.execute(ready.sql, next(ordered))
        else:
            done = self._raw.executemany(ready.sql, ordered)
        return int(done.rowcount)

    def rows_in(
        self, statement: Executable, values: Values, name: str, items: Collection[Any]
    ) -> Iterator[Any]:
        """Yield the rows for any number of distinct items, in parts, in the order of the items.

        The statement has an expanding parameter `name`; its own order holds inside a part.
        """
        for part in parts(sorted(set(items))):
            yield from self.rows(statement, {**values, name: part})

    def run_in(self, statement: Executable, values: Values, name: str, items: Any) -> None:
        """Execute a statement for any number of items, in parts."""
        for part in parts(list(items)):
            self.run(statement, {**values, name: part})


def parts(items: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Yield the items in lists short enough for one statement."""
    for start in range(0, len(items), CHUNK):
        yield items[start : start + CHUNK]

"""SQLite: one file in WAL mode, one writer, and readers that never wait for it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Insert, Table
from sqlalchemy import Engine as Pool
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError

from retentive.adapters.sql.failures import failure, is_busy
from retentive.adapters.sql.files import (
    Still,
    check_mark,
    check_place,
    check_same,
    check_still,
    check_version,
    identity_of,
    is_cut_short,
    is_empty,
    still,
)
from retentive.adapters.sql.link import Link, Translated
from retentive.adapters.sql.migrate import create, migrate
from retentive.adapters.sql.patience import POLL, Patience, Turn
from retentive.adapters.sql.pools import pool
from retentive.adapters.sql.schema import VERSION
from retentive.adapters.sql.sizes import tell_sizes
from retentive.adapters.sql.upserts import upsert
from retentive.kernel.errors import (
    StoreError,
    StoreReadOnly,
)

APPLICATION_ID = 0x52746E76
"""What marks a file as ours: `Rtnv`."""

READERS = 4
CACHE_KB = 8 * 1024
"""How much of the file each connection keeps in memory."""

_UNLOCKED = "immutable=1"
_PAUSE = 0.05


class SqliteEngine:
    """A SQLite file."""

    writers = 1
    locks_rows = False
    prepares = True
    errors = (DBAPIError, sqlite3.Error)

    def __init__(self, path: Path, busy_seconds: float) -> None:
        self._path = path.absolute()
        self._busy = busy_seconds
        self._patience = Patience(busy_seconds)
        self.turn, self.hurry = self._patience.turn, self._patience.hurry
        self._file: tuple[int, int] | None = None
        self._mode = "mode=rwc"
        self._still: Still | None = None
        self._readers = pool(partial(self._connect, query_only=True), READERS)
        self._writer = pool(partial(self._connect, query_only=False), 1)

    @property
    def location(self) -> str:
        """The path of the file."""
        return str(self._path)

    def prepare(self) -> None:
        """Create the file, or bring an older one up to date; refuse what is not ours.

        What may not be written is opened to be read.
        """
        if not check_place(self._path):
            self._open_to_read()
        else:
            if self._is_new():
                self._create()
            self._switch_to_wal()
        self._file = identity_of(self._path)
        with self.reading() as connection, Translated(self):
            version = _pragma(connection, "user_version")
        check_version(self._path, version, VERSION)
        if version < VERSION and self._still is not None:
            raise self._unwritable("it is of an older version: open it once where it can be")
        if version < VERSION:
            self._migrate()

    def _open_to_read(self) -> None:
        """Read a file that may not be written; where nobody has it open, without any lock.

        A lock would need files beside it, which then belonged to who may only read.
        """
        check_mark(self._path, APPLICATION_ID)
        self._still = still(self._path)
        self._mode = "mode=ro" if self._still.has_log else _UNLOCKED

    def _unwritable(self, remedy: str) -> StoreReadOnly:
        return StoreReadOnly(f"{self._path} or its folder cannot be written; {remedy}")

    def reading(self) -> Any:
        """Give a connection on which one snapshot holds, and nothing can be written."""
        return self._transaction(self._readers, self._begin)

    def writing(self, *, durable: bool = True, turn: Turn | None = None) -> Any:
        """Give a connection inside an immediate transaction; commit at the end.

        What is not `durable` does not wait for the disk, but for the next commit that does.
        """
        if self._still is not None:
            raise self._unwritable("it is open for reading only; give this account the right to")
        lock = partial(self._lock, turn or self.turn(), "FULL" if durable else "NORMAL")
        return self._transaction(self._writer, lock)

    def lock_store(self, link: Link) -> None:
        """Do nothing: whoever writes has the file alone."""

    def upsert(self, table: Table, *, replace: bool) -> Insert:
        """Return an insert that replaces, or else leaves, a row of the same primary key."""
        return upsert(insert, table, replace=replace)

    @contextmanager
    def lenient(self, connection: Connection) -> Iterator[None]:
        """Let texts be fetched that are no texts any more, with U+FFFD where they are damaged."""
        raw: Any = connection.connection.dbapi_connection
        raw.text_factory = partial(str, encoding="utf-8", errors="replace")
        try:
            yield
        finally:
            raw.text_factory = str

    def error(self, cause: Exception) -> StoreError:
        """Return our error for one of SQLite's."""
        return self._error(cause.orig if isinstance(cause, DBAPIError) else cause)

    def problems(self) -> Iterator[str]:
        """Yield what `PRAGMA integrity_check` finds wrong; a file too damaged to check is told."""
        try:
            with self.reading() as connection:
                found = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        except DBAPIError as error:
            found = [str(error.orig)]
        yield from (text for text in found if text != "ok")

    def close(self) -> None:
        """Close all connections; the last one moves the WAL into the file."""
        self._readers.dispose()
        self._writer.dispose()

    def _error(self, cause: BaseException | None) -> StoreError:
        return failure(self._path, cause, self._busy)

    def _is_new(self) -> bool:
        """Tell whether there is nothing yet; raise `ForeignFile` if there is something else."""
        if is_empty(self._path):
            return True
        # Ours carries its mark from its first transaction on, so the header alone tells.
        if not is_cut_short(self._path):
            check_mark(self._path, APPLICATION_ID)
        with self.reading() as connection, Translated(self):  # takes back what was cut short
            connection.exec_driver_sql("SELECT 1 FROM sqlite_master LIMIT 1").all()
        return is_empty(self._path)

    def _create(self) -> None:
        """Write the whole schema in one transaction, then switch to WAL.

        In this order a file is either empty or ours, wherever a crash comes. Of several
        processes the first creates it and the others find it done.
        """
        with self.writing() as connection:
            if _pragma(connection, "application_id") != APPLICATION_ID:
                create(connection)
                self._stamp(connection)
        self._writer.dispose()  # what is opened from now on knows the sizes

    def _switch_to_wal(self) -> None:
        """Make sure that readers and the writer do not wait for each other."""
        raw = self._connect(query_only=False)
        with closing(raw):
            turn = self.turn()
            while True:
                try:
                    (mode,) = raw.execute("PRAGMA journal_mode = WAL").fetchone()
                    break
                except sqlite3.OperationalError as error:
                    # SQLite does not wait here by itself while another process switches too.
                    if not is_busy(error) or not turn.pause(_PAUSE):
                        raise self._error(error) from error
        if mode != "wal":
            raise StoreError(f"{self._path}: this file system allows no WAL (mode {mode})")

    def _migrate(self) -> None:
        with self.writing() as connection:
            if _pragma(connection, "user_version") < VERSION:
                migrate(connection)
                self._stamp(connection)
        self._writer.dispose()

    @staticmethod
    def _stamp(connection: Connection) -> None:
        tell_sizes(connection)
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")

    def _connect(self, query_only: bool) -> sqlite3.Connection:
        check_same(self._path, self._file)
        raw = sqlite3.connect(
            f"{self._path.as_uri()}?{self._mode}",
            uri=True,
            timeout=self._busy,
            isolation_level=None,  # our own BEGIN, so that the schema is transactional too
            check_same_thread=False,
            cached_statements=512,
        )
        raw.execute(f"PRAGMA cache_size = -{CACHE_KB}")
        raw.execute("PRAGMA temp_store = MEMORY")
        if query_only:
            raw.execute("PRAGMA query_only = ON")
        else:
            raw.execute("PRAGMA synchronous = FULL")
            raw.execute("PRAGMA secure_delete = ON")
        return raw

    def _begin(self, connection: Connection) -> None:
        if self._mode == _UNLOCKED:
            check_still(self._path, self._still)
        connection.exec_driver_sql("BEGIN")

    def _lock(self, turn: Turn, synchronous: str, connection: Connection) -> None:
        """Begin with the writer's lock in hand; wait for it as long as the call may wait."""
        raw: Any = connection.connection.driver_connection
        while True:
            try:
                raw.execute("PRAGMA busy_timeout = 0")
                raw.execute(f"PRAGMA synchronous = {synchronous}")
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                # A commit without a WAL waits for readers, and has to.
                raw.execute(f"PRAGMA busy_timeout = {int(self._busy * 1000)}")
                return
            except (DBAPIError, sqlite3.OperationalError) as error:
                cause = error.orig if isinstance(error, DBAPIError) else error
                if not is_busy(cause):
                    raise self._error(cause) from error
                if not turn.pause(POLL):
                    turn.check(self._path)
                    raise self._error(cause) from error

    @contextmanager
    def _transaction(
        self, connections: Pool, begin: Callable[[Connection], None]
    ) -> Iterator[Connection]:
        try:
            connection = connections.connect()
        except DBAPIError as error:
            raise self._error(error.orig) from error
        with closing(connection):
            try:
                transaction = connection.begin()
                begin(connection)
            except DBAPIError as error:
                raise self._error(error.orig) from error
            try:
                yield connection
                if connections is self._writer:
                    check_same(self._path, self._file)
            except BaseException:
                transaction.rollback()
                raise
            try:
                transaction.commit()
            except DBAPIError as error:
                transaction.rollback()
                raise self._error(error.orig) from error


def _pragma(connection: Connection, name: str) -> int:
    value: int = connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
    return value

"""SQLite: one file in WAL mode, one writer, and readers that never wait for it."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Insert, Table, create_engine
from sqlalchemy import Engine as Pool
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from retentive.adapters.sql.link import Link
from retentive.adapters.sql.migrate import create, migrate
from retentive.adapters.sql.schema import VERSION
from retentive.adapters.sql.sizes import tell_sizes
from retentive.kernel.errors import (
    CorruptStore,
    ForeignFile,
    NewerFile,
    StoreBusy,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

APPLICATION_ID = 0x52746E76
"""What marks a file as ours: `Rtnv`."""

READERS = 4
CACHE_KB = 8 * 1024
"""How much of the file each connection keeps in memory."""

_PAUSE = 0.05
_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
_JOURNAL_PAGES = slice(16, 20)
"""Where a rollback journal says how many pages the file had before."""
_ERRORS: dict[int, tuple[type[StoreError], str]] = {
    sqlite3.SQLITE_BUSY: (StoreBusy, "another process held the store for {waited:g} s; retry"),
    sqlite3.SQLITE_LOCKED: (StoreBusy, "the store is locked; retry"),
    sqlite3.SQLITE_FULL: (StoreFull, "the disk is full; free some space and retry"),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, "the file or its folder cannot be written"),
    sqlite3.SQLITE_CANTOPEN: (StoreReadOnly, "the file cannot be opened"),
    sqlite3.SQLITE_PERM: (StoreReadOnly, "the file may not be opened"),
    sqlite3.SQLITE_CORRUPT: (CorruptStore, "the file is damaged; restore a backup"),
    sqlite3.SQLITE_NOTADB: (CorruptStore, "the file is damaged; restore a backup"),
}


class SqliteEngine:
    """A SQLite file."""

    writers = 1
    locks_rows = False

    def __init__(self, path: Path, busy_seconds: float) -> None:
        self._path = path.absolute()
        self._busy = busy_seconds
        self._readers = self._pool(READERS, query_only=True)
        self._writer = self._pool(1, query_only=False)

    @property
    def location(self) -> str:
        """The path of the file."""
        return str(self._path)

    def prepare(self) -> None:
        """Create the file, or bring an older one up to date; refuse what is not ours."""
        self._check_place()
        if self._is_new():
            self._create()
        self._switch_to_wal()
        with self.reading() as connection:
            version = _pragma(connection, "user_version")
        if version > VERSION:
            raise NewerFile(
                f"{self._path} has version {version}, this library knows {VERSION}; upgrade it",
                version=version,
            )
        if version < VERSION:
            self._migrate()

    def reading(self) -> Any:
        """Give a connection on which one snapshot holds, and nothing can be written."""
        return self._transaction(self._readers, "BEGIN")

    def writing(self, *, durable: bool = True) -> Any:
        """Give a connection inside an immediate transaction; commit at the end.

        What is not `durable` does not wait for the disk, but for the next commit that does.
        """
        wait = "FULL" if durable else "NORMAL"
        return self._transaction(self._writer, "BEGIN IMMEDIATE", f"PRAGMA synchronous = {wait}")

    def lock_store(self, link: Link) -> None:
        """Do nothing: whoever writes has the file alone."""

    def upsert(self, table: Table, *, replace: bool) -> Insert:
        """Return an insert that replaces, or else leaves, a row of the same primary key."""
        return _upsert(table, replace)

    def error(self, cause: DBAPIError) -> StoreError:
        """Return our error for one of SQLite's."""
        return self._error(cause.orig)

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
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
        kind, told = _ERRORS.get(code, (StoreError, "{cause}"))
        text = told.format(waited=self._busy, cause=cause)
        return kind(f"{self._path}: {text}", reason=str(cause), waited=self._busy)

    def _check_place(self) -> None:
        """Refuse what cannot be a store before SQLite touches it."""
        folder, path = self._path.parent, self._path
        if not os.path.isdir(folder):  # never raises, as the method would for a closed folder
            raise StoreReadOnly(f"{folder} is no folder that can be entered; create it first")
        if path.exists() and not path.is_file():
            raise ForeignFile(f"{path} is not a file")
        writable = os.access(folder, os.W_OK | os.X_OK)
        if not writable or (path.exists() and not os.access(path, os.R_OK | os.W_OK)):
            raise StoreReadOnly(f"{path} or its folder cannot be written")

    def _is_new(self) -> bool:
        """Tell whether there is nothing yet; raise `ForeignFile` if there is something else."""
        if self._is_empty():
            return True
        # Ours carries its mark from its first transaction on, so the header alone tells.
        if self._mark() != APPLICATION_ID and not self._is_cut_short():
            raise ForeignFile(f"{self._path} is not a Retentive store; nothing was touched")
        with self.reading() as connection:  # takes back what was cut short
            connection.exec_driver_sql("SELECT 1 FROM sqlite_master LIMIT 1").all()
        return self._is_empty()

    def _is_cut_short(self) -> bool:
        """Tell whether the first transaction on an empty file was never finished."""
        journal = Path(f"{self._path}-journal")
        if not journal.exists():
            return False
        with journal.open("rb") as file:
            header = file.read(_JOURNAL_PAGES.stop)
        return header.startswith(_JOURNAL_MAGIC) and not any(header[_JOURNAL_PAGES])

    def _is_empty(self) -> bool:
        return not self._path.exists() or self._path.stat().st_size == 0

    def _mark(self) -> int:
        """Return the application id in the file's header, 0 if it has none; touch nothing.

        Only SQLite may open the file: a process that closes one of its own takes away the locks
        of all its connections, and then another process may delete the WAL under them.
        """
        try:
            with closing(sqlite3.connect(f"{self._path.as_uri()}?immutable=1", uri=True)) as raw:
                (mark,) = raw.execute("PRAGMA application_id").fetchone()
        except sqlite3.DatabaseError:
            return 0
        return int(mark)

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
            for _ in range(max(1, int(self._busy / _PAUSE))):
                try:
                    (mode,) = raw.execute("PRAGMA journal_mode = WAL").fetchone()
                    break
                except sqlite3.OperationalError as error:
                    if getattr(error, "sqlite_errorcode", 0) & 0xFF != sqlite3.SQLITE_BUSY:
                        raise self._error(error) from error
                    # SQLite does not wait here by itself while another process switches too.
                    threading.Event().wait(_PAUSE)
            else:
                raise StoreBusy(f"{self._path}: another process held the store; retry")
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

    def _pool(self, size: int, *, query_only: bool) -> Pool:
        return create_engine(
            "sqlite://",
            creator=lambda: self._connect(query_only),
            poolclass=QueuePool,
            pool_size=size,
            max_overflow=0,
            pool_reset_on_return=None,
            hide_parameters=True,
        )

    def _connect(self, query_only: bool) -> sqlite3.Connection:
        raw = sqlite3.connect(
            self._path,
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

    @contextmanager
    def _transaction(self, pool: Pool, begin: str, setting: str = "") -> Iterator[Connection]:
        try:
            connection = pool.connect()
            connection.connection.cursor().execute(setting)
        except DBAPIError as error:
            raise self._error(error.orig) from error
        with closing(connection):
            try:
                transaction = connection.begin()
                connection.exec_driver_sql(begin)
            except DBAPIError as error:
                raise self._error(error.orig) from error
            try:
                yield connection
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


@cache
def _upsert(table: Table, replace: bool) -> Insert:
    made = insert(table)
    if not replace:
        return made.on_conflict_do_nothing()
    keys = [column.name for column in table.primary_key]
    new = {one.name: made.excluded[one.name] for one in table.c if one.name not in keys}
    return made.on_conflict_do_update(index_elements=keys, set_=new)

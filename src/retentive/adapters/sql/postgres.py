"""PostgreSQL: a schema of our own in the user's database, many writers on many hosts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.util import find_spec
from typing import Any

from sqlalchemy import Connection, Insert, Table, create_engine, event, func, inspect, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError

from retentive.adapters.sql.link import Link
from retentive.adapters.sql.migrate import APPLICATION, HEAD, alembic_version, create, migrate
from retentive.adapters.sql.patience import Patience, Turn
from retentive.adapters.sql.schema import meta
from retentive.adapters.sql.upserts import upsert
from retentive.kernel.errors import (
    CorruptStore,
    ForeignFile,
    MissingExtra,
    NewerFile,
    StoreBusy,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

SCHEMA = "retentive"
LOCK = 0x52746E76
"""The advisory lock that stands for the store as a whole."""

CONNECTIONS = 10

_QUEUED = 0.05
"""Seconds of waiting for a thread from which on a call's own patience counts."""

_ERRORS: dict[str, tuple[type[StoreError], str]] = {
    "40001": (StoreBusy, "two calls met; retry"),
    "40P01": (StoreBusy, "two calls waited for each other; retry"),
    "55P03": (StoreBusy, "another process held the space for {waited:g} s; retry"),
    "53300": (StoreBusy, "the server has no free connection; retry"),
    "57P03": (StoreBusy, "the server is starting; retry"),
    "53100": (StoreFull, "the server's disk is full; free some space and retry"),
    "25006": (StoreReadOnly, "the database cannot be written"),
    "42501": (StoreReadOnly, "this role may not write to the database"),
    "XX001": (CorruptStore, "the database is damaged; restore a backup"),
    "XX002": (CorruptStore, "an index of the database is damaged; run REINDEX"),
}


class PostgresEngine:
    """A PostgreSQL database."""

    writers = 4
    locks_rows = True
    prepares = False
    errors = (DBAPIError,)

    def __init__(self, url: str, busy_seconds: float) -> None:
        self._url = _with_driver(make_url(url))
        self._busy = busy_seconds
        self._patience = Patience(busy_seconds)
        self.turn, self.hurry = self._patience.turn, self._patience.hurry
        self._pool = create_engine(
            self._url, pool_size=CONNECTIONS, max_overflow=0, hide_parameters=True
        )
        self._snapshots = self._pool.execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        event.listen(self._pool, "connect", self._connected)

    @property
    def location(self) -> str:
        """The URL without its password."""
        url = self._url
        open_to_all = {name: one for name, one in url.query.items() if "password" not in name}
        shown = URL.create(
            "postgresql", url.username, None, url.host, url.port, url.database, open_to_all
        )
        return shown.render_as_string(hide_password=False)

    def prepare(self) -> None:
        """Create the tables, or bring older ones up to date; refuse what is not ours."""
        version = self._version()
        if version == HEAD:
            return
        with self.writing() as connection:
            self.lock_store(Link(connection, self))
            version = _stamped(connection)
            if version is None:
                connection.exec_driver_sql(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
                create(connection)
            elif version < HEAD:
                migrate(connection)
            elif version > HEAD:
                raise NewerFile(
                    f"{self.location} has version {version}, this library knows {HEAD}; upgrade it",
                    version=version,
                )

    def reading(self) -> AbstractContextManager[Connection]:
        """Give a connection on which one snapshot holds, and nothing can be written."""
        return self._transaction(self._snapshots)

    @contextmanager
    def writing(self, *, durable: bool = True, turn: Turn | None = None) -> Iterator[Connection]:
        """Give a connection inside a transaction; commit it at the end, always durably."""
        with self._transaction(self._pool) as connection:
            if turn is not None and turn.left < self._busy - _QUEUED:
                left = max(1, int(turn.left * 1000))
                connection.exec_driver_sql(f"SET LOCAL lock_timeout TO '{left}ms'")
            yield connection

    def lock_store(self, link: Link) -> None:
        """Keep other processes from adding spaces and stages until the transaction ends."""
        link.rows(select(func.pg_advisory_xact_lock(LOCK)))

    def upsert(self, table: Table, *, replace: bool) -> Insert:
        """Return an insert that replaces, or else leaves, a row of the same primary key."""
        return upsert(insert, table, replace=replace)

    def lenient(self, connection: Connection) -> AbstractContextManager[None]:
        """Do nothing: the server stores no text that is none."""
        return nullcontext()

    def error(self, cause: Exception) -> StoreError:
        """Return our error for one of the server's."""
        told_by = cause.orig if isinstance(cause, DBAPIError) else cause
        code = getattr(told_by, "sqlstate", None) or ""
        kind, told = _ERRORS.get(code, (StoreError, "{cause}"))
        text = told.format(waited=self._busy, cause=told_by)
        return kind(
            f"{self.location}: {text}", reason=str(told_by), sqlstate=code, waited=self._busy
        )

    def problems(self) -> Iterator[str]:
        """Yield nothing: the server watches over its own files."""
        with self.reading():
            yield from ()

    def close(self) -> None:
        """Close all connections."""
        self._pool.dispose()

    def _version(self) -> str | None:
        with self.reading() as connection:
            return _stamped(connection)

    def _connected(self, raw: Any, _: object) -> None:
        raw.execute(f"SET search_path TO {SCHEMA}")
        raw.execute(f"SET lock_timeout TO '{max(1, int(self._busy * 1000))}ms'")
        raw.commit()

    @contextmanager
    def _transaction(self, pool: Any) -> Iterator[Connection]:
        try:
            connection: Connection = pool.connect()
        except DBAPIError as error:
            raise self.error(error) from error
        with connection:
            try:
                transaction = connection.begin()
            except DBAPIError as error:
                raise self.error(error) from error
            try:
                yield connection
            except BaseException:
                transaction.rollback()
                raise
            try:
                transaction.commit()
            except DBAPIError as error:
                raise self.error(error) from error


def _with_driver(url: URL) -> URL:
    if find_spec("psycopg") is None:
        raise MissingExtra(
            "PostgreSQL needs the extra `postgres`: pip install 'retentive[postgres]'"
        )
    return url.set(drivername="postgresql+psycopg")


def _stamped(connection: Connection) -> str | None:
    """Return the version of our tables, None if there are none."""
    found = inspect(connection)
    if SCHEMA not in found.get_schema_names():
        return None
    names = found.get_table_names(schema=SCHEMA)
    if not names:
        return None
    if not {alembic_version.name, meta.name} <= set(names):
        raise ForeignFile(f"the schema {SCHEMA!r} of the database is not a Retentive store")
    query = select(meta.c.value).where(meta.c.key == "application")
    if connection.scalar(query) != APPLICATION:
        raise ForeignFile(f"the schema {SCHEMA!r} of the database is not a Retentive store")
    version: str | None = connection.scalar(select(alembic_version.c.version_num))
    return version

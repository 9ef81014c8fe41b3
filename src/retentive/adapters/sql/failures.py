"""What SQLite's failures are called among ours."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from retentive.kernel.errors import (
    CorruptStore,
    StoreBusy,
    StoreError,
    StoreFull,
    StoreReadOnly,
)

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


_NO_TEXT = "Could not decode to UTF-8"


def failure(path: Path, cause: BaseException | None, waited: float) -> StoreError:
    """Return our error for what SQLite raised on the file at `path`."""
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    kind, told = _ERRORS.get(code, (StoreError, "{cause}"))
    if str(cause).startswith(_NO_TEXT):  # and goes on with the words
        return CorruptStore(f"{path}: a text in it is damaged; run `retentive verify`")
    text = told.format(waited=waited, cause=cause)
    return kind(f"{path}: {text}", reason=str(cause), waited=waited)


def is_busy(error: BaseException | None) -> bool:
    """Tell whether SQLite failed because another connection holds the lock."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY

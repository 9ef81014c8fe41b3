"""What stands at a path before SQLite touches it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from retentive.kernel.errors import (
    CorruptStore,
    ForeignFile,
    InvalidInput,
    NewerFile,
    StoreBusy,
    StoreMoved,
    StoreReadOnly,
)

_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
_JOURNAL_PAGES = slice(16, 20)
"""Where a rollback journal says how many pages the file had before."""


def check_place(path: Path) -> bool:
    """Tell whether a store can be written there; refuse what cannot even be read.

    A file is written together with its folder, in which its log stands while it is open.
    """
    folder = path.parent
    if not os.path.isdir(folder):  # never raises, as the method would for a closed folder
        raise InvalidInput(
            f"{folder} is no folder that can be entered; create it first", field="url"
        )
    if not os.path.lexists(path):
        if not os.access(folder, os.W_OK | os.X_OK):
            raise StoreReadOnly(f"{folder} cannot be written, so no store can be made there")
        return True
    if not os.path.isfile(path):
        raise ForeignFile(f"{path} is not a file; name one, as {path / 'memory.db'}")
    if not os.access(path, os.R_OK):
        raise StoreReadOnly(f"{path} cannot be read by this account")
    return os.access(folder, os.W_OK | os.X_OK) and os.access(path, os.W_OK)


class Still(NamedTuple):
    """What stays the same about a file that nobody writes to."""

    size: int
    changed: int
    has_log: bool


def still(path: Path) -> Still:
    """Return what would differ had somebody begun to write to the file."""
    found = os.stat(path)
    return Still(found.st_size, found.st_mtime_ns, os.path.exists(f"{path}-wal"))


def check_still(path: Path, before: Still | None) -> None:
    """Refuse to read without a lock what somebody writes, or wrote meanwhile."""
    if still(path) != before:
        raise StoreBusy(f"{path} was written since it was opened to be read; open it again")


def check_same(path: Path, opened: tuple[int, int] | None) -> None:
    """Refuse to go on in a file that is not, or no more, the one that was opened.

    What is written to a file without a name, or under another, is lost to whoever opens the
    store next. It costs a few microseconds a write.
    """
    if opened is not None and identity_of(path) != opened:
        raise StoreMoved(
            f"{path} was renamed, deleted or replaced while it was open; nothing of this call "
            "was stored: put it back, or open the store again"
        )


def identity_of(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from any other, whatever it is called; None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def is_empty(path: Path) -> bool:
    """Tell whether there is no file, or one without a byte."""
    return not path.exists() or path.stat().st_size == 0


def is_cut_short(path: Path) -> bool:
    """Tell whether the first transaction on an empty file was never finished."""
    journal = Path(f"{path}-journal")
    if not journal.exists():
        return False
    with journal.open("rb") as file:
        header = file.read(_JOURNAL_PAGES.stop)
    return header.startswith(_JOURNAL_MAGIC) and not any(header[_JOURNAL_PAGES])


def mark_of(path: Path) -> int:
    """Return the application id in the file's header, 0 if it has none; touch nothing.

    It need not be whole without its log: a checkpoint writes first that the file is longer, and
    then the rest. So whether pages are missing is left to a connection that reads the log too.

    Only SQLite may open the file: a process that closes one of its own takes away the locks
    of all its connections, and then another process may delete the WAL under them.
    """
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as raw:
            raw.execute("PRAGMA writable_schema = ON")  # so it minds no length
            (mark,) = raw.execute("PRAGMA application_id").fetchone()
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
            raise CorruptStore(f"{path}: the file is damaged; restore a backup") from error
        return 0
    return int(mark)


def check_mark(path: Path, mark: int) -> None:
    """Refuse a file that does not carry our mark."""
    if mark_of(path) != mark:
        raise ForeignFile(f"{path} is not a Retentive store; nothing was touched")


def check_version(path: Path, found: int, known: int) -> None:
    """Refuse a file of a version that is not known yet."""
    if found > known:
        raise NewerFile(
            f"{path} has version {found}, this library knows {known}; upgrade it", version=found
        )

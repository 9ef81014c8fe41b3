"""What stands at a path before SQLite touches it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from retentive.kernel.errors import ForeignFile, StoreReadOnly

_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
_JOURNAL_PAGES = slice(16, 20)
"""Where a rollback journal says how many pages the file had before."""


def check_place(path: Path) -> None:
    """Refuse what cannot be a store: no folder, no file, or one that may not be written."""
    folder = path.parent
    if not os.path.isdir(folder):  # never raises, as the method would for a closed folder
        raise StoreReadOnly(f"{folder} is no folder that can be entered; create it first")
    if path.exists() and not path.is_file():
        raise ForeignFile(f"{path} is not a file")
    writable = os.access(folder, os.W_OK | os.X_OK)
    if not writable or (path.exists() and not os.access(path, os.R_OK | os.W_OK)):
        raise StoreReadOnly(f"{path} or its folder cannot be written")


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

    Only SQLite may open the file: a process that closes one of its own takes away the locks
    of all its connections, and then another process may delete the WAL under them.
    """
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as raw:
            (mark,) = raw.execute("PRAGMA application_id").fetchone()
    except sqlite3.DatabaseError:
        return 0
    return int(mark)

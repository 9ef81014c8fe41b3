"""What keeps the fast suite fast: files in memory, and PostgreSQL where it says something new.

Every promise of the store port is proved on every driver by `tests/contract`, so the cases and
properties, which stand above that port, repeat on PostgreSQL what they say on SQLite. The fast
suite plays the first of each file there, and the full one all of them.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

REPEATED = ("tests/cases/", "tests/properties/")
LARGE = "test_more_names_than_a_statement_takes_are_asked_in_parts"
"""What takes long on PostgreSQL, whose limit is far away."""

KEPT = 1
MEMORY = Path("/dev/shm")
ROOM = 1 << 30
_ROOT = "PYTEST_DEBUG_TEMPROOT"


def keep_files_in_memory() -> None:
    """Put the folders of tests where a sync costs nothing, if this machine has such a place."""
    if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault(_ROOT, str(MEMORY))


def leave_to_the_full_suite(items: Sequence[pytest.Item]) -> None:
    """Mark as slow what only repeats on PostgreSQL."""
    seen: Counter[str] = Counter()
    for item in items:
        file = item.nodeid.partition("::")[0]
        if file.startswith(REPEATED) and _on_postgres(item):
            seen[file] += 1
            if seen[file] > KEPT:
                item.add_marker(pytest.mark.slow)
        elif LARGE in item.nodeid and _on_postgres(item):
            item.add_marker(pytest.mark.slow)


def _on_postgres(item: pytest.Item) -> bool:
    call = getattr(item, "callspec", None)
    return call is not None and "postgres" in call.params.values()

"""Folders that pytest's own do not serve for."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every account can reach; those of pytest are its own account's."""
    folder = Path(tempfile.mkdtemp(prefix="retentive-open-", dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)

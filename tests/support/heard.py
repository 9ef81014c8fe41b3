"""Statements that listeners hear of: what goes to the driver by itself passes none."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from retentive.adapters.sql import prepared


@contextmanager
def heard() -> Iterator[None]:
    """Let every statement go through SQLAlchemy inside the block."""
    often, prepared.OFTEN = prepared.OFTEN, sys.maxsize
    try:
        yield
    finally:
        prepared.OFTEN = often

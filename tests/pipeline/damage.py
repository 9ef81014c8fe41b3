"""Damages to plant in the memory of `scene`, each with all that `verify` is to say of it.

The modules `damage_*` add theirs to `PLANTS` when they are imported.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.pipeline.database import Database
from tests.pipeline.scene import Scene

Named = set[tuple[str, str]]
"""Checks and places."""

Plant = Callable[[Database, Scene], Named]

SUMS = ("sums", "space 1")

PLANTS: dict[str, Plant] = {}


def plant(function: Plant) -> Plant:
    """Add a damage to the list under its name."""
    PLANTS[function.__name__] = function
    return function


def at(seq: int) -> str:
    return f"space 1 entry {seq}"

"""How a benchmark opens a memory."""

from __future__ import annotations

from datetime import datetime
from inspect import signature
from typing import Any, Protocol

from retentive import Config, InvalidInput, Memory
from retentive.surfaces.bench.embedding import Embedder
from retentive.types import Extractor

CONFIG = Config(background=False)
"""Nothing is digested while something else is measured."""


class Clock(Protocol):
    """What tells the time, as the library takes it."""

    def now(self) -> datetime:
        """Return the time, with its zone."""
        ...

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        ...


def opened(
    place: str,
    embedder: Embedder | None,
    clock: Clock | None = None,
    extractor: Extractor | None = None,
) -> Memory:
    """Open the store at `place` with this embedder or none, told the time by `clock`."""
    given: dict[str, Any] = {"config": CONFIG, "clock": clock, "extractor": extractor}
    if "embedder" in signature(Memory.open).parameters:
        given["embedder"] = embedder
    return Memory.open(place, **given)


def empty(place: str) -> str:
    """Return the place of a store that holds nothing yet; raise `InvalidInput` for another.

    What a benchmark stores would stay among what somebody remembered, and be measured with it.
    """
    with opened(place, None) as memory:
        found = memory.stats()
    if found.spaces:
        raise InvalidInput(
            f"{found.location} holds {found.entries} entries; a benchmark needs an empty store: "
            "give a new name, or none for a temporary file",
            field="store",
        )
    return place

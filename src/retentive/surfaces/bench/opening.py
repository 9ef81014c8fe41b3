"""How a benchmark opens a memory."""

from __future__ import annotations

from inspect import signature
from typing import Any

from retentive import Config, Memory
from retentive.surfaces.bench.embedding import Embedder

CONFIG = Config(background=False)
"""Nothing is digested while something else is measured."""


def opened(place: str, embedder: Embedder | None) -> Memory:
    """Open the store at `place`, with this embedder or none."""
    given: dict[str, Any] = {"config": CONFIG}
    if "embedder" in signature(Memory.open).parameters:
        given["embedder"] = embedder
    return Memory.open(place, **given)

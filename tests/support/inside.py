"""The one door for tests to what is not public: the engine with its worker, wires and store."""

from __future__ import annotations

from retentive import AsyncMemory, Memory
from retentive.app.engine import Engine


def engine_of(memory: AsyncMemory | Memory) -> Engine:
    """Return the engine that a memory runs on."""
    whole = memory._twin if isinstance(memory, Memory) else memory
    return whole._verbs.engine

"""Comparing vectors of one's own: `from retentive.index import InMemoryMemoryIndex`."""

from retentive.app.nearest import (
    IN_MEMORY_INDEX_WARN_THRESHOLD,
    EmbeddedStore,
    InMemoryMemoryIndex,
    ScaleWarning,
    Scored,
    cosine_similarity,
)

__all__ = [
    "IN_MEMORY_INDEX_WARN_THRESHOLD",
    "EmbeddedStore",
    "InMemoryMemoryIndex",
    "ScaleWarning",
    "Scored",
    "cosine_similarity",
]

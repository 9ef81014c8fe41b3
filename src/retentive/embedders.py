"""What turns texts into vectors: `from retentive.embedders import embedder`."""

from retentive.app.wiring import embedder
from retentive.ports.models import Embedder

__all__ = ["Embedder", "embedder"]

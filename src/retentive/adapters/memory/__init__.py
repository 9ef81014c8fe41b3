"""The in-memory driver: the store port, written down as plainly as Python allows.

It is the executable specification of `retentive.ports.store`: filters scan, orders are sorted
out in the open, and visibility is one function. It knows nothing of the other adapters.
"""

from retentive.adapters.memory.driver import MemoryDriver
from retentive.adapters.memory.shelf import Shelf

__all__ = ["MemoryDriver", "Shelf"]

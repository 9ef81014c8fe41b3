"""The committed spaces of one store, and the locks under which they change.

Drivers that share a `Shelf` are handles of the same store. The mapping of committed states is
replaced whole at each commit, so holding it *is* a consistent snapshot of all spaces, and a
reader never waits.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Mapping

from retentive.adapters.memory.state import SpaceState
from retentive.kernel.scope import Address


class Shelf:
    """Committed states by address, in the order of their creation."""

    def __init__(self) -> None:
        self.committed: Mapping[Address, SpaceState] = {}
        self._changing = threading.Lock()
        self._creating = threading.Lock()
        self._locks: dict[Address, threading.Lock] = {}

    @contextlib.contextmanager
    def locked(self, address: Address) -> Iterator[SpaceState | None]:
        """Hold the lock of a space; give its committed state, None if it does not exist yet.

        Whoever is about to create a space also keeps others from creating one meanwhile: so
        spaces are numbered without gaps, in the order in which they are committed.
        """
        with self._changing:
            lock = self._locks.setdefault(address, threading.Lock())
        with lock:
            state = self.committed.get(address)
            if state is not None:
                yield state
                return
            with self._creating:
                yield None

    def commit(self, state: SpaceState) -> None:
        """Make a state the committed one of its space."""
        with self._changing:
            self.committed = {**self.committed, state.space.address: state}

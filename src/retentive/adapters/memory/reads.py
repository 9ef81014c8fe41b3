"""What all answers stand on: the spaces of a view, and their rows as of a horizon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from retentive.adapters.memory.horizon import as_of
from retentive.adapters.memory.state import Rows, SpaceState
from retentive.model.entry import Entry
from retentive.model.space import Space
from retentive.ports.store import R


class Reads:
    """The states of some spaces, by the number of the space."""

    def __init__(self, states: Mapping[int, SpaceState]) -> None:
        self._states = states

    def _state(self, space: Space) -> SpaceState:
        state = self._states.get(space.id)
        if state is None:
            raise PermissionError(f"space {space.id} was not asked for in this call")
        return state

    def _rows(self, space: Space) -> Rows:
        """Return the rows of the space's generations; dropped ones have none."""
        return self._state(space).rows_of(space) or Rows(space.generations)

    def _log(self, space: Space) -> Iterator[Entry]:
        """Yield the entries within the horizon, in ascending seq."""
        return (entry for entry in self._state(space).entries if entry.seq <= space.horizon)

    def _versions(self, space: Space, family: type[R]) -> Iterator[R]:
        """Yield the versions of a family as of the horizon, in the order stored."""
        for record in self._rows(space).records.values():
            if isinstance(record, family):
                version = as_of(record, space.horizon)
                if version is not None:
                    yield version

    def _alive(self, space: Space, family: type[R]) -> Iterator[R]:
        """Yield the versions of a family that have not ended at the horizon."""
        return (version for version in self._versions(space, family) if version.dead_seq is None)

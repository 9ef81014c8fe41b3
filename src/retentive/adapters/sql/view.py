"""One snapshot of some spaces."""

from __future__ import annotations

from collections.abc import Mapping

from retentive.adapters.sql.facts import FactReads
from retentive.adapters.sql.link import Link
from retentive.adapters.sql.log import LogReads
from retentive.adapters.sql.spaces import SpaceState
from retentive.adapters.sql.sweeps import SweepReads
from retentive.adapters.sql.text import TextReads
from retentive.adapters.sql.vectors import VectorReads
from retentive.model.space import Space


class SqlView(LogReads, FactReads, TextReads, VectorReads, SweepReads):
    """A `View` of some states; `spaces` says how far each is seen."""

    def __init__(
        self, link: Link, states: Mapping[int, SpaceState], spaces: tuple[Space, ...]
    ) -> None:
        super().__init__(link, states)
        self._spaces = spaces

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The spaces asked for that exist, in the order asked."""
        return self._spaces

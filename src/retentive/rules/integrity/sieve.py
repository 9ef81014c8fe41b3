"""Sweeps with what cannot be read set aside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from retentive.model.report import Damage

T = TypeVar("T")


@dataclass(slots=True)
class Sieve:
    """Lets the rows of sweeps through and keeps the damages among them."""

    _kept: list[Damage] = field(default_factory=list)

    def of(self, rows: Iterable[T | Damage]) -> Iterator[T]:
        """Yield the rows that can be read."""
        for row in rows:
            if isinstance(row, Damage):
                self._kept.append(row)
            else:
                yield row

    def taken(self) -> Iterator[Damage]:
        """Yield the damages that were met since this was asked last."""
        kept, self._kept = self._kept, []
        yield from kept

"""Generations with their counters, and with sums over rows: what was written and kept since.

A row that is lost, changed or added behind our back makes the sum over what is stored another
than the one that is kept. The order of rows plays no part, so both change with one addition.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Self

from sqlalchemy import Table

from retentive.adapters.sql.schema import FAMILIES
from retentive.kernel.errors import CorruptStore

MODULUS = 1 << 63
MADE = "made"
"""The sum that tells what a generation is and what makes it."""

_ENDS = ("id", "dead_seq", "retired_at", "superseded_by")
_LEADS = frozenset({"space", "generation", "row"})
_RECORDS = frozenset(table.name for table in FAMILIES.values())

Values = Mapping[str, Any]


def print_of(values: Iterable[object]) -> int:
    """Return the number that a row adds to a sum."""
    data = "\0".join(map(str, values)).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(data, digest_size=8).digest()) % MODULUS


def prints(table: Table, row: Values) -> Iterator[int]:
    """Yield what a row adds: a version by its seal, its end apart from it, others whole."""
    if table.name not in _RECORDS:
        yield print_of(row[column.name] for column in table.c if column.name not in _LEADS)
        return
    yield print_of((row["id"], row["checksum"].hex()))
    if any(row[name] is not None for name in _ENDS[1:]):
        yield end_print(row)


def end_print(row: Values) -> int:
    """Return what the end of a version adds."""
    return print_of(row[name] for name in _ENDS)


class Sums:
    """The sums of one generation, by the names of the tables; read when they are needed."""

    def __init__(self, written: str = "{}") -> None:
        self._written = written
        self._sums: dict[str, int] | None = None

    @classmethod
    def begun(cls, *made: object) -> Sums:
        """Return the sums of an empty generation."""
        sums = cls()
        sums.add(MADE, print_of(made))
        return sums

    def add(self, name: str, number: int) -> None:
        """Add to the sum of a table; a negative number takes away."""
        sums = self.by_name()
        sums[name] = (sums.get(name, 0) + number) % MODULUS

    def by_name(self) -> dict[str, int]:
        """Return the sums; a table without rows may be absent."""
        if self._sums is None:
            self._sums = _read(self._written)
        return self._sums

    @property
    def written(self) -> str:
        """The text that is stored."""
        if self._sums is None:
            return self._written
        return json.dumps(self._sums, separators=(",", ":"), sort_keys=True)


@dataclass
class Generation:
    """One generation of a family of rows: what makes it, and its counters.

    `last_doc` is the last document of a text generation, and the last one that was looked at
    for a generation of vectors.
    """

    family: str
    number: int
    maker: str
    built_seq: int = 0
    last_doc: int = 0
    last_vector: int = 0
    live_docs: int = 0
    live_length: int = 0
    sums: Sums = field(default_factory=Sums)
    changed: bool = False

    @classmethod
    def begun(cls, family: str, number: int, maker: str) -> Self:
        """Return an empty generation."""
        return cls(family, number, maker, sums=Sums.begun(family, number, maker))

    def sum(self, table: str, number: int) -> None:
        """Add to the sum over a table's rows; a negative number takes away."""
        self.sums.add(table, number)
        self.changed = True

    def rename(self, maker: str) -> None:
        """Let something else make it from now on."""
        self.sums.add(MADE, -print_of((self.family, self.number, self.maker)))
        self.maker = maker
        self.sum(MADE, print_of((self.family, self.number, maker)))

    def look(self, last_doc: int) -> None:
        """Set which document was looked at last."""
        self.last_doc, self.changed = last_doc, True

    def count(self, docs: int, length: int) -> None:
        """Add to the counters of live documents."""
        self.live_docs += docs
        self.live_length += length
        self.changed = True


def _read(written: str) -> dict[str, int]:
    try:
        found = json.loads(written)
        return {name: int(number) for name, number in found.items()}
    except (ValueError, TypeError, AttributeError) as error:
        raise CorruptStore(
            "the sums of a generation cannot be read; run `retentive verify`"
        ) from error

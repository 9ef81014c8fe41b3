"""Statements made ready for SQLite's driver once, for those that are executed again and again.

SQLAlchemy finds the SQL of a statement, orders its values and wraps its rows anew each time,
which costs several times what SQLite takes for a small one. What is kept here goes to the driver
as it is. A statement that is built for one call is never kept: it is gone with the call.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, cast
from weakref import WeakKeyDictionary

from sqlalchemy import Dialect, Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement
from sqlalchemy.sql.selectable import ReturnsRows

OFTEN = 4
"""From which time on a statement is made ready: who asks once need not compile it twice."""

FEW = 8
"""The longest IN list that is made ready as it is: each length is a statement of its own."""

LENGTHS = (32, 128, 512, 2048, 10_000)
"""Longer lists are filled up to one of these by saying their last item again."""

Values = Mapping[str, Any]
Process = Callable[[Any], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """The SQL of a statement for values of certain names, and how its rows are read."""

    sql: str
    constant: Values
    parts: Mapping[str, Sequence[str]]
    """The names of the items of each IN list."""
    places: Sequence[tuple[str, Process | None]]
    make: Callable[[Iterable[Any]], Any]
    reads: Sequence[tuple[int, Process]]

    def ordered(self, values: Values) -> list[Any]:
        """Return the values in their places, as the driver takes them."""
        given = {**self.constant, **values}
        for name, parts in self.parts.items():
            given.update(zip(parts, _filled(values[name]), strict=True))
        return [given[name] if put is None else put(given[name]) for name, put in self.places]

    def rows(self, found: Iterable[tuple[Any, ...]]) -> list[Any]:
        """Return the driver's rows with their columns as attributes."""
        make = self.make
        if not self.reads:
            return [make(row) for row in found]
        return [make(self._read(row)) for row in found]

    def _read(self, row: tuple[Any, ...]) -> list[Any]:
        columns = list(row)
        for at, read in self.reads:
            columns[at] = read(columns[at])
        return columns


@dataclass(slots=True)
class _Known:
    """How often a statement was executed, and what it became for which values."""

    times: int = 0
    ready: dict[tuple[Any, ...], Prepared] = field(default_factory=dict)


_known: WeakKeyDictionary[Executable, _Known] = WeakKeyDictionary()


def prepared(
    dialect: Dialect, statement: Executable, values: Values, *, many: bool = False
) -> Prepared | None:
    """Return a statement made ready for such values, None if it is not worth it.

    Where there are `many` sets of values, `values` are one of them.
    """
    known = _known.get(statement)
    if known is None:
        known = _known[statement] = _Known()
    known.times += 1
    lists = [one for one in values.values() if isinstance(one, list | tuple)]
    if known.times < OFTEN or not all(map(_is_simple, lists)):
        return None
    form = (many, *values, *(_length(one) for one in lists))
    ready = known.ready.get(form)
    if ready is None:
        ready = known.ready[form] = _made(dialect, statement, values, many)
    return ready


def _is_simple(items: Sequence[Any]) -> bool:
    """Tell whether a list can be made ready; pairs are spelled in another way."""
    return len(items) <= LENGTHS[-1] and not (items and isinstance(items[0], tuple))


def _length(items: Sequence[Any]) -> int:
    """Return for how many items there is a place in the statement for a list."""
    count = len(items)
    return count if count <= FEW else next(length for length in LENGTHS if count <= length)


def _filled(items: Sequence[Any]) -> list[Any]:
    """Return a list as long as its place in the statement."""
    return [*items, *(items[-1] for _ in range(_length(items) - len(items)))]


def _made(dialect: Dialect, statement: Executable, values: Values, many: bool) -> Prepared:
    values = {
        name: _filled(one) if isinstance(one, list | tuple) else one for name, one in values.items()
    }
    clause = cast(ClauseElement, statement)
    compiled = clause.compile(dialect=dialect, column_keys=list(values), for_executemany=many)
    state = cast(SQLCompiler, compiled).construct_expanded_state(dict(values))
    parts = {name: of for name, of in state.parameter_expansion.items() if name in values}
    varying = {*values, *chain(*parts.values())}
    columns = statement.exported_columns if isinstance(statement, ReturnsRows) else None
    kinds = () if columns is None else [one.type.dialect_impl(dialect) for one in columns]
    reads = [kind.result_processor(dialect, None) for kind in kinds]
    return Prepared(
        sql=state.statement,
        constant={name: one for name, one in state.parameters.items() if name not in varying},
        parts=parts,
        places=[(name, _put(state.processors.get(name))) for name in state.positiontup or ()],
        make=_row_of([] if columns is None else columns.keys()),
        reads=[(at, read) for at, read in enumerate(reads) if read is not None],
    )


def _put(process: Any) -> Process | None:
    return cast("Process | None", process)


def _row_of(names: Sequence[str]) -> Callable[[Iterable[Any]], Any]:
    """Return what makes a row with these columns; one without a name is found by its place."""
    begin: Callable[..., Any] = namedtuple
    return cast("Callable[[Iterable[Any]], Any]", begin("Row", names, rename=True)._make)

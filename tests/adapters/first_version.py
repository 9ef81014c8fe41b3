"""Spells the present schema as its first version: `python -m tests.adapters.first_version`.

For as long as nothing was released, the first version follows the schema; then it stays.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Column, Index, Table, create_engine

from retentive.adapters.sql import schema
from retentive.adapters.sql.columns import metadata
from retentive.adapters.sql.migrations.run import FOLDER

PATH: Path = FOLDER / "versions" / "v0001_first.py"

_KINDS = {
    "Integer": "int",
    "BigInteger": "big",
    "SmallInteger": "small",
    "Text": "words",
    "LargeBinary": "bytes",
    "Boolean": "bool",
}
_HEAD = '''"""The first version of the schema."""

from __future__ import annotations

from retentive.adapters.sql.migrations.spelled import create_indexes, create_tables

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TABLES = {
'''
_TAIL = '''}


def upgrade() -> None:
    """Create everything."""
    create_tables(TABLES)
    create_indexes(INDEXES)
'''


def spelled() -> str:
    """Return the source of the first version for the present schema."""
    assert schema.VERSION == 1, "released versions stay; write a new one"
    tables = "".join(f"{line}\n" for table in metadata.tables.values() for line in _table(table))
    indexes = "".join(
        f"    {_index(index)},\n"
        for table in metadata.tables.values()
        for index in sorted(table.indexes, key=lambda index: str(index.name))
    )
    return f"{_HEAD}{tables}}}\n\nINDEXES = {{\n{indexes}{_TAIL}"


def _table(table: Table) -> Iterator[str]:
    star = "" if table.dialect_options["sqlite"]["with_rowid"] else "*"
    lines = textwrap.wrap(" ".join(map(_column, table.columns)), 84)
    if len(lines) == 1:
        yield f'    "{table.name}{star}": "{lines[0]}",'
        return
    yield f'    "{table.name}{star}": """'
    yield from (f"        {line}" for line in lines)
    yield '    """,'


def _column(column: Column[object]) -> str:
    kind = "row" if column.name == "row" else _KINDS[type(column.type).__name__]
    marks = ("!" if column.primary_key else "") + ("?" if column.nullable else "")
    return f"{column.name}:{kind}{marks}"


def _index(index: Index) -> str:
    mark = "!" if index.unique else ""
    columns = " ".join(column.name for column in index.columns)
    name, of = f'"{index.name}{mark}"', f"{_table_of(index)}: {columns}"
    line = f'{name}: "{of}{_where(index)}"'
    if len(line) <= 95:
        return line
    if len(of) + len(_where(index)) <= 88:
        return f'{name}: (\n        "{of}{_where(index)}"\n    )'
    return f'{name}: (\n        "{of}"\n        "{_where(index)}"\n    )'


def _where(index: Index) -> str:
    condition = index.dialect_options["sqlite"]["where"]
    if condition is None:
        return ""
    written = str(condition.compile(dialect=create_engine("sqlite://").dialect))
    return f" where {written.replace(f'{_table_of(index)}.', '').replace(chr(34), '')}"


def _table_of(index: Index) -> str:
    assert index.table is not None
    return index.table.name


if __name__ == "__main__":
    PATH.write_text(spelled(), "utf-8")

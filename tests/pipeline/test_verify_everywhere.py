"""No row can be lost and no column changed without a damage or an error that says so."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, Column, Integer, LargeBinary, Table

from retentive import RetentiveError
from retentive.adapters.sql.columns import metadata
from retentive.adapters.sql.migrate import alembic_version
from retentive.model.report import Damage
from tests.pipeline.database import keep, postgres_database, restore
from tests.pipeline.full import WORDS, filled, opened_full
from tests.support.postgres import PostgresServer

TABLES = {table.name: table for table in (*metadata.tables.values(), alembic_version)}

BUILT = (1, 2)
NUMBERED = [name for name, table in TABLES.items() if "row" in table.c]
ORDER = "rows of one entry keep their order among each other by other columns"
LATER = "a later lease, try or number goes on from there"
NEVER_WRONG = {
    **{(name, "row", how): ORDER for name in NUMBERED for how in ("raised", "lowered")},
    ("generation", "last_doc", "raised"): LATER,
    ("generation", "last_doc", "lowered"): "documents are looked at for vectors once more",
    ("generation", "last_vector", "raised"): LATER,
    ("generation", "built_seq", "raised"): "what is served is beyond; what is built begins anew",
    ("generation", "built_seq", "lowered"): "what is served is beyond; what is built begins anew",
    ("watermark", "fence", "raised"): LATER,
    ("watermark", "fence", "lowered"): "leases last for seconds; who held an earlier one is gone",
    ("watermark", "attempts", "raised"): LATER,
    ("watermark", "next_try", "filled"): LATER,
}
"""Changes that leave the store as sound as it was, with the reason."""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("full") / "memory.db"

    async def main() -> None:
        async with await opened_full(str(path)) as memory:
            await filled(memory)
            assert (await memory.verify()).damages == ()

    asyncio.run(main())
    return path


def told(path: Path | str) -> tuple[Damage, ...] | RetentiveError:
    """Return the damages of a store, or the error with which it is refused."""

    async def main() -> tuple[Damage, ...]:
        async with await opened_full(str(path)) as memory:
            return (await memory.verify()).damages

    try:
        return asyncio.run(main())
    except RetentiveError as error:
        return error


def changed(column: Column[Any], value: Any) -> Iterator[tuple[str, Any]]:
    """Yield other values that the column could hold."""
    if value is None:
        yield "filled", b"x" if isinstance(column.type, LargeBinary) else 7
        return
    if column.nullable:
        yield "emptied", None
    match column.type:
        case Boolean():
            yield "altered", 1 - value
        case Integer():
            yield "raised", value + 1
            yield "lowered", value - 1
        case LargeBinary():
            yield "altered", bytes([value[0] ^ 1]) + value[1:] if value else b"x"
        case _:
            yield "altered", f"{value}x"


def rows_of(path: Path, table: Table) -> list[dict[str, Any]]:
    """Return the rows of a table, but for those of the generation that is being built."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        rows = [dict(row) for row in connection.execute(f"SELECT * FROM {table.name}")]
    served = [row for row in rows if (row.get("space"), row.get("generation")) != BUILT]
    assert served, f"{table.name} is empty"
    return served


def write(path: Path, statement: str, values: list[Any]) -> bool:
    """Change a row; false if the engine itself refuses that."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        try:
            done = connection.execute(statement, values)
        except sqlite3.IntegrityError:
            return False
        assert done.rowcount == 1
        connection.commit()
    return True


def which(table: Table, row: Mapping[str, Any]) -> tuple[str, list[Any]]:
    keys = [column.name for column in table.primary_key]
    return " AND ".join(f'"{key}" = ?' for key in keys), [row[key] for key in keys]


def some(rows: list[dict[str, Any]], column: str) -> list[dict[str, Any]]:
    """Return the last row of those with a value, and one without."""
    full = [row for row in rows if row[column] is not None]
    empty = [row for row in rows if row[column] is None]
    return [*full[-1:], *empty[:1]]


def no_word(found: tuple[Damage, ...] | RetentiveError) -> bool:
    said = str(found) if isinstance(found, RetentiveError) else " ".join(map(str, found))
    return not any(word in said for word in WORDS)


@pytest.mark.parametrize("name", TABLES)
def test_a_changed_value_is_told(name: str, sound: Path, tmp_path: Path) -> None:
    table, silent = TABLES[name], []
    rows = rows_of(sound, table)
    for column in table.c:
        for row in some(rows, column.name):
            for how, value in changed(column, row[column.name]):
                damaged = tmp_path / "damaged.db"
                shutil.copy(sound, damaged)
                where, keys = which(table, row)
                statement = f'UPDATE {name} SET "{column.name}" = ? WHERE {where}'
                if not write(damaged, statement, [value, *keys]):
                    continue
                found = told(damaged)
                assert no_word(found)
                if not found:
                    silent.append((name, column.name, how))
    assert set(silent) <= NEVER_WRONG.keys()


@pytest.mark.parametrize("name", TABLES)
def test_a_lost_row_is_told(name: str, sound: Path, tmp_path: Path) -> None:
    table, silent = TABLES[name], []
    rows = rows_of(sound, table)
    for row in {0: rows[0], len(rows) - 1: rows[-1]}.values():
        damaged = tmp_path / "damaged.db"
        shutil.copy(sound, damaged)
        where, keys = which(table, row)
        write(damaged, f"DELETE FROM {name} WHERE {where}", keys)
        found = told(damaged)
        assert no_word(found)
        if not found:
            silent.append(keys)
    assert silent == []


@pytest.fixture(scope="module")
def sound_database(postgres_server: PostgresServer) -> Iterator[str]:
    async def main(url: str) -> None:
        async with await opened_full(url) as memory:
            await filled(memory)

    with postgres_server.fresh_database() as url:
        asyncio.run(main(url))
        keep(url)
        yield url


SAMPLE = (
    "UPDATE space SET seen_sum = seen_sum + 1 WHERE id = 1",
    "UPDATE seen SET content = content || 'x'",
    "UPDATE generation SET live_length = live_length + 1 WHERE family = 'text' AND number = 1",
    "UPDATE entry SET agent = 'x' WHERE seq = 1",
    "UPDATE entry SET text = 'x' WHERE blob IS NOT NULL",
    "UPDATE blob SET data = data || data",
    "UPDATE audit SET touched = '[' WHERE number = 1",
    "UPDATE fact SET superseded_by = 'x' WHERE dead_seq IS NULL AND generation = 1",
    "UPDATE entity SET superseded_by = NULL WHERE dead_seq IS NOT NULL",
    "UPDATE relation SET checksum = body::bytea",
    "UPDATE theme SET key = key || 'x'",
    "UPDATE silence SET tentative = NOT tentative WHERE generation = 1",
    "UPDATE vector SET data = data || data",
    "UPDATE watermark SET waiting_since = 7",
    "DELETE FROM unplaced",
    "DELETE FROM citation WHERE generation = 1",
    "DELETE FROM posting WHERE generation = 1",
)


@pytest.mark.parametrize("statement", SAMPLE)
def test_a_damage_in_postgresql_is_told(statement: str, sound_database: str) -> None:
    restore(sound_database)
    with postgres_database(sound_database) as database:
        database.run(statement)
    found = told(sound_database)
    assert found
    assert no_word(found)

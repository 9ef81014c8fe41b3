"""Statements that go to SQLite's driver as they are."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    bindparam,
    create_engine,
    select,
)

from retentive.adapters.sql.prepared import FEW, LENGTHS, OFTEN, prepared

ONE = Table(
    "one",
    MetaData(),
    Column("key", Integer, primary_key=True),
    Column("name", Text),
    Column("data", LargeBinary),
    Column("sure", Boolean),
)
ENGINE = create_engine("sqlite://")


def test_a_statement_made_ready_gives_the_rows_it_gave_before() -> None:
    among = select(ONE).where(ONE.c.key.in_(bindparam("items", expanding=True)), ONE.c.sure)
    values = {"items": [1, 2]}
    rows: list[dict[str, Any]] = [
        {"key": 1, "name": "tea", "data": b"\0\xff", "sure": True},
        {"key": 2, "name": None, "data": None, "sure": True},
        {"key": 3, "name": "no", "data": b"", "sure": True},
    ]
    with ENGINE.connect() as connection:
        ONE.create(connection)
        connection.execute(ONE.insert(), rows)
        before = [row._asdict() for row in connection.execute(among, values)]
        ready = [prepared(ENGINE.dialect, among, values) for _ in range(OFTEN)][-1]
        assert ready is not None
        raw = connection.connection.cursor()
        raw.execute(ready.sql, ready.ordered(values))
        after = [row._asdict() for row in ready.rows(raw.fetchall())]
    assert after == before == rows[:2]
    assert after[0]["sure"] is True


def test_a_long_list_is_filled_up_to_one_of_few_lengths() -> None:
    among = select(ONE.c.key).where(ONE.c.key.in_(bindparam("items", expanding=True)))
    one, other = {"items": list(range(FEW + 1))}, {"items": list(range(5, LENGTHS[0]))}
    with ENGINE.connect() as connection:
        ONE.create(connection, checkfirst=True)
        raw = connection.connection.cursor()
        raw.executemany("insert or ignore into one (key) values (?)", [(key,) for key in range(99)])
        ready = [prepared(ENGINE.dialect, among, one) for _ in range(OFTEN)][-1]
        assert ready is not None
        assert prepared(ENGINE.dialect, among, other) is ready
        for values in (one, other):
            found = raw.execute(ready.sql, ready.ordered(values)).fetchall()
            assert sorted(key for (key,) in found) == values["items"]


def test_what_is_seldom_or_very_long_or_of_pairs_is_not_made_ready() -> None:
    among = select(ONE).where(ONE.c.key.in_(bindparam("items", expanding=True)))
    few, many = {"items": [1]}, {"items": list(range(LENGTHS[-1] + 1))}
    seldom = [prepared(ENGINE.dialect, among, few) for _ in range(OFTEN - 1)]
    assert seldom == [None] * (OFTEN - 1)
    assert prepared(ENGINE.dialect, among, few) is not None
    assert prepared(ENGINE.dialect, among, many) is None
    assert prepared(ENGINE.dialect, among, {"items": [(1, 2)]}) is None

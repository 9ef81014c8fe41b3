"""Dropping generations, and what a swap does to watermarks."""

from __future__ import annotations

from sqlalchemy import ColumnElement, ScalarSelect, Table, bindparam, case, select

from retentive.adapters.sql.link import Link
from retentive.adapters.sql.reads import OF_SPACE
from retentive.adapters.sql.schema import (
    FAMILIES,
    alias,
    citation,
    confirmation,
    doc,
    entry,
    fact_label,
    generation,
    posting,
    silence,
    unplaced,
    watermark,
)
from retentive.adapters.sql.spaces import RECORDS, TEXT, SpaceState
from retentive.model.space import DIGEST, Space

_OF_RECORDS: tuple[Table, ...] = (
    *FAMILIES.values(),
    *(fact_label, citation, confirmation, alias, silence, unplaced),
)
_OF_TEXT: tuple[Table, ...] = (posting, doc)
_drops = [
    table.delete().where(
        table.c.space == OF_SPACE, table.c.generation == bindparam("of_generation")
    )
    for table in (*_OF_RECORDS, *_OF_TEXT)
]
_drop_generation = generation.delete().where(
    generation.c.space == OF_SPACE,
    generation.c.number == bindparam("of_generation"),
    generation.c.family.in_([RECORDS, TEXT]),
)


def first_recorded(space: ColumnElement[int]) -> ScalarSelect[int]:
    """Return since when a stage that has done nothing waits in a space."""
    return (
        select(entry.c.recorded_at).where(entry.c.space == space, entry.c.seq == 1)
    ).scalar_subquery()


_swapped = (
    watermark.update()
    .where(watermark.c.space == OF_SPACE)
    .values(
        generation=bindparam("now_records"),
        maker=bindparam("now_maker"),
        done_seq=case((watermark.c.stage == DIGEST, bindparam("now_done")), else_=0),
        waiting_since=case(
            (watermark.c.stage == DIGEST, None), else_=first_recorded(watermark.c.space)
        ),
        owner=None,
        until=None,
        attempts=0,
        next_try=None,
    )
)


def drop_generation(link: Link, state: SpaceState, number: int) -> None:
    """Delete a generation of records and text with all its rows."""
    values = {"of_space": state.space.id, "of_generation": number}
    for statement in (*_drops, _drop_generation):
        link.run(statement, values)
    for family in (RECORDS, TEXT):
        state.generations.pop((family, number), None)


def swap_watermarks(link: Link, space: Space, done_seq: int) -> None:
    """Let the stages of a space go on in its new generation: digestion from `done_seq`."""
    link.run(
        _swapped,
        {
            "of_space": space.id,
            "now_records": space.generations.records,
            "now_maker": space.generations.maker,
            "now_done": done_seq,
        },
    )

"""Dropping generations, and what swaps do to watermarks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Delete, ScalarSelect, Table, bindparam, case, select

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
    vector,
    watermark,
)
from retentive.adapters.sql.spaces import RECORDS, TEXT, VECTORS, SpaceState
from retentive.adapters.sql.vectors import drop_all_unsaid
from retentive.model.space import DIGEST, EMBED, Space

_OF_RECORDS: tuple[Table, ...] = (
    *FAMILIES.values(),
    *(fact_label, citation, confirmation, alias, silence, unplaced),
)
_OF_TEXT: tuple[Table, ...] = (posting, doc)


def _drops_of(*tables: Table) -> list[Delete]:
    return [
        table.delete().where(
            table.c.space == OF_SPACE, table.c.generation == bindparam("of_generation")
        )
        for table in tables
    ]


_drops, _drop_vectors = _drops_of(*_OF_RECORDS, *_OF_TEXT), _drops_of(vector)
_drop_generation = generation.delete().where(
    generation.c.space == OF_SPACE,
    generation.c.number == bindparam("of_generation"),
    generation.c.family == bindparam("of_family"),
)


def first_recorded(space: ColumnElement[int]) -> ScalarSelect[int]:
    """Return since when a stage that has done nothing waits in a space."""
    return (
        select(entry.c.recorded_at).where(entry.c.space == space, entry.c.seq == 1)
    ).scalar_subquery()


_swapped = (
    watermark.update()
    .where(watermark.c.space == OF_SPACE, watermark.c.stage != EMBED)
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


_of_embed = watermark.update().where(watermark.c.space == OF_SPACE, watermark.c.stage == EMBED)
_LEASED_NOMORE = {
    "owner": None,
    "until": None,
    "fence": watermark.c.fence + 1,
    "attempts": 0,
    "next_try": None,
}
_embed_again = _of_embed.values(
    done_seq=0,
    head_seq=bindparam("now_done"),
    waiting_since=first_recorded(watermark.c.space),
    **_LEASED_NOMORE,
)
_NOW_OTHER: dict[str, Any] = {
    "generation": bindparam("now_vectors"),
    "maker": bindparam("now_embedder"),
}
_embed_other = _of_embed.values(
    done_seq=watermark.c.head_seq, waiting_since=None, **_NOW_OTHER, **_LEASED_NOMORE
)
_head_recorded = (
    select(entry.c.recorded_at)
    .where(entry.c.space == OF_SPACE, entry.c.seq == watermark.c.head_seq)
    .correlate(watermark)
    .scalar_subquery()
)
_embed_rest = _of_embed.values(
    done_seq=case((watermark.c.head_seq > 0, watermark.c.head_seq - 1), else_=0),
    waiting_since=_head_recorded,
    **_NOW_OTHER,
    **_LEASED_NOMORE,
)
_name_embedder = _of_embed.values(maker=bindparam("now_embedder"))
_next_recorded = (
    select(entry.c.recorded_at)
    .where(entry.c.space == OF_SPACE, entry.c.seq == watermark.c.done_seq + 1)
    .correlate(watermark)
    .scalar_subquery()
)
_embed_more = _of_embed.values(
    head_seq=bindparam("now_done"),
    waiting_since=case(
        (watermark.c.done_seq < watermark.c.head_seq, watermark.c.waiting_since),
        (watermark.c.done_seq < bindparam("now_done"), _next_recorded),
        else_=None,
    ),
)


def drop_generation(link: Link, state: SpaceState, number: int) -> None:
    """Delete a generation of records and text with all its rows, and what only it said."""
    _drop(link, state, number, (RECORDS, TEXT), _drops)
    drop_all_unsaid(link, state)


def drop_vectors(link: Link, state: SpaceState, number: int) -> None:
    """Delete a generation of vectors with all its rows."""
    _drop(link, state, number, (VECTORS,), _drop_vectors)


def _drop(
    link: Link,
    state: SpaceState,
    number: int,
    families: Sequence[str],
    statements: Sequence[Delete],
) -> None:
    values = {"of_space": state.space.id, "of_generation": number}
    for statement in statements:
        link.run(statement, values)
    for family in families:
        link.run(_drop_generation, values | {"of_family": family})
        state.generations.pop((family, number), None)


def swap_watermarks(link: Link, space: Space, done_seq: int) -> None:
    """Let the stages of a space go on in its new generation: digestion from `done_seq`.

    Embedding begins again: the documents have other numbers.
    """
    link.run(_embed_again, {"of_space": space.id, "now_done": done_seq})
    link.run(
        _swapped,
        {
            "of_space": space.id,
            "now_records": space.generations.records,
            "now_maker": space.generations.maker,
            "now_done": done_seq,
        },
    )


def follow_digestion(link: Link, space: Space, done_seq: int) -> None:
    """Make what is digested the work of `embed`."""
    link.run(_embed_more, {"of_space": space.id, "now_done": done_seq})


def swap_vector_watermark(link: Link, space: Space, *, left: bool) -> None:
    """Let `embed` go on in the new generation of vectors, with all done that is digested.

    If something is `left` to try again, all but the last entry is done.
    """
    made_by = {"now_vectors": space.generations.vectors, "now_embedder": space.generations.embedder}
    link.run(_embed_rest if left else _embed_other, {"of_space": space.id, **made_by})


def name_embedder(link: Link, space: Space) -> None:
    """Make the space's embedder what `embed` needs."""
    link.run(_name_embedder, {"of_space": space.id, "now_embedder": space.generations.embedder})

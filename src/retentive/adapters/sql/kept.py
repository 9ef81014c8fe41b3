"""What a space keeps about itself: sums over its rows, generations, and marks of its stages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy import Table, bindparam, case, func, select

from retentive.adapters.sql.link import Link
from retentive.adapters.sql.reads import OF_SPACE, Bounds, Pages, in_records, in_text, in_vectors
from retentive.adapters.sql.schema import (
    FAMILIES,
    alias,
    confirmation,
    doc,
    entry,
    seen,
    silence,
    stage,
    unplaced,
    vector,
    watermark,
)
from retentive.adapters.sql.spaces import RECORDS, TEXT, VECTORS, SpaceState
from retentive.adapters.sql.sums import MADE, MODULUS, Generation, print_of, prints
from retentive.kernel.errors import CorruptStore
from retentive.model.report import Damage
from retentive.model.space import DIGEST, EMBED

Paged = Callable[[Pages, Bounds], Iterator[Any]]
"""Yields all rows of a sweep."""

_RECORDS: dict[Table, Pages] = {
    **{
        table: Pages(
            select(
                *(table.c.id, table.c.checksum),
                *(table.c.dead_seq, table.c.retired_at, table.c.superseded_by),
            ).where(in_records(table)),
            table.c.id,
        )
        for table in FAMILIES.values()
    },
    confirmation: Pages(
        select(confirmation).where(in_records(confirmation)),
        *(confirmation.c.key, confirmation.c.entry_id),
    ),
    alias: Pages(select(alias).where(in_records(alias)), alias.c.name, alias.c.seq),
    silence: Pages(select(silence).where(in_records(silence)), silence.c.seq, silence.c.row),
    unplaced: Pages(select(unplaced).where(in_records(unplaced)), unplaced.c.seq, unplaced.c.row),
}
_VECTORS = {vector: Pages(select(vector).where(in_vectors(vector)), vector.c.number)}
_SWEEPS: dict[str, dict[Table, Pages]] = {RECORDS: _RECORDS, TEXT: {}, VECTORS: _VECTORS}
_seen = Pages(select(seen).where(seen.c.space == OF_SPACE), seen.c.name)
_totals = select(
    func.coalesce(func.max(doc.c.doc), 0).label("last"),
    func.coalesce(func.sum(case((doc.c.dead_seq.is_(None), 1), else_=0)), 0).label("docs"),
    func.coalesce(func.sum(case((doc.c.dead_seq.is_(None), doc.c.length), else_=0)), 0).label(
        "length"
    ),
).where(in_text(doc))
_last_vector = select(func.coalesce(func.max(vector.c.number), 0).label("last")).where(
    in_vectors(vector)
)
_marks = select(watermark).where(watermark.c.space == OF_SPACE)
_stages = select(stage.c.name)
_recorded = select(entry.c.recorded_at).where(
    entry.c.space == OF_SPACE, entry.c.seq == bindparam("of_seq")
)


def kept_damages(link: Link, paged: Paged, state: SpaceState, values: Bounds) -> Iterator[Damage]:
    """Yield where what a space keeps about itself is not so."""
    place = f"space {state.space.id}"
    for check, detail in (
        *_generations(link, state, values),
        *_sums(paged, state, values),
        *_stage_marks(link, state, values),
    ):
        yield Damage(check=check, place=place, detail=detail)


Found = Iterator[tuple[str, str]]
"""Checks and details."""


def _generations(link: Link, state: SpaceState, values: Bounds) -> Found:
    made, head = state.space.generations, state.space.head_seq
    known = {(RECORDS, made.records), (TEXT, made.text), (VECTORS, made.vectors)}
    building = state.building
    if building is not None:
        known |= {(RECORDS, building), (TEXT, building)}
    if state.building_vectors is not None:
        known.add((VECTORS, state.building_vectors))
    if state.generations.keys() != known or made.records != made.text:
        names = ", ".join(f"{family} {number}" for family, number in sorted(state.generations))
        yield "generation", f"serves {made.records} and {made.text}, but keeps {names}"
    for one in state.generations.values():
        what = f"{one.family} {one.number}"
        if (one.family != RECORDS and one.built_seq) or not 0 <= one.built_seq <= head:
            yield "generation", f"{what} is said to be built up to {one.built_seq}"
        if one.family == TEXT:
            yield from _counters(link, one, values)
        elif (one.live_docs, one.live_length) != (0, 0) or (one.family == RECORDS and one.last_doc):
            yield "counters", f"{what} counts documents"
        if one.family == VECTORS:
            yield from _looked_at(link, one, state.generation(TEXT, made.text), values)
        elif one.last_vector:
            yield "counters", f"{what} counts vectors"


def _counters(link: Link, one: Generation, values: Bounds) -> Found:
    row = link.first(_totals, values | {"of_text": one.number})
    if row.last > one.last_doc or (row.docs, row.length) != (one.live_docs, one.live_length):
        yield (
            "counters",
            f"text {one.number} counts {one.live_docs} live documents of {one.live_length} terms "
            f"up to {one.last_doc}, {row.docs} of {row.length} up to {row.last} are stored",
        )


def _looked_at(link: Link, one: Generation, text: Generation | None, values: Bounds) -> Found:
    row = link.first(_last_vector, values | {"of_vectors": one.number})
    if row.last > one.last_vector:
        yield "counters", f"vectors {one.number} counts to {one.last_vector}, not {row.last}"
    if text is not None and not 0 <= one.last_doc <= text.last_doc:
        detail = f"looked at document {one.last_doc} of {text.last_doc}"
        yield "counters", f"vectors {one.number} {detail}"


def _sums(paged: Paged, state: SpaceState, values: Bounds) -> Found:
    for one in state.generations.values():
        try:
            told = dict(one.sums.by_name())
        except CorruptStore:
            yield "sums", f"those of {one.family} {one.number} cannot be read"
            continue
        if told.pop(MADE, None) != print_of((one.family, one.number, one.maker)):
            yield "sums", f"{one.family} {one.number} is not what was begun"
        of_this = values | {f"of_{one.family}": one.number}
        for table, pages in _SWEEPS.get(one.family, {}).items():
            found = _summed(table, paged(pages, of_this))
            if found != told.pop(table.name, 0):
                yield "sums", f"the rows of {table.name} are not those that were written"
        if told:
            yield "sums", f"{one.family} {one.number} has sums of no table"
    if _summed(seen, paged(_seen, values)) != state.seen_sum:
        yield "sums", "the names of inputs are not those that were written"


def _summed(table: Table, rows: Iterator[Any]) -> int:
    return sum(number for row in rows for number in prints(table, row._asdict())) % MODULUS


def _stage_marks(link: Link, state: SpaceState, values: Bounds) -> Found:
    stages = {row.name for row in link.swept(_stages)}
    marks = {row.stage: row for row in link.swept(_marks, values)}
    if stages != marks.keys():
        yield "watermark", f"{len(stages - marks.keys())} missing, {len(marks.keys() - stages)} odd"
    digest = marks.get(DIGEST)
    for mark in marks.values():
        goal = state.space.head_seq
        if mark.stage == EMBED:
            goal = mark.head_seq if digest is None else digest.done_seq
        if (mark.generation, mark.maker, mark.head_seq) != (*_made_by(state, mark.stage), goal):
            yield "watermark", "one is of another generation, maker or head than the space"
        if (mark.owner is None) != (mark.until is None) or mark.fence < 0:
            yield "watermark", f"its lease {mark.fence} cannot be one"
        first = link.first(_recorded, values | {"of_seq": mark.done_seq + 1})
        waits = first.recorded_at if first is not None and mark.done_seq < goal else None
        if mark.waiting_since != waits and (first is not None or mark.done_seq >= goal):
            yield "watermark", f"waits since {mark.waiting_since}, the entry is of {waits}"


def _made_by(state: SpaceState, stage: str) -> tuple[int, str]:
    """Return the generation that a stage works on, and what it needs."""
    made_by = state.space.generations
    if stage == EMBED:
        return made_by.vectors, made_by.embedder
    return made_by.records, made_by.maker

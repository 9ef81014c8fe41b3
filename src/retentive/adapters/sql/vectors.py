"""Vectors by the digest of what was embedded, and the documents that still lack one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import and_, bindparam, select

from retentive.adapters.sql.decoding import decoded
from retentive.adapters.sql.link import Link
from retentive.adapters.sql.reads import (
    LIMIT,
    OF_SPACE,
    Pages,
    among,
    in_text,
    in_vectors,
)
from retentive.adapters.sql.schema import doc, vector
from retentive.adapters.sql.spaces import TEXT, VECTORS, SpaceState
from retentive.adapters.sql.sums import Generation, prints
from retentive.adapters.sql.text import FOUND, found_of
from retentive.adapters.sql.unmade import UnmadeReads, forgotten, rows_of
from retentive.model.change import PutVector
from retentive.model.space import Space
from retentive.ports.rows import NotEmbedded, StoredVector, Unmade

D, V = doc.c, vector.c
_vectors = Pages(
    select(V.number, V.digest, V.dim, V.data).where(
        in_vectors(vector), V.number > bindparam("last_number")
    ),
    V.number,
)
_last = select(V.number).where(in_vectors(vector), V.number > 0).order_by(V.number.desc()).limit(1)
_following = (
    select(*FOUND, V.number.label("vector"))
    .select_from(doc)
    .outerjoin(vector, and_(in_vectors(vector), V.digest == D.digest))
    .where(in_text(doc), D.doc > bindparam("last_doc"))
    .order_by(D.doc)
    .limit(LIMIT)
)
_stored = select(V.digest).where(in_vectors(vector), V.number > 0, among(V.digest))
_said = (
    select(D.digest)
    .where(D.space == OF_SPACE, among(D.generation, "texts"), among(D.digest))
    .distinct()
)
_is_unsaid = ~(
    select(D.doc)
    .where(D.space == OF_SPACE, among(D.generation, "texts"), D.digest == V.digest)
    .correlate(vector)
    .exists()
)
_drop_unsaid = (
    vector.delete()
    .where(in_vectors(vector), among(V.digest), _is_unsaid)
    .returning(V.number, V.digest, V.dim, V.data)
)
_drop_all_unsaid = (
    vector.delete()
    .where(in_vectors(vector), _is_unsaid)
    .returning(V.number, V.digest, V.dim, V.data)
)
_every_unsaid = select(V.number).where(in_vectors(vector), _is_unsaid).order_by(V.number)
_insert = vector.insert()


class VectorReads(UnmadeReads):
    """The part of `View` that vector search and embedding stand on."""

    def vectors(self, space: Space, *, after: int = 0) -> Iterator[StoredVector]:
        """Return the vectors with `number > after`, in ascending number, at any horizon."""
        for row in self._pages(_vectors, self._at(space) | {"last_number": after}):
            yield StoredVector(row.number, row.digest, row.dim, row.data)

    def last_vector(self, space: Space) -> int:
        """Return the highest number of a vector, 0 if there is none, at any horizon."""
        row = self._link.first(_last, self._at(space))
        return 0 if row is None else int(row.number)

    def not_embedded(self, space: Space, *, limit: int) -> NotEmbedded:
        """Return the next documents without a vector, in ascending number, at any horizon."""
        kept = self._state(space).generation(VECTORS, space.generations.vectors)
        last = 0 if kept is None else kept.last_doc
        values = self._at(space) | {"last_doc": last, "row_limit": limit}
        rows = self._link.rows(_following, values)
        lacking = [
            decoded(found_of, row, f"document {row.doc}") for row in rows if row.vector is None
        ]
        return NotEmbedded(lacking, rows[-1].doc if rows else last)


def put_vectors(link: Link, state: SpaceState, made: Generation, puts: Iterable[PutVector]) -> None:
    """Add the vectors of digests that documents have, unless they are there."""
    by_digest: dict[bytes, PutVector] = {}
    for put in puts:
        by_digest.setdefault(put.digest, put)
    values = _values(state, made)
    said = _lacking(link, values, by_digest)
    _sum(made, [row._asdict() for row in forgotten(link, values, said)], -1)
    rows = []
    for digest, put in by_digest.items():
        if digest in said:
            made.last_vector += 1
            data = {"digest": digest, "dim": put.dim, "data": put.data}
            rows.append({"number": made.last_vector, **data})
    _add(link, state, made, rows)


def note_unmade(
    link: Link, state: SpaceState, made: Generation, notes: Mapping[bytes, Unmade | None]
) -> None:
    """Keep why digests that documents have got no vector, or forget it."""
    values = _values(state, made)
    said = _lacking(link, values, notes)
    _sum(made, [row._asdict() for row in forgotten(link, values, notes)], -1)
    kept = [(one, note) for one, note in notes.items() if note is not None and one in said]
    _add(link, state, made, rows_of(link, values, kept))


def _lacking(link: Link, values: Mapping[str, Any], digests: Collection[bytes]) -> set[bytes]:
    """Return those of these digests that documents have, but no vector."""
    known = {row.digest for row in link.rows_in(_stored, values, "items", digests)}
    unknown = set(digests) - known
    return {row.digest for row in link.rows_in(_said, values, "items", unknown)}


def _add(
    link: Link, state: SpaceState, made: Generation, rows: Sequence[Mapping[str, Any]]
) -> None:
    _sum(made, rows, 1)
    lead = {"space": state.space.id, "generation": made.number}
    link.run(_insert, [{**lead, **row} for row in rows])


def drop_unsaid(link: Link, state: SpaceState, digests: Collection[bytes]) -> None:
    """Drop those of these vectors whose digest no document has any more."""
    for made in _with_vectors(state):
        dropped = list(link.rows_in(_drop_unsaid, _values(state, made), "items", digests))
        _sum(made, [row._asdict() for row in dropped], -1)


def drop_all_unsaid(link: Link, state: SpaceState) -> None:
    """Drop every vector whose digest no document has any more."""
    for made in _with_vectors(state):
        dropped = link.rows(_drop_all_unsaid, _values(state, made))
        _sum(made, [row._asdict() for row in dropped], -1)


def unsaid(link: Link, state: SpaceState) -> Iterator[int]:
    """Yield the numbers of vectors whose digest no document has."""
    for made in _with_vectors(state):
        yield from (row.number for row in link.rows(_every_unsaid, _values(state, made)))


def _with_vectors(state: SpaceState) -> Sequence[Generation]:
    """Return the generations that may hold vectors, or notes in place of them."""
    made = [one for one in state.generations.values() if one.family == VECTORS]
    return [one for one in made if one.last_vector or one.maker]


def _values(state: SpaceState, made: Generation) -> dict[str, Any]:
    texts = [number for family, number in state.generations if family == TEXT]
    return {"of_space": state.space.id, "of_vectors": made.number, "texts": texts}


def _sum(made: Generation, rows: Sequence[Mapping[str, Any]], sign: int) -> None:
    for row in rows:
        for number in prints(vector, row):
            made.sum(vector.name, sign * number)

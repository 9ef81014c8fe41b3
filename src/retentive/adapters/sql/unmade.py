"""Notes on texts that have no vector because the embedder failed at them by themselves.

A note stands among the vectors, so that what ends a vector ends it too. Its number is below
zero, the lower the later it was noted, so that no search reads one; its `dim` says what is to
become of it, its data how often it failed and when it is tried again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import and_, func, select

from retentive.adapters.sql.decoding import decoded
from retentive.adapters.sql.link import Link
from retentive.adapters.sql.reads import LIMIT, Reads, among, in_text, in_vectors
from retentive.adapters.sql.schema import doc, vector
from retentive.adapters.sql.text import FOUND, found_of
from retentive.kernel.times import from_micros, to_micros
from retentive.model.space import Space
from retentive.ports.rows import FoundDoc, Unmade

WAITS, ASIDE = 0, -1
"""The `dim` of a note: the text is tried again, or was put aside."""

D, V = doc.c, vector.c
IS_NOTE = and_(in_vectors(vector), V.number < 0)

_other = doc.alias()
_is_first = D.doc == (
    select(func.min(_other.c.doc))
    .where(_other.c.space == D.space, _other.c.generation == D.generation)
    .where(_other.c.digest == V.digest)
    .correlate(doc, vector)
    .scalar_subquery()
)
_waiting = (
    select(*FOUND, V.data)
    .select_from(vector.join(doc, and_(in_text(doc), D.digest == V.digest)))
    .where(IS_NOTE, V.dim == WAITS, _is_first)
    .order_by(V.number.desc())
    .limit(LIMIT)
)
_any_waiting = select(V.number).where(IS_NOTE, V.dim == WAITS).limit(1)
_lowest = select(V.number).where(in_vectors(vector)).order_by(V.number).limit(1)
_forget = (
    vector.delete().where(IS_NOTE, among(V.digest)).returning(V.number, V.digest, V.dim, V.data)
)


class UnmadeReads(Reads):
    """The part of `View` that tells what embedding failed at."""

    def unmade(self, space: Space, *, limit: int) -> Sequence[tuple[FoundDoc, Unmade]]:
        """Return what embedding failed at and is to try again, at any horizon."""
        rows = self._link.rows(_waiting, self._at(space) | {"row_limit": limit})
        return [
            (
                decoded(found_of, row, f"document {row.doc}"),
                decoded(_note_of, row, f"the note on document {row.doc}"),
            )
            for row in rows
        ]


def forgotten(link: Link, values: Mapping[str, Any], digests: Iterable[bytes]) -> list[Any]:
    """Delete the notes on these digests and return their rows."""
    return list(link.rows_in(_forget, values, "items", set(digests)))


def any_waiting(link: Link, values: Mapping[str, Any]) -> bool:
    """Tell whether embedding is to try something again."""
    return link.first(_any_waiting, values) is not None


def rows_of(
    link: Link, values: Mapping[str, Any], notes: Iterable[tuple[bytes, Unmade]]
) -> list[dict[str, Any]]:
    """Return new rows that keep these notes."""
    row = link.first(_lowest, values)
    last = 0 if row is None else min(0, int(row.number))
    return [
        {
            "number": last - count,
            "digest": digest,
            "dim": ASIDE if note.again is None else WAITS,
            "data": _written(note),
        }
        for count, (digest, note) in enumerate(notes, 1)
    ]


def _written(note: Unmade) -> bytes:
    again = None if note.again is None else to_micros(note.again)
    return json.dumps([note.tries, again]).encode()


def _note_of(row: Any) -> Unmade:
    tries, again = json.loads(row.data)
    return Unmade(int(tries), None if again is None else from_micros(again))

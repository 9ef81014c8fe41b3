"""Answers from the text index and about vectors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from sqlalchemy import func, select

from retentive.adapters.sql.decoding import corrupt, decoded, swept
from retentive.adapters.sql.link import parts
from retentive.adapters.sql.reads import Pages, Reads, alive, among, born, in_text, in_vectors
from retentive.adapters.sql.schema import doc, posting, vector
from retentive.adapters.sql.spaces import TEXT
from retentive.model.change import Field, Owner, OwnerKind
from retentive.model.report import Damage
from retentive.model.space import Space
from retentive.ports.rows import Posting, StoredDoc, StoredPosting, StoredVector, Totals

FIELDS = (Field.BODY, Field.SPEAKER)
"""A field is stored as its place here, which is also its place in the alphabet."""

_FIELD_NUMBERS = frozenset(range(len(FIELDS)))

D, P, V = doc.c, posting.c, vector.c
_postings = (
    select(P.term, P.doc, P.field, P.tf, P.length)
    .where(in_text(posting), among(P.term), born(posting), alive(posting))
    .order_by(P.term, P.doc, P.field)
)
_visible = select(func.count(), func.coalesce(func.sum(D.length), 0)).where(
    in_text(doc), born(doc), alive(doc)
)
_owners = select(D.doc, D.owner_kind, D.owner_id).where(in_text(doc), among(D.doc))
_docs = Pages(select(doc).where(in_text(doc)), D.doc)
_every_posting = Pages(select(posting).where(in_text(posting)), P.doc, P.term, P.field)
_vectors = Pages(
    select(V.owner_kind, V.owner_id, V.dim, V.data).where(in_vectors(vector)),
    *(V.owner_kind, V.owner_id),
)


class TextReads(Reads):
    """The part of `View` that text search and vector search stand on."""

    def postings(self, space: Space, terms: Collection[str]) -> Iterator[Posting]:
        """Return the postings of these terms in documents visible at the horizon."""
        at = self._at(space)
        for part in parts(sorted(set(terms))):
            rows = self._link.plain(_postings, at | {"items": part})
            for term, number, field, tf, length in rows:
                if field not in _FIELD_NUMBERS:
                    raise corrupt(f"a posting of document {number}")
                yield Posting(term, number, FIELDS[field], tf, length)

    def totals(self, space: Space) -> Totals:
        """Return the count and the summed length of documents visible at the horizon.

        At the head they are kept in counters; earlier ones are counted.
        """
        state, values = self._state(space), self._at(space)
        kept = state.generation(TEXT, space.generations.text)
        if kept is not None and space.horizon >= state.space.head_seq:
            return Totals(kept.live_docs, kept.live_length)
        row = self._link.first(_visible, values)
        return Totals(0, 0) if row is None else Totals(row[0], int(row[1]))

    def owners(self, space: Space, docs: Collection[int]) -> Mapping[int, Owner]:
        """Return what these documents stand for, at any horizon; unknown ones are absent."""
        rows = self._link.rows_in(_owners, self._at(space), "items", docs)
        return {row.doc: decoded(_owner_of, row, f"document {row.doc}") for row in rows}

    def vectors(self, space: Space) -> Iterator[StoredVector]:
        """Return all vectors of the space's vector generation, by (owner kind, owner id)."""
        for row in self._pages(_vectors, self._at(space)):
            owner = decoded(_owner_of, row, f"the vector of {row.owner_id}")
            yield StoredVector(owner, row.dim, row.data)

    def all_docs(self, space: Space) -> Iterator[StoredDoc | Damage]:
        """Yield every index document in ascending number."""
        for row in self._pages(_docs, self._at(space)):
            yield swept(_doc_of, row, f"space {space.id} document {row.doc}")

    def all_postings(self, space: Space) -> Iterator[StoredPosting | Damage]:
        """Yield every posting in ascending (doc, term, field)."""
        for row in self._pages(_every_posting, self._at(space)):
            yield swept(_posting_of, row, f"space {space.id} document {row.doc}")


def _owner_of(row: Any) -> Owner:
    return Owner(OwnerKind(row.owner_kind), row.owner_id)


def _doc_of(row: Any) -> StoredDoc:
    return StoredDoc(row.doc, _owner_of(row), row.born_seq, row.dead_seq, row.length)


def _posting_of(row: Any) -> StoredPosting:
    if row.field not in _FIELD_NUMBERS:
        raise ValueError(f"there is no field {row.field}")
    field = FIELDS[row.field]
    return StoredPosting(row.doc, row.term, field, row.tf, row.length, row.born_seq, row.dead_seq)

"""Answers from the text index."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import Executable, func, select

from retentive.adapters.sql.decoding import UNREADABLE, corrupt, swept
from retentive.adapters.sql.link import parts
from retentive.adapters.sql.reads import Pages, Reads, alive, among, born, in_text
from retentive.adapters.sql.schema import IS_TURN, doc, posting
from retentive.adapters.sql.spaces import TEXT
from retentive.kernel.times import from_micros
from retentive.model.change import Field, Owner, OwnerKind, Place
from retentive.model.report import Damage
from retentive.model.space import Space
from retentive.ports.rows import FoundDoc, StoredDoc, StoredPosting, TermPostings, Totals

FIELDS = (Field.BODY, Field.SPEAKER)
"""A field is stored as its place here, which is also its place in the alphabet."""

_KINDS = {kind.value: kind for kind in OwnerKind}
_FIELDS = dict(enumerate(FIELDS))

D, P = doc.c, posting.c
_postings = (
    select(P.term, P.doc, P.field, P.tf, P.length)
    .where(in_text(posting), among(P.term), born(posting), alive(posting))
    .order_by(P.term, P.doc, P.field)
)
_visible = select(func.count(), func.coalesce(func.sum(D.length), 0)).where(
    in_text(doc), born(doc), alive(doc)
)
FOUND = (D.doc, D.owner_kind, D.owner_id, D.digest, D.place_seq, D.session, D.said_at)
"""The columns of what `found_of` reads."""

_found = select(*FOUND).where(in_text(doc), born(doc), alive(doc))
_numbered = _found.where(among(D.doc)).order_by(D.doc)
_saying = _found.where(among(D.digest))
_standing = _found.where(IS_TURN, among(D.place_seq)).order_by(D.place_seq, D.doc)
_docs = Pages(select(doc).where(in_text(doc)), D.doc)
_every_posting = Pages(select(posting).where(in_text(posting)), P.doc, P.term, P.field)


class TextReads(Reads):
    """The part of `View` that search stands on."""

    def postings(self, space: Space, terms: Collection[str]) -> Iterator[TermPostings]:
        """Return the postings of these terms in documents visible at the horizon."""
        at = self._at(space)
        for part in parts(sorted(set(terms))):
            yield from _by_term(self._link.batches(_postings, at | {"items": part}))

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

    def docs(self, space: Space, numbers: Collection[int]) -> Mapping[int, FoundDoc]:
        """Return those of these documents that are visible at the horizon, by their number."""
        return {one.doc: one for one in self._found(_numbered, space, numbers)}

    def docs_of(self, space: Space, digests: Collection[bytes]) -> Sequence[FoundDoc]:
        """Return the visible documents with one of these digests, in ascending number."""
        return sorted(self._found(_saying, space, digests), key=lambda one: one.doc)

    def turns_near(self, space: Space, places: Collection[int], reach: int) -> Sequence[FoundDoc]:
        """Return the visible documents of turns at most `reach` entries from one of these seqs."""
        head = self._state(space).space.head_seq
        near = {
            seq
            for place in places
            for seq in range(max(1, place - reach), min(head, place + reach) + 1)
        }
        return list(self._found(_standing, space, near))

    def _found(self, query: Executable, space: Space, items: Collection[Any]) -> Iterator[FoundDoc]:
        at = self._at(space)
        for part in parts(sorted(set(items))):
            for row in self._link.plain(query, at | {"items": part}):
                try:
                    yield found_of(row)
                except UNREADABLE as error:
                    raise corrupt(f"document {row[0]}") from error

    def all_docs(self, space: Space) -> Iterator[StoredDoc | Damage]:
        """Yield every index document in ascending number."""
        for row in self._pages(_docs, self._at(space)):
            yield swept(_doc_of, row, f"space {space.id} document {row.doc}")

    def all_postings(self, space: Space) -> Iterator[StoredPosting | Damage]:
        """Yield every posting in ascending (doc, term, field)."""
        for row in self._pages(_every_posting, self._at(space)):
            yield swept(_posting_of, row, f"space {space.id} document {row.doc}")


def _doc_of(row: Any) -> StoredDoc:
    owner = Owner(_KINDS[row.owner_kind], row.owner_id)
    place = _place(row.place_seq, row.session, row.said_at)
    times = (row.born_seq, row.dead_seq)
    return StoredDoc(row.doc, owner, *times, row.length, row.digest, place)


def found_of(row: Sequence[Any]) -> FoundDoc:
    """Return a document as a search finds it, of a row that begins with `FOUND`."""
    number, kind, name, digest, seq, session, said_at = row[: len(FOUND)]
    if type(digest) is not bytes:
        raise TypeError("no digest")
    if (type(seq) is not int or type(said_at) is not int) and not (seq is session is said_at):
        raise ValueError("half a place")
    return FoundDoc(number, _KINDS[kind], name, digest, seq, session, said_at)


def _place(seq: int | None, session: str | None, said_at: int | None) -> Place | None:
    if seq is not None and said_at is not None:
        return Place(seq, session, from_micros(said_at))
    if seq is not None or session is not None or said_at is not None:
        raise ValueError("half a place")
    return None


def _posting_of(row: Any) -> StoredPosting:
    field = _FIELDS.get(row.field)
    if field is None:
        raise ValueError(f"there is no field {row.field}")
    return StoredPosting(row.doc, row.term, field, row.tf, row.length, row.born_seq, row.dead_seq)


def _by_term(batches: Iterable[Sequence[tuple[Any, ...]]]) -> Iterator[TermPostings]:
    """Put rows that are grouped by term together as columns."""
    held: dict[str, tuple[list[Any], ...]] = {}
    for batch in batches:
        for term, run in groupby(batch, key=itemgetter(0)):
            _, *values = zip(*run, strict=True)
            for column, more in zip(held.setdefault(term, ([], [], [], [])), values, strict=True):
                column.extend(more)
    for term, (docs, numbers, tfs, lengths) in held.items():
        if not _FIELDS.keys() >= set(numbers):
            unknown = (doc for doc, one in zip(docs, numbers, strict=True) if one not in _FIELDS)
            raise corrupt(f"a posting of document {next(unknown)}")
        yield TermPostings(term, docs, [_FIELDS[one] for one in numbers], tfs, lengths)

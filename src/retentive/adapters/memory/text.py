"""Answers from the text index."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from retentive.adapters.memory.horizon import doc_visible
from retentive.adapters.memory.reads import Reads
from retentive.adapters.memory.state import Indexed
from retentive.kernel.times import to_micros
from retentive.model.change import OwnerKind
from retentive.model.space import Space
from retentive.ports.rows import FoundDoc, TermPostings, Totals


class TextReads(Reads):
    """The part of `View` that search stands on."""

    def postings(self, space: Space, terms: Collection[str]) -> Iterator[TermPostings]:
        """Return the postings of these terms in documents visible at the horizon."""
        postings = [
            (term, number, field, tf, doc.length)
            for number, (_, doc) in self._rows(space).docs.items()
            if doc_visible(doc, space.horizon)
            for (term, field), tf in doc.terms.items()
            if term in terms
        ]
        for term, rows in groupby(sorted(postings), key=itemgetter(0)):
            _, docs, fields, tfs, lengths = zip(*rows, strict=True)
            yield TermPostings(term, docs, fields, tfs, lengths)

    def totals(self, space: Space) -> Totals:
        """Return the count and the summed length of documents visible at the horizon."""
        lengths = [
            doc.length
            for _, doc in self._rows(space).docs.values()
            if doc_visible(doc, space.horizon)
        ]
        return Totals(len(lengths), sum(lengths))

    def docs(self, space: Space, numbers: Collection[int]) -> Mapping[int, FoundDoc]:
        """Return those of these documents that are visible at the horizon, by their number."""
        wanted = set(numbers)
        return {one.doc: one for one in self._visible(space) if one.doc in wanted}

    def docs_of(self, space: Space, digests: Collection[bytes]) -> Sequence[FoundDoc]:
        """Return the visible documents with one of these digests, in ascending number."""
        wanted = set(digests)
        return [one for one in self._visible(space) if one.digest in wanted]

    def turns_near(self, space: Space, places: Collection[int], reach: int) -> Sequence[FoundDoc]:
        """Return the visible documents of turns at most `reach` entries from one of these seqs."""
        near = {seq + step for seq in places for step in range(-reach, reach + 1)}
        turns = [
            (one.seq, one)
            for one in self._visible(space)
            if one.kind is OwnerKind.TURN and one.seq is not None and one.seq in near
        ]
        return [one for _, one in sorted(turns, key=lambda turn: turn[0])]

    def _visible(self, space: Space) -> Iterator[FoundDoc]:
        """Yield the documents visible at the horizon, in ascending number."""
        for number, row in sorted(self._rows(space).docs.items()):
            if doc_visible(row.doc, space.horizon):
                yield found(number, row)


def found(number: int, row: Indexed) -> FoundDoc:
    """Return a document as a search finds it."""
    owner, place = row.owner, row.doc.place
    found = FoundDoc(number, owner.kind, owner.id, row.doc.digest)
    if place is None:
        return found
    return found._replace(seq=place.seq, session=place.session, said_at=to_micros(place.said_at))

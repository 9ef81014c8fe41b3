"""Answers from the text index and about vectors."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from retentive.adapters.memory.horizon import doc_visible
from retentive.adapters.memory.reads import Reads
from retentive.model.change import Owner
from retentive.model.space import Space
from retentive.ports.rows import Posting, StoredVector, Totals


class TextReads(Reads):
    """The part of `View` that text search and vector search stand on."""

    def postings(self, space: Space, terms: Collection[str]) -> Iterator[Posting]:
        """Return the postings of these terms in documents visible at the horizon."""
        found = [
            Posting(term, number, field, tf, doc.length)
            for number, (_, doc) in self._rows(space).docs.items()
            if doc_visible(doc, space.horizon)
            for (term, field), tf in doc.terms.items()
            if term in terms
        ]
        return iter(sorted(found, key=lambda posting: (posting.term, posting.doc, posting.field)))

    def totals(self, space: Space) -> Totals:
        """Return the count and the summed length of documents visible at the horizon."""
        lengths = [
            doc.length
            for _, doc in self._rows(space).docs.values()
            if doc_visible(doc, space.horizon)
        ]
        return Totals(len(lengths), sum(lengths))

    def owners(self, space: Space, docs: Collection[int]) -> Mapping[int, Owner]:
        """Return what these documents stand for, at any horizon; unknown ones are absent."""
        stored = self._rows(space).docs
        return {number: stored[number].owner for number in docs if number in stored}

    def vectors(self, space: Space) -> Iterator[StoredVector]:
        """Return all vectors of the space's vector generation, by (owner kind, owner id)."""
        state = self._state(space)
        if state.space.generations.vectors != space.generations.vectors:
            return iter(())
        found = state.vectors.values()
        return iter(sorted(found, key=lambda vector: (vector.owner.kind, vector.owner.id)))

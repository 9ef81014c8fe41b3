"""The part of a view that search stands on: the text index and vectors.

Every sentence of these docstrings is a promise with a test in
`retentive.testing.conformance`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol

from retentive.model.space import Space
from retentive.ports.rows import FoundDoc, NotEmbedded, StoredVector, TermPostings, Totals, Unmade


class DocumentView(Protocol):
    """Index documents, what they stand for, and vectors; bounded as `View` says."""

    def postings(self, space: Space, terms: Collection[str]) -> Iterator[TermPostings]:
        """Return the postings of these terms in documents visible at the horizon.

        A term that is in none is left out. The terms come in ascending code points, the postings
        of each by ascending (doc, field). A document is visible from its `born_seq` until before
        its `dead_seq`.
        """
        ...

    def totals(self, space: Space) -> Totals:
        """Return the count and the summed length of documents visible at the horizon."""
        ...

    def docs(self, space: Space, numbers: Collection[int]) -> Mapping[int, FoundDoc]:
        """Return those of these documents that are visible at the horizon, by their number."""
        ...

    def docs_of(self, space: Space, digests: Collection[bytes]) -> Sequence[FoundDoc]:
        """Return the visible documents with one of these digests, in ascending number."""
        ...

    def turns_near(self, space: Space, places: Collection[int], reach: int) -> Sequence[FoundDoc]:
        """Return the visible documents of turns at most `reach` entries from one of these seqs.

        In ascending seq of their place. The turns at the seqs themselves are among them.
        """
        ...

    def vectors(self, space: Space, *, after: int = 0) -> Iterator[StoredVector]:
        """Return the vectors with `number > after`, in ascending number, at any horizon.

        The number and data of a digest's vector never change inside a generation, and a number
        is never given twice: so what was once read may be kept.
        """
        ...

    def last_vector(self, space: Space) -> int:
        """Return the highest number of a vector, 0 if there is none, at any horizon."""
        ...

    def not_embedded(self, space: Space, *, limit: int) -> NotEmbedded:
        """Return the next documents without a vector, in ascending number, at any horizon.

        Next are those behind the last one that `embedded` recorded; at most `limit` are looked
        at. `until` is the last of them: the recorded one itself if nothing is left. A document
        whose digest is in `unmade`, or was put aside, is not among them.
        """
        ...

    def unmade(self, space: Space, *, limit: int) -> Sequence[tuple[FoundDoc, Unmade]]:
        """Return what embedding failed at and is to try again, at any horizon.

        At most `limit` digests, each with its first document; those noted longest ago first.
        """
        ...

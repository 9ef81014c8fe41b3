"""Plain rows that a store gives and takes beside records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from retentive.model.change import Field, Owner, OwnerKind, Place


class Seen(NamedTuple):
    """How an input was named: by the caller's id in a session, by key and position or content.

    `scheme` is `id` (then `group` is the session and `token` the caller's id), `key` (then
    `group` is the idempotency key and `token` the position in the call), or `same` (then `token`
    is a hash of the content, and how many equal items stood before it in the call).
    """

    scheme: str
    group: str | None
    token: str


class SeenEntry(NamedTuple):
    """What an input's name was used for before."""

    entry_id: str
    content: str


class Posting(NamedTuple):
    """One term in one document: `tf` times in `field`, of a body `length` terms long."""

    term: str
    doc: int
    field: Field
    tf: int
    length: int


class TermPostings(NamedTuple):
    """The postings of one term as columns of one length, as a common word has very many."""

    term: str
    docs: Sequence[int]
    fields: Sequence[Field]
    tfs: Sequence[int]
    lengths: Sequence[int]

    def rows(self) -> Iterator[Posting]:
        """Yield the postings one by one."""
        columns = zip(self.docs, self.fields, self.tfs, self.lengths, strict=True)
        return (Posting(self.term, *row) for row in columns)


class Confirmed(NamedTuple):
    """In how many distinct sessions a lineage was confirmed, and when last, in log time."""

    sessions: int
    last_at: datetime


class Totals(NamedTuple):
    """How many documents are visible and how many body terms they hold together."""

    docs: int
    length: int


class StoredDoc(NamedTuple):
    """One index document as stored."""

    doc: int
    owner: Owner
    born_seq: int
    dead_seq: int | None
    length: int
    digest: bytes
    place: Place | None


class FoundDoc(NamedTuple):
    """One index document as a search finds it: what it stands for, and where that was said.

    All in one row, since a search looks at a thousand of them: `kind` and `id` are those of its
    owner; `seq`, `session` and `said_at` (in microseconds since 1970) are its place, all None
    where it has none.
    """

    doc: int
    kind: OwnerKind
    id: str
    digest: bytes
    seq: int | None = None
    session: str | None = None
    said_at: int | None = None

    @property
    def owner(self) -> Owner:
        """The record behind the document."""
        return Owner(self.kind, self.id)


class NotEmbedded(NamedTuple):
    """Documents without a vector, and the number of the last document that was looked at."""

    rows: Sequence[FoundDoc]
    until: int


class StoredPosting(NamedTuple):
    """One posting as stored."""

    doc: int
    term: str
    field: Field
    tf: int
    length: int
    born_seq: int
    dead_seq: int | None


class StoredVector(NamedTuple):
    """The vector of a digest under its number: `dim` numbers as little-endian float16.

    Numbers rise in the order in which vectors were stored in a generation.
    """

    number: int
    digest: bytes
    dim: int
    data: bytes


class Unmade(NamedTuple):
    """What is kept of a text that an embedder failed at by itself, in place of its vector.

    It failed `tries` times, is tried again from `again` on, and was put aside if that is None.
    """

    tries: int
    again: datetime | None


class Position(NamedTuple):
    """Where a page of facts ended: lists go from the newest `born_seq` down, then by id."""

    born_seq: int
    id: str

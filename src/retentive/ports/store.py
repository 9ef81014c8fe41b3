"""The store: one log and its derived records a space, behind snapshots and transactions.

A driver does as it is told: it assigns no times, ids, hashes or numbers of its own except
the integer of a new space. What to write is decided by rules, inside `write`, where the
space is locked; so nothing can change between a decision and its effect.

Every sentence of these docstrings is a promise with a test in
`retentive.testing.conformance`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol, TypeVar

from retentive.kernel.scope import Address
from retentive.model.change import (
    Alias,
    AuditRow,
    ChangeSet,
    Confirm,
    Field,
    Owner,
    Silence,
    Unplaced,
)
from retentive.model.entry import Entry
from retentive.model.episode import Episode
from retentive.model.fact import Fact
from retentive.model.graph import Entity, Relation, Theme
from retentive.model.query import EntityFilter, FactFilter, RelationFilter
from retentive.model.report import Damage, SpaceCounts
from retentive.model.space import Lease, Space, Watermark

T = TypeVar("T")
R = TypeVar("R", Fact, Episode, Entity, Relation, Theme)


class Seen(NamedTuple):
    """How an input was named: by the caller's id in a session, or by key and position.

    `scheme` is `id` (then `group` is the session and `token` the caller's id) or `key` (then
    `group` is the idempotency key and `token` the position in the call).
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
    """The vector of one owner: little-endian float16."""

    owner: Owner
    dim: int
    data: bytes


class Position(NamedTuple):
    """Where a page of facts ended: lists go from the newest `born_seq` down, then by id."""

    born_seq: int
    id: str


class View(Protocol):
    """One consistent snapshot of some spaces; valid only inside the `work` it was given to.

    All answers for a space are bounded by its `horizon`: entries with a greater `seq` and
    versions born later are absent, and a version that ended later reads as if it had not
    ended. Only rows of the space's generations are seen. The value passed decides: with
    `replace(space, horizon=n)` an earlier (or, for a generation being built, a later) state
    is read. A `Space` whose id is not that of one of `spaces` (or of the space of a
    transaction) raises `PermissionError`. Values come back as they were stored, and texts
    compare and sort by their code points.
    """

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The spaces asked for that exist, in the order asked."""
        ...

    # The log.

    def entries(self, space: Space, *, after: int = 0, limit: int) -> Sequence[Entry]:
        """Return entries with `seq > after`, oldest first, at most `limit`."""
        ...

    def entries_by_id(self, space: Space, ids: Collection[str]) -> Mapping[str, Entry]:
        """Return the entries of these ids; unknown ids are absent."""
        ...

    def neighbours(
        self, space: Space, entry: Entry, *, before: int, after: int
    ) -> tuple[Sequence[Entry], Sequence[Entry]]:
        """Return messages of the entry's session around it, in the order of (said_at, seq).

        The first list holds at most `before` messages just earlier, the second at most
        `after` just later, each in ascending order; the entry itself is in neither. Messages
        without a session are a session of their own.
        """
        ...

    def recent(self, space: Space, session: str | None, *, limit: int) -> Sequence[Entry]:
        """Return the newest messages of a session (None: of any), in ascending seq."""
        ...

    def replies(self, space: Space, about: Collection[int]) -> Mapping[int, Sequence[Entry]]:
        """Return recorded replies by the seq they are about, oldest first, at any horizon.

        A reply belongs to the entry it is about: it is returned when that entry lies within
        the horizon, even if the reply itself was recorded later.
        """
        ...

    # Derived records.

    def get(self, space: Space, family: type[R], names: Collection[str]) -> Mapping[str, R]:
        """Return the current version for each name; unknown names are absent.

        A name is the id of any version, a key, or an alias of one. Current is the version
        not ended at the horizon (of several the last, as `versions` orders them); a fresh one
        wins over a settled one of the same lineage; if all have ended, the last one. Facts of
        every standing are returned. An alias counts from its seq on; it goes before an id or
        key of the same name, and leads on to the alias of its target.
        """
        ...

    def versions(self, space: Space, family: type[R], key: str) -> Sequence[R]:
        """Return all versions of that very key, oldest first (born_seq, then stored order)."""
        ...

    def facts(
        self, space: Space, wanted: FactFilter, *, after: Position | None = None, limit: int
    ) -> Sequence[Fact]:
        """Return facts that pass the filter, newest born first, then by ascending id.

        `after` continues behind the last fact of the page before. By default only served,
        not ended versions are returned, fresh ones included. `valid_at` lies in
        `[valid_from, valid_until)`, None being open; `expires_at` plays no part.
        """
        ...

    def facts_by_hash(self, space: Space, hashes: Collection[str]) -> Mapping[str, Sequence[Fact]]:
        """Return for each content hash the served, not ended facts (fresh included).

        In ascending (born_seq, id); a hash without one may be absent.
        """
        ...

    def facts_by_claim(self, space: Space, subject: str, attribute: str) -> Sequence[Fact]:
        """Return settled, not ended facts with a claim on that subject and attribute.

        Settled is every standing but fresh. In ascending (born_seq, id).
        """
        ...

    def facts_citing(self, space: Space, entry_ids: Collection[str]) -> Sequence[Fact]:
        """Return not ended facts (any standing, fresh included) that cite these entries.

        In ascending (born_seq, id).
        """
        ...

    def confirmations(self, space: Space, keys: Collection[str]) -> Mapping[str, int]:
        """Return how many distinct sessions confirmed each lineage; 0 may be absent.

        Entries without a session count as one session of their own each; entries beyond the
        horizon do not count.
        """
        ...

    def confirming(self, space: Space, keys: Collection[str]) -> Sequence[Confirm]:
        """Return the confirmations of these lineages, in ascending (key, seq).

        Those by entries beyond the horizon are absent.
        """
        ...

    def silences(
        self, space: Space, *, entry_ids: Collection[str] = (), keys: Collection[str] = ()
    ) -> Sequence[Silence]:
        """Return silences that name one of these entries or lineages, by (seq, ordinal).

        Forgotten ones are returned at every horizon, the others from their seq on.
        """
        ...

    def episodes(
        self, space: Space, *, session: str | None = None, limit: int, offset: int = 0
    ) -> Sequence[Episode]:
        """Return not ended episodes, newest `started_at` first, then by id (row C-15).

        `session` None returns episodes of every session.
        """
        ...

    def entities(
        self, space: Space, wanted: EntityFilter, *, limit: int, offset: int = 0
    ) -> Sequence[Entity]:
        """Return entities in ascending (born_seq, id); `name` compares the whole name."""
        ...

    def relations(
        self, space: Space, entity_key: str, wanted: RelationFilter
    ) -> Sequence[Relation]:
        """Return relations that start or end at an entity, in ascending (born_seq, id)."""
        ...

    def themes(self, space: Space, *, limit: int, offset: int = 0) -> Sequence[Theme]:
        """Return not ended themes in ascending (born_seq, id)."""
        ...

    # The text index and vectors.

    def postings(self, space: Space, terms: Collection[str]) -> Iterator[Posting]:
        """Return the postings of these terms in documents visible at the horizon.

        Grouped by term in ascending code points, inside a term by ascending (doc, field). A
        document is visible from its `born_seq` until before its `dead_seq`.
        """
        ...

    def totals(self, space: Space) -> Totals:
        """Return the count and the summed length of documents visible at the horizon."""
        ...

    def owners(self, space: Space, docs: Collection[int]) -> Mapping[int, Owner]:
        """Return what these documents stand for, at any horizon; unknown ones are absent."""
        ...

    def vectors(self, space: Space) -> Iterator[StoredVector]:
        """Return all vectors of the space's vector generation, by (owner kind, owner id)."""
        ...

    # Work and audit.

    def watermark(self, space: Space, stage: str) -> Watermark:
        """Return how far `stage` has come in the space's records generation."""
        ...

    def audit(self, space: Space, *, after: int = 0, limit: int) -> Sequence[AuditRow]:
        """Return audit rows with `number > after`, in ascending number, at any horizon."""
        ...

    def counts(self, space: Space) -> SpaceCounts:
        """Return the sizes of the space's generations, at any horizon.

        `facts` and `episodes` count what is not ended (facts also served), `versions` all
        stored facts, `pending` the entries beyond the watermark of `digest`, `dead_letters`
        the entries whose newest reply is `dead`.
        """
        ...

    # Whole sweeps, for verification, copies and comparisons: everything as it is stored, at
    # any horizon. A row that cannot be read is yielded as a `Damage` and does not end the sweep.

    def all_records(self, space: Space, family: type[R]) -> Iterator[R | Damage]:
        """Yield every stored version, fresh ones included, in ascending (born_seq, id)."""
        ...

    def all_entries(self, space: Space) -> Iterator[Entry | Damage]:
        """Yield every entry in ascending seq."""
        ...

    def all_docs(self, space: Space) -> Iterator[StoredDoc]:
        """Yield every index document in ascending number."""
        ...

    def all_postings(self, space: Space) -> Iterator[StoredPosting]:
        """Yield every posting in ascending (doc, term, field)."""
        ...

    def all_confirmations(self, space: Space) -> Iterator[Confirm]:
        """Yield every confirmation in ascending (key, seq)."""
        ...

    def all_silences(self, space: Space) -> Iterator[Silence]:
        """Yield every silence in ascending (seq, ordinal, tentative)."""
        ...

    def all_aliases(self, space: Space) -> Iterator[Alias]:
        """Yield every alias in ascending name."""
        ...

    def unplaced(self, space: Space) -> Sequence[Unplaced]:
        """Return commands that found no place, in ascending seq."""
        ...

    def damages(self, space: Space) -> Iterator[Damage]:
        """Yield what only the driver can see: dangling rows, counters that are off."""
        ...


class Transaction(View, Protocol):
    """A `View` of one locked space that can also write to it.

    Its answers include what it has written. `space` always shows the state so far, with
    `horizon` at the head.
    """

    @property
    def space(self) -> Space:
        """The locked space as it stands inside this transaction."""
        ...

    def seen(self, names: Collection[Seen]) -> Mapping[Seen, SeenEntry]:
        """Return what these names were used for before; new ones are absent."""
        ...

    def append(self, entries: Sequence[Entry], seen: Mapping[Seen, SeenEntry]) -> None:
        """Append entries to the log and remember names of inputs.

        `seq` must go on from the head without a gap and `recorded_at` must rise, else
        `ValueError`. Stages of the space become pending up to the new head.
        """
        ...

    def apply(self, space: Space, changes: ChangeSet, audit: AuditRow | None) -> None:
        """Apply changes in their order to the generations of `space` and add the audit row.

        `space` is the locked space, or what `begin_generation` returned. Putting a version
        whose id exists (settled or fresh), retiring one that is unknown or already ended,
        and an audit row whose number does not follow the chain's head raise `ValueError`;
        a generation that was dropped meanwhile raises `LeaseLost`. Settling drops the fresh
        facts born of the entry with their documents, and its tentative silences and aliases.
        A later alias of a name and a later vector of an owner replace the one before; a
        confirmation by the same entry and the end of a document that is not live change
        nothing. Documents are numbered in the order in which they are stored.
        """
        ...

    def advance(self, lease: Lease, done_seq: int) -> None:
        """Move the lease's watermark to `done_seq` and clear its attempts and `next_try`.

        Raises `LeaseLost` if a newer fence exists or the generation was replaced; nothing
        of the transaction is then written. A watermark never moves back.
        """
        ...

    def begin_generation(self, *, tokeniser: str, extractor: str) -> Space:
        """Start an empty generation of records and text beside the current one.

        Returns the space with the new generation's numbers: methods given that value read
        and write the new rows; the value is good in later transactions too. An unfinished
        generation from before is dropped first.
        """
        ...

    def built(self, building: Space, done_seq: int) -> None:
        """Record that a generation being built holds the log up to `done_seq`.

        `watermark` of `digest` given the building space answers with it. Raises `LeaseLost` if the
        generation was dropped meanwhile.
        """
        ...

    def swap_generation(self, building: Space) -> None:
        """Make the building generation current and drop the rows of the one before.

        The digest watermark of the space is then that of the new generation. Raises
        `ValueError` unless it holds the log up to the head, and `LeaseLost` if the generation
        was dropped meanwhile.
        """
        ...


class MemoryStore(Protocol):
    """Where memory lives.

    Every method may be called from any number of tasks, threads' loops and processes.
    Engine errors arrive as `StoreError`s with their cause. After `close` every method raises
    `StoreClosed`.
    """

    @property
    def location(self) -> str:
        """Where the data is, for people: an absolute path, a URL without password."""
        ...

    async def read(
        self,
        addresses: Sequence[Address],
        work: Callable[[View], T],
        *,
        known_at: datetime | None = None,
    ) -> T:
        """Run `work` on one snapshot of the spaces at `addresses` and return its answer.

        Spaces that do not exist are left out. Horizons are the heads, or, with `known_at`,
        the last entry recorded at or before it. Never waits for a writer.
        """
        ...

    async def write(self, address: Address, work: Callable[[Transaction], T]) -> T:
        """Run `work` while holding the space's lock, then commit and return its answer.

        The space is created if needed, with a new secret key of 32 bytes and the tokeniser and
        extractor that the store was opened with. If `work` raises, nothing is
        written and the exception comes out as it is. When `write` returns, everything is
        durable. `work` may not wait, call a model, or touch another space.
        """
        ...

    async def addresses(self) -> Sequence[Address]:
        """Return the addresses of all spaces, in the order of their creation."""
        ...

    async def lease(
        self,
        stage: str,
        owner: str,
        *,
        able: Collection[str],
        now: datetime,
        seconds: float,
        patient: bool = True,
    ) -> Lease | None:
        """Take the longest-waiting pending work of `stage`, in one atomic step.

        Longest waits the space whose first entry not done was recorded first, then the one
        created first.

        Pending is a current generation whose extractor is in `able`, with a watermark behind
        its head, no running lease, and `next_try` not after `now`. A lease runs until `now +
        seconds`; one that ends before `now`, or further ahead than `seconds` (its owner's
        clock was wrong), does not count as running. Unless `patient`, work is taken before its
        `next_try` too. None: nothing to do.
        """
        ...

    async def release(
        self, lease: Lease, *, attempts: int = 0, next_try: datetime | None = None
    ) -> None:
        """Give a lease back, with a count of failed attempts; no effect if it was lost."""
        ...

    async def pending(self, stage: str) -> Sequence[tuple[Address, Watermark, str]]:
        """Return spaces whose current generation is behind, with the extractor they need.

        In the order of their creation; leased and waiting ones too.
        """
        ...

    async def damages(self) -> Sequence[Damage]:
        """Return what the engine's own check of its files finds wrong."""
        ...

    async def close(self) -> None:
        """Finish running calls and release everything; closing twice is harmless."""
        ...

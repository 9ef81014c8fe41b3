"""Reading a store: one consistent snapshot of some spaces.

Every sentence of these docstrings is a promise with a test in
`retentive.testing.conformance`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, Protocol, TypeVar

from retentive.model.change import (
    Alias,
    AuditRow,
    Confirm,
    Silence,
    Unplaced,
)
from retentive.model.entry import Entry
from retentive.model.episode import Episode
from retentive.model.fact import Fact
from retentive.model.graph import Entity, Relation, Theme
from retentive.model.query import EntityFilter, FactFilter, RelationFilter
from retentive.model.report import Damage, SpaceCounts
from retentive.model.space import Space, Watermark
from retentive.ports.claims import ClaimView
from retentive.ports.documents import DocumentView
from retentive.ports.rows import (
    Confirmed,
    Position,
    StoredDoc,
    StoredPosting,
)

SAME_WORDS: Final = 64
"""How many facts of the very same words are found: who moves to and fro says them often."""

T = TypeVar("T")
R = TypeVar("R", Fact, Episode, Entity, Relation, Theme)


class View(ClaimView, DocumentView, Protocol):
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

    # The log. (What search stands on is inherited.)

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
        """Return the newest messages of a session, in ascending seq.

        Messages without a session (None) are a session of their own.
        """
        ...

    def called(
        self, space: Space, caller_id: str, *, session: str | None = None, limit: int
    ) -> Sequence[Entry]:
        """Return entries to which their caller gave this id, in ascending seq, at most `limit`.

        `session` None returns those of every session.
        """
        ...

    def replies(self, space: Space, about: Collection[int]) -> Mapping[int, Sequence[Entry]]:
        """Return recorded replies by the seq they are about, oldest first, at any horizon.

        A reply belongs to the entry it is about: it is returned when that entry lies within
        the horizon, even if the reply itself was recorded later.
        """
        ...

    # Derived records. (What finds them by their claims is inherited.)

    def get(self, space: Space, family: type[R], names: Collection[str]) -> Mapping[str, R]:
        """Return the current version for each name; unknown names are absent.

        A name is the id of any version, a key, or an alias of one. Current is the version
        not ended at the horizon (of several the last, as `versions` orders them); a fresh one
        wins over a settled one of the same lineage; if all have ended, the last one. Facts of
        every standing are returned. An alias counts from its seq on, until a newer
        one of its name does; it goes before an id or key of the same name, and leads on to the
        alias of its target.
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

        At most the `SAME_WORDS` newest born ones of each, in ascending (born_seq, id); a hash
        without one may be absent.
        """
        ...

    def facts_citing(self, space: Space, entry_ids: Collection[str]) -> Sequence[Fact]:
        """Return not ended facts (any standing, fresh included) that cite these entries.

        In ascending (born_seq, id).
        """
        ...

    def confirmations(self, space: Space, keys: Collection[str]) -> Mapping[str, Confirmed]:
        """Return how many distinct sessions confirmed each lineage, and when last.

        Lineages that nothing confirmed are absent. Entries without a session count as one
        session of their own each; entries beyond the horizon do not count.
        """
        ...

    def confirming(
        self, space: Space, keys: Collection[str] = (), *, entry_ids: Collection[str] = ()
    ) -> Sequence[Confirm]:
        """Return the confirmations of these lineages or by these entries, by (key, seq).

        Those by entries beyond the horizon are absent.
        """
        ...

    def silences(
        self,
        space: Space,
        *,
        entry_ids: Collection[str] = (),
        keys: Collection[str] = (),
        contents: Collection[str] = (),
    ) -> Sequence[Silence]:
        """Return silences that name one of these entries, lineages or hashes, by (seq, ordinal).

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

    # Work and audit.

    def watermark(self, space: Space, stage: str) -> Watermark:
        """Return how far `stage` has come in the space's generation.

        That is its generation of vectors for `embed`, of records for every other stage.
        """
        ...

    def audit(self, space: Space, *, after: int = 0, limit: int) -> Sequence[AuditRow]:
        """Return audit rows with `number > after`, in ascending number, at any horizon."""
        ...

    def change_of(self, space: Space, seq: int) -> str | None:
        """Return the id of the first change that was made for the entry `seq`, if there is one.

        At any horizon. A command's first change is what it did at once.
        """
        ...

    def seq_of(self, space: Space, change_id: str) -> int | None:
        """Return the seq of the entry for which a change was made, if there is such a change.

        At any horizon.
        """
        ...

    def dead_letters(self, space: Space) -> int:
        """Return how many entries have a newest reply that is `dead`, at any horizon."""
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

    def all_docs(self, space: Space) -> Iterator[StoredDoc | Damage]:
        """Yield every index document in ascending number."""
        ...

    def all_postings(self, space: Space) -> Iterator[StoredPosting | Damage]:
        """Yield every posting in ascending (doc, term, field)."""
        ...

    def all_confirmations(self, space: Space) -> Iterator[Confirm | Damage]:
        """Yield every confirmation in ascending (key, seq)."""
        ...

    def all_silences(self, space: Space) -> Iterator[Silence | Damage]:
        """Yield every silence in ascending (seq, ordinal, tentative)."""
        ...

    def all_aliases(self, space: Space) -> Iterator[Alias]:
        """Yield every alias in ascending (name, seq)."""
        ...

    def all_audit(self, space: Space) -> Iterator[AuditRow | Damage]:
        """Yield every audit row in ascending number."""
        ...

    def unplaced(self, space: Space) -> Sequence[Unplaced]:
        """Return commands that found no place, in ascending seq."""
        ...

    def damages(self, space: Space) -> Iterator[Damage]:
        """Yield what only the driver can see: dangling rows, counters that are off."""
        ...

"""The store: one log and its derived records a space, behind snapshots and transactions.

A driver does as it is told: it assigns no times, ids, hashes or numbers of its own except
the integer of a new space. What to write is decided by rules, inside `write`, where the
space is locked; so nothing can change between a decision and its effect.

Every sentence of these docstrings is a promise with a test in
`retentive.testing.conformance`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from retentive.kernel.scope import Address
from retentive.model.change import (
    AuditRow,
    ChangeSet,
)
from retentive.model.entry import Entry
from retentive.model.episode import Episode
from retentive.model.fact import Fact
from retentive.model.graph import Entity, Relation, Theme
from retentive.model.report import Damage
from retentive.model.space import Lease, Space, Watermark
from retentive.ports.rows import (
    Seen,
    SeenEntry,
    Unmade,
)
from retentive.ports.view import View

T = TypeVar("T")

PATIENCE = 3_600.0
"""Seconds that a next try may lie ahead, where nobody says how long the longest wait is."""

R = TypeVar("R", Fact, Episode, Entity, Relation, Theme)


class Transaction(View, Protocol):
    """A `View` of one locked space that can also write to it.

    Its answers include what it has written. `space` always shows the state so far, with
    `horizon` at the head. A call that raises `ValueError` has changed nothing, so `work` may
    catch it and go on. After a `LeaseLost` it may not: `write` then writes nothing and raises
    it, caught or not.
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
        `ValueError`. Stages of the space become pending up to the new head; `embed` does as
        digestion advances.
        """
        ...

    def apply(self, space: Space, changes: ChangeSet, audit: AuditRow | None) -> None:
        """Apply changes in their order to the generations of `space` and add the audit row.

        `space` is the locked space, or what `begin_generation` or `begin_vectors` returned.
        Putting a version
        whose id exists (settled or fresh), retiring one that is unknown in its family or has
        ended, and an audit row whose number does not follow the chain's head raise `ValueError`;
        a generation that was dropped meanwhile raises `LeaseLost`. Settling drops the fresh
        facts born of the entry with their documents, and its tentative silences and aliases.
        An alias of the same name and seq replaces the one before; a confirmation by the same
        entry and the end of a document that is not live change nothing. Documents are numbered
        in the order in which they are stored.

        Vectors are put when the documents are as the changes leave them, numbered in their
        order: one whose digest has a vector already, or no document in any generation of text,
        changes nothing. When the last document with a digest is dropped, its vectors go with
        it, in every generation.
        """
        ...

    def advance(self, lease: Lease, done_seq: int) -> None:
        """Move the lease's watermark to `done_seq` and clear its attempts and `next_try`.

        Raises `LeaseLost` if a newer fence exists, the generation was replaced, or the lease is
        of another space. A watermark never moves back. What digestion has
        done is what `embed` has to do.
        """
        ...

    def begin_generation(self, *, tokeniser: str, maker: str) -> Space:
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

        The digest watermark of the space is then that of the new generation. Vectors go on,
        without those that no document has any more; all documents are to be looked at anew, so
        `embed` begins again and its leases are lost. Raises `ValueError` unless it holds the log
        up to the head, and `LeaseLost` if the generation was dropped meanwhile.
        """
        ...

    def embedded(self, space: Space, until: int) -> None:
        """Record on the vectors generation of `space` that documents up to `until` are done.

        Raises `LeaseLost` if that generation was dropped meanwhile, or the generation of text
        that numbered the documents is not the current one any more.
        """
        ...

    def note_unmade(self, space: Space, notes: Mapping[bytes, Unmade | None]) -> None:
        """Keep why digests have no vector in the vectors generation of `space`; None forgets it.

        Changes nothing for a digest that has a vector, or no document. A note is gone when the
        vector is put, or the last document with the digest is dropped. Raises `LeaseLost` if
        that generation was dropped meanwhile.
        """
        ...

    def adopt_embedder(self, identity: str) -> None:
        """Name the embedder of the current vectors generation, and of the work on it.

        Raises `ValueError` if it has one already, or holds vectors.
        """
        ...

    def begin_vectors(self, identity: str) -> Space:
        """Start an empty generation of vectors beside the current one, of another embedder.

        Returns the space with the new generation's number and embedder: methods given that
        value read and write the new vectors, in later transactions too. An unfinished
        generation of vectors from before is dropped first.
        """
        ...

    def swap_vectors(self, building: Space) -> None:
        """Make a generation of vectors current and drop the vectors of the one before.

        All that is digested is then embedded, or, where `unmade` names something, all but the
        last entry; leases on `embed` are lost. Raises `ValueError`
        unless nothing is left in `not_embedded` of it, and `LeaseLost` if the generation was
        dropped meanwhile. Only the number of its vectors counts: `building` may name records and
        text that were replaced since.
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

        The space is created if needed, with a new secret key of 32 bytes and the tokeniser,
        maker and embedder that the store was opened with. If `work` raises, nothing is
        written and the exception comes out as it is. When `write` returns, everything is
        durable. `work` may not wait, call a model, or touch another space.
        """
        ...

    async def addresses(self) -> Sequence[Address]:
        """Return the addresses of all spaces, in the order of their creation."""
        ...

    async def embedders(self) -> Sequence[str]:
        """Return the embedders that current vectors were made by, without repetition, sorted.

        Generations that never held a vector do not count.
        """
        ...

    async def lease(
        self,
        stage: str,
        owner: str,
        *,
        able: Collection[str],
        now: datetime,
        seconds: float,
        patience: float = PATIENCE,
    ) -> Lease | None:
        """Take the longest-waiting pending work of `stage`, in one atomic step.

        Longest waits the space whose first entry not done was recorded first, then the one
        created first.

        Pending is a current generation whose maker is in `able`, with a watermark behind
        its head, no running lease, and no `next_try` ahead. The maker is the embedder where the
        stage is `embed`. A lease runs until `now + seconds`;
        one that ends before `now`, or further ahead than `seconds` (its owner's clock was
        wrong), does not count as running. A `next_try` further ahead than `patience` seconds
        does not count either: by its owner's clock it has come, or that clock was wrong. None:
        nothing to do.
        """
        ...

    async def renew(self, lease: Lease, *, now: datetime, seconds: float) -> bool:
        """Let a lease run until `now + seconds`; tell whether it is still held.

        One that ran out is held for as long as nobody else took it.
        """
        ...

    async def release(
        self, lease: Lease, *, attempts: int = 0, next_try: datetime | None = None
    ) -> None:
        """Give a lease back, with a count of failed attempts; no effect if it was lost."""
        ...

    async def disown(self, stage: str, is_gone: Callable[[str], bool]) -> int:
        """End the leases on pending work of `stage` whose owner is gone; return how many did.

        `is_gone` is asked about every owner of such a lease, on any thread. The fence stays: who
        was taken for gone and is not can go on until another takes the work.
        """
        ...

    async def pending(self, stage: str) -> Sequence[tuple[Address, Watermark, str]]:
        """Return spaces whose current generation is behind, with the maker they need.

        In the order of their creation; leased and waiting ones too.
        """
        ...

    async def all_addresses(self) -> Sequence[Address | Damage]:
        """Return what `addresses` does, with a `Damage` for a space that has none to read."""
        ...

    async def damages(self) -> Sequence[Damage]:
        """Return what is wrong with the store as a whole, by the engine's own check and by ours."""
        ...

    def hurry(self) -> None:
        """Let calls wait for other processes for a moment only: the store is about to close.

        Who is refused then hears of it by `StoreClosed`; everything else goes on as before.
        """
        ...

    async def close(self) -> None:
        """Finish running calls and release everything; closing twice is harmless."""
        ...

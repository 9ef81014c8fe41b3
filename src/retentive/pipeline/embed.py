"""The stage that gives index documents their vectors, behind digestion and apart from it.

Documents are taken in the order of their numbers; their texts are put together again from the
records and the log, and a vector is stored for the digest that a document carries, once. A text
that fails by itself is noted and tried again later; one that fails again and again while others
pass is put aside. What has no vector is found by its words.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from retentive.kernel.errors import EmbedderUnavailable
from retentive.kernel.events import Event, Failed
from retentive.kernel.scope import Address
from retentive.model.change import ChangeSet, PutVector
from retentive.model.report import Rebuilt, SpaceCounts
from retentive.model.space import DIGEST, EMBED, Lease, Space
from retentive.pipeline.stage import Done, StageFailed
from retentive.pipeline.vectors import Made, Maker, other_dimensions
from retentive.pipeline.wording import texts
from retentive.ports.models import Embedder
from retentive.ports.rows import FoundDoc, Unmade
from retentive.ports.store import MemoryStore, Transaction
from retentive.ports.view import View
from retentive.rules.pace import WORK, WorkPolicy

LOOKED_AT = 256
"""Documents that are looked at in one step."""

ALONE = 8
"""Texts that are tried again in one step, each by itself."""

ANSWER_SECONDS = 300.0
"""After so long without an answer an embedder counts as one that fails."""


class Batch(NamedTuple):
    """Texts to embed, by digest, and the last document that was looked at for them.

    Its number is one of the documents of this generation of `text`. If there are none but such
    that failed before, `before` says how each did.
    """

    texts: Mapping[bytes, str]
    until: int
    text: int
    before: Mapping[bytes, Unmade]


class Built(NamedTuple):
    """What was embedded, whether the generation is current now, and when to go on."""

    embedded: int
    swapped: bool = False
    again: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedding:
    """Embeds what is digested, a few texts at a time."""

    store: MemoryStore
    maker: Maker
    emit: Callable[[Event], None]
    now: Callable[[], datetime]
    policy: WorkPolicy = field(default=WORK)
    """After so many failures as digestion allows texts are embedded one by one."""

    batch: int = 32
    """Texts that are embedded in one step: about half a second's work without a GPU."""

    name = EMBED

    @property
    def embedder(self) -> Embedder:
        """What makes the vectors."""
        return self.maker.embedder

    @property
    def able(self) -> tuple[str, str]:
        """This embedder's generations, and those that nobody embedded yet."""
        return (self.embedder.identity, "")

    async def put_aside(self, lease: Lease, error: StageFailed) -> bool:
        """Give up nothing: an embedder that does not answer may do so later."""
        return False

    async def step(self, lease: Lease) -> Done:
        """Embed the next texts of a leased space; return how many have a vector now.

        Raises `LeaseLost` if another worker took over, `StageFailed` if the embedder fails.
        """
        batch = await self.store.read([lease.address], self._next)
        found = await self._made(batch, one_by_one=lease.attempts + 1 >= self.policy.attempts)
        notes = self._notes(batch, found, spaced=True)

        def work(tx: Transaction) -> Done:
            if not tx.space.generations.embedder:
                tx.adopt_embedder(self.embedder.identity)
            self._keep(tx, tx.space, batch, found, notes)
            more = tx.not_embedded(tx.space, limit=1).until != batch.until
            again = None if more else _again(tx, tx.space)
            digested = tx.watermark(tx.space, DIGEST).done_seq
            # What is to be tried again keeps the space pending, by its last entry.
            done_seq = lease.done_seq if more else digested - (again is not None)
            tx.advance(lease, done_seq)
            return Done(len(found.vectors), done_seq, more=more, again=again)

        done = await self.store.write(lease.address, work)
        self._tell(lease.space, found, notes)
        return done

    async def build(self, address: Address, building: Space) -> Built:
        """Embed the next texts into a generation that is being built; swap when none is left.

        A text that fails as often as an entry may is left to be tried again later. Raises
        `LeaseLost` if somebody began another one, `StageFailed` if the embedder fails.
        """
        batch = await self.store.read([address], partial(self._next, building=building))
        found = await self._made(batch, one_by_one=True)
        notes = self._notes(batch, found, spaced=False)
        self._refuse_to_lose(found, notes)

        def work(tx: Transaction) -> Built:
            space = _as_built(tx.space, building)
            count = len(found.vectors)
            if space.generations.text != batch.text:
                return Built(0)  # rebuilt meanwhile: its documents have other numbers
            self._keep(tx, space, batch, found, notes)
            if tx.not_embedded(space, limit=1).until != batch.until:
                return Built(count)
            waiting = tx.unmade(space, limit=1)
            if waiting and waiting[0][1].tries < self.policy.attempts:
                return Built(count, again=waiting[0][1].again)
            tx.swap_vectors(space)
            return Built(count, swapped=True)

        built = await self.store.write(address, work)
        self._tell(building.id, found, notes)
        return built

    async def _made(self, batch: Batch, *, one_by_one: bool) -> Made:
        try:
            if batch.before and batch.texts:
                return await self.maker.alone(batch.texts)
            return await self.maker.batch(batch.texts, one_by_one=one_by_one)
        except EmbedderUnavailable as error:
            raise StageFailed(error.message) from error

    def _notes(self, batch: Batch, found: Made, *, spaced: bool) -> Mapping[bytes, Unmade | None]:
        """Return what is to be kept of texts that have no vector, and what is to be forgotten.

        If tries are `spaced`, one that comes before its time does not count.
        """
        now = self.now()
        notes: dict[bytes, Unmade | None] = dict.fromkeys(batch.before.keys() - batch.texts.keys())
        for digest in found.failures:
            before = batch.before.get(digest, Unmade(0, None))
            early = spaced and self._is_early(before, now)
            tries = before.tries + (not early)
            again = now + timedelta(seconds=self.policy.wait_seconds(tries))
            notes[digest] = (
                before
                if early
                else Unmade(tries, again if tries < self.policy.lone_attempts else None)
            )
        return notes

    def _refuse_to_lose(self, found: Made, notes: Mapping[bytes, Unmade | None]) -> None:
        """Raise `StageFailed` if a text failed for long for a reason that is not in it."""
        for digest, failure in found.failures.items():
            note = notes[digest]
            if failure.may_pass and note is not None and note.tries >= self.policy.attempts:
                raise StageFailed(failure.reason)

    def _tell(self, space: int, found: Made, notes: Mapping[bytes, Unmade | None]) -> None:
        for digest, failure in found.failures.items():
            note = notes[digest]
            dead = note is not None and note.again is None
            self.emit(Failed(stage=EMBED, error=failure.reason, space=space, dead=dead))

    def _next(self, view: View, building: Space | None = None) -> Batch:
        """Return the next texts without a vector; if there are none, what failed before."""
        for space in view.spaces:
            space = space if building is None else _as_built(space, building)
            found = view.not_embedded(space, limit=LOOKED_AT)
            rows = [row for row in found.rows if row.digest]
            few = {row.digest: row for row in rows[: self.batch]}
            until = found.until if len(rows) <= self.batch else rows[self.batch - 1].doc
            before = {} if few else self._due(view, space)
            docs = [*few.values(), *before]
            return Batch(
                dict(texts(view, space, docs)),
                until,
                space.generations.text,
                {doc.digest: note for doc, note in before.items()},
            )
        return Batch({}, 0, 0, {})

    def _due(self, view: View, space: Space) -> Mapping[FoundDoc, Unmade]:
        """Return what is to be tried again, what is not due yet only if nothing else is."""
        waiting = dict(view.unmade(space, limit=ALONE))
        now = self.now()
        due = {doc: one for doc, one in waiting.items() if not self._is_early(one, now)}
        return due or waiting

    def _is_early(self, note: Unmade, now: datetime) -> bool:
        """Tell whether its time has not come; one too far ahead comes from a wrong clock."""
        ahead = timedelta(0) if note.again is None else note.again - now
        return timedelta(0) < ahead <= timedelta(seconds=self.policy.longest_wait_seconds)

    def _keep(
        self,
        tx: Transaction,
        space: Space,
        batch: Batch,
        found: Made,
        notes: Mapping[bytes, Unmade | None],
    ) -> None:
        last = next(tx.vectors(space, after=tx.last_vector(space) - 1), None)
        if found.vectors and last is not None and last.dim != self.embedder.dimensions:
            raise StageFailed(other_dimensions(last.dim, self.embedder).message)
        puts = tuple(
            PutVector(digest=digest, dim=self.embedder.dimensions, data=data)
            for digest, data in found.vectors.items()
        )
        tx.apply(space, ChangeSet(operation=EMBED, seq=space.head_seq, changes=puts), None)
        tx.note_unmade(space, notes)
        tx.embedded(space, batch.until)


async def reembed(
    embedding: Embedding, addresses: Sequence[Address], progress: Callable[[int, int], None]
) -> Rebuilt:
    """Make all vectors of these spaces anew, beside those that are compared meanwhile.

    A crash leaves the old ones in use. Tells `progress` how many documents of how many are
    done. Raises `EmbedderUnavailable` if the embedder fails, and `LeaseLost` if somebody else
    begins to make them anew as well.
    """
    store, identity = embedding.store, embedding.embedder.identity
    before = await store.read(addresses, _counted)
    total, done = sum(one.documents for one in before), 0
    for address in addresses:
        building, built = (
            await store.write(address, lambda tx: tx.begin_vectors(identity)),
            Built(0),
        )
        while not built.swapped:
            try:
                built = await embedding.build(address, building)
            except StageFailed as error:
                raise EmbedderUnavailable(
                    f"{error.message}; the old vectors stay in use: run the rebuild again when "
                    "the embedder works"
                ) from error
            done += built.embedded
            progress(min(done, total), total)
            if built.again is not None:
                await asyncio.sleep(max(0.0, (built.again - embedding.now()).total_seconds()))
    counts = await store.read(addresses, _counted)
    return Rebuilt.of(counts, embedded=True)


def _counted(view: View) -> list[SpaceCounts]:
    return [view.counts(space) for space in view.spaces]


def _as_built(space: Space, building: Space) -> Space:
    """Return the space as it is now, with the vectors of a generation that is being built."""
    made_by = replace(
        space.generations,
        vectors=building.generations.vectors,
        embedder=building.generations.embedder,
    )
    return replace(space, generations=made_by)


def _again(view: View, space: Space) -> datetime | None:
    """Return when something is to be tried again; None if nothing is."""
    times = [note.again for _, note in view.unmade(space, limit=LOOKED_AT)]
    return min((one for one in times if one is not None), default=None)

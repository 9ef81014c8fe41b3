"""From log to facts, in order: read a batch, extract, fold each entry, move the watermark.

Extraction (and a model's answers, which become entries of the log first) happens outside
any transaction; only the fold runs under the space's lock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import StoreError
from retentive.kernel.scope import Address
from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Message, Reply, ReplyStatus
from retentive.model.space import DIGEST, Lease, Space
from retentive.pipeline.extracting import EXTRACT, FOLD, Extracted, Extracting, PoisonedEntry, Read
from retentive.pipeline.fold import fold
from retentive.pipeline.replies import Letters, dead_letter, record_reply, replies_of
from retentive.pipeline.stage import Done, StageFailed
from retentive.ports.stages import Extractor
from retentive.ports.store import MemoryStore, Transaction
from retentive.ports.view import View
from retentive.rules.maker import maker
from retentive.rules.pace import Pace
from retentive.rules.text import TOKENISER


@dataclass(frozen=True, slots=True, kw_only=True)
class Digester:
    """What digestion needs: the store, the extractor, and its pace."""

    store: MemoryStore
    ambient: Ambient
    extractor: Extractor
    pace: Pace
    name = DIGEST

    @property
    def able(self) -> tuple[str]:
        """The one maker that this process digests as."""
        return (maker(self.extractor.identity, TOKENISER),)

    @property
    def _extracting(self) -> Extracting:
        return Extracting(store=self.store, ambient=self.ambient, extractor=self.extractor)

    async def put_aside(self, lease: Lease, error: StageFailed) -> bool:
        """Record the entry that cannot be digested as a dead letter.

        While nothing at all can be extracted, no single entry is at fault.
        """
        if not isinstance(error, PoisonedEntry) or not await self.is_to_blame(lease.address, error):
            return False
        reply = dead_letter(error.entry.seq, error.stage, self.extractor.identity, error.message)
        await record_reply(self.store, self.ambient, lease.address, reply, lease=lease)
        return True

    async def step(self, lease: Lease) -> Done:
        """Digest the next batch of a leased space; the count is that of its entries.

        Raises `LeaseLost` if another worker took over, and `PoisonedEntry` if an entry
        cannot be extracted and nothing before it was left to do.
        """
        batch = await self.read(lease.address, after=lease.done_seq)
        if not batch:
            return Done(0, lease.done_seq, more=False)

        def work(extracted: Sequence[Extracted], tx: Transaction) -> int:
            folded = self._fold(tx, tx.space, extracted)
            tx.advance(lease, extracted[folded - 1][0].seq)
            return folded

        extracted = await self._extracting.batch(lease.address, batch)
        count = await self._write(lease.address, extracted, work)
        return Done(count, batch[count - 1].entry.seq, more=count >= self.pace.entries)

    async def is_to_blame(self, address: Address, error: PoisonedEntry) -> bool:
        """Tell whether an entry fails by itself, while extraction works for others."""
        if error.stage != EXTRACT:
            return True
        following = await self.read(address, after=error.entry.seq)
        others = [one for one in following if one.is_unasked]
        return await self._extracting.is_working(address, error.entry, others[:1])

    async def build(
        self, address: Address, building: Space, *, after: int, letters: Letters
    ) -> int:
        """Fold the next batch into a generation that is being built; return its last seq.

        Answers `after` when the log holds no more. What was given up is tried again, once.
        """
        batch = await self.read(address, after=after)
        if not batch:
            return after
        letters.seen.update(_given_up(batch))
        tried = {one.entry.seq for one in batch if one.dead is not None} - letters.dead
        try:
            return await self._build(address, building, batch, letters)
        except PoisonedEntry as error:
            if error.entry.seq not in tried:
                raise
            letters.dead.add(error.entry.seq)
        return await self.build(address, building, after=after, letters=letters)

    async def _build(
        self, address: Address, building: Space, batch: Sequence[Read], letters: Letters
    ) -> int:
        """Fold a batch into a generation that is being built; return its last seq."""

        def work(extracted: Sequence[Extracted], tx: Transaction) -> int:
            folded = self._fold(tx, building, extracted)
            tx.built(building, extracted[folded - 1][0].seq)
            return folded

        extracted = await self._extracting.batch(address, batch, letters)
        done = await self._write(address, extracted, work)
        return batch[done - 1].entry.seq

    async def _write(
        self,
        address: Address,
        extracted: Sequence[Extracted],
        work: Callable[[Sequence[Extracted], Transaction], int],
    ) -> int:
        """Run `work` on the batch slice by slice; stop before an entry that cannot be folded."""
        done = 0
        while True:
            try:
                done += await self.store.write(address, partial(work, extracted[done:]))
            except PoisonedEntry as error:
                extracted = [one for one in extracted if one[0].seq < error.entry.seq]
                if not extracted:
                    raise
            if done == len(extracted):
                return done
            await asyncio.sleep(self.pace.rest_seconds)

    def _fold(self, tx: Transaction, space: Space, extracted: Sequence[Extracted]) -> int:
        """Fold entries in order until the time of a slice is over; return how many, at least one.

        One that fails raises `PoisonedEntry` naming it.
        """
        clock, folded = self.ambient.clock, 0
        begun = clock.monotonic()
        for entry, candidates in extracted:
            if candidates is not None:
                _fold_one(tx, space, entry, candidates)
            folded += 1
            if clock.monotonic() - begun >= self.pace.slice_seconds:
                break
        return folded

    async def read(self, address: Address, *, after: int) -> list[Read]:
        """Return the next entries behind `after`, as many as the pace allows."""

        def work(view: View) -> list[Read]:
            if not view.spaces:
                return []
            (space,) = view.spaces
            entries = self._paced(view.entries(space, after=after, limit=self.pace.entries))
            replies = view.replies(space, {entry.seq for entry in entries})
            return [self._with_context(view, space, one, replies) for one in entries]

        return await self.store.read([address], work)

    def _paced(self, entries: Sequence[Entry]) -> list[Entry]:
        kept: list[Entry] = []
        characters = 0
        for entry in entries:
            characters += len(entry.text)
            if kept and characters > self.pace.characters:
                break
            kept.append(entry)
        return kept

    def _with_context(
        self, view: View, space: Space, entry: Entry, replies: Mapping[int, Sequence[Entry]]
    ) -> Read:
        earlier: Sequence[Entry] = ()
        if self.extractor.window and isinstance(entry.body, Message):
            then = replace(space, horizon=entry.seq - 1)
            earlier = view.recent(then, entry.origin.session, limit=self.extractor.window)
        return Read(entry, tuple(earlier), tuple(replies_of(replies.get(entry.seq, ()))))


def _given_up(batch: Sequence[Read]) -> set[int]:
    """Return the entries that the replies in a batch give up."""
    bodies = [one.entry.body for one in batch]
    return {
        one.about_seq for one in bodies if isinstance(one, Reply) and one.status is ReplyStatus.DEAD
    }


def _fold_one(tx: Transaction, space: Space, entry: Entry, candidates: Sequence[Candidate]) -> None:
    try:
        fold(tx, space, entry, candidates)
    except StoreError:
        raise
    except Exception as error:
        raise PoisonedEntry(entry, FOLD, error) from error

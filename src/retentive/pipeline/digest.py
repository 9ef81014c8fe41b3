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
from retentive.model.entry import Entry, Message, Observation, Reply, ReplyStatus
from retentive.model.space import DIGEST, Lease, Space
from retentive.pipeline.fold import fold
from retentive.pipeline.replies import answer, dead_letter, record_reply, replies_of
from retentive.pipeline.stage import Done, StageFailed
from retentive.ports.stages import Extractor, Question
from retentive.ports.store import MemoryStore, Transaction
from retentive.ports.view import View
from retentive.rules.found import checked_candidates
from retentive.rules.maker import maker
from retentive.rules.pace import Pace
from retentive.rules.telling import as_said, is_read
from retentive.rules.text import TOKENISER


@dataclass(frozen=True, slots=True)
class Read:
    """One entry with what its extraction may look at."""

    entry: Entry
    earlier: tuple[Entry, ...]
    replies: tuple[Reply, ...]

    @property
    def dead(self) -> str | None:
        """The stage at which the entry was given up, None if it was not."""
        last = self.replies[-1] if self.replies else None
        return last.stage if last is not None and last.status is ReplyStatus.DEAD else None


class PoisonedEntry(StageFailed):
    """One entry cannot be digested: `stage` says whether to extract or to fold it failed."""

    def __init__(self, entry: Entry, stage: str, error: BaseException) -> None:
        """Keep the entry at fault."""
        super().__init__(f"entry {entry.seq}: {type(error).__name__}: {error}", entry.seq)
        self.entry = entry
        self.stage = stage


class FoldedAlive(Exception):
    """An entry was folded into a generation, and given up after that: it must be built again."""


EXTRACT = "extract"
FOLD = "fold"
Extracted = tuple[Entry, Sequence[Candidate] | None]
"""An entry and its candidates; None: its fold was given up, and it changes nothing."""


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

    async def put_aside(self, lease: Lease, error: StageFailed) -> bool:
        """Record the entry that cannot be digested as a dead letter."""
        if not isinstance(error, PoisonedEntry):
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

        extracted = await self._extracted(lease.address, batch)
        count = await self._write(lease.address, extracted, work)
        return Done(count, batch[count - 1].entry.seq, more=count >= self.pace.entries)

    async def build(self, address: Address, building: Space, *, after: int, dead: set[int]) -> int:
        """Fold the next batch into a generation that is being built; return its last seq.

        Answers `after` when the log holds no more. `dead` gathers the entries that were folded
        as given up; raises `FoldedAlive` if another one was given up since it was folded.
        """
        batch = await self.read(address, after=after)
        if not batch:
            return after
        dead |= {one.entry.seq for one in batch if one.dead is not None}
        if _given_up(batch) - dead:
            raise FoldedAlive("an entry that was folded has been given up since")

        def work(extracted: Sequence[Extracted], tx: Transaction) -> int:
            folded = self._fold(tx, building, extracted)
            tx.built(building, extracted[folded - 1][0].seq)
            return folded

        done = await self._write(address, await self._extracted(address, batch), work)
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

    async def _extracted(self, address: Address, batch: Sequence[Read]) -> list[Extracted]:
        """Extract each entry; stop before the first that fails, unless it is the first."""
        done: list[Extracted] = []
        for one in batch:
            try:
                done.append((one.entry, await self._candidates(address, one)))
            except Exception as error:
                if not done:
                    raise PoisonedEntry(one.entry, EXTRACT, error) from error
                break
        return done

    async def _candidates(self, address: Address, one: Read) -> Sequence[Candidate] | None:
        if one.dead == FOLD:
            return None
        if one.dead is not None or not is_read(one.entry):
            return ()
        reply = None
        question = None
        if isinstance(one.entry.body, Message | Observation):
            question = self.extractor.question(one.entry, one.earlier)
        if question is not None:
            key = (question.prompt, question.model, question.input_hash)
            reply = answer(one.replies, *key) or await self._ask(address, one.entry, question)
            if reply.status is ReplyStatus.DEAD:
                return None if reply.stage == FOLD else ()
        return await asyncio.to_thread(self._extract, one, reply)

    def _extract(self, one: Read, reply: Reply | None) -> Sequence[Candidate]:
        """Run the extractor; what ends a thread or a loop is a failure of this entry alone."""
        try:
            found = self.extractor.extract(as_said(one.entry), one.earlier, reply)
            return checked_candidates(found)
        except (StopIteration, SystemExit, KeyboardInterrupt) as error:
            raise RuntimeError(f"the extractor raised {type(error).__name__}") from error

    async def _ask(self, address: Address, entry: Entry, question: Question) -> Reply:
        """Ask the model, and make its answer an entry of the log before it is used.

        Returns the reply that counts: another's, if that was recorded in the meantime.
        """
        text = await self.extractor.ask(question)
        reply = Reply(
            about_seq=entry.seq,
            stage=DIGEST,
            status=ReplyStatus.ANSWERED,
            prompt=question.prompt,
            model=question.model,
            input_hash=question.input_hash,
            text=text,
        )
        return await record_reply(self.store, self.ambient, address, reply)


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

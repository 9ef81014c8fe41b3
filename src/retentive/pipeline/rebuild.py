"""Rebuilding derived state from the log, beside the one that is being served.

A new generation is folded while the old one is read and digested; the swap takes the
space's lock, folds what came in meanwhile, and makes the new one current in that transaction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from retentive.kernel.errors import ExtractorUnavailable
from retentive.kernel.scope import Address
from retentive.model.report import Rebuilt, SpaceCounts
from retentive.model.space import Space
from retentive.pipeline.digest import Digester
from retentive.pipeline.extracting import PoisonedEntry
from retentive.pipeline.replies import Letters, dead_letter, record_reply, revive
from retentive.ports.store import MemoryStore, Transaction
from retentive.ports.view import View
from retentive.rules.maker import maker

Progress = Callable[[int, int], None]
"""Told how many entries of how many are done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilder:
    """Builds new generations of records and text, space by space."""

    digester: Digester
    tokeniser: str
    attempts: int
    """How often an entry that fails is tried before it is given up."""

    async def rebuild(self, addresses: Sequence[Address], progress: Progress) -> Rebuilt:
        """Rebuild these spaces; recorded replies are used again, no model is asked twice.

        Entries that were given up are tried once more, and so asked about. Reads and writes go on
        meanwhile. A crash leaves the old generation current, and so does `ExtractorUnavailable`,
        which is raised when nothing can be extracted.
        """
        before = [(await _counts(self.digester.store, address)).entries for address in addresses]
        done = 0
        for address in addresses:
            done += await self._space(address, partial(_add, progress, done, sum(before)))
        counts = [await _counts(self.digester.store, address) for address in addresses]
        return Rebuilt.of(counts)

    async def _space(self, address: Address, told: Callable[[int], None]) -> int:
        after, letters, failures = 0, Letters(), Counter[int]()
        building = await self.digester.store.write(address, self._begin)
        while True:
            try:
                last = await self.digester.build(address, building, after=after, letters=letters)
            except PoisonedEntry as error:
                failures[error.entry.seq] += 1
                if failures[error.entry.seq] >= self.attempts:
                    await self._give_up(address, error)
                    letters.dead.add(error.entry.seq)
                continue
            told(last)
            if last == after and await self._swapped(address, building, after, letters):
                return after
            after = last

    def _begin(self, tx: Transaction) -> Space:
        return tx.begin_generation(
            tokeniser=self.tokeniser, maker=maker(self.digester.extractor.identity, self.tokeniser)
        )

    async def _swapped(
        self, address: Address, building: Space, after: int, letters: Letters
    ) -> bool:
        """Swap if the new generation holds the whole log; else say that there is more."""
        ambient = self.digester.ambient
        now = ambient.clock.now()
        ids = [ambient.ids.new("m", now) for _ in letters.seen - letters.dead]

        def work(tx: Transaction) -> bool:
            if tx.space.head_seq != after:
                return False
            revive(tx, letters, ids, now)
            tx.built(building, tx.space.head_seq)  # replies by themselves change nothing
            tx.swap_generation(building)
            return True

        return await self.digester.store.write(address, work)

    async def _give_up(self, address: Address, error: PoisonedEntry) -> None:
        if not await self.digester.is_to_blame(address, error):
            raise ExtractorUnavailable(
                f"nothing can be extracted ({error.message}); what was derived before stays in "
                "use: run the rebuild again when the extractor works",
                error=error.message,
            ) from error
        reply = dead_letter(
            error.entry.seq, error.stage, self.digester.extractor.identity, error.message
        )
        await record_reply(self.digester.store, self.digester.ambient, address, reply)


def _add(progress: Progress, done: int, total: int, seq: int) -> None:
    progress(done + seq, max(total, done + seq))


async def _counts(store: MemoryStore, address: Address) -> SpaceCounts:
    def work(view: View) -> SpaceCounts:
        (space,) = view.spaces
        return view.counts(space)

    return await store.read([address], work)

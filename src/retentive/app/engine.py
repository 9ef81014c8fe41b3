"""An opened memory behind its handles: the wired parts, the worker, waiting, listeners."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from retentive.app.asking import meaning
from retentive.app.config import Progress
from retentive.app.owners import is_gone, owner_name
from retentive.app.totals import stats
from retentive.app.waiting import Line, Wait, Waited
from retentive.app.wiring import Wired
from retentive.kernel.ambient import Process
from retentive.kernel.errors import (
    ExtractorUnavailable,
    OtherLoop,
    StoreBusy,
    UsageError,
)
from retentive.kernel.events import Appended, Digested, Event, Listener
from retentive.kernel.scope import Address
from retentive.model.report import Flushed, Rebuilt, Stats, Verified
from retentive.model.space import DIGEST
from retentive.pipeline.arms import Meaning
from retentive.pipeline.calls import Calls
from retentive.pipeline.digest import Digester
from retentive.pipeline.embed import ANSWER_SECONDS, Embedding, reembed
from retentive.pipeline.rebuild import Rebuilder
from retentive.pipeline.stage import Stage
from retentive.pipeline.vectors import Maker
from retentive.pipeline.worker import Worker
from retentive.ports.view import View

T = TypeVar("T")

_LOG = logging.getLogger("retentive")


@dataclass(slots=True)
class Engine:
    """What every handle of one opened memory shares."""

    wired: Wired
    listeners: tuple[Listener, ...] = ()
    digesting: Line = field(init=False)
    embedding: Line | None = field(init=False, default=None)
    digester: Digester = field(init=False)
    _given_up: set[Address] = field(init=False, default_factory=set)
    """Spaces that a flush found dead letters in."""
    _calls: Calls = field(init=False)
    _process: Process = field(init=False, default_factory=Process)
    _loop: asyncio.AbstractEventLoop = field(init=False, default_factory=asyncio.get_running_loop)

    def __post_init__(self) -> None:
        """Make the workers; they start with `start`."""
        wired = self.wired
        self._calls = Calls(wired.ambient.clock.monotonic)
        self.digester = Digester(
            store=wired.store,
            ambient=wired.ambient,
            extractor=wired.extractor,
            pace=wired.config.pace,
        )
        self.digesting = self._line(self.digester)
        embed = self._embedding()
        if embed is not None:
            self.embedding = self._line(embed, spare=True)

    @property
    def worker(self) -> Worker:
        """The worker that digests."""
        return self.digesting.worker

    def _embedding(self) -> Embedding | None:
        wired = self.wired
        if wired.embedder is None:
            return None
        return Embedding(
            store=wired.store,
            maker=Maker(embedder=wired.embedder, calls=self._calls, seconds=ANSWER_SECONDS),
            emit=self.emit,
            now=self.now,
            policy=wired.config.work,
        )

    def _line(self, stage: Stage, *, spare: bool = False) -> Line:
        wired = self.wired
        worker = Worker(
            stage=stage,
            store=wired.store,
            ambient=wired.ambient,
            owner=owner_name(wired.ambient.ids.new("w", wired.ambient.clock.now())),
            emit=self._worked,
            policy=wired.config.work,
            is_gone=is_gone,
        )
        return Line(worker, spare)

    def start(self) -> None:
        """Let the workers go on in the background, if the settings want that."""
        if self.wired.config.background:
            self.digesting.worker.start()
            if self.embedding is not None:
                self.embedding.worker.start()

    def _worked(self, event: Event) -> None:
        """Tell what a worker did; what was digested can be embedded."""
        if self.embedding is not None and isinstance(event, Digested) and event.stage == DIGEST:
            self.embedding.worker.notify()
        self.emit(event)

    def now(self) -> datetime:
        """Return the present instant of the memory's clock."""
        return self.wired.ambient.clock.now()

    def emit(self, event: Event) -> None:
        """Tell every listener; one that fails is reported in the log of the program."""
        for listener in self.listeners:
            try:
                listener(event)
            except (Exception, SystemExit):  # noqa: BLE001 - not ours, and harms no memory
                _LOG.exception("a listener failed on %s", type(event).__name__)

    def check(self) -> None:
        """Refuse to work in a forked child, or in another event loop than the worker's."""
        self._process.check("memory")
        if asyncio.get_running_loop() is not self._loop:
            raise OtherLoop(
                "this memory was opened in another event loop; open it in this one, inside the "
                "same asyncio.run(…)"
            )

    async def read(
        self,
        addresses: Sequence[Address],
        work: Callable[[View], T],
        known_at: datetime | None = None,
    ) -> T:
        """Run `work` on one snapshot."""
        self.check()
        return await self.wired.store.read(addresses, work, known_at=known_at)

    def appended(self, space: int, first: int, last: int) -> None:
        """Tell listeners and the worker that entries are durable."""
        if first <= last:
            self.emit(Appended(space=space, first_seq=first, last_seq=last))
            self.digesting.worker.notify()

    async def flush(self, timeout: float | None, progress: Progress | None) -> Flushed:
        """Digest and embed, or wait for others to do so, all that is pending now."""
        self.check()
        begun = self._seconds()
        goals = await self.digesting.goals()
        digested = await self._flushed(self.digesting, goals, timeout, progress)
        left = None if timeout is None else max(0.0, timeout - (self._seconds() - begun))
        embedded, unembedded = await self._embedded(left, progress)
        if digested.failing and digested.left:
            raise ExtractorUnavailable(
                f"nothing can be digested ({digested.failing}); {digested.left} entries are safe "
                "in the log and tried again in the background: call flush again when it works",
                pending=digested.left,
            )
        given_up = await self._dead_letters(goals)
        return Flushed(
            digested=digested.done,
            embedded=embedded,
            unembedded=unembedded,
            pending=digested.pending,
            dead_letters=given_up,
        )

    async def _dead_letters(self, goals: Mapping[Address, int]) -> int:
        """Return how many entries were given up in the spaces that were ever waited for."""
        looked_at = [*dict.fromkeys([*goals, *self._given_up])]
        found = await self.read(looked_at, _dead_letters) if looked_at else {}
        self._given_up = {address for address, count in found.items() if count}
        return sum(found.values())

    async def _embedded(self, timeout: float | None, progress: Progress | None) -> tuple[int, int]:
        """Embed what is digested; return how many texts, and how many documents are left."""
        if self.embedding is None:
            return 0, 0
        goals = await self.embedding.goals()
        done = await self._flushed(self.embedding, goals, timeout, progress)
        behind = list(await self.embedding.goals()) if done.pending else []
        return done.done, await self.read(behind, _unembedded) if behind else 0

    async def _flushed(
        self,
        line: Line,
        goals: Mapping[Address, int],
        timeout: float | None,
        progress: Progress | None,
    ) -> Waited:
        wait = Wait(goals=goals, timeout=timeout, working=True, progress=progress)
        done = await line.until(wait)
        if done.late:
            work = "embedded" if line.spare else "digested"
            raise StoreBusy(
                f"{done.left} entries are still to be {work} after {timeout} s; they are safe "
                "in the log: call flush again",
                pending=done.left,
            )
        return done

    async def wait(self, address: Address, seq: int, timeout: float | None) -> bool:
        """Wait until the space at `address` is digested up to `seq`; tell whether it is.

        False after `timeout` seconds, and when this process is not able to digest the space.
        """
        self.check()
        working = not self.digesting.worker.is_running
        wait = Wait(goals={address: seq}, timeout=timeout, working=working)
        return not (await self.digesting.until(wait)).left

    async def meaning(self, text: str, addresses: Sequence[Address]) -> Meaning | None:
        """Return the question's vector; None if there is nothing to compare it with."""
        self.check()
        return await meaning(self.wired, self._calls, self.emit, text, addresses)

    def _seconds(self) -> float:
        return self.wired.ambient.clock.monotonic()

    async def stats(self, addresses: Sequence[Address] | None) -> Stats:
        """Return the sizes of these spaces, or of the whole store."""
        self.check()
        wanted = await self.wired.store.addresses() if addresses is None else addresses
        return await stats(self.wired, wanted)

    async def rebuild(self, progress: Progress | None, *, embeddings: bool = False) -> Rebuilt:
        """Derive everything again from the log, or make all vectors anew."""
        self.check()
        if embeddings:
            return await self._reembed(progress or _silent)
        store = self.wired.store
        rebuilder = Rebuilder(
            digester=self.digester,
            tokeniser=self.wired.tokeniser,
            attempts=self.wired.config.work.attempts,
        )
        return await rebuilder.rebuild(await store.addresses(), progress or _silent)

    async def _reembed(self, progress: Progress) -> Rebuilt:
        embedding = self._embedding()
        if embedding is None:
            raise UsageError(
                "there is no embedder to make vectors with; open the memory with one: "
                'Memory.open(url, embedder="auto") after pip install "retentive[embed]"',
                needs="embedder",
            )
        addresses = await self.wired.store.addresses()
        return await reembed(embedding, addresses, progress)

    async def verify(self, progress: Progress | None) -> Verified:
        """Check the store against itself."""
        self.check()
        # Its rules are many, and almost never needed: every opening would wait for them.
        from retentive.pipeline.verify import verify

        return await verify(self.wired.store, progress or _silent)

    async def close(self) -> None:
        """Stop the worker and close the store; in a forked child both are the parent's.

        The worker of a loop that has ended has ended with it.
        """
        if not self._process.is_this:
            return
        self.wired.store.hurry()
        if not self._loop.is_closed():
            self.check()
            await self.digesting.worker.stop()
            if self.embedding is not None:
                await self.embedding.worker.stop()
            await self._calls.close()
        await self.wired.store.close()


def _silent(done: int, total: int) -> None:
    """Tell nobody."""


def _dead_letters(view: View) -> dict[Address, int]:
    return {space.address: view.dead_letters(space) for space in view.spaces}


def _unembedded(view: View) -> int:
    return sum(view.counts(space).unembedded for space in view.spaces)

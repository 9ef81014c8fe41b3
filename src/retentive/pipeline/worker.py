"""The background worker: leases pending spaces and digests them until told to stop.

A failing entry is tried a few times, then put aside as a dead letter (an entry of the log,
so that a rebuild knows it too), and digestion goes on behind it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TypeVar

from retentive.kernel.errors import LeaseLost, RetentiveError, StoreClosed
from retentive.kernel.events import Digested, Event, Failed
from retentive.model.entry import Reply, ReplyStatus
from retentive.model.space import DIGEST, Lease
from retentive.pipeline.digest import Digester, PoisonedEntry, record_reply
from retentive.rules.maker import maker
from retentive.rules.pace import WorkPolicy
from retentive.rules.text import TOKENISER

Emit = Callable[[Event], None]
T = TypeVar("T")


@dataclass(slots=True)
class Worker:
    """Digests whatever is pending in the store, one leased batch after the other."""

    digester: Digester
    owner: str
    emit: Emit
    policy: WorkPolicy
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work in the background of the running loop."""
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    @property
    def is_running(self) -> bool:
        """Whether it works in the background."""
        return self._task is not None and not self._task.done()

    def notify(self) -> None:
        """Tell the worker that something was appended."""
        self._wake.set()

    async def stop(self) -> None:
        """Finish the batch in hand and stop; what is left stays pending in the log."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def step(self) -> int | None:
        """Digest one batch; return how many entries it held, None if nothing can be leased.

        Waiting times after failures are not kept: a failing entry is tried again at once.
        """
        return await self._step(patient=False)

    async def drain(self) -> int:
        """Digest until nothing can be leased; return how many entries were digested here."""
        total = 0
        while (done := await self.step()) is not None:
            total += done
        return total

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                done = await self._step(patient=True)
            except StoreClosed:
                return
            except Exception as error:  # noqa: BLE001 - the worker outlives any one failure
                self.emit(Failed(stage=DIGEST, error=f"{type(error).__name__}: {error}"))
                done = None
            if done is None:
                # Not `wait_for`, which in Python 3.11 can swallow that it is cancelled.
                with suppress(TimeoutError):
                    async with asyncio.timeout(self.policy.poll_seconds):
                        await self._wake.wait()
            if done is None or done < self.digester.pace.entries:
                await asyncio.sleep(self.policy.gather_seconds)

    async def _step(self, *, patient: bool) -> int | None:
        """Lease and digest one batch; None when nothing is pending."""
        lease = await self._lease(patient)
        if lease is None:
            return None
        try:
            done = await self.digester.step(lease)
        except LeaseLost:
            return 0
        except PoisonedEntry as error:
            with suppress(LeaseLost):
                await _to_the_end(self._failed(lease, error))
            return 0
        except BaseException:
            with suppress(RetentiveError):  # else the lease runs out by itself
                await _to_the_end(self.digester.store.release(lease))
            raise
        await _to_the_end(self.digester.store.release(lease))
        if done:
            self.emit(
                Digested(
                    space=lease.space, stage=DIGEST, done_seq=lease.done_seq + done, changes=done
                )
            )
        return done

    async def _lease(self, patient: bool) -> Lease | None:
        """Take a lease; who is cancelled meanwhile gives it back, or others would wait for it."""
        store = self.digester.store
        taking = asyncio.ensure_future(
            store.lease(
                DIGEST,
                self.owner,
                able=[maker(self.digester.extractor.identity, TOKENISER)],
                now=self.digester.ambient.clock.now(),
                seconds=self.policy.lease_seconds,
                patience=self.policy.longest_wait_seconds if patient else 0,
            )
        )
        try:
            return await _to_the_end(taking)
        except asyncio.CancelledError:
            with suppress(RetentiveError):
                lease = await taking
                if lease is not None:
                    await _to_the_end(store.release(lease))
            raise

    async def _failed(self, lease: Lease, error: PoisonedEntry) -> None:
        """Count the failure; after the last attempt record the entry as a dead letter.

        Who lost the lease meanwhile does neither: the entry is another's by now.
        """
        digester = self.digester
        attempts = lease.attempts + 1
        dead = attempts >= self.policy.attempts
        if dead:
            await record_reply(
                digester.store,
                digester.ambient,
                lease.address,
                Reply(
                    about_seq=error.entry.seq,
                    stage=error.stage,
                    status=ReplyStatus.DEAD,
                    model=digester.extractor.identity,
                    text=error.message,
                ),
                lease=lease,
            )
        wait = timedelta(seconds=self.policy.wait_seconds(attempts))
        await digester.store.release(
            lease,
            attempts=0 if dead else attempts,
            next_try=None if dead else digester.ambient.clock.now() + wait,
        )
        self.emit(
            Failed(
                stage=DIGEST,
                error=error.message,
                space=lease.space,
                seq=error.entry.seq,
                dead=dead,
            )
        )


async def _to_the_end(work: Awaitable[T]) -> T:
    """Return what `work` returns; who is cancelled waits for its end first."""
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise

"""The background worker: leases pending spaces for one stage and works until told to stop.

What fails is tried again after a while, each time a longer one; what cannot be done at all is
put aside by the stage, and work goes on behind it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TypeVar

from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import LeaseLost, RetentiveError, StoreClosed
from retentive.kernel.events import Digested, Event, Failed
from retentive.model.space import Lease
from retentive.pipeline.stage import Done, Stage, StageFailed
from retentive.ports.store import MemoryStore
from retentive.rules.pace import WorkPolicy

Emit = Callable[[Event], None]
T = TypeVar("T")


@dataclass(slots=True)
class Worker:
    """Works off whatever is pending for a stage, one leased batch after the other."""

    stage: Stage
    store: MemoryStore
    ambient: Ambient
    owner: str
    emit: Emit
    policy: WorkPolicy
    is_gone: Callable[[str], bool] = field(default=lambda owner: False)
    """Whether another owner is known to have ended: his leases are not waited for."""
    failures: int = 0
    """Steps that failed in a row, what was put aside for good not counted."""
    failing: str = ""
    """Why the stage fails at all it tries, after as many attempts as there are; else empty."""

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

        Waiting times after failures are not kept: when all else is done, what failed is tried
        again at once.
        """
        done = await self._step(patient=True)
        if done is None:
            done = await self._step(patient=False)
        return None if done is None else done.count

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                done = await self._step(patient=True)
            except StoreClosed:
                return
            except Exception as error:  # noqa: BLE001 - the worker outlives any one failure
                self.emit(Failed(stage=self.stage.name, error=f"{type(error).__name__}: {error}"))
                done = None
            if done is None:
                # Not `wait_for`, which in Python 3.11 can swallow that it is cancelled.
                with suppress(TimeoutError):
                    async with asyncio.timeout(self.policy.poll_seconds):
                        await self._wake.wait()
            if done is None or not done.more:
                await asyncio.sleep(self.policy.gather_seconds)

    async def _step(self, *, patient: bool) -> Done | None:
        """Lease and digest one batch; None when nothing is pending."""
        lease = await self._lease(patient)
        if lease is None:
            return None
        try:
            async with self._holding(lease):
                done = await self.stage.step(lease)
        except LeaseLost:
            return Done(0, lease.done_seq, more=False)
        except StageFailed as error:
            with suppress(LeaseLost):
                await _to_the_end(self._failed(lease, error))
            return Done(0, lease.done_seq, more=False)
        except BaseException:
            with suppress(RetentiveError):  # else the lease runs out by itself
                await _to_the_end(self.store.release(lease))
            raise
        self.failing = ""
        in_vain = done.again is not None and not done.count and not patient
        self.failures = self.failures + 1 if in_vain else 0
        await _to_the_end(self.store.release(lease, next_try=done.again))
        if done.count or done.done_seq > lease.done_seq:
            self.emit(
                Digested(
                    space=lease.space,
                    stage=self.stage.name,
                    done_seq=done.done_seq,
                    changes=done.count,
                )
            )
        return done

    @asynccontextmanager
    async def _holding(self, lease: Lease) -> AsyncIterator[None]:
        """Renew the lease meanwhile: nobody else need begin what only takes long."""
        renewing = asyncio.create_task(self._renew(lease))
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.wait([renewing])

    async def _renew(self, lease: Lease) -> None:
        seconds, held = self.policy.lease_seconds, True
        while held and seconds > 0:
            await asyncio.sleep(seconds / 3)
            with suppress(RetentiveError):  # the next time does: it may have run out meanwhile
                held = await self.store.renew(lease, now=self.ambient.clock.now(), seconds=seconds)

    async def _lease(self, patient: bool) -> Lease | None:
        """Take a lease, else one of an owner who is gone."""
        lease = await self._take(patient)
        if lease is None and await self.store.disown(self.stage.name, self.is_gone):
            lease = await self._take(patient)
        return lease

    async def _take(self, patient: bool) -> Lease | None:
        """Take a lease; who is cancelled meanwhile gives it back, or others would wait for it."""
        store = self.store
        taking = asyncio.ensure_future(
            store.lease(
                self.stage.name,
                self.owner,
                able=self.stage.able,
                now=self.ambient.clock.now(),
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

    async def _failed(self, lease: Lease, error: StageFailed) -> None:
        """Count the failure; after the last attempt let the stage put aside what fails.

        Who lost the lease meanwhile does neither: the work is another's by now.
        """
        attempts = lease.attempts + 1
        self.failures += 1
        is_last = attempts >= self.policy.attempts
        dead = is_last and await self.stage.put_aside(lease, error)
        self.failures = 0 if dead else self.failures
        self.failing = error.message if is_last and not dead else ""
        wait = timedelta(seconds=self.policy.wait_seconds(attempts))
        await self.store.release(
            lease,
            attempts=0 if dead else attempts,
            next_try=None if dead else self.ambient.clock.now() + wait,
        )
        self.emit(
            Failed(
                stage=self.stage.name,
                error=error.message,
                space=lease.space,
                seq=error.seq,
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

"""Checking a store against itself, space by space, while it goes on working."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial

from retentive.kernel.errors import CorruptStore, StoreError
from retentive.kernel.scope import Address
from retentive.model.report import Damage, Verified
from retentive.pipeline.examine import Advanced, Examined, examine
from retentive.ports.store import MemoryStore
from retentive.ports.view import View

Progress = Callable[[int, int], None]
"""Told how many entries of how many are done."""


async def verify(store: MemoryStore, progress: Progress) -> Verified:
    """Return everything that is wrong in the store; change nothing.

    Each space is read in one snapshot. The work is done in a thread of its own, so the
    running loop stays free; `progress` is called on that loop. Cancelling ends the work at
    its next step.
    """
    loop = asyncio.get_running_loop()
    stopped = threading.Event()

    def told(done: int, total: int) -> None:
        if stopped.is_set():
            raise _Stopped
        loop.call_soon_threadsafe(progress, done, total)

    try:
        return await asyncio.to_thread(_run, store, told)
    finally:
        stopped.set()


def _run(store: MemoryStore, told: Progress) -> Verified:
    """Verify on a loop of this thread; what is cancelled before it starts leaves nothing."""
    return asyncio.run(_verified(store, told))


class _Stopped(Exception):
    """Nobody waits for the answer any more."""


async def _verified(store: MemoryStore, told: Progress) -> Verified:
    damages = list(await store.damages())
    addresses: list[Address] = []
    total = 0
    for address in await store.all_addresses():
        if isinstance(address, Damage):
            damages.append(address)
            continue
        try:
            total += await store.read([address], _head)
        except StoreError as error:
            damages.append(_unread(error))
        else:
            addresses.append(address)
    done: list[Examined] = []
    entries = 0
    for address in addresses:
        found = await _examined(store, address, partial(_advanced, told, entries, total))
        entries += sum(one.entries for one in found)
        done += found
    told(entries, max(total, entries))
    return Verified(
        spaces=len(done),
        entries=entries,
        records=sum(one.records for one in done),
        documents=sum(one.documents for one in done),
        damages=(*damages, *(damage for one in done for damage in one.damages)),
    )


async def _examined(store: MemoryStore, address: Address, advanced: Advanced) -> list[Examined]:
    def work(view: View) -> list[Examined]:
        return [examine(view, space, advanced) for space in view.spaces]

    try:
        return await store.read([address], work)
    except CorruptStore as error:
        return [Examined(entries=0, records=0, documents=0, damages=(_unread(error),))]


def _unread(error: StoreError) -> Damage:
    """Return the damage of a space that could not be opened."""
    place = str(error.facts.get("place", "a space"))
    return Damage(check="unreadable", place=place, detail=f"cannot be read: {type(error).__name__}")


def _advanced(told: Progress, before: int, total: int, done: int) -> None:
    told(min(before + done, total), total)


def _head(view: View) -> int:
    return sum(space.head_seq for space in view.spaces)

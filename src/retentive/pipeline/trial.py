"""Writing for a trial: all that a write would do and answer, and nothing of it kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from retentive.kernel.scope import Address
from retentive.ports.store import MemoryStore, Transaction

T = TypeVar("T")


class _Undone(Exception, Generic[T]):
    """Carries an answer out of a transaction that is to be rolled back."""

    def __init__(self, answer: T) -> None:
        super().__init__()
        self.answer = answer


async def written(
    store: MemoryStore, address: Address, work: Callable[[Transaction], T], *, dry_run: bool
) -> T:
    """Run `work` in a transaction and return its answer; a dry run rolls everything back."""
    if not dry_run:
        return await store.write(address, work)

    def tried(tx: Transaction) -> T:
        raise _Undone(work(tx))

    try:
        return await store.write(address, tried)
    except _Undone as done:
        answer: T = done.answer
        return answer

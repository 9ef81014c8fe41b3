"""What the worker knows of the work it does: a stage that takes the log on, lease by lease."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from retentive.model.space import Lease


class StageFailed(Exception):
    """A step failed, and is tried again later; `seq` is the entry at fault, if there is one.

    It passes between a stage and who runs it, and reaches no caller.
    """

    def __init__(self, message: str, seq: int | None = None) -> None:
        """Keep the entry at fault, if there is one."""
        super().__init__(message)
        self.message = message
        self.seq = seq


@dataclass(frozen=True, slots=True)
class Done:
    """What a step did: how much, up to where its space is done now, and whether more is at hand.

    `again` is when to come back to what failed, if that is all that is left.
    """

    count: int
    done_seq: int
    more: bool
    again: datetime | None = None


class Stage(Protocol):
    """One kind of work on the log of a space."""

    @property
    def name(self) -> str:
        """The name under which its work is pending."""
        ...

    @property
    def able(self) -> Collection[str]:
        """The makers whose generations it can work on."""
        ...

    async def step(self, lease: Lease) -> Done:
        """Do the next batch of a leased space.

        Raises `LeaseLost` if another worker took over, `StageFailed` to be tried again.
        """
        ...

    async def put_aside(self, lease: Lease, error: StageFailed) -> bool:
        """Give up what failed too often, on record; tell whether that was done.

        If not, it is tried again and again, after the longest wait. Raises `LeaseLost`.
        """
        ...

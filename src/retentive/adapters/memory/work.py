"""Pending work and leases, as rules over the states of spaces."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from retentive.adapters.memory.state import Mark, SpaceState
from retentive.model.space import Lease


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which work is asked for, how long it would be leased, and how far ahead a next try counts."""

    stage: str
    able: Collection[str]
    now: datetime
    seconds: float
    patience: float


def longest_waiting(states: Iterable[SpaceState], asked: Asked) -> SpaceState | None:
    """Return the pending space whose first entry not done was recorded first."""
    stage, now = asked.stage, asked.now
    waiting = [
        state
        for state in states
        if state.space.generations.maker in asked.able
        if state.current.mark(stage).done_seq < state.space.head_seq
        if not _ahead(state.current.mark(stage).next_try, now, asked.patience)
        if _free(state.current.mark(stage), now, asked.seconds)
    ]
    return min(waiting, key=lambda state: _waits_since(state, stage), default=None)


def granted(state: SpaceState, owner: str, asked: Asked) -> tuple[SpaceState, Lease]:
    """Return the state with a new lease, and the lease."""
    after, stage = state.copy(), asked.stage
    mark = after.current.mark(stage)
    until = asked.now + timedelta(seconds=asked.seconds)
    after.current.marks[stage] = mark._replace(fence=mark.fence + 1, owner=owner, until=until)
    lease = Lease(
        address=state.space.address,
        space=state.space.id,
        stage=stage,
        generation=state.space.generations.records,
        owner=owner,
        fence=mark.fence + 1,
        until=until,
        done_seq=mark.done_seq,
        attempts=mark.attempts,
    )
    return after, lease


def released(
    state: SpaceState, lease: Lease, *, attempts: int, next_try: datetime | None
) -> SpaceState:
    """Return the state without the lease, or as it is if the lease was lost."""
    mark = state.current.mark(lease.stage)
    if lease.generation != state.space.generations.records or lease.fence != mark.fence:
        return state
    after = state.copy()
    after.current.marks[lease.stage] = mark._replace(
        owner=None, until=None, attempts=attempts, next_try=next_try
    )
    return after


def _ahead(at: datetime | None, now: datetime, seconds: float) -> bool:
    """Tell whether a time lies ahead, by so many seconds at most."""
    return at is not None and now < at <= now + timedelta(seconds=seconds)


def _free(mark: Mark, now: datetime, seconds: float) -> bool:
    if mark.until is None:
        return True
    return mark.until < now or mark.until > now + timedelta(seconds=seconds)


def _waits_since(state: SpaceState, stage: str) -> tuple[datetime, int]:
    first = state.entries[state.current.mark(stage).done_seq]
    return first.recorded_at, state.space.id

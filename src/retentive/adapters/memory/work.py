"""Pending work and leases, as rules over the states of spaces."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from retentive.adapters.memory.state import Mark, SpaceState, generation_of, maker_of
from retentive.model.space import Lease


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkAsked:
    """Which work is asked for, how long it would be leased, and how far ahead a next try counts."""

    stage: str
    able: Collection[str]
    now: datetime
    seconds: float
    patience: float


def longest_waiting(states: Iterable[SpaceState], asked: WorkAsked) -> SpaceState | None:
    """Return the pending space whose first entry not done was recorded first."""
    stage = asked.stage
    waiting = [
        state
        for state in states
        if maker_of(state.space.generations, asked.stage) in asked.able
        if state.mark(asked.stage).done_seq < state.goal(asked.stage)
        if not _ahead(state.mark(asked.stage).next_try, asked.now, asked.patience)
        if _free(state.mark(asked.stage), asked.now, asked.seconds)
    ]
    return min(waiting, key=lambda state: _waits_since(state, stage), default=None)


def granted(state: SpaceState, owner: str, asked: WorkAsked) -> tuple[SpaceState, Lease]:
    """Return the state with a new lease, and the lease."""
    after, stage = state.copy(), asked.stage
    mark = after.mark(stage)
    until = asked.now + timedelta(seconds=asked.seconds)
    after.set_mark(stage, mark._replace(fence=mark.fence + 1, owner=owner, until=until))
    lease = Lease(
        address=state.space.address,
        space=state.space.id,
        stage=stage,
        generation=generation_of(state.space.generations, stage),
        owner=owner,
        fence=mark.fence + 1,
        until=until,
        done_seq=mark.done_seq,
        attempts=mark.attempts,
    )
    return after, lease


def extended(state: SpaceState, lease: Lease, now: datetime, seconds: float) -> SpaceState | None:
    """Return the state in which the lease runs longer, None if it was lost."""
    mark = state.mark(lease.stage)
    if _is_lost(state, lease) or mark.owner is None:
        return None
    after = state.copy()
    after.set_mark(lease.stage, mark._replace(until=now + timedelta(seconds=seconds)))
    return after


def disowned(state: SpaceState, stage: str, is_gone: Callable[[str], bool]) -> SpaceState | None:
    """Return the state without the lease of an owner who is gone, None if there is none."""
    mark = state.mark(stage)
    if mark.owner is None or mark.done_seq >= state.goal(stage) or not is_gone(mark.owner):
        return None
    after = state.copy()
    after.set_mark(stage, mark._replace(owner=None, until=None))
    return after


def _is_lost(state: SpaceState, lease: Lease) -> bool:
    current = generation_of(state.space.generations, lease.stage)
    return lease.generation != current or lease.fence != state.mark(lease.stage).fence


def released(
    state: SpaceState, lease: Lease, *, attempts: int, next_try: datetime | None
) -> SpaceState:
    """Return the state without the lease, or as it is if the lease was lost."""
    mark = state.mark(lease.stage)
    if _is_lost(state, lease):
        return state
    after = state.copy()
    given_back = mark._replace(owner=None, until=None, attempts=attempts, next_try=next_try)
    after.set_mark(lease.stage, given_back)
    return after


def _ahead(at: datetime | None, now: datetime, seconds: float) -> bool:
    """Tell whether a time lies ahead, by so many seconds at most."""
    return at is not None and now < at <= now + timedelta(seconds=seconds)


def _free(mark: Mark, now: datetime, seconds: float) -> bool:
    if mark.until is None:
        return True
    return mark.until < now or mark.until > now + timedelta(seconds=seconds)


def _waits_since(state: SpaceState, stage: str) -> tuple[datetime, int]:
    first = state.entries[state.mark(stage).done_seq]
    return first.recorded_at, state.space.id

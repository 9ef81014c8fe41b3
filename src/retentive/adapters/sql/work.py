"""Pending work: finding it, leasing it, and giving leases back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import BindParameter, and_, bindparam, literal, or_, select

from retentive.adapters.sql.decoding import checked_mark, decoded
from retentive.adapters.sql.generations import first_recorded
from retentive.adapters.sql.link import Link
from retentive.adapters.sql.reads import among
from retentive.adapters.sql.schema import IS_BEHIND, generation, space, stage, watermark
from retentive.adapters.sql.spaces import RECORDS, VECTORS, name_of
from retentive.kernel.scope import Address
from retentive.kernel.times import from_micros, to_micros
from retentive.model.space import Lease, Watermark

W = watermark.c
_now: BindParameter[int] = bindparam("at_now")
_latest: BindParameter[int] = bindparam("at_latest")
_is_free = or_(W.until.is_(None), W.until < _now, W.until > _latest)
_is_due = or_(W.next_try.is_(None), W.next_try <= _now, W.next_try > bindparam("at_patient"))
_waiting = (
    select(W.space)
    .where(W.stage == bindparam("of_stage"), IS_BEHIND, among(W.maker, "able"), _is_free, _is_due)
    .order_by(W.waiting_since, W.space)
    .limit(1)
)
_taken = (
    watermark.update()
    .where(
        W.stage == bindparam("of_stage"),
        # Rows that another process is writing to are passed over, where the engine can tell.
        W.space == _waiting.with_for_update(skip_locked=True).scalar_subquery(),
    )
    .values(owner=bindparam("now_owner"), until=bindparam("now_until"), fence=W.fence + 1)
    .returning(W.space, W.generation, W.fence, W.done_seq, W.head_seq)
    .returning(W.attempts, W.until, W.next_try, W.waiting_since)
)
_held = watermark.update().where(
    W.space == bindparam("of_space"),
    W.stage == bindparam("of_stage"),
    W.generation == bindparam("of_generation"),
    W.fence == bindparam("of_fence"),
)
_extended = _held.where(W.owner.is_not(None)).values(until=bindparam("now_until"))
_released = _held.values(
    owner=None,
    until=None,
    attempts=bindparam("now_attempts"),
    next_try=bindparam("now_next"),
)
_is_held = and_(W.stage == bindparam("of_stage"), IS_BEHIND, W.owner.is_not(None))
_owners = select(W.owner).distinct().where(_is_held).order_by(W.owner)
_disowned = (
    watermark.update().where(_is_held, among(W.owner, "gone")).values(owner=None, until=None)
)
_address = select(space.c.id, space.c.name, space.c.address).where(
    space.c.id == bindparam("of_space")
)
_addresses = select(space.c.id, space.c.name, space.c.address).order_by(space.c.id)
_G = generation.c
_embedders = (
    select(_G.maker)
    .distinct()
    .join_from(generation, space, and_(space.c.id == _G.space, space.c.vectors == _G.number))
    .where(_G.family == VECTORS, _G.last_vector > 0)
    .order_by(_G.maker)
)
_known = select(stage.c.name).where(stage.c.name == bindparam("of_stage"))
"""The stages that have watermarks; others have done nothing anywhere."""

_pending = (
    select(watermark, space.c.id, space.c.name, space.c.address)
    .join(space, space.c.id == W.space)
    .where(W.stage == bindparam("of_stage"), IS_BEHIND)
)
_is_current = and_(
    generation.c.space == space.c.id,
    generation.c.family == RECORDS,
    generation.c.number == space.c.records,
)
_started = (
    select(
        *(space.c.id, space.c.name, space.c.address, space.c.records, space.c.head_seq),
        generation.c.maker,
    )
    .join(generation, _is_current)
    .where(space.c.head_seq > 0)
    .order_by(space.c.id)
)
_every_space = select(
    space.c.id,
    bindparam("of_stage"),
    space.c.records,
    generation.c.maker,
    literal(0),
    space.c.head_seq,
    first_recorded(space.c.id),
    literal(0),
    literal(0),
).join(generation, _is_current)
_every_locked = select(space.c.id).order_by(space.c.id).with_for_update()
_first_marks = watermark.insert().from_select(
    [
        *("space", "stage", "generation", "maker", "done_seq", "head_seq"),
        *("waiting_since", "fence", "attempts"),
    ],
    _every_space,
)


def known(link: Link, stage: str) -> bool:
    """Tell whether a stage has watermarks."""
    return link.first(_known, {"of_stage": stage}) is not None


def start_stage(link: Link, name: str) -> None:
    """Give every space a watermark of a stage; the caller holds the store's own lock."""
    if not known(link, name):
        if link.dialect.locks_rows:
            # Who appends just now does not see the new mark, nor would it see that entry.
            link.rows(_every_locked)
        link.run(stage.insert(), {"name": name})
        link.run(_first_marks, {"of_stage": name})


@dataclass(frozen=True, slots=True)
class WorkAsked:
    """Which work is asked for, until when it would be leased, and which next tries count."""

    stage: str
    able: Collection[str]
    now: datetime
    until: datetime
    patience: float

    @property
    def values(self) -> dict[str, Any]:
        """The values of the conditions."""
        return {
            "of_stage": self.stage,
            "able": sorted(set(self.able)),
            "at_now": to_micros(self.now),
            "at_latest": to_micros(self.until),
            "at_patient": to_micros(self.now + timedelta(seconds=self.patience)),
        }


def is_waiting(link: Link, asked: WorkAsked) -> bool:
    """Tell whether there is work that could be leased."""
    return link.first(_waiting, asked.values) is not None


def take(link: Link, owner: str, asked: WorkAsked) -> Lease | None:
    """Lease the longest-waiting work."""
    new = {"now_owner": owner, "now_until": to_micros(asked.until)}
    row = link.first(_taken, asked.values | new)
    if row is None:
        return None
    decoded(checked_mark, row, f"the watermark of space {row.space}")
    found = link.first(_address, {"of_space": row.space})
    return Lease(
        address=_address_of(found),
        space=row.space,
        stage=asked.stage,
        generation=row.generation,
        owner=owner,
        fence=row.fence,
        until=asked.until,
        done_seq=row.done_seq,
        attempts=row.attempts,
    )


def extend(link: Link, lease: Lease, until: datetime) -> bool:
    """Let a lease run longer, unless somebody else has it by now; tell whether it is held."""
    return bool(link.run(_extended, _named(lease) | {"now_until": to_micros(until)}))


def give_back(link: Link, lease: Lease, attempts: int, next_try: datetime | None) -> None:
    """End a lease, unless somebody else has it by now."""
    again = None if next_try is None else to_micros(next_try)
    link.run(_released, _named(lease) | {"now_attempts": attempts, "now_next": again})


def owners(link: Link, stage: str) -> Sequence[str]:
    """Return who holds leases on pending work of a stage."""
    rows = link.rows(_owners, {"of_stage": stage})
    return [row.owner for row in rows if isinstance(row.owner, str)]


def disown(link: Link, stage: str, gone: Sequence[str]) -> int:
    """End the leases of these owners; return how many."""
    return link.run(_disowned, {"of_stage": stage, "gone": list(gone)})


def _named(lease: Lease) -> dict[str, Any]:
    return {
        "of_space": lease.space,
        "of_stage": lease.stage,
        "of_generation": lease.generation,
        "of_fence": lease.fence,
    }


def addresses(link: Link) -> Sequence[Address]:
    """Return the addresses of all spaces, in the order of their creation."""
    return [_address_of(row) for row in link.rows(_addresses)]


def embedders(link: Link) -> Sequence[str]:
    """Return the embedders that current vectors were made by, sorted."""
    return [row.maker for row in link.rows(_embedders)]


def pending(link: Link, stage: str) -> Sequence[tuple[Address, Watermark, str]]:
    """Return spaces that are behind in a stage, with the maker they need."""
    if not known(link, stage):
        return [_untouched(row, stage) for row in link.rows(_started)]
    found: list[tuple[Address, Watermark, str]] = []
    # Sorted here: an order by space would lead SQLite through the rows of idle spaces.
    rows = sorted(link.rows(_pending, {"of_stage": stage}), key=lambda row: row.space)
    for row in rows:
        mark = decoded(partial(_mark_of, stage), row, f"the watermark of space {row.space}")
        found.append((_address_of(row), mark, row.maker))
    return found


def _mark_of(stage: str, row: Any) -> Watermark:
    checked_mark(row)
    return Watermark(
        stage=stage,
        generation=row.generation,
        done_seq=row.done_seq,
        head_seq=row.head_seq,
        attempts=row.attempts,
        next_try=None if row.next_try is None else from_micros(row.next_try),
    )


def _untouched(row: Any, stage: str) -> tuple[Address, Watermark, str]:
    mark = Watermark(stage=stage, generation=row.records, done_seq=0, head_seq=row.head_seq)
    return _address_of(row), mark, row.maker


def _address_of(row: Any) -> Address:
    return decoded(_address_in, row, f"space {row.id}")


def _address_in(row: Any) -> Address:
    address = Address.decoded(row.address)
    if name_of(address) != row.name:
        raise ValueError("its name is not that of its address")
    return address

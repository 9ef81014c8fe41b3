"""Watermarks, leases, and the audit chain."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

import pytest

from retentive.kernel.errors import LeaseLost
from retentive.model.change import AuditRow
from retentive.model.space import Lease, Watermark
from retentive.ports.store import Transaction
from retentive.testing import build
from retentive.testing.blocking import Blocking, Elsewhere
from retentive.testing.conformance.contract import MAKER, Desk, StoreContract

NOW = build.at(100)
ABLE = (MAKER,)


def take(
    store: Blocking,
    now: datetime = NOW,
    *,
    seconds: float = 60,
    stage: str = "digest",
    able: Sequence[str] = ABLE,
) -> Lease | None:
    """Take a lease as `me`."""
    return store.lease(stage, "me", able=able, now=now, seconds=seconds)


def taken(store: Blocking, now: datetime = NOW, seconds: float = 60) -> Lease:
    """Take a lease on digestion that must be there."""
    lease = take(store, now, seconds=seconds)
    assert lease is not None
    return lease


def mark(desk: Desk, stage: str = "digest") -> Watermark:
    """Return the watermark of a stage."""
    return desk.see(lambda view, space: view.watermark(space, stage))


def advance(desk: Desk, lease: Lease, done_seq: int) -> None:
    """Move the watermark of a lease."""
    desk.store.write(desk.address, lambda tx: tx.advance(lease, done_seq))


class WorkContract(StoreContract):
    """Pending work is found, leased to one, and done once."""

    def test_a_new_stage_has_done_nothing(self, ana: Desk) -> None:
        generation = ana.space.generations.records
        assert mark(ana) == Watermark(stage="digest", generation=generation, done_seq=0, head_seq=0)
        ana.grow(2)
        assert (mark(ana).done_seq, mark(ana).head_seq) == (0, 2)

    def test_appending_makes_stages_pending_up_to_the_new_head(
        self, store: Blocking, ana: Desk, bo: Desk
    ) -> None:
        assert list(store.pending("digest")) == []
        ana.grow(2)
        for stage in ("digest", "other"):
            assert list(store.pending(stage)) == [(build.ANA, mark(ana, stage), MAKER)]

    def test_pending_spaces_come_in_the_order_of_creation_leased_ones_too(
        self, store: Blocking, ana: Desk, bo: Desk
    ) -> None:
        bo.grow(1)
        ana.grow(2)
        store.release(taken(store), attempts=3, next_try=build.at(500))
        taken(store)
        found = [address for address, _, _ in store.pending("digest")]
        assert found == [build.ANA, build.BO]

    def test_a_lease_says_what_it_is_for(self, store: Blocking, ana: Desk) -> None:
        ana.grow(2)
        lease = taken(store)
        space = ana.space
        assert lease == Lease(
            address=build.ANA,
            space=space.id,
            stage="digest",
            generation=space.generations.records,
            owner="me",
            fence=lease.fence,
            until=build.at(101),
            done_seq=0,
            attempts=0,
        )

    def test_without_pending_work_there_is_no_lease(self, store: Blocking, ana: Desk) -> None:
        assert take(store) is None
        ana.grow(1)
        advance(ana, taken(store), 1)
        assert take(store, build.at(900)) is None
        assert list(store.pending("digest")) == []

    def test_work_is_leased_only_to_who_is_able(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        assert take(store, able=()) is None
        assert take(store, able=("other-1",)) is None
        assert take(store, able=("other-1", MAKER)) is not None

    def test_running_leases_are_not_given_twice_but_stages_are_apart(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(1)
        assert take(store) is not None
        assert take(store) is None
        assert take(store, stage="other") is not None

    def test_a_lease_runs_until_its_end_and_no_longer(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        first = taken(store, NOW, seconds=60)
        assert take(store, first.until) is None
        second = taken(store, build.at(101.1))
        assert second.fence > first.fence

    def test_a_lease_from_a_wrong_clock_does_not_count(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        first = taken(store, build.at(5000), seconds=60)
        second = taken(store, NOW, seconds=60)
        assert second.fence > first.fence

    def test_a_lease_as_far_ahead_as_asked_counts_as_running(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(1)
        taken(store, NOW, seconds=60)
        assert take(store, NOW, seconds=60) is None
        assert take(store, NOW, seconds=59) is not None

    def test_work_waits_for_its_next_try(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        store.release(taken(store), attempts=2, next_try=build.at(105))
        assert take(store, build.at(104.9)) is None
        assert taken(store, build.at(105)).attempts == 2

    def test_the_impatient_pass_over_next_tries_but_not_over_leases(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(1)
        store.release(taken(store), attempts=2, next_try=build.at(900))
        tried = partial(store.lease, "digest", "me", able=ABLE, now=NOW, seconds=60, patience=0)
        found = tried()
        assert found is not None
        assert (found.attempts, tried()) == (2, None)

    def test_a_next_try_from_a_wrong_clock_does_not_count(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        store.release(taken(store), attempts=1, next_try=build.at(101))
        tried = partial(store.lease, "digest", "me", able=ABLE, now=NOW, seconds=60)
        assert (tried(patience=60), tried(patience=59) is None) == (None, False)

    def test_the_longest_waiting_space_is_leased_first(
        self, store: Blocking, ana: Desk, bo: Desk
    ) -> None:
        ana.append(build.entry(ana.number, 1, recorded_at=build.at(5)))
        bo.append(build.entry(bo.number, 1, recorded_at=build.at(4)))
        bo.append(build.entry(bo.number, 2, recorded_at=build.at(6)))
        lease = taken(store)
        assert lease.address == build.BO
        advance(bo, lease, 1)
        store.release(lease)
        assert [taken(store).address, taken(store).address] == [build.ANA, build.BO]

    def test_of_equally_waiting_spaces_the_older_is_leased_first(
        self, store: Blocking, ana: Desk, bo: Desk
    ) -> None:
        bo.grow(1)
        ana.grow(1)
        assert [taken(store).address, taken(store).address] == [build.ANA, build.BO]

    def test_many_workers_never_hold_the_same_work(
        self, store: Blocking, ana: Desk, bo: Desk
    ) -> None:
        ana.grow(1)
        bo.grow(1)
        leases: list[Lease | None] = []

        async def work() -> None:
            lease = await store.store.lease("digest", "me", able=ABLE, now=NOW, seconds=60)
            leases.append(lease)

        Elsewhere(*[work] * 6).wait()
        held = sorted(lease.space for lease in leases if lease is not None)
        assert held == [ana.number, bo.number]

    def test_a_released_lease_can_be_taken_again(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        first = taken(store)
        store.release(first, attempts=1)
        second = taken(store)
        assert (second.attempts, second.fence > first.fence) == (1, True)
        store.release(second)
        assert taken(store).attempts == 0

    def test_releasing_a_lost_lease_has_no_effect(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        lost = taken(store)
        taken(store, build.at(200))
        store.release(lost, attempts=7, next_try=build.at(900))
        assert take(store, build.at(200)) is None
        assert (mark(ana).attempts, mark(ana).next_try) == (0, None)

    def test_advancing_moves_the_watermark_and_clears_attempts(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(3)
        store.release(taken(store), attempts=2, next_try=build.at(99))
        before = mark(ana)
        assert (before.attempts, before.next_try) == (2, build.at(99))
        advance(ana, taken(store), 2)
        after = mark(ana)
        assert (after.done_seq, after.attempts, after.next_try) == (2, 0, None)
        assert mark(ana, "other").done_seq == 0

    def test_a_watermark_never_moves_back(self, store: Blocking, ana: Desk) -> None:
        ana.grow(3)
        lease = taken(store)
        advance(ana, lease, 2)
        advance(ana, lease, 1)
        assert mark(ana).done_seq == 2

    def test_who_lost_a_lease_writes_nothing(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        lost = taken(store)
        taken(store, build.at(200))

        def work(tx: Transaction) -> None:
            tx.append([build.entry(ana.number, 2)], {})
            tx.advance(lost, 1)

        with pytest.raises(LeaseLost):
            store.write(build.ANA, work)
        assert (mark(ana).done_seq, ana.space.head_seq) == (0, 1)

    def test_a_watermark_is_kept_with_the_work_it_stands_for(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(2)
        lease = taken(store)

        def work(tx: Transaction) -> int:
            tx.advance(lease, 2)
            return tx.watermark(tx.space, "digest").done_seq

        assert store.write(build.ANA, work) == 2
        assert mark(ana).done_seq == 2


class AuditContract(StoreContract):
    """The audit chain of a space goes on row by row."""

    def test_audit_rows_come_back_in_ascending_number_at_any_horizon(self, ana: Desk) -> None:
        ana.grow(3)
        rows = [
            build.audit_row(1, 1, touched=("b", "a"), digest=bytes(16), link=b"\x00\xff"),
            build.audit_row(2, 3, operation="remember", touched=()),
            build.audit_row(3, 3, format=2, actor="a_1", reason="statement", rule="fold-1"),
            build.audit_row(4, 3),
        ]
        for row in rows:
            ana.apply(audit=row)

        def audit(after: int = 0, limit: int = 9) -> list[AuditRow]:
            return list(ana.see(lambda v, s: v.audit(s, after=after, limit=limit), horizon=1))

        def change_of(seq: int) -> str | None:
            return ana.see(lambda v, s: v.change_of(s, seq), horizon=1)

        assert [change_of(seq) for seq in (1, 2, 3)] == [rows[0].change_id, None, rows[1].change_id]
        assert audit() == rows
        assert audit(after=1) == rows[1:]
        assert audit(limit=2) == rows[:2]

    def test_the_space_shows_the_head_of_the_chain(self, ana: Desk) -> None:
        ana.grow(1)
        ana.apply(audit=build.audit_row(1, link=b"one"))
        ana.apply()
        assert (ana.space.audit_number, ana.space.audit_link) == (1, b"one")

    @pytest.mark.parametrize("number", [0, 1, 3])
    def test_a_number_that_does_not_follow_the_head_is_refused(
        self, number: int, ana: Desk
    ) -> None:
        ana.grow(1)
        ana.apply(audit=build.audit_row(1))
        with pytest.raises(ValueError, match=r".+"):
            ana.apply(audit=build.audit_row(number))
        assert ana.space.audit_number == 1

    def test_chains_of_two_spaces_are_apart(self, ana: Desk, bo: Desk) -> None:
        ana.apply(audit=build.audit_row(1))
        bo.apply(audit=build.audit_row(1))
        assert (ana.space.audit_number, bo.space.audit_number) == (1, 1)

"""Snapshots of readers, the lock of writers, and what outlives a call."""

from __future__ import annotations

from datetime import timedelta

import pytest

from retentive.model.change import Put
from retentive.ports.store import Transaction
from retentive.ports.view import View
from retentive.testing import build
from retentive.testing.asked import Asked
from retentive.testing.blocking import Blocking, Elsewhere
from retentive.testing.compare import answers
from retentive.testing.conformance.contract import Desk, Oops, StoreContract, append_one

ASKED = Asked(entry_ids=("entry_1_1",), names=("fact_1", "old"), keys=("factkey_1",))


class SnapshotContract(StoreContract):
    """A read is one moment, and waits for nobody."""

    def test_a_change_leads_to_its_entry_at_any_horizon(self, ana: Desk) -> None:
        ana.grow(3)
        ana.apply(audit=build.audit_row(1, 2))
        ana.apply(audit=build.audit_row(2, 3))

        def seq_of(name: str) -> int | None:
            return ana.see(lambda v, s: v.seq_of(s, name), horizon=1)

        assert [seq_of(name) for name in ("change_1", "change_2", "change_3")] == [2, 3, None]

    def test_a_read_returns_the_answer_of_its_work(self, store: Blocking, ana: Desk) -> None:
        assert store.read([build.ANA], lambda view: "answer") == "answer"

    def test_an_exception_of_a_reader_comes_out_as_it_is(self, store: Blocking, ana: Desk) -> None:
        error = Oops()

        def work(view: View) -> None:
            raise error

        with pytest.raises(Oops) as caught:
            store.read([build.ANA], work)
        assert caught.value is error

    def test_what_is_written_during_a_read_is_not_seen_in_any_space(
        self, store: Blocking, ana: Desk, bo: Desk
    ) -> None:
        def work(view: View) -> list[int]:
            Elsewhere(lambda: store.store.write(build.ANA, append_one)).wait()
            Elsewhere(lambda: store.store.write(build.BO, append_one)).wait()
            return [len(view.entries(space, limit=9)) for space in view.spaces]

        assert store.read([build.ANA, build.BO], work) == [0, 0]
        assert store.read([build.ANA, build.BO], lambda view: len(view.spaces)) == 2
        assert (ana.space.head_seq, bo.space.head_seq) == (1, 1)

    def test_a_read_does_not_wait_for_a_writer_nor_see_its_work(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(1)
        seen: list[int] = []

        async def look() -> None:
            heads = await store.store.read([build.ANA], lambda view: view.spaces[0].head_seq)
            seen.append(heads)

        def work(tx: Transaction) -> None:
            append_one(tx)
            Elsewhere(look).wait()

        store.write(build.ANA, work)
        assert seen == [1]
        assert ana.space.head_seq == 2

    @pytest.mark.parametrize(
        ("minutes", "horizon"), [(0.5, 0), (1.0, 1), (1.5, 1), (2.0, 2), (3.0, 3), (99.0, 3)]
    )
    def test_known_at_sets_the_horizon_to_the_last_entry_recorded_by_then(
        self, minutes: float, horizon: int, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(3)
        (space,) = store.read(
            [build.ANA], lambda view: view.spaces, known_at=build.at(0) + timedelta(minutes=minutes)
        )
        assert (space.horizon, space.head_seq) == (horizon, 3)

    def test_without_known_at_the_horizon_is_the_head(self, ana: Desk) -> None:
        ana.grow(3)
        assert ana.space.horizon == 3

    def test_known_at_bounds_answers_like_the_horizon_it_stands_for(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(4)
        ana.apply(*(Put(build.fact(ana.number, seq)) for seq in (1, 2, 3, 4)))
        known = store.read(
            [build.ANA],
            lambda view: answers(view, view.spaces[0], ASKED),
            known_at=build.at(2),
        )
        assert known == ana.see(lambda view, space: answers(view, space, ASKED), horizon=2)

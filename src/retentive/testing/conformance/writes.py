"""The lock of writers, what outlives a call, and the end of a store."""

from __future__ import annotations

import asyncio
import threading

import pytest

from retentive.kernel.errors import LeaseLost, StoreClosed
from retentive.model.change import Alias, Put
from retentive.ports.rows import Seen, SeenEntry
from retentive.ports.store import Transaction
from retentive.testing import build
from retentive.testing.asked import Asked
from retentive.testing.blocking import Blocking, Elsewhere, Opener
from retentive.testing.compare import answers
from retentive.testing.conformance.contract import (
    Desk,
    Oops,
    StoreContract,
    append_one,
    ids,
    opened,
)
from retentive.testing.conformance.work import mark, taken

ASKED = Asked(entry_ids=("entry_1_1",), names=("fact_1", "old"), keys=("factkey_1",))
SEEN = Seen("id", "s-1", "m-1")
MOMENT = 0.01
PATIENCE = 30.0


def _append_one_slowly(tx: Transaction) -> None:
    """Give others the time to do harm between looking at the head and appending."""
    seq = tx.space.head_seq + 1
    threading.Event().wait(MOMENT)
    tx.append([build.entry(tx.space.id, seq)], {})


class WriteContract(StoreContract):
    """A write happens whole, alone in its space, and for good."""

    def test_a_write_returns_the_answer_of_its_work(self, store: Blocking) -> None:
        assert store.write(build.ANA, lambda tx: "answer") == "answer"

    def test_a_write_creates_its_space(self, store: Blocking) -> None:
        assert store.write(build.ANA, lambda tx: tx.space.address) == build.ANA
        assert list(store.addresses()) == [build.ANA]

    def test_an_exception_of_a_writer_comes_out_as_it_is(self, store: Blocking) -> None:
        error = Oops()

        def work(tx: Transaction) -> None:
            raise error

        with pytest.raises(Oops) as caught:
            store.write(build.ANA, work)
        assert caught.value is error

    def test_a_failing_write_creates_no_space(self, store: Blocking) -> None:
        def work(tx: Transaction) -> None:
            append_one(tx)
            raise Oops

        with pytest.raises(Oops):
            store.write(build.ANA, work)
        assert list(store.addresses()) == []
        assert store.read([build.ANA], lambda view: view.spaces) == ()

    def test_a_failing_write_leaves_no_trace(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        before = ana.see(lambda view, space: (space, answers(view, space, ASKED)))

        def work(tx: Transaction) -> None:
            tx.append([build.entry(tx.space.id, 2)], {SEEN: SeenEntry("entry_1_2", "hash")})
            changes = build.change_set(
                2,
                Put(build.fact(tx.space.id, 2)),
                Alias(name="old", key="factkey_2", seq=2),
            )
            tx.apply(tx.space, changes, build.audit_row(1))
            building = tx.begin_generation(tokeniser="words-2", maker="rules-2")
            tx.built(building, 2)
            tx.swap_generation(building)
            raise Oops

        with pytest.raises(Oops):
            store.write(build.ANA, work)
        assert ana.see(lambda view, space: (space, answers(view, space, ASKED))) == before
        assert store.write(build.ANA, lambda tx: tx.seen([SEEN])) == {}

    def test_work_that_goes_on_after_a_refused_call_keeps_nothing_of_that_call(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(1)
        ana.apply(Put(build.fact(ana.number, 1)))

        def work(tx: Transaction) -> None:
            refused = build.change_set(
                1,
                Put(build.fact(tx.space.id, 2)),
                Alias(name="old", key="factkey_1", seq=1),
                Put(build.fact(tx.space.id, 1)),
            )
            before = answers(tx, tx.space, ASKED)
            with pytest.raises(ValueError, match=r".+"):
                tx.apply(tx.space, refused, build.audit_row(1))
            with pytest.raises(ValueError, match=r".+"):
                tx.append([build.entry(tx.space.id, seq) for seq in (2, 4)], {})
            assert answers(tx, tx.space, ASKED) == before

        before = ana.see(lambda view, space: (space, answers(view, space, ASKED)))
        store.write(build.ANA, work)
        assert ana.see(lambda view, space: (space, answers(view, space, ASKED))) == before

    @pytest.mark.parametrize("lost", ["taken over", "of another space"])
    def test_work_that_goes_on_without_its_lease_writes_nothing(
        self, lost: str, store: Blocking, ana: Desk, bo: Desk
    ) -> None:
        ana.grow(1)
        lease = taken(store)
        if lost == "taken over":
            taken(store, build.at(200))
        other = bo if lost == "of another space" else ana
        head = other.space.head_seq

        def work(tx: Transaction) -> None:
            append_one(tx)
            with pytest.raises(LeaseLost):
                tx.advance(lease, 1)
            append_one(tx)

        with pytest.raises(LeaseLost):
            store.write(other.address, work)
        assert other.space.head_seq == head
        assert mark(other).done_seq == 0

    def test_a_transaction_sees_what_it_has_written(self, store: Blocking) -> None:
        def work(tx: Transaction) -> tuple[list[str], list[str]]:
            tx.append([build.entry(tx.space.id, 1)], {SEEN: SeenEntry("entry_1_1", "hash")})
            tx.apply(tx.space, build.change_set(1, Put(build.fact(tx.space.id, 1))), None)
            found = tx.get(tx.space, type(build.fact(1, 1)), ["fact_1"])
            assert tx.seen([SEEN]) == {SEEN: SeenEntry("entry_1_1", "hash")}
            return ids(tx.entries(tx.space, limit=9)), list(found)

        assert store.write(build.ANA, work) == (["entry_1_1"], ["fact_1"])

    def test_the_space_of_a_transaction_shows_the_state_so_far(self, store: Blocking) -> None:
        def work(tx: Transaction) -> None:
            assert tx.spaces == (tx.space,)
            append_one(tx)
            append_one(tx)
            assert (tx.space.head_seq, tx.space.horizon) == (2, 2)
            assert tx.space.last_recorded_at == build.at(2)
            tx.apply(tx.space, build.change_set(2), build.audit_row(1))
            assert (tx.space.audit_number, tx.space.audit_link) == (1, b"1")
            assert tx.spaces == (tx.space,)

        store.write(build.ANA, work)

    def test_writers_of_one_space_take_turns(self, store: Blocking, ana: Desk) -> None:
        async def many() -> None:
            for _ in range(4):
                await store.store.write(build.ANA, _append_one_slowly)

        Elsewhere(*[many] * 3).wait()
        entries = ana.see(lambda view, space: view.entries(space, limit=99))
        assert [entry.seq for entry in entries] == list(range(1, 13))

    def test_tasks_of_one_loop_may_write_at_once(
        self, store: Blocking, ana: Desk, runner: asyncio.Runner
    ) -> None:
        async def together() -> None:
            await asyncio.gather(*(store.store.write(build.ANA, append_one) for _ in range(8)))

        runner.run(together())
        assert ana.space.head_seq == 8

    def test_one_space_is_created_once_by_many_writers(self, store: Blocking) -> None:
        Elsewhere(*[lambda: store.store.write(build.ANA, _append_one_slowly)] * 4).wait()
        assert list(store.addresses()) == [build.ANA]
        assert store.read([build.ANA], lambda view: view.spaces[0].head_seq) == 4

    def test_spaces_created_at_once_have_numbers_of_their_own(self, store: Blocking) -> None:
        both = (build.ANA, build.BO)
        Elsewhere(
            lambda: store.store.write(build.ANA, _append_one_slowly),
            lambda: store.store.write(build.BO, _append_one_slowly),
        ).wait()
        spaces = store.read(both, lambda view: view.spaces)
        assert len({space.id for space in spaces}) == 2
        assert [space.head_seq for space in spaces] == [1, 1]

    def test_what_was_written_is_there_after_opening_again(
        self, store: Blocking, ana: Desk, opener: Opener, runner: asyncio.Runner
    ) -> None:
        ana.grow(2)
        ana.apply(Put(build.fact(ana.number, 2)), audit=build.audit_row(1))
        before = ana.see(lambda view, space: (space, answers(view, space, ASKED)))
        store.close()
        again = opened(opener, runner, seed=1)
        assert Desk(again, build.ANA).see(lambda v, s: (s, answers(v, s, ASKED))) == before
        again.close()

    def test_two_handles_of_the_same_data_see_each_others_writes(
        self, store: Blocking, ana: Desk, opener: Opener, runner: asyncio.Runner
    ) -> None:
        other = opened(opener, runner, seed=1)
        Desk(other, build.ANA).grow(2)
        ana.grow(3)
        assert Desk(other, build.ANA).space == ana.space
        other.close()


class CloseContract(StoreContract):
    """A closed store answers nothing."""

    def test_every_method_of_a_closed_store_raises(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        lease = store.lease("digest", "me", able=["rules-1"], now=build.at(9), seconds=60)
        assert lease is not None
        store.close()
        for call in (
            lambda: store.read([build.ANA], lambda view: None),
            lambda: store.write(build.ANA, lambda tx: None),
            store.addresses,
            lambda: store.lease("digest", "me", able=["rules-1"], now=build.at(9), seconds=60),
            lambda: store.release(lease),
            lambda: store.pending("digest"),
            store.damages,
        ):
            with pytest.raises(StoreClosed):
                call()

    def test_closing_twice_is_harmless(self, store: Blocking, ana: Desk) -> None:
        store.close()
        store.close()

    def test_a_store_in_a_hurry_still_does_what_it_can(self, store: Blocking, ana: Desk) -> None:
        store.store.hurry()
        store.store.hurry()
        ana.grow(2)
        assert ana.space.head_seq == 2

    def test_close_finishes_calls_that_are_running(
        self, store: Blocking, ana: Desk, opener: Opener, runner: asyncio.Runner
    ) -> None:
        entered, finish = threading.Event(), threading.Event()
        order: list[str] = []

        def work(tx: Transaction) -> None:
            entered.set()
            finish.wait(PATIENCE)
            append_one(tx)
            order.append("written")

        async def close() -> None:
            await store.store.close()
            order.append("closed")

        writing = Elsewhere(lambda: store.store.write(build.ANA, work))
        entered.wait(PATIENCE)
        closing = Elsewhere(close)
        threading.Event().wait(MOMENT)
        finish.set()
        writing.wait()
        closing.wait()
        assert order == ["written", "closed"]
        again = opened(opener, runner)
        assert Desk(again, build.ANA).space.head_seq == 1
        again.close()

    def test_the_location_is_told_to_people(self, store: Blocking) -> None:
        assert isinstance(store.location, str)
        assert store.location

    def test_a_sound_store_reports_no_damage(self, store: Blocking, ana: Desk) -> None:
        ana.grow(2)
        ana.apply(Put(build.fact(ana.number, 1)))
        assert list(store.damages()) == []
        assert ana.see(lambda view, space: list(view.damages(space))) == []

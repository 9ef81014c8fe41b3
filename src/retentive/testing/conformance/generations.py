"""Building a generation beside the one that is served, and swapping the two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retentive.kernel.errors import LeaseLost
from retentive.model.change import (
    Alias,
    Change,
    Confirm,
    Mute,
    Put,
    SetDocs,
    Unplaced,
)
from retentive.model.fact import Fact
from retentive.model.query import FactFilter
from retentive.model.space import Space
from retentive.ports.rows import StoredVector
from retentive.ports.store import Transaction
from retentive.ports.view import View
from retentive.testing import build
from retentive.testing.asked import Asked
from retentive.testing.blocking import Blocking
from retentive.testing.compare import answers
from retentive.testing.conformance.contract import Desk, StoreContract, ids
from retentive.testing.conformance.work import advance, mark, take, taken

ASKED = Asked(
    names=("fact_old", "fact_new"),
    keys=("factkey_old", "factkey_new", "k"),
    hashes=("hash_old", "hash_new"),
    terms=("old", "new"),
)


def begin(desk: Desk) -> Space:
    """Begin a generation."""
    return desk.store.write(
        desk.address, lambda tx: tx.begin_generation(tokeniser="words-2", maker="rules-2")
    )


def fill(desk: Desk, building: Space, *changes: Change) -> None:
    """Apply changes to a generation."""
    desk.store.write(
        desk.address, lambda tx: tx.apply(building, build.change_set(1, *changes), None)
    )


def swap(desk: Desk, building: Space, done_seq: int) -> None:
    """Say how far a generation came, and make it current."""

    def work(tx: Transaction) -> None:
        tx.built(building, done_seq)
        tx.swap_generation(building)

    desk.store.write(desk.address, work)


def rows(number: int, name: str) -> tuple[Change, ...]:
    """Return changes of every kind that belongs to a generation, all called `name`."""
    return (
        Put(build.fact(number, 1, name)),
        Confirm(key="k", entry_id=name, seq=1, speaker="user:ana", session=name, at=build.at(1)),
        Alias(name=name, key="k", seq=1),
        Mute(build.silence(1, key="k", entry_id=name)),
        SetDocs(build.of_fact(name), (build.doc(name, 1),)),
        Unplaced(seq=1, reason=name),
    )


def seen(desk: Desk, space: Space) -> dict[str, object]:
    """Return all answers about a generation."""
    return desk.store.read([desk.address], lambda view: answers(view, space, ASKED))


class GenerationContract(StoreContract):
    """A new generation grows unseen, and replaces the old one at once."""

    def test_a_new_generation_is_named_by_what_makes_it(self, ana: Desk) -> None:
        ana.grow(2)
        current = ana.space
        building = begin(ana)
        made_by = (building.generations.tokeniser, building.generations.maker)
        assert made_by == ("words-2", "rules-2")
        assert building.generations.records != current.generations.records
        assert building.generations.text != current.generations.text
        assert building.generations.vectors == current.generations.vectors
        assert replace(building, generations=current.generations) == current
        assert ana.space == current

    def test_generations_do_not_see_each_others_rows(self, ana: Desk) -> None:
        ana.grow(1)
        ana.apply(*rows(ana.number, "old"))
        served = seen(ana, ana.space)
        building = begin(ana)
        assert ids(ana.see(lambda v, s: v.facts(building, FactFilter(), limit=9))) == []
        fill(ana, building, *rows(ana.number, "new"))
        assert seen(ana, ana.space) == served
        built = seen(ana, building)
        only = [name for name in ("get", "postings", "all_records") if "old" in repr(built[name])]
        assert only == []
        assert "fact_new" in repr(built["get"])

    def test_an_empty_generation_answers_like_an_empty_space(self, ana: Desk, bo: Desk) -> None:
        ana.grow(1)
        bo.grow(1)
        ana.apply(*rows(ana.number, "old"))
        built, empty = seen(ana, begin(ana)), seen(bo, bo.space)
        log = {"entries", "recent", "neighbours", "all_entries", "counts", "watermark"}
        assert {name: built[name] for name in built if name not in log} == {
            name: empty[name] for name in empty if name not in log
        }

    def test_the_same_ids_may_stand_in_both(self, ana: Desk) -> None:
        ana.grow(2)
        ana.apply(Put(build.fact(ana.number, 1, "x", text="old")))
        building = begin(ana)
        fill(ana, building, Put(build.fact(ana.number, 1, "x", text="new")))

        def text(space: Space) -> str:
            return ana.see(lambda v, s: v.get(space, Fact, ["fact_x"]))["fact_x"].text

        assert (text(ana.space), text(building)) == ("old", "new")

    def test_a_transaction_sees_what_it_writes_into_the_new_generation(self, ana: Desk) -> None:
        ana.grow(1)

        def work(tx: Transaction) -> list[str]:
            building = tx.begin_generation(tokeniser="words-2", maker="rules-2")
            tx.apply(building, build.change_set(1, Put(build.fact(ana.number, 1, "x"))), None)
            tx.built(building, 1)
            assert tx.watermark(building, "digest").done_seq == 1
            return list(tx.get(building, Fact, ["fact_x"]))

        assert ana.store.write(build.ANA, work) == ["fact_x"]

    def test_the_value_reads_later_entries_with_a_later_horizon(self, ana: Desk) -> None:
        ana.grow(1)
        building = begin(ana)
        ana.grow(2)
        fill(ana, building, Put(build.fact(ana.number, 2, "x")))
        later = replace(building, horizon=2)
        assert ana.see(lambda v, s: list(v.get(building, Fact, ["fact_x"]))) == []
        assert ana.see(lambda v, s: list(v.get(later, Fact, ["fact_x"]))) == ["fact_x"]

    def test_the_watermark_of_a_generation_being_built_is_its_own(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(3)
        advance(ana, taken(store), 2)
        building = begin(ana)
        assert self._done(ana, building) == 0
        store.write(build.ANA, lambda tx: tx.built(building, 1))
        assert (self._done(ana, building), mark(ana).done_seq) == (1, 2)

    def test_a_swap_makes_the_new_generation_current_and_drops_the_old(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(2)
        ana.apply(*rows(ana.number, "old"))
        old, building = ana.space, begin(ana)
        fill(ana, building, *rows(ana.number, "new"))
        built = {name: found for name, found in seen(ana, building).items() if name != "counts"}
        swap(ana, building, 2)
        assert ana.space.generations == building.generations
        now = seen(ana, ana.space)
        assert {name: now[name] for name in built if name != "watermark"} == {
            name: built[name] for name in built if name != "watermark"
        }
        assert ana.see(lambda v, s: list(v.all_records(old, Fact))) == []
        assert ana.see(lambda v, s: list(v.all_docs(old))) == []
        assert ana.see(lambda v, s: list(v.all_postings(old))) == []

    def test_after_a_swap_the_digest_watermark_is_that_of_the_new_generation(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(2)
        swap(ana, begin(ana), 2)
        found = mark(ana)
        generation = ana.space.generations.records
        assert (found.generation, found.done_seq) == (generation, 2)
        assert list(store.pending("digest")) == []

    def test_after_a_swap_work_needs_the_new_maker(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        swap(ana, begin(ana), 1)
        ana.grow(2)
        assert [needed for _, _, needed in store.pending("digest")] == ["rules-2"]
        assert take(store) is None
        lease = take(store, able=("rules-2",))
        assert lease is not None
        assert (lease.generation, lease.done_seq) == (ana.space.generations.records, 1)

    def test_a_generation_that_lags_behind_the_head_is_not_swapped(self, ana: Desk) -> None:
        ana.grow(2)
        before, building = ana.space, begin(ana)
        with pytest.raises(ValueError, match=r".+"):
            swap(ana, building, 1)
        assert ana.space == before

    def test_a_lease_on_a_replaced_generation_is_lost(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        lease = taken(store)
        swap(ana, begin(ana), 0 + 1)
        ana.grow(2)
        with pytest.raises(LeaseLost):
            advance(ana, lease, 2)
        store.release(lease, attempts=9)
        assert (mark(ana).done_seq, mark(ana).attempts) == (1, 0)

    def test_writing_into_a_replaced_generation_is_refused(self, ana: Desk) -> None:
        ana.grow(1)
        old = ana.space
        swap(ana, begin(ana), 1)
        with pytest.raises(LeaseLost):
            fill(ana, old, Put(build.fact(ana.number, 1)))

    def test_beginning_again_drops_what_was_unfinished(self, ana: Desk) -> None:
        ana.grow(1)
        first = begin(ana)
        fill(ana, first, *rows(ana.number, "new"))
        second = begin(ana)
        assert second.generations.records != first.generations.records
        assert ana.see(lambda v, s: list(v.all_records(second, Fact))) == []
        assert ana.see(lambda v, s: list(v.all_records(first, Fact))) == []
        with pytest.raises(LeaseLost):
            fill(ana, first, Put(build.fact(ana.number, 1)))
        with pytest.raises(LeaseLost):
            ana.store.write(build.ANA, lambda tx: tx.built(first, 1))
        with pytest.raises(LeaseLost):
            ana.store.write(build.ANA, lambda tx: tx.swap_generation(first))
        swap(ana, second, 1)

    def test_vectors_and_audit_go_on_through_a_swap(self, ana: Desk) -> None:
        ana.grow(1)
        said = SetDocs(build.of_fact("x"), (build.doc("tea", 1),))
        ana.apply(said, build.vector("tea"), audit=build.audit_row(1))
        vectors = ana.see(lambda view, space: list(view.vectors(space)))
        building = begin(ana)
        fill(ana, building, said)
        swap(ana, building, 1)
        ana.apply(audit=build.audit_row(2))

        def work(view: View, space: Space) -> tuple[list[StoredVector], list[int]]:
            numbers = [row.number for row in view.audit(space, limit=9)]
            return list(view.vectors(space)), numbers

        assert ana.see(work) == (vectors, [1, 2])

    def _done(self, desk: Desk, space: Space) -> int:
        return desk.see(lambda view, _: view.watermark(space, "digest")).done_seq

"""Embedding: which documents lack a vector, and how far it has come."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from retentive.kernel.errors import LeaseLost
from retentive.model.change import Put, RetireDocs, SetDocs
from retentive.model.fact import Standing
from retentive.model.space import Generations, Lease, Space
from retentive.ports.rows import NotEmbedded
from retentive.ports.store import Transaction
from retentive.testing import build
from retentive.testing.blocking import Blocking, Opener
from retentive.testing.conformance.contract import EMBEDDER, MAKER, Desk, StoreContract, opened
from retentive.testing.conformance.generations import begin, fill, swap
from retentive.testing.conformance.vectors import A, B, embedded, says
from retentive.testing.conformance.work import advance, mark, take, taken


def lacking(desk: Desk, space: Space | None = None, *, limit: int = 99) -> NotEmbedded:
    """Return the next documents without a vector."""
    return desk.see(lambda view, now: view.not_embedded(space or now, limit=limit), horizon=0)


def record(desk: Desk, until: int, space: Space | None = None) -> None:
    """Record up to which document all is embedded."""
    desk.store.write(desk.address, lambda tx: tx.embedded(space or tx.space, until))


def begin_vectors(desk: Desk, identity: str = "toy-2") -> Space:
    """Begin a generation of vectors."""
    return desk.store.write(desk.address, lambda tx: tx.begin_vectors(identity))


def swap_vectors(desk: Desk, building: Space) -> None:
    """Make a generation of vectors current."""
    desk.store.write(desk.address, lambda tx: tx.swap_vectors(building))


def with_vectors(space: Space, building: Space) -> Generations:
    """Return the generations of a space, with the vectors of another."""
    new = building.generations
    return replace(space.generations, vectors=new.vectors, embedder=new.embedder)


def digested(desk: Desk, until: int) -> None:
    """Digest the space up to an entry."""
    lease = taken(desk.store)
    advance(desk, lease, until)
    desk.store.release(lease)


def to_embed(store: Blocking, embedder: str = EMBEDDER) -> Lease | None:
    """Take a lease on embedding."""
    return take(store, stage="embed", able=(embedder,))


class NotEmbeddedContract(StoreContract):
    """Every document is looked at once, however often it is asked."""

    def test_documents_without_a_vector_come_in_ascending_number(self, ana: Desk) -> None:
        ana.grow(2)
        fresh = build.fact(ana.number, 2, "b", standing=Standing.FRESH)
        place = build.place(1)
        ana.apply(SetDocs(build.turn(ana.number, 1), (build.doc("tea", 1, place=place),)))
        ana.apply(Put(fresh), SetDocs(B, (build.doc("pot", 2),)))
        ana.apply(SetDocs(A, (build.doc("zoo", 1), build.doc("tea", 2))), RetireDocs(A, 2))
        found, until = lacking(ana)
        assert [one.doc for one in found] == sorted(one.doc for one in found)
        assert [(one.owner, one.digest, one.seq) for one in found] == [
            (build.turn(ana.number, 1), build.says("tea"), place.seq),
            (B, build.says("pot"), None),
            (A, build.says("zoo"), None),
            (A, build.says("tea"), None),
        ]
        assert until == found[-1].doc

    def test_at_most_so_many_documents_are_looked_at(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea", "pot", "zoo")
        one, two, three = lacking(ana).rows
        ana.apply(build.vector("tea"), build.vector("pot"))
        assert lacking(ana, limit=1) == ([], one.doc)
        assert lacking(ana, limit=2) == ([], two.doc)
        assert lacking(ana) == ([three], three.doc)

    def test_recorded_documents_are_not_looked_at_again(self, ana: Desk) -> None:
        ana.grow(1)
        assert lacking(ana) == ([], 0)
        says(ana, "tea", "pot")
        one, two = lacking(ana).rows
        record(ana, one.doc)
        assert lacking(ana) == ([two], two.doc)
        record(ana, two.doc)
        assert lacking(ana) == ([], two.doc)

    def test_what_was_recorded_never_moves_back(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea", "pot")
        one, two = lacking(ana).rows
        record(ana, two.doc)
        record(ana, one.doc)
        assert lacking(ana) == ([], two.doc)

    def test_documents_stored_later_are_next(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea")
        record(ana, lacking(ana).until)
        ana.apply(SetDocs(build.of_fact("tea"), (build.doc("pot", 1),)))
        assert [one.digest for one in lacking(ana).rows] == [build.says("pot")]

    def test_a_transaction_sees_what_it_has_embedded(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea")

        def work(tx: Transaction) -> tuple[NotEmbedded, NotEmbedded]:
            until = tx.not_embedded(tx.space, limit=9).until
            tx.apply(tx.space, build.change_set(1, build.vector("tea")), None)
            before = tx.not_embedded(tx.space, limit=9)
            tx.embedded(tx.space, until)
            return before, tx.not_embedded(tx.space, limit=9)

        until = lacking(ana).until
        assert ana.store.write(ana.address, work) == (([], until), ([], until))

    def test_after_a_swap_of_records_all_documents_are_looked_at(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea")
        ana.apply(build.vector("tea"))
        record(ana, lacking(ana).until)
        other = begin_vectors(ana)
        record(ana, lacking(ana, other).until, other)
        building = begin(ana)
        fill(ana, building, SetDocs(A, (build.doc("tea", 1), build.doc("pot", 1))))
        swap(ana, building, 1)
        assert [one.digest for one in lacking(ana).rows] == [build.says("pot")]
        now = replace(ana.space, generations=with_vectors(ana.space, other))
        assert len(lacking(ana, now).rows) == 2

    def test_numbers_of_a_replaced_generation_of_text_are_not_recorded(self, ana: Desk) -> None:
        ana.grow(1)
        old = ana.space
        building = begin(ana)
        with pytest.raises(LeaseLost):
            record(ana, 1, building)
        swap(ana, building, 1)
        with pytest.raises(LeaseLost):
            record(ana, 1, old)


class EmbedWorkContract(StoreContract):
    """What is digested is to be embedded, by who has the embedder."""

    def test_embedding_follows_digestion(self, store: Blocking, ana: Desk) -> None:
        ana.grow(3)
        assert list(store.pending("embed")) == []
        assert to_embed(store) is None
        digested(ana, 2)
        found = mark(ana, "embed")
        assert found.generation == ana.space.generations.vectors
        assert (found.done_seq, found.head_seq) == (0, 2)
        assert list(store.pending("embed")) == [(build.ANA, found, EMBEDDER)]

    def test_a_lease_on_embedding_is_of_the_generation_of_vectors(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(2)
        swap(ana, begin(ana), 2)
        assert take(store, stage="embed", able=("rules-2", MAKER, "")) is None
        lease = to_embed(store)
        assert lease is not None
        assert (lease.generation, lease.done_seq) == (ana.space.generations.vectors, 0)
        assert lease.generation != ana.space.generations.records
        assert to_embed(store) is None

    def test_embedding_is_done_up_to_what_was_digested(self, store: Blocking, ana: Desk) -> None:
        ana.grow(3)
        digested(ana, 2)
        lease = to_embed(store)
        assert lease is not None
        advance(ana, lease, 2)
        store.release(lease)
        assert to_embed(store) is None
        assert list(store.pending("embed")) == []
        digested(ana, 3)
        again = to_embed(store)
        assert again is not None
        assert again.done_seq == 2

    def test_the_space_whose_first_entry_waits_longest_is_embedded_first(
        self, store: Blocking, ana: Desk, bo: Desk
    ) -> None:
        bo.append(build.entry(bo.number, 1, recorded_at=build.at(3)))
        digested(bo, 1)
        lease = to_embed(store)
        assert lease is not None
        advance(bo, lease, 1)
        store.release(lease)
        ana.append(build.entry(ana.number, 1, recorded_at=build.at(5)))
        digested(ana, 1)
        bo.append(build.entry(bo.number, 2, recorded_at=build.at(4)))
        digested(bo, 2)
        waiting = [to_embed(store), to_embed(store)]
        assert [one and one.address for one in waiting] == [build.BO, build.ANA]

    def test_who_lost_the_lease_embeds_nothing(self, store: Blocking, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea")
        digested(ana, 1)
        lost = to_embed(store)
        assert lost is not None
        later = store.lease("embed", "me", able=(EMBEDDER,), now=build.at(200), seconds=60)
        assert later is not None

        def work(tx: Transaction) -> None:
            tx.apply(tx.space, build.change_set(1, build.vector("tea")), None)
            tx.advance(lost, 1)

        with pytest.raises(LeaseLost):
            store.write(build.ANA, work)
        assert embedded(ana) == []

    def test_a_swap_of_records_begins_embedding_again(self, store: Blocking, ana: Desk) -> None:
        ana.grow(2)
        digested(ana, 2)
        lost = to_embed(store)
        assert lost is not None
        store.write(build.ANA, lambda tx: tx.advance(lost, 2))
        swap(ana, begin(ana), 2)
        assert (mark(ana, "embed").done_seq, mark(ana, "embed").head_seq) == (0, 2)
        with pytest.raises(LeaseLost):
            advance(ana, lost, 2)
        assert to_embed(store) is not None

    def test_a_space_without_an_embedder_waits_until_it_is_given_one(
        self, opener: Opener, runner: asyncio.Runner
    ) -> None:
        plain = opened(opener, runner, embedder="")
        ana = Desk(plain, build.ANA)
        ana.grow(1)
        digested(ana, 1)
        assert to_embed(plain) is None
        assert [needed for _, _, needed in plain.pending("embed")] == [""]
        plain.write(build.ANA, lambda tx: tx.adopt_embedder(EMBEDDER))
        assert ana.space.generations.embedder == EMBEDDER
        assert [needed for _, _, needed in plain.pending("embed")] == [EMBEDDER]
        assert to_embed(plain) is not None
        plain.close()

    def test_an_embedder_is_adopted_once(self, ana: Desk) -> None:
        with pytest.raises(ValueError, match=r".+"):
            ana.store.write(ana.address, lambda tx: tx.adopt_embedder("toy-2"))
        assert ana.space.generations.embedder == EMBEDDER

    def test_embedders_are_told_that_made_vectors(
        self, store: Blocking, ana: Desk, bo: Desk
    ) -> None:
        assert list(store.embedders()) == []
        for desk in (ana, bo):
            desk.grow(1)
            says(desk, "tea")
            desk.apply(build.vector("tea"))
        assert list(store.embedders()) == [EMBEDDER]
        building = begin_vectors(bo, "a-1")
        fill(bo, building, build.vector("tea"))
        record(bo, lacking(bo, building).until, building)
        assert list(store.embedders()) == [EMBEDDER]
        swap_vectors(bo, building)
        assert list(store.embedders()) == ["a-1", EMBEDDER]
        bo.apply(SetDocs(build.of_fact("tea"), ()))
        assert list(store.embedders()) == ["a-1", EMBEDDER]

    def test_vectors_of_nobody_are_not_adopted(
        self, opener: Opener, runner: asyncio.Runner
    ) -> None:
        plain = opened(opener, runner, embedder="")
        ana = Desk(plain, build.ANA)
        ana.grow(1)
        says(ana, "tea")
        ana.apply(build.vector("tea"))
        with pytest.raises(ValueError, match=r".+"):
            plain.write(build.ANA, lambda tx: tx.adopt_embedder(EMBEDDER))
        assert ana.space.generations.embedder == ""
        plain.close()

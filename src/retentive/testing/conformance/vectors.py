"""Vectors: one for what several documents say, for as long as one of them is there."""

from __future__ import annotations

from retentive.model.change import Change, Put, RetireDocs, SetDocs, Settle
from retentive.model.fact import Standing
from retentive.model.space import Space
from retentive.ports.rows import StoredVector
from retentive.testing import build
from retentive.testing.conformance.contract import Desk, StoreContract
from retentive.testing.conformance.generations import begin, fill, swap

A, B, C = (build.of_fact(name) for name in "abc")
ONE, TWO = b"\x00\x3c\x00\x00", b"\x00\x00\x00\x3c"


def says(desk: Desk, *words: str) -> None:
    """Give a fact `fact_WORDS` a document with these words, for each."""
    desk.apply(*(SetDocs(build.of_fact(one), (build.doc(one, 1),)) for one in words))


def vectors(desk: Desk, space: Space | None = None, after: int = 0) -> list[StoredVector]:
    """Return the vectors behind a number, of the current generation or that of `space`."""
    return desk.see(lambda view, now: list(view.vectors(space or now, after=after)))


def embedded(desk: Desk, space: Space | None = None) -> list[bytes]:
    """Return the digests that have a vector, in the order of the numbers."""
    return [one.digest for one in vectors(desk, space)]


class VectorContract(StoreContract):
    """A vector belongs to what documents say, not to one of them."""

    def test_vectors_are_numbered_in_the_order_they_were_stored(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea", "pot", "zoo")
        ana.apply(build.vector("zoo", ONE), build.vector("tea", TWO))
        ana.apply(build.vector("pot", ONE))
        found = vectors(ana)
        numbers = [one.number for one in found]
        assert numbers == sorted(set(numbers))
        assert numbers[0] > 0
        assert [one[1:] for one in found] == [
            (build.says("zoo"), 2, ONE),
            (build.says("tea"), 2, TWO),
            (build.says("pot"), 2, ONE),
        ]

    def test_vectors_are_read_on_from_a_number(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea", "pot", "zoo")
        for words in ("tea", "pot", "zoo"):
            ana.apply(build.vector(words))
        one, two, three = vectors(ana)
        assert vectors(ana, after=one.number) == [two, three]
        assert vectors(ana, after=three.number) == []

    def test_the_highest_number_is_told(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea", "pot")
        last = [ana.see(lambda view, space: view.last_vector(space))]
        for words in ("tea", "pot"):
            ana.apply(build.vector(words))
            last.append(ana.see(lambda view, space: view.last_vector(space), horizon=0))
        assert last == [0, *(one.number for one in vectors(ana))]

    def test_vectors_are_there_at_any_horizon(self, ana: Desk) -> None:
        ana.grow(3)
        ana.apply(SetDocs(A, (build.doc("tea", 3),)), build.vector("tea"))
        assert len(ana.see(lambda view, space: list(view.vectors(space)), horizon=1)) == 1

    def test_storing_the_vector_of_a_digest_again_changes_nothing(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea", "pot")
        ana.apply(build.vector("tea", ONE))
        before = vectors(ana)
        ana.apply(build.vector("tea", TWO), build.vector("pot"), build.vector("pot", TWO))
        assert vectors(ana)[:1] == before
        assert embedded(ana) == [build.says("tea"), build.says("pot")]
        assert vectors(ana)[1].data == ONE

    def test_what_no_document_says_gets_no_vector(self, ana: Desk, bo: Desk) -> None:
        for desk in (ana, bo):
            desk.grow(1)
        says(bo, "tea")
        ana.apply(build.vector("tea"))
        assert embedded(ana) == []

    def test_a_vector_is_put_where_the_documents_are_as_the_changes_leave_them(
        self, ana: Desk
    ) -> None:
        ana.grow(1)
        says(ana, "tea")
        new = SetDocs(build.of_fact("tea"), (build.doc("pot", 1),))
        ana.apply(build.vector("tea"), build.vector("pot"), new)
        assert embedded(ana) == [build.says("pot")]

    def test_a_document_of_a_generation_being_built_may_have_a_vector(self, ana: Desk) -> None:
        ana.grow(1)
        fill(ana, begin(ana), SetDocs(A, (build.doc("tea", 1),)))
        ana.apply(build.vector("tea"))
        assert embedded(ana) == [build.says("tea")]

    def test_when_the_last_document_is_dropped_the_vector_goes(self, ana: Desk) -> None:
        ana.grow(1)
        ana.apply(*(SetDocs(owner, (build.doc("tea", 1),)) for owner in (A, B)))
        ana.apply(build.vector("tea"))
        building = ana.store.write(ana.address, lambda tx: tx.begin_vectors("toy-2"))
        fill(ana, building, build.vector("tea"))
        ana.apply(SetDocs(A, ()))
        assert embedded(ana) == embedded(ana, building) == [build.says("tea")]
        ana.apply(SetDocs(B, (build.doc("pot", 1),)))
        assert embedded(ana) == embedded(ana, building) == []

    def test_a_document_in_the_other_generation_of_text_keeps_the_vector(self, ana: Desk) -> None:
        ana.grow(1)
        drop: Change = SetDocs(A, ())
        ana.apply(SetDocs(A, (build.doc("tea", 1),)), build.vector("tea"))
        building = begin(ana)
        fill(ana, building, SetDocs(A, (build.doc("tea", 1),)))
        ana.apply(drop)
        assert embedded(ana) == [build.says("tea")]
        fill(ana, building, drop)
        assert embedded(ana) == []

    def test_an_ended_document_keeps_its_vector(self, ana: Desk) -> None:
        ana.grow(2)
        ana.apply(SetDocs(A, (build.doc("tea", 1),)), build.vector("tea"))
        ana.apply(RetireDocs(A, 2))
        assert embedded(ana) == [build.says("tea")]

    def test_settling_drops_the_vectors_of_fresh_facts(self, ana: Desk) -> None:
        ana.grow(1)
        fresh = build.fact(ana.number, 1, "a", standing=Standing.FRESH)
        ana.apply(Put(fresh), SetDocs(A, (build.doc("tea", 1),)), build.vector("tea"))
        ana.apply(Settle(1))
        assert embedded(ana) == []

    def test_a_document_that_says_the_same_again_keeps_the_vector(self, ana: Desk) -> None:
        ana.grow(2)
        fresh = build.fact(ana.number, 1, "a", standing=Standing.FRESH)
        ana.apply(Put(fresh), SetDocs(A, (build.doc("tea", 1),)), build.vector("tea"))
        before = vectors(ana)
        ana.apply(Settle(1), SetDocs(B, (build.doc("tea", 1),)))
        ana.apply(SetDocs(B, (build.doc("tea", 2),)))
        assert vectors(ana) == before

    def test_a_number_is_never_given_twice(self, ana: Desk) -> None:
        ana.grow(1)
        given: list[int] = []
        for _ in range(3):
            says(ana, "tea")
            ana.apply(build.vector("tea"))
            given += (one.number for one in vectors(ana))
            ana.apply(SetDocs(build.of_fact("tea"), ()))
        assert given == sorted(set(given))
        assert len(given) == 3

    def test_a_swap_of_records_drops_what_nothing_says_any_more(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea", "pot")
        ana.apply(build.vector("tea"), build.vector("pot"))
        (kept, _) = vectors(ana)
        building = begin(ana)
        fill(ana, building, SetDocs(A, (build.doc("tea", 1),)))
        swap(ana, building, 1)
        assert vectors(ana) == [kept]

    def test_what_only_a_dropped_generation_said_leaves_no_vector(self, ana: Desk) -> None:
        ana.grow(1)
        fill(ana, begin(ana), SetDocs(A, (build.doc("tea", 1),)))
        ana.apply(build.vector("tea"))
        begin(ana)
        assert embedded(ana) == []

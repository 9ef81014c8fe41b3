"""Notes on texts that embedding failed at: they take a vector's place until there is one."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from retentive.kernel.errors import LeaseLost
from retentive.model.change import RetireDocs, SetDocs
from retentive.model.space import Space
from retentive.ports.rows import Unmade
from retentive.testing import build
from retentive.testing.blocking import Blocking
from retentive.testing.conformance.contract import Desk, StoreContract
from retentive.testing.conformance.embedding import (
    begin_vectors,
    digested,
    lacking,
    record,
    swap_vectors,
    to_embed,
)
from retentive.testing.conformance.generations import begin, fill, swap
from retentive.testing.conformance.vectors import A, B, embedded, says
from retentive.testing.conformance.work import mark

SOON, LATER, NEVER = Unmade(1, build.at(5)), Unmade(2, build.at(9)), Unmade(9, None)


def note(desk: Desk, notes: Mapping[str, Unmade | None], space: Space | None = None) -> None:
    """Keep notes on what documents with these words say."""
    by_digest = {build.says(words): one for words, one in notes.items()}
    desk.store.write(desk.address, lambda tx: tx.note_unmade(space or tx.space, by_digest))


def unmade(desk: Desk, space: Space | None = None, *, limit: int = 9) -> list[tuple[bytes, Unmade]]:
    """Return what is to be tried again, by digest."""
    found = desk.see(lambda view, now: view.unmade(space or now, limit=limit), horizon=0)
    return [(doc.digest, one) for doc, one in found]


def sizes(desk: Desk) -> tuple[int, int, int]:
    """Count the vectors, and the documents that wait for one or were put aside."""
    found = desk.see(lambda view, space: view.counts(space))
    return found.vectors, found.unembedded, found.unembeddable


class UnmadeContract(StoreContract):
    """What embedding failed at is known until it has a vector, or nobody says it any more."""

    def test_what_was_noted_longest_ago_is_tried_again_first(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea", "pot", "zoo")
        note(ana, {"tea": LATER, "pot": SOON, "zoo": NEVER})
        tea, pot = (build.says("tea"), LATER), (build.says("pot"), SOON)
        assert unmade(ana) == [tea, pot]
        assert unmade(ana, limit=1) == [tea]
        note(ana, {"tea": LATER})
        assert unmade(ana) == [pot, tea]

    def test_it_is_told_with_its_first_document(self, ana: Desk) -> None:
        ana.grow(2)
        ana.apply(SetDocs(B, (build.doc("tea", 1),)), SetDocs(A, (build.doc("tea", 2),)))
        note(ana, {"tea": SOON})
        ((doc, _),) = ana.see(lambda view, space: view.unmade(space, limit=9))
        assert doc == lacking_none(ana, "tea")[0]
        assert sizes(ana) == (0, 2, 0)

    def test_it_is_not_looked_at_as_a_new_document_is(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea", "pot", "zoo")
        note(ana, {"tea": SOON, "pot": NEVER})
        assert [one.digest for one in lacking(ana).rows] == [build.says("zoo")]
        assert sizes(ana) == (0, 2, 1)

    def test_it_is_no_vector(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea", "pot")
        note(ana, {"tea": SOON})
        assert embedded(ana) == []
        assert ana.see(lambda view, space: view.last_vector(space)) == 0
        ana.apply(build.vector("pot"))
        assert embedded(ana) == [build.says("pot")]

    def test_a_vector_takes_the_place_of_a_note(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea", "pot")
        note(ana, {"tea": SOON, "pot": NEVER})
        ana.apply(build.vector("tea"), build.vector("pot"))
        assert unmade(ana) == []
        assert embedded(ana) == [build.says("tea"), build.says("pot")]
        assert sizes(ana) == (2, 0, 0)
        note(ana, {"tea": SOON})
        assert unmade(ana) == []
        assert sizes(ana) == (2, 0, 0)

    def test_a_note_can_be_forgotten(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea", "pot")
        note(ana, {"tea": SOON, "pot": NEVER})
        note(ana, {"tea": None, "pot": None, "zoo": None})
        assert unmade(ana) == []
        assert sizes(ana) == (0, 2, 0)

    def test_a_note_goes_with_the_last_document(self, ana: Desk) -> None:
        ana.grow(2)
        ana.apply(SetDocs(A, (build.doc("tea", 1),)), SetDocs(B, (build.doc("tea", 1),)))
        note(ana, {"tea": SOON, "pot": SOON})
        assert unmade(ana) == [(build.says("tea"), SOON)]
        ana.apply(SetDocs(A, ()))
        assert unmade(ana) == [(build.says("tea"), SOON)]
        ana.apply(RetireDocs(B, 2))
        assert unmade(ana) == [(build.says("tea"), SOON)]
        ana.apply(SetDocs(B, ()))
        assert unmade(ana) == []
        says(ana, "tea")
        assert [one.digest for one in lacking(ana).rows] == [build.says("tea")]

    def test_notes_are_of_one_generation_of_vectors(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea")
        note(ana, {"tea": NEVER})
        building = begin_vectors(ana)
        assert [one.digest for one in lacking(ana, building).rows] == [build.says("tea")]
        note(ana, {"tea": SOON}, building)
        assert unmade(ana) == []
        assert unmade(ana, building) == [(build.says("tea"), SOON)]
        begin_vectors(ana, "toy-3")
        with pytest.raises(LeaseLost):
            note(ana, {"tea": SOON}, building)

    def test_notes_outlast_a_swap_of_records(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea", "pot")
        note(ana, {"tea": SOON, "pot": SOON})
        building = begin(ana)
        fill(ana, building, SetDocs(A, (build.doc("tea", 1),)))
        swap(ana, building, 1)
        assert unmade(ana) == [(build.says("tea"), SOON)]

    def test_a_swap_before_anything_is_digested_leaves_nothing_to_do(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(3)
        says(ana, "tea")
        building = begin_vectors(ana)
        note(ana, {"tea": SOON}, building)
        record(ana, lacking(ana, building).until, building)
        swap_vectors(ana, building)
        assert (mark(ana, "embed").done_seq, mark(ana, "embed").head_seq) == (0, 0)
        assert ana.see(lambda view, space: list(view.damages(space))) == []
        digested(ana, 3)
        assert to_embed(store, "toy-2") is not None

    @pytest.mark.parametrize("kept", [SOON, NEVER])
    def test_a_swap_leaves_the_last_entry_to_do_if_something_is_to_be_tried_again(
        self, store: Blocking, ana: Desk, kept: Unmade
    ) -> None:
        ana.grow(3)
        says(ana, "tea")
        digested(ana, 3)
        building = begin_vectors(ana)
        note(ana, {"tea": kept}, building)
        record(ana, lacking(ana, building).until, building)
        swap_vectors(ana, building)
        waits = kept.again is not None
        assert (mark(ana, "embed").done_seq, mark(ana, "embed").head_seq) == (3 - waits, 3)
        assert (to_embed(store, "toy-2") is not None) == waits
        assert ana.see(lambda view, space: list(view.damages(space))) == []


def lacking_none(desk: Desk, words: str) -> list[object]:
    """Return the visible documents with these words."""
    found = desk.see(lambda view, space: view.docs_of(space, [build.says(words)]))
    return list(found)

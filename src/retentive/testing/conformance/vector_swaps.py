"""Building vectors of another embedder beside those that are served, and swapping the two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from retentive.kernel.errors import LeaseLost
from retentive.model.change import SetDocs
from retentive.testing import build
from retentive.testing.blocking import Blocking
from retentive.testing.conformance.contract import EMBEDDER, Desk, StoreContract
from retentive.testing.conformance.embedding import (
    begin_vectors,
    digested,
    lacking,
    record,
    swap_vectors,
    to_embed,
    with_vectors,
)
from retentive.testing.conformance.generations import begin, fill, swap
from retentive.testing.conformance.vectors import A, embedded, says, vectors
from retentive.testing.conformance.work import advance, mark


class VectorSwapContract(StoreContract):
    """Vectors of another embedder grow unseen, and replace the old ones at once."""

    def test_a_new_generation_of_vectors_is_named_by_its_embedder(self, ana: Desk) -> None:
        ana.grow(2)
        current = ana.space
        building = begin_vectors(ana)
        assert building.generations.embedder == "toy-2"
        assert building.generations.vectors != current.generations.vectors
        assert building == replace(current, generations=with_vectors(current, building))
        assert ana.space == current

    def test_generations_of_vectors_do_not_see_each_other(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea", "pot")
        ana.apply(build.vector("tea"))
        building = begin_vectors(ana)
        assert vectors(ana, building) == []
        assert ana.see(lambda view, _: view.last_vector(building)) == 0
        assert len(lacking(ana, building).rows) == 2
        fill(ana, building, build.vector("pot"))
        assert embedded(ana) == [build.says("tea")]
        assert embedded(ana, building) == [build.says("pot")]
        record(ana, lacking(ana, building).until, building)
        assert (len(lacking(ana).rows), len(lacking(ana, building).rows)) == (1, 0)

    def test_a_swap_makes_the_new_vectors_current_and_drops_the_old(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea")
        ana.apply(build.vector("tea"))
        old, building = ana.space, begin_vectors(ana)
        fill(ana, building, build.vector("tea", b"\x00\x3c"))
        built = vectors(ana, building)
        record(ana, lacking(ana, building).until, building)
        swap_vectors(ana, building)
        assert ana.space.generations == building.generations
        assert vectors(ana) == built
        assert vectors(ana, old) == []
        with pytest.raises(LeaseLost):
            fill(ana, old, build.vector("tea"))

    def test_after_a_swap_all_that_is_digested_is_embedded(
        self, store: Blocking, ana: Desk
    ) -> None:
        ana.grow(3)
        digested(ana, 2)
        lost = to_embed(store)
        building = begin_vectors(ana)
        swap_vectors(ana, building)
        found = mark(ana, "embed")
        assert (found.done_seq, found.head_seq) == (2, 2)
        assert found.generation == building.generations.vectors
        assert lost is not None
        with pytest.raises(LeaseLost):
            advance(ana, lost, 2)
        digested(ana, 3)
        assert to_embed(store) is None
        assert [needed for _, _, needed in store.pending("embed")] == ["toy-2"]
        lease = to_embed(store, "toy-2")
        assert lease is not None
        assert (lease.generation, lease.done_seq) == (building.generations.vectors, 2)

    def test_a_generation_that_lacks_documents_is_not_swapped(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea")
        before, building = ana.space, begin_vectors(ana)
        with pytest.raises(ValueError, match=r".+"):
            swap_vectors(ana, building)
        assert ana.space == before

    def test_beginning_again_drops_the_unfinished_vectors(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea")
        first = begin_vectors(ana)
        fill(ana, first, build.vector("tea"))
        second = begin_vectors(ana)
        assert second.generations.vectors != first.generations.vectors
        assert vectors(ana, first) == vectors(ana, second) == []
        refused: list[Callable[[], None]] = [
            lambda: fill(ana, first, build.vector("tea")),
            lambda: record(ana, 1, first),
            lambda: swap_vectors(ana, first),
            lambda: swap_vectors(ana, replace(first, generations=ana.space.generations)),
        ]
        for act in refused:
            with pytest.raises(LeaseLost):
                act()

    def test_records_are_rebuilt_while_vectors_are(self, ana: Desk) -> None:
        ana.grow(1)
        says(ana, "tea")
        records, building = begin(ana), begin_vectors(ana)
        fill(ana, records, SetDocs(A, (build.doc("pot", 1),)))
        swap(ana, records, 1)
        assert ana.space.generations.embedder == EMBEDDER
        with pytest.raises(ValueError, match=r".+"):
            swap_vectors(ana, building)
        now = replace(ana.space, generations=with_vectors(ana.space, building))
        fill(ana, now, build.vector("pot"))
        record(ana, lacking(ana, now).until, now)
        swap_vectors(ana, building)
        assert ana.space == now
        assert embedded(ana) == [build.says("pot")]

    def test_vectors_are_swapped_while_records_are_rebuilt(self, ana: Desk) -> None:
        ana.grow(1)
        records, building = begin(ana), begin_vectors(ana)
        swap_vectors(ana, building)
        fill(ana, records, SetDocs(A, (build.doc("pot", 1),)))
        swap(ana, records, 1)
        assert ana.space.generations == with_vectors(records, building)

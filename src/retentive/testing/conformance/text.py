"""The text index."""

from __future__ import annotations

from retentive.kernel.times import to_micros
from retentive.model.change import Field, Owner, OwnerKind, RetireDocs, SetDocs
from retentive.ports.rows import FoundDoc, Posting, Totals
from retentive.testing import build
from retentive.testing.compare_documents import sound
from retentive.testing.conformance.contract import Desk, StoreContract

A, B, C = (build.of_fact(name) for name in "abc")
TERMS = ("Zoo", "tea", "té", "\uffee", "\U0001f600")


def _postings(desk: Desk, *terms: str, horizon: int | None = None) -> list[Posting]:
    held = desk.see(lambda view, space: list(view.postings(space, terms)), horizon=horizon)
    assert len({one.term for one in held}) == len(held)
    return [posting for one in held for posting in one.rows()]


def _owners(desk: Desk, *terms: str, horizon: int | None = None) -> list[Owner]:
    """Return what the documents with these terms stand for, in the order of the postings."""
    docs = [posting.doc for posting in _postings(desk, *terms, horizon=horizon)]
    found = desk.see(lambda view, space: view.docs(space, docs), horizon=horizon)
    return [found[doc].owner for doc in docs]


class TextContract(StoreContract):
    """Postings of what is visible, counted over what is visible."""

    def test_postings_tell_term_field_frequency_and_length(self, ana: Desk) -> None:
        ana.grow(1)
        ana.apply(SetDocs(A, (build.doc("tea green tea", 1, speaker="tea"),)))
        one, two = _postings(ana, "tea")
        assert (one[0], *one[2:]) == ("tea", Field.BODY, 2, 3)
        assert (two[0], *two[2:]) == ("tea", Field.SPEAKER, 1, 3)
        assert one.doc == two.doc

    def test_postings_are_grouped_by_term_then_by_document_and_field(self, ana: Desk) -> None:
        ana.grow(1)
        words = " ".join(TERMS)
        for owner in (C, A, B):
            ana.apply(SetDocs(owner, (build.doc(words, 1, speaker="tea"),)))
        found = _postings(ana, *reversed(TERMS), "tea", "none")
        assert [posting.term for posting in found] == sorted([*TERMS * 3, *["tea"] * 3])
        assert found == sorted(found, key=lambda each: (each.term, each.doc, each.field))

    def test_a_term_is_compared_exactly(self, ana: Desk) -> None:
        ana.grow(1)
        ana.apply(SetDocs(A, (build.doc("tea t% te", 1),)))
        assert _postings(ana, "Tea", "te_", "t%%", "tea ", "té") == []
        assert [posting.term for posting in _postings(ana, "t%")] == ["t%"]

    def test_documents_are_numbered_in_the_order_they_were_stored(self, ana: Desk) -> None:
        ana.grow(1)
        for owner in (C, A, B):
            ana.apply(SetDocs(owner, (build.doc("tea", 1),)))
        assert _owners(ana, "tea") == [C, A, B]
        ana.apply(SetDocs(C, (build.doc("tea", 1),)))
        assert _owners(ana, "tea") == [A, B, C]

    def test_a_document_is_visible_from_its_birth_until_before_its_end(self, ana: Desk) -> None:
        ana.grow(4)
        ana.apply(SetDocs(A, (build.doc("tea", 2, 4),)))
        seen = {seq: bool(_postings(ana, "tea", horizon=seq)) for seq in (1, 2, 3, 4)}
        assert seen == {1: False, 2: True, 3: True, 4: False}

    def test_totals_count_visible_documents_and_their_length(self, ana: Desk) -> None:
        ana.grow(4)
        assert ana.see(lambda view, space: view.totals(space)) == Totals(0, 0)
        ana.apply(
            SetDocs(A, (build.doc("a b c", 1, 3), build.doc("a b", 3))),
            SetDocs(B, (build.doc("a", 2),)),
        )
        totals = [ana.see(lambda v, s: v.totals(s), horizon=seq) for seq in (1, 2, 3)]
        assert totals == [Totals(1, 3), Totals(2, 4), Totals(2, 3)]

    def test_setting_documents_replaces_all_of_that_owner(self, ana: Desk) -> None:
        ana.grow(2)
        ana.apply(
            SetDocs(A, (build.doc("tea", 1, 2), build.doc("tea pot", 2))),
            SetDocs(B, (build.doc("tea", 1),)),
        )
        ana.apply(SetDocs(A, (build.doc("coffee", 1),)))
        assert _owners(ana, "tea", "pot") == [B]
        assert _owners(ana, "coffee") == [A]
        assert ana.see(lambda view, space: view.totals(space)) == Totals(2, 2)

    def test_setting_no_documents_drops_the_owner(self, ana: Desk) -> None:
        ana.grow(1)
        ana.apply(SetDocs(A, (build.doc("tea", 1),)))
        ana.apply(SetDocs(A, ()))
        ana.apply(SetDocs(B, ()))
        assert _postings(ana, "tea") == []
        assert ana.see(lambda v, s: (list(v.all_docs(s)), list(v.all_postings(s)))) == ([], [])

    def test_owners_of_one_id_and_two_kinds_are_two(self, ana: Desk) -> None:
        ana.grow(1)
        fact, turn = Owner(OwnerKind.FACT, "x"), Owner(OwnerKind.TURN, "x")
        ana.apply(SetDocs(fact, (build.doc("tea", 1),)), SetDocs(turn, (build.doc("tea", 1),)))
        ana.apply(SetDocs(fact, ()))
        assert _owners(ana, "tea") == [turn]

    def test_ending_documents_keeps_them_for_earlier_horizons(self, ana: Desk) -> None:
        ana.grow(3)
        ana.apply(
            SetDocs(A, (build.doc("tea", 1, 2), build.doc("tea", 2))),
            SetDocs(B, (build.doc("tea", 1),)),
        )
        ana.apply(RetireDocs(A, 3))
        assert _owners(ana, "tea") == [B]
        assert _owners(ana, "tea", horizon=2) == [A, B]
        assert _owners(ana, "tea", horizon=1) == [A, B]

    def test_ending_what_is_not_live_changes_nothing(self, ana: Desk) -> None:
        ana.grow(3)
        ana.apply(SetDocs(A, (build.doc("tea", 1),)), RetireDocs(A, 2))
        before = ana.see(lambda view, space: list(view.all_docs(space)))
        ana.apply(RetireDocs(A, 3), RetireDocs(B, 3))
        assert ana.see(lambda view, space: list(view.all_docs(space))) == before

    def test_documents_are_told_by_number_as_far_as_they_are_visible(self, ana: Desk) -> None:
        ana.grow(3)
        place = build.place(2, session=None)
        ana.apply(SetDocs(A, (build.doc("tea", 2, 3, place=place), build.doc("coffee", 3))))
        one, two = (stored.doc for stored in ana.see(lambda v, s: list(sound(v.all_docs(s)))))

        def docs(horizon: int) -> dict[int, FoundDoc]:
            asked = [two, one, two + 1, -1]
            return dict(ana.see(lambda v, s: v.docs(s, asked), horizon=horizon))

        assert docs(1) == {}
        said = (place.seq, place.session, to_micros(place.said_at))
        assert docs(2) == {one: FoundDoc(one, A.kind, A.id, build.says("tea"), *said)}
        assert docs(3) == {two: FoundDoc(two, A.kind, A.id, build.says("coffee"))}

    def test_documents_are_found_by_digest_in_ascending_number(self, ana: Desk) -> None:
        ana.grow(3)
        ana.apply(SetDocs(C, (build.doc("tea", 1),)), SetDocs(A, (build.doc("pot", 1),)))
        ana.apply(SetDocs(B, (build.doc("tea", 2),)), RetireDocs(C, 3))

        def owners(*words: str, horizon: int) -> list[Owner]:
            digests = [build.says(one) for one in words]
            docs = ana.see(lambda v, s: v.docs_of(s, digests), horizon=horizon)
            assert [one.doc for one in docs] == sorted(one.doc for one in docs)
            return [one.owner for one in docs]

        assert owners("tea", horizon=2) == [C, B]
        assert owners("tea", horizon=3) == [B]
        assert owners("pot", "tea", "tea", "none", horizon=2) == [C, A, B]
        assert owners(horizon=2) == []

    def test_turns_are_found_by_their_distance_in_the_log(self, ana: Desk) -> None:
        ana.grow(9)
        for seq in (8, 2, 3, 5):
            doc = build.doc("tea", seq, place=build.place(seq))
            ana.apply(SetDocs(build.turn(ana.number, seq), (doc,)))
        ana.apply(SetDocs(A, (build.doc("tea", 3, place=build.place(3)),)))

        def seqs(*places: int, reach: int, horizon: int = 9) -> list[int]:
            found = ana.see(lambda v, s: v.turns_near(s, places, reach), horizon=horizon)
            assert all(one.kind is OwnerKind.TURN for one in found)
            return [one.seq for one in found if one.seq is not None]

        assert seqs(3, reach=0) == [3]
        assert seqs(4, reach=1) == [3, 5]
        assert seqs(8, 1, 2, reach=1) == [2, 3, 8]
        assert seqs(3, reach=99, horizon=3) == [2, 3]
        assert seqs(reach=99) == []

    def test_a_turn_is_near_as_it_reads_at_the_horizon(self, ana: Desk) -> None:
        ana.grow(3)
        place, turn = build.place(1), build.turn(ana.number, 1)
        docs = build.doc("tea", 1, 3, place=place), build.doc("pot", 3, place=place)
        ana.apply(SetDocs(turn, docs))
        for horizon, words in ((2, "tea"), (3, "pot")):
            (found,) = ana.see(lambda v, s: v.turns_near(s, [1], 0), horizon=horizon)
            assert found.digest == build.says(words)

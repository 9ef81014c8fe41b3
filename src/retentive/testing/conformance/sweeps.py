"""Settling, counts, and sweeps over everything stored."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from retentive.model.change import (
    Alias,
    Confirm,
    Field,
    Mute,
    Put,
    SetDocs,
    Settle,
    Unplaced,
)
from retentive.model.entry import ReplyStatus
from retentive.model.episode import Episode
from retentive.model.fact import Fact, Standing
from retentive.model.graph import Entity, Relation, Theme
from retentive.model.report import SpaceCounts
from retentive.ports.rows import StoredDoc, StoredPosting
from retentive.ports.store import R
from retentive.testing import build
from retentive.testing.blocking import Blocking
from retentive.testing.compare_documents import sound
from retentive.testing.conformance.contract import Desk, StoreContract
from retentive.testing.conformance.records import end, ended
from retentive.testing.conformance.work import advance, taken

FAMILIES: tuple[type[Any], ...] = (Fact, Episode, Entity, Relation, Theme)


def _swept(desk: Desk, family: type[R], horizon: int | None = None) -> list[Any]:
    return desk.see(lambda view, space: list(view.all_records(space, family)), horizon=horizon)


class SettleContract(StoreContract):
    """Settling drops what an entry caused tentatively, and nothing else."""

    def test_settling_drops_the_fresh_facts_of_the_entry_with_their_documents(
        self, ana: Desk
    ) -> None:
        ana.grow(3)
        fresh = [
            build.fact(ana.number, seq, standing=Standing.FRESH, content_hash="h")
            for seq in (1, 2, 3)
        ]
        settled = build.fact(ana.number, 2, "settled")
        ana.apply(*map(Put, [*fresh, settled]))
        for name in ("1", "2", "3", "settled"):
            ana.apply(SetDocs(build.of_fact(name), (build.doc("tea", 1),)))
        ana.apply(Settle(2))
        assert _swept(ana, Fact) == [fresh[0], settled, fresh[2]]
        owners = ana.see(lambda view, space: [doc.owner for doc in sound(view.all_docs(space))])
        assert owners == [build.of_fact(name) for name in ("1", "3", "settled")]
        (postings,) = ana.see(lambda view, space: list(view.postings(space, ["tea"])))
        assert len(postings.docs) == 3

    def test_settling_drops_a_fresh_fact_that_has_ended(self, ana: Desk) -> None:
        ana.grow(2)
        fresh = build.fact(ana.number, 1, standing=Standing.FRESH)
        ana.apply(Put(fresh), end(fresh, 2))
        ana.apply(Settle(1))
        assert _swept(ana, Fact) == []

    def test_settling_drops_tentative_silences_and_aliases_of_the_entry(self, ana: Desk) -> None:
        ana.grow(3)
        silences = [
            build.silence(1, key="k", tentative=True),
            build.silence(2, key="k", tentative=True),
            build.silence(2, key="k"),
        ]
        aliases = [
            Alias(name="a", key="k", seq=1, tentative=True),
            Alias(name="b", key="k", seq=2, tentative=True),
            Alias(name="c", key="k", seq=2),
        ]
        ana.apply(*map(Mute, silences), *aliases)
        ana.apply(Settle(2))
        kept = ana.see(lambda v, s: (list(v.all_silences(s)), list(v.all_aliases(s))))
        assert kept == ([silences[0], silences[2]], [aliases[0], aliases[2]])

    def test_settling_what_caused_nothing_changes_nothing(self, ana: Desk) -> None:
        ana.grow(2)
        ana.apply(Put(build.fact(ana.number, 1, standing=Standing.FRESH)))
        ana.apply(Settle(2))
        assert len(_swept(ana, Fact)) == 1


class SweepContract(StoreContract):
    """Sweeps show everything stored, at any horizon."""

    @pytest.mark.parametrize(
        "build_one",
        [build.fact, build.episode, build.entity, build.relation, build.theme],
        ids=["fact", "episode", "entity", "relation", "theme"],
    )
    def test_every_version_is_swept_by_birth_and_id(self, build_one: Any, ana: Desk) -> None:
        ana.grow(3)
        made = [build_one(ana.number, seq, name) for seq, name in [(2, "b"), (2, "B"), (1, "z")]]
        ana.apply(*map(Put, made))
        ana.apply(end(made[0], 3))
        expected = [made[2], made[1], ended(made[0], 3)]
        for family in FAMILIES:
            wanted = expected if isinstance(made[0], family) else []
            assert _swept(ana, family, horizon=1) == wanted

    def test_fresh_facts_are_swept(self, ana: Desk) -> None:
        ana.grow(1)
        fresh = build.fact(ana.number, 1, standing=Standing.FRESH)
        ana.apply(Put(fresh))
        assert _swept(ana, Fact) == [fresh]

    def test_every_space_is_swept_in_the_order_of_creation(
        self, store: Blocking, bo: Desk, ana: Desk
    ) -> None:
        bo.grow(1)
        ana.grow(1)
        assert store.all_addresses() == store.addresses()
        assert len(store.addresses()) == 2

    def test_every_audit_row_is_swept_in_ascending_number(self, ana: Desk) -> None:
        ana.grow(2)
        rows = [build.audit_row(1, 2), build.audit_row(2, 1)]
        for row in rows:
            ana.apply(audit=row)
        assert ana.see(lambda view, space: list(view.all_audit(space)), horizon=1) == rows

    def test_every_entry_is_swept_in_ascending_seq(self, ana: Desk) -> None:
        entries = ana.log("a", "b", build.reply(1))
        assert ana.see(lambda view, space: list(view.all_entries(space)), horizon=1) == entries

    def test_every_document_and_posting_is_swept(self, ana: Desk) -> None:
        ana.grow(3)
        owner, other = build.of_fact("b"), build.of_fact("a")
        ana.apply(
            SetDocs(owner, (build.doc("tea a tea", 1, 2, speaker="tea"), build.doc("", 2))),
            SetDocs(other, (build.doc("b", 3, place=build.place(3)),)),
        )
        docs = ana.see(lambda view, space: list(sound(view.all_docs(space))), horizon=1)
        one, two, three = numbers = [doc.doc for doc in docs]
        assert numbers == sorted(numbers)
        assert docs == [
            StoredDoc(one, owner, 1, 2, 3, build.says("tea a tea"), None),
            StoredDoc(two, owner, 2, None, 0, build.says(""), None),
            StoredDoc(three, other, 3, None, 1, build.says("b"), build.place(3)),
        ]
        postings = ana.see(lambda view, space: list(view.all_postings(space)), horizon=1)
        assert postings == [
            StoredPosting(one, "a", Field.BODY, 1, 3, 1, 2),
            StoredPosting(one, "tea", Field.BODY, 2, 3, 1, 2),
            StoredPosting(one, "tea", Field.SPEAKER, 1, 3, 1, 2),
            StoredPosting(three, "b", Field.BODY, 1, 1, 3, None),
        ]

    def test_confirmations_silences_aliases_and_unplaced_commands_are_swept_in_order(
        self, ana: Desk
    ) -> None:
        ana.grow(3)
        confirmations = [
            Confirm(
                key=key, entry_id=f"e{seq}", seq=seq, speaker="x", session=None, at=build.at(seq)
            )
            for key, seq in [("B", 3), ("a", 1), ("a", 2)]
        ]
        silences = [
            build.silence(1, ordinal=2, key="k"),
            build.silence(2, ordinal=1, key="k"),
            build.silence(2, ordinal=1, key="k", tentative=True),
            build.silence(2, ordinal=2, key="j"),
        ]
        named = [("B", 3), ("a", 1), ("a", 3), ("b", 2)]
        aliases = [Alias(name=name, key="k", seq=seq) for name, seq in named]
        unplaced = [Unplaced(seq=1, reason="gone"), Unplaced(seq=3, reason="moved")]
        ana.apply(*reversed(confirmations), *map(Mute, reversed(silences)))
        ana.apply(*reversed(aliases), *reversed(unplaced))
        for horizon in (1, 3):
            swept = ana.see(
                lambda v, s: (
                    list(v.all_confirmations(s)),
                    list(v.all_silences(s)),
                    list(v.all_aliases(s)),
                    list(v.unplaced(s)),
                ),
                horizon=horizon,
            )
            assert swept == (confirmations, silences, aliases, unplaced)


class CountContract(StoreContract):
    """Counts tell the sizes of a space."""

    def test_counts_of_an_empty_space_are_zero(self, ana: Desk) -> None:
        found = ana.see(lambda view, space: view.counts(space))
        assert found == SpaceCounts(
            entries=0,
            facts=0,
            versions=0,
            episodes=0,
            documents=0,
            live_documents=0,
            postings=0,
            vectors=0,
            pending=0,
            dead_letters=0,
            unplaced=0,
            unembedded=0,
            unembeddable=0,
            last_recorded_at=None,
        )

    def test_counts_tell_what_is_there_at_any_horizon(self, store: Blocking, ana: Desk) -> None:
        number = ana.number
        ana.grow(5)
        facts = [
            build.fact(number, 1, "a"),
            build.fact(number, 2, "b", standing=Standing.FRESH),
            build.fact(number, 3, "c", standing=Standing.FORGOTTEN),
            build.fact(number, 3, "d"),
        ]
        episodes = [build.episode(number, 1), build.episode(number, 2)]
        ana.apply(*map(Put, facts), *map(Put, episodes), end(facts[3], 4), end(episodes[0], 2))
        ana.apply(
            SetDocs(build.of_fact("a"), (build.doc("x y y", 1, 3), build.doc("x", 3))),
            build.vector("x"),
            Unplaced(seq=1, reason="gone"),
        )
        advance(ana, taken(store), 2)
        expected = SpaceCounts(
            entries=5,
            facts=2,
            versions=4,
            episodes=1,
            documents=2,
            live_documents=1,
            postings=3,
            vectors=1,
            pending=3,
            dead_letters=0,
            unplaced=1,
            unembedded=1,
            unembeddable=0,
            last_recorded_at=build.at(5),
        )
        assert ana.see(lambda view, space: view.counts(space)) == expected
        assert ana.see(lambda view, space: view.counts(space), horizon=1) == expected

    def test_dead_letters_are_entries_whose_newest_reply_is_dead(self, ana: Desk) -> None:
        ana.log("a", "b", "c")
        dead, failed = ReplyStatus.DEAD, ReplyStatus.FAILED

        def count() -> int:
            counted = ana.see(lambda view, space: view.counts(space)).dead_letters
            assert ana.see(lambda view, space: view.dead_letters(space), horizon=0) == counted
            return counted

        ana.log(build.reply(1, dead), build.reply(2, failed), build.reply(2, dead))
        assert count() == 2
        ana.log(build.reply(1, ReplyStatus.ANSWERED), recorded_at=build.at(7.5))
        assert count() == 1
        ana.log(build.reply(2, dead), recorded_at=build.at(8) + timedelta(seconds=1))
        assert count() == 1

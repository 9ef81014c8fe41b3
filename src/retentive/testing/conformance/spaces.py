"""Spaces: what is seen of them, and what is not seen across them."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest

from retentive.kernel.scope import Address, Visibility
from retentive.model.change import Put, SetDocs
from retentive.model.space import Generations
from retentive.ports.store import Transaction
from retentive.ports.view import View
from retentive.testing import build
from retentive.testing.asked import Asked
from retentive.testing.blocking import Blocking
from retentive.testing.compare import QUESTIONS, answers
from retentive.testing.conformance.contract import (
    EMBEDDER,
    MAKER,
    TOKENISER,
    Desk,
    StoreContract,
)

CARL = Address(visibility=Visibility.USER, tenant="acme", user="carl")
HOSTILE = [
    Address(visibility=Visibility.USER, tenant=tenant, user=user)
    for tenant, user in [
        (None, "a"),
        ("None", "a"),
        ("null", "a"),
        ("a", "a"),
        (None, "a:b"),
        (None, "A"),
        (None, "a "),
        (None, "a%"),
        (None, "%"),
        (None, "_"),
        (None, "*"),
        (None, "a',b"),
        (None, 'a","b'),
        (None, "\\"),
        (None, "ß"),
        (None, "ss"),
        (None, unicodedata.normalize("NFC", "é")),
        (None, unicodedata.normalize("NFD", "é")),
        (None, "\U0001f600"),
    ]
] + [
    Address(visibility=Visibility.AGENT, agent="a"),
    Address(visibility=Visibility.PROJECT, project="a"),
    Address(visibility=Visibility.PRIVATE, user="a", agent="a"),
    Address(visibility=Visibility.TENANT, tenant="a"),
    Address(visibility=Visibility.GLOBAL),
]


def _fill(desk: Desk, words: str) -> None:
    desk.grow(3)
    number = desk.number
    desk.apply(
        Put(build.fact(number, 1, "x", text=words, entity_keys=("a",))),
        Put(build.entity(number, 2, "x", name=words)),
        Put(build.relation(number, 2, "x")),
        Put(build.episode(number, 1, "x")),
        Put(build.theme(number, 3, "x", label=words)),
        SetDocs(build.of_fact("x"), (build.doc(words, 1),)),
        audit=build.audit_row(1),
    )


class ScopeContract(StoreContract):
    """Spaces are exact, and blind to each other."""

    def test_spaces_come_in_the_order_asked_without_those_that_do_not_exist(
        self, store: Blocking, ana: Desk, bo: Desk
    ) -> None:
        asked = [build.BO, CARL, build.ANA]
        seen = store.read(asked, lambda view: [space.address for space in view.spaces])
        assert seen == [build.BO, build.ANA]

    def test_addresses_come_in_the_order_of_their_creation(self, store: Blocking) -> None:
        for address in [CARL, *HOSTILE, build.ANA]:
            store.write(address, lambda tx: None)
        assert list(store.addresses()) == [CARL, *HOSTILE, build.ANA]

    def test_a_new_space_is_empty_and_named_by_what_the_store_was_opened_with(
        self, ana: Desk
    ) -> None:
        space = ana.space
        made_by = space.generations
        names = (made_by.tokeniser, made_by.maker, made_by.embedder)
        assert names == (TOKENISER, MAKER, EMBEDDER)
        assert space == replace(
            space,
            address=build.ANA,
            head_seq=0,
            last_recorded_at=None,
            horizon=0,
            audit_number=0,
            audit_link=b"",
        )
        assert isinstance(space.generations, Generations)

    def test_every_space_has_a_secret_of_its_own_that_stays(self, ana: Desk, bo: Desk) -> None:
        secret = ana.space.secret
        ana.grow(2)
        assert len(secret) == 32
        assert ana.space.secret == secret
        assert bo.space.secret != secret

    def test_a_space_that_was_not_asked_for_is_refused_by_every_method(
        self, store: Blocking, ana: Desk, bo: Desk
    ) -> None:
        _fill(ana, "tea")
        foreign = ana.space
        asked = Asked(
            names=("x",),
            keys=("x",),
            claims=(("a", "b"),),
            heads=("c",),
            entity_keys=("a",),
            times=(build.at(1),),
        )

        def refused(view: View, name: str) -> bool:
            try:
                QUESTIONS[name](view, foreign, asked)
            except PermissionError:
                return True
            return False

        def work(view: View) -> list[str]:
            return [name for name in QUESTIONS if not refused(view, name)]

        assert store.read([build.BO], work) == []

    def test_a_transaction_refuses_every_space_but_its_own(
        self, store: Blocking, ana: Desk, bo: Desk
    ) -> None:
        ana.grow(1)
        foreign = ana.space

        def read(tx: Transaction) -> None:
            tx.entries(foreign, limit=1)

        def write(tx: Transaction) -> None:
            tx.apply(foreign, build.change_set(1, Put(build.fact(foreign.id, 1))), None)

        for work in (read, write):
            with pytest.raises(PermissionError):
                store.write(build.BO, work)

    def test_equal_ids_in_two_spaces_do_not_meet(self, ana: Desk, bo: Desk) -> None:
        asked = Asked(
            entry_ids=("entry_1_1", "entry_2_1"),
            names=("fact_x", "factkey_x", "entity_x", "themekey_x"),
            keys=("factkey_x", "episodekey_x"),
            hashes=("hash_x",),
            entity_keys=("a", "b"),
            entity_names=("tea", "coffee"),
            terms=("tea", "coffee"),
            sessions=("s-1",),
        )
        _fill(ana, "tea")
        before = ana.see(lambda view, space: answers(view, space, asked))
        _fill(bo, "coffee")
        assert ana.see(lambda view, space: answers(view, space, asked)) == before
        assert bo.see(lambda view, space: answers(view, space, asked)) != before

    def test_hostile_names_are_compared_exactly(self, store: Blocking) -> None:
        for address in HOSTILE:
            desk = Desk(store, address)
            desk.log(address.encoded())
        for address in HOSTILE:
            texts = store.read(
                [address],
                lambda view: [
                    entry.text for space in view.spaces for entry in view.entries(space, limit=9)
                ],
            )
            assert texts == [address.encoded()]

    def test_many_spaces_are_read_in_one_view(self, store: Blocking, ana: Desk, bo: Desk) -> None:
        ana.log("tea")
        bo.log("coffee")

        def work(view: View) -> list[str]:
            return [view.entries(space, limit=1)[0].text for space in view.spaces]

        assert store.read([build.ANA, build.BO], work) == ["tea", "coffee"]

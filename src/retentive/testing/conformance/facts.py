"""Facts: filters, and finding by what they say or rest on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from retentive.model.change import Put
from retentive.model.claim import Claim
from retentive.model.fact import Fact, Standing
from retentive.model.query import FactFilter
from retentive.ports.rows import Position
from retentive.ports.view import SAME_WORDS
from retentive.testing import build
from retentive.testing.conformance.contract import Desk, StoreContract, ids
from retentive.testing.conformance.records import end

EVERY = FactFilter(include_retired=True, include_unserved=True)
SORTED_NAMES = ("%", "A", "B", "_", "a", "b", "ä", "\uffee", "\U0001f600")
FILTERS: Mapping[str, tuple[FactFilter, str]] = {
    "default": (FactFilter(), "edcbx"),
    "kind": (FactFilter(kinds=frozenset({"identity", "none"})), "b"),
    "any of the kinds": (FactFilter(kinds=frozenset({"identity", "preference"})), "edcbx"),
    "any of the tags": (FactFilter(tags=frozenset({"red", "hot"})), "dcb"),
    "none of the tags": (FactFilter(exclude_tags=frozenset({"hot", "none"})), "ebx"),
    "tags, then exclude": (
        FactFilter(tags=frozenset({"red"}), exclude_tags=frozenset({"hot"})),
        "b",
    ),
    "entity": (FactFilter(entity_key="porto"), "d"),
    "theme": (FactFilter(theme_key="drinks"), "e"),
    "valid at the start": (FactFilter(valid_at=build.at(10)), "edcbx"),
    "valid at the end": (FactFilter(valid_at=build.at(20)), "edcb"),
    "valid before": (FactFilter(valid_at=build.at(9)), "edcb"),
    "retired": (FactFilter(include_retired=True), "edycbx"),
    "unserved": (FactFilter(include_unserved=True), "edcbx" + "qrf"),
}


def _stock(desk: Desk) -> None:
    """Store facts whose names are one letter and whose order is told by their births."""
    number = desk.number
    desk.grow(9)
    stock: list[Fact] = [
        build.fact(number, 1, "x", valid_from=build.at(10), valid_until=build.at(20)),
        build.fact(number, 2, "b", kind="identity", tags=("red",), expires_at=build.at(5)),
        build.fact(number, 3, "c", tags=("hot", "red")),
        build.fact(number, 4, "y"),
        build.fact(number, 5, "d", tags=("hot",), entity_keys=("lisbon", "porto")),
        build.fact(number, 6, "e", theme_key="drinks", standing=Standing.FRESH),
        build.fact(number, 7, "f", standing=Standing.FORGOTTEN),
        build.fact(number, 8, "r", standing=Standing.RETRACTED),
        build.fact(number, 9, "q", standing=Standing.QUARANTINED),
    ]
    desk.apply(*map(Put, stock))
    desk.apply(end(stock[3], 5))


def _names(desk: Desk, wanted: FactFilter, horizon: int | None = None, **asked: Any) -> str:
    found = desk.see(
        lambda view, space: view.facts(space, wanted, **{"limit": 99} | asked), horizon=horizon
    )
    return "".join(fact.id.removeprefix("fact_") for fact in found)


def _claiming(desk: Desk, seq: int, name: str, value: str, /, **fields: Any) -> Fact:
    claim = Claim(subject="user:ana", attribute="lives_in", value=value)
    return build.fact(desk.number, seq, name, claim=claim, **fields)


class FactContract(StoreContract):
    """Facts are found by filter, hash, claim and citation."""

    @pytest.mark.parametrize("case", list(FILTERS))
    def test_a_filter_lets_through_what_it_says(self, case: str, ana: Desk) -> None:
        _stock(ana)
        wanted, names = FILTERS[case]
        assert sorted(_names(ana, wanted)) == sorted(names)

    def test_facts_come_newest_born_first_then_by_id_in_code_points(self, ana: Desk) -> None:
        ana.grow(2)
        names = [SORTED_NAMES[index] for index in (4, 0, 8, 2, 6, 1, 7, 3, 5)]
        keys = [f"key_{number}" for number in range(9)]
        ana.apply(
            *(
                Put(build.fact(ana.number, 1, name, key=key))
                for name, key in zip(names, keys, strict=True)
            )
        )
        ana.apply(Put(build.fact(ana.number, 2, "newer")))
        assert _names(ana, EVERY) == "newer" + "".join(SORTED_NAMES)

    def test_a_page_goes_on_behind_the_last_fact_of_the_one_before(self, ana: Desk) -> None:
        ana.grow(3)
        for seq in (3, 1, 2):
            ana.apply(*(Put(build.fact(ana.number, seq, f"{name}{seq}")) for name in "cab"))
        whole, pages = _names(ana, FactFilter()), ""
        after: Position | None = None
        while page := _names(ana, FactFilter(), after=after, limit=2):
            assert len(page) in (2, 4)
            assert len(pages) < len(whole)
            pages += page
            after = Position(int(page[-1]), f"fact_{page[-2:]}")
        assert pages == whole == "a3b3c3a2b2c2a1b1c1"

    def test_facts_are_bounded_by_the_horizon(self, ana: Desk) -> None:
        _stock(ana)
        assert _names(ana, FactFilter(), horizon=4) == "ycbx"
        assert _names(ana, FactFilter(), horizon=5) == "dcbx"
        assert _names(ana, EVERY, horizon=6) == "edycbx"

    def test_a_hash_gives_the_served_facts_that_have_not_ended(self, ana: Desk) -> None:
        number = ana.number
        facts = [
            build.fact(number, 1, "ended", content_hash="h"),
            build.fact(number, 2, "silent", content_hash="h", standing=Standing.QUARANTINED),
            build.fact(number, 4, "later", content_hash="h"),
            build.fact(number, 3, "z", content_hash="h"),
            build.fact(number, 3, "fresh", content_hash="h", standing=Standing.FRESH),
            build.fact(number, 1, "other", content_hash="H"),
        ]
        ana.grow(4)
        ana.apply(*map(Put, facts))
        ana.apply(end(facts[0], 2))

        def by_hash(horizon: int | None = None) -> dict[str, list[Fact]]:
            found = ana.see(lambda v, s: v.facts_by_hash(s, ["h", "none"]), horizon=horizon)
            return {content: list(equal) for content, equal in found.items() if equal}

        assert by_hash() == {"h": [facts[4], facts[3], facts[2]]}
        assert by_hash(horizon=2) == {}
        assert by_hash(horizon=1) == {"h": [build.fact(number, 1, "ended", content_hash="h")]}

    def test_of_a_hash_the_newest_facts_are_given(self, ana: Desk) -> None:
        count = SAME_WORDS + 2
        ana.grow(count)
        ana.apply(
            *(Put(build.fact(ana.number, seq, content_hash="h")) for seq in range(count, 0, -1))
        )
        found = ana.see(lambda v, s: v.facts_by_hash(s, ["h"]))
        assert ids(found["h"]) == [f"fact_{seq}" for seq in range(3, count + 1)]

    def test_a_claim_gives_settled_facts_that_have_not_ended(self, ana: Desk) -> None:
        number = ana.number
        claim = Claim(subject="user:ana", attribute="lives_in", value="Porto")
        facts = [
            build.fact(number, 2, "b", claim=claim),
            build.fact(number, 2, "a", claim=claim, standing=Standing.RETRACTED),
            build.fact(number, 1, "c", claim=claim),
            build.fact(number, 1, "fresh", claim=claim, standing=Standing.FRESH),
            build.fact(number, 1, "ended", claim=claim),
            build.fact(number, 1, "none"),
            build.fact(
                number, 1, "bo", claim=Claim(subject="user:bo", attribute="lives_in", value="Porto")
            ),
            build.fact(
                number, 1, "job", claim=Claim(subject="user:ana", attribute="job", value="Porto")
            ),
        ]
        ana.grow(3)
        ana.apply(*map(Put, facts))
        ana.apply(end(facts[4], 3))

        def by_claim(horizon: int | None = None) -> list[str]:
            return ids(
                ana.see(lambda v, s: v.facts_by_claim(s, "user:ana", "lives_in"), horizon=horizon)
            )

        assert by_claim() == ["fact_c", "fact_a", "fact_b"]
        assert by_claim(horizon=1) == ["fact_c", "fact_ended"]

    def test_claims_are_found_around_an_instant_in_the_order_of_their_begin(
        self, ana: Desk
    ) -> None:
        homes = [
            _claiming(ana, 1, "late", "Faro", valid_from=build.at(30)),
            _claiming(ana, 2, "early", "Lisbon", valid_from=build.at(10)),
            _claiming(ana, 3, "said", "Porto"),
            _claiming(ana, 4, "twin", "Braga", valid_from=build.at(10)),
            _claiming(ana, 5, "past", "Rome", valid_until=build.at(4)),
            _claiming(ana, 6, "fresh", "Bonn", standing=Standing.FRESH),
            _claiming(ana, 7, "retracted", "Kyiv", standing=Standing.RETRACTED),
            _claiming(ana, 8, "ended", "Oslo", valid_from=build.at(12)),
        ]
        ana.grow(9)
        ana.apply(*map(Put, homes))
        ana.apply(end(homes[-1], 9))

        def around(minute: float, limit: int = 9, horizon: int | None = None) -> list[str]:
            at = build.at(minute)
            return ids(
                ana.see(
                    lambda v, s: v.claims_around(s, "user:ana", "lives_in", at, limit=limit),
                    horizon=horizon,
                )
            )

        assert around(0) == [f"fact_{name}" for name in ("said", "past", "early", "twin", "late")]
        assert around(10, limit=2) == ["fact_early", "fact_twin", "fact_late"]
        assert around(9, limit=1) == ["fact_past", "fact_early"]
        assert around(30, limit=1) == ["fact_late"]
        assert around(12, limit=1, horizon=8) == ["fact_ended", "fact_late"]

    def test_claims_alike_share_the_head_of_their_value(self, ana: Desk) -> None:
        pets = [
            _claiming(ana, 1, "two", "two cats"),
            _claiming(ana, 2, "b", "a black cat"),
            _claiming(ana, 2, "a", "the cat from next door"),
            _claiming(ana, 3, "dog", "a dog"),
            _claiming(ana, 3, "fresh", "a cat", standing=Standing.FRESH),
            _claiming(ana, 3, "ended", "cats"),
        ]
        ana.grow(4)
        ana.apply(*map(Put, pets))
        ana.apply(end(pets[-1], 4))

        def alike(head: str, limit: int = 9) -> list[str]:
            return ids(
                ana.see(lambda v, s: v.claims_alike(s, "user:ana", "lives_in", head, limit=limit))
            )

        assert alike("cat") == ["fact_a", "fact_b", "fact_two"]
        assert alike("cat", limit=1) == ["fact_a"]
        assert alike("dog") == ["fact_dog"]
        assert alike("ca") == []

    def test_facts_about_a_subject_come_newest_born_first(self, ana: Desk) -> None:
        number = ana.number
        facts = [
            build.fact(number, 1, "old"),
            build.fact(number, 2, "b"),
            build.fact(number, 2, "a"),
            build.fact(number, 3, "bo", subject="user:bo"),
            build.fact(number, 3, "fresh", standing=Standing.FRESH),
            build.fact(number, 3, "gone", standing=Standing.FORGOTTEN),
            build.fact(number, 3, "ended"),
        ]
        ana.grow(4)
        ana.apply(*map(Put, facts))
        ana.apply(end(facts[-1], 4))

        def about(limit: int) -> list[str]:
            return ids(ana.see(lambda v, s: v.facts_about(s, "user:ana", limit=limit)))

        assert about(9) == ["fact_a", "fact_b", "fact_old"]
        assert about(1) == ["fact_a"]

    def test_facts_citing_entries_are_found_whatever_their_standing(self, ana: Desk) -> None:
        number = ana.number
        facts = [
            build.fact(number, 3, "two", provenance=build.provenance(number, 1, 2)),
            build.fact(number, 2, "fresh", standing=Standing.FRESH),
            build.fact(number, 2, "forgotten", standing=Standing.FORGOTTEN),
            build.fact(number, 2, "ended"),
            build.fact(number, 3, "other"),
        ]
        ana.grow(3)
        ana.apply(*map(Put, facts))
        ana.apply(end(facts[3], 3))
        asked = [build.entry_id(number, 2), build.entry_id(number, 1), "none"]
        found = ana.see(lambda view, space: view.facts_citing(space, asked))
        assert ids(found) == ["fact_forgotten", "fact_fresh", "fact_two"]
        found = ana.see(lambda view, space: view.facts_citing(space, asked), horizon=2)
        assert ids(found) == ["fact_ended", "fact_forgotten", "fact_fresh"]

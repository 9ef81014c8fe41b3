"""Derived records: versions, lineages, and the names they answer to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from retentive.model.actor import ActorKind
from retentive.model.change import Alias, AnyRecord, Put, Retire, Settle, family_of
from retentive.model.claim import Claim
from retentive.model.episode import Episode
from retentive.model.fact import Fact, Standing
from retentive.model.graph import Entity, Relation, Theme
from retentive.model.provenance import Channel, Citation, Provenance, SourceKind, Span
from retentive.model.record import Occurred, Precision
from retentive.ports.store import R
from retentive.testing import build
from retentive.testing.conformance.contract import Desk, StoreContract, ids

PROVENANCE = Provenance(
    source=SourceKind.TOOL,
    channel=Channel.IMPORT,
    created_at=build.at(2),
    citations=(
        Citation(entry_id="entry_1_2", span=Span(2, 3), quote="\U0001f600"),
        Citation(entry_id="entry_1_1", span=Span(0, 1), quote="'"),
    ),
    derived_from=("fact_9", "fact_8"),
    agent_id=ActorKind.AGENT.value,
    tool_name="search",
    run_id="run",
    node_id="node",
    confidence=0.25,
    rule="likes-2",
)
LINEAGE: dict[str, Any] = {
    "provenance": PROVENANCE,
    "valid_from": build.at(1),
    "valid_until": build.at(2),
}
WHOLE: tuple[AnyRecord, ...] = (
    build.fact(
        1,
        2,
        **LINEAGE,
        standing=Standing.VERIFIED,
        base_confidence=0.1 + 0.2,
        importance=0.5,
        tags=("b", "a", "b"),
        claim=Claim(subject="user:ana", attribute="likes", value="té"),
        occurred=Occurred(start=build.at(1), end=build.at(2), precision=Precision.DAY),
        expires_at=build.at(9),
        pinned=True,
        reason="said",
        metadata={"deep": {"list": [1, 2.5, None, "x", True]}},
        entity_keys=("b", "a"),
        theme_key="themekey_1",
    ),
    build.episode(1, 2, **LINEAGE, session=None),
    build.entity(1, 2, **LINEAGE, aliases=("Oporto", "O Porto"), attributes={"n": 1}),
    build.relation(1, 2, **LINEAGE, weight=0.1, fact_key="factkey_1", attributes={"a": []}),
    build.theme(1, 2, **LINEAGE, description="Tea", fact_keys=("factkey_2", "factkey_1")),
)
FAMILIES: tuple[type[Any], ...] = (Fact, Episode, Entity, Relation, Theme)


def end(record: AnyRecord, dead_seq: int, by: str | None = None) -> Retire:
    """Return the change that ends a version at an entry."""
    return Retire(
        family=family_of(record),
        id=record.id,
        dead_seq=dead_seq,
        retired_at=build.at(dead_seq),
        superseded_by=by,
    )


def ended(record: Any, dead_seq: int, by: str | None = None) -> Any:
    """Return the version as it reads once it has ended."""
    return replace(record, dead_seq=dead_seq, retired_at=build.at(dead_seq), superseded_by=by)


def current(desk: Desk, family: type[R], *names: str) -> dict[str, R]:
    """Return the records of a family that answer to the names."""
    return dict(desk.see(lambda view, space: view.get(space, family, names)))


def lineage(desk: Desk, family: type[R], key: str, horizon: int | None = None) -> list[R]:
    """Return the versions of a lineage."""
    return list(desk.see(lambda view, space: view.versions(space, family, key), horizon=horizon))


def got(desk: Desk, *names: str, horizon: int | None = None) -> dict[str, Fact]:
    """Return the facts that answer to the names."""
    return dict(desk.see(lambda view, space: view.get(space, Fact, names), horizon=horizon))


class RecordContract(StoreContract):
    """Versions are stored once, end once, and are found by every name of theirs."""

    @pytest.mark.parametrize("record", WHOLE, ids=lambda record: type(record).__name__.lower())
    def test_a_record_comes_back_as_it_was_put(self, record: Any, ana: Desk) -> None:
        ana.grow(3)
        ana.apply(Put(record))
        family = type(record)
        assert current(ana, family, record.id) == {record.id: record}
        ana.apply(end(record, 3, "next"))
        assert current(ana, family, record.id) == {record.id: ended(record, 3, "next")}

    def test_a_name_of_another_family_is_unknown(self, ana: Desk) -> None:
        ana.grow(3)
        ana.apply(*(Put(record) for record in WHOLE))
        names = [name for record in WHOLE for name in (record.id, record.key)]
        for family in FAMILIES:
            (own,) = (record for record in WHOLE if isinstance(record, family))
            assert current(ana, family, *names) == {own.id: own, own.key: own}

    def test_the_id_of_any_version_and_the_key_give_the_current_version(self, ana: Desk) -> None:
        old = build.fact(ana.number, 1, "old", key="k")
        new = build.fact(ana.number, 2, "new", key="k")
        ana.grow(2)
        ana.apply(Put(old), end(old, 2, new.id), Put(new))
        assert got(ana, old.id, new.id, "k", "none") == {old.id: new, new.id: new, "k": new}

    def test_if_all_have_ended_the_last_is_current(self, ana: Desk) -> None:
        old = build.fact(ana.number, 1, "old", key="k")
        new = build.fact(ana.number, 2, "new", key="k")
        ana.grow(3)
        ana.apply(Put(old), end(old, 2), Put(new), end(new, 3))
        assert got(ana, "k", old.id) == {"k": ended(new, 3), old.id: ended(new, 3)}

    def test_a_version_that_has_not_ended_wins_over_a_later_one_that_has(self, ana: Desk) -> None:
        alive = build.fact(ana.number, 1, "alive", key="k")
        later = build.fact(ana.number, 2, "later", key="k")
        ana.grow(3)
        ana.apply(Put(alive), Put(later), end(later, 3))
        assert got(ana, "k", later.id) == {"k": alive, later.id: alive}

    def test_a_version_that_ends_later_reads_as_open(self, ana: Desk) -> None:
        old = build.fact(ana.number, 1, "old", key="k")
        new = build.fact(ana.number, 3, "new", key="k")
        ana.grow(3)
        ana.apply(Put(old), end(old, 3, new.id), Put(new))
        assert got(ana, "k", horizon=2) == {"k": old}
        assert got(ana, "k", horizon=3) == {"k": new}

    def test_a_version_born_later_is_absent_with_its_names(self, ana: Desk) -> None:
        old = build.fact(ana.number, 1, "old", key="k")
        new = build.fact(ana.number, 3, "new", key="k")
        ana.grow(3)
        ana.apply(Put(old), Put(new))
        assert got(ana, new.id, horizon=2) == {}
        assert got(ana, "k", old.id, horizon=2) == {"k": old, old.id: old}

    def test_a_fresh_version_wins_over_a_settled_one(self, ana: Desk) -> None:
        settled = build.fact(ana.number, 2, "settled", key="k")
        fresh = build.fact(ana.number, 1, "fresh", key="k", standing=Standing.FRESH)
        ana.grow(2)
        ana.apply(Put(fresh), Put(settled))
        assert got(ana, "k", settled.id) == {"k": fresh, settled.id: fresh}

    @pytest.mark.parametrize("standing", list(Standing))
    def test_facts_of_every_standing_are_got(self, standing: Standing, ana: Desk) -> None:
        fact = build.fact(ana.number, 1, standing=standing)
        ana.grow(1)
        ana.apply(Put(fact))
        assert got(ana, fact.id) == {fact.id: fact}

    def test_an_alias_answers_from_its_seq_on(self, ana: Desk) -> None:
        fact = build.fact(ana.number, 1, "kept")
        ana.grow(3)
        ana.apply(Put(fact), Alias(name="gone", key=fact.key, seq=2))
        assert got(ana, "gone") == {"gone": fact}
        assert got(ana, "gone", horizon=2) == {"gone": fact}
        assert got(ana, "gone", horizon=1) == {}

    def test_an_alias_goes_before_an_id_or_key_of_the_same_name(self, ana: Desk) -> None:
        merged = build.fact(ana.number, 1, "merged")
        kept = build.fact(ana.number, 1, "kept")
        ana.grow(2)
        ana.apply(
            Put(merged),
            Put(kept),
            end(merged, 2, kept.id),
            Alias(name=merged.key, key=kept.key, seq=2),
            Alias(name=merged.id, key=kept.key, seq=2),
        )
        assert got(ana, merged.key, merged.id) == {merged.key: kept, merged.id: kept}
        assert got(ana, merged.key, horizon=1) == {merged.key: merged}

    def test_an_alias_leads_on_to_the_alias_of_its_target(self, ana: Desk) -> None:
        fact = build.fact(ana.number, 1, "kept")
        ana.grow(3)
        ana.apply(
            Put(fact),
            Alias(name="a", key="b", seq=1),
            Alias(name="b", key="c", seq=2),
            Alias(name="c", key=fact.key, seq=3),
        )
        assert got(ana, "a") == {"a": fact}
        assert got(ana, "a", horizon=2) == {}

    def test_an_alias_counts_until_a_newer_one_of_its_name_does(self, ana: Desk) -> None:
        one, two = build.fact(ana.number, 1, "one"), build.fact(ana.number, 1, "two")
        ana.grow(5)
        ana.apply(Put(one), Put(two), Alias(name="a", key=two.key, seq=4))
        ana.apply(Alias(name="a", key=one.key, seq=2), Alias(name="b", key="a", seq=1))
        assert got(ana, "a", "b") == {"a": two, "b": two}
        assert got(ana, "a", "b", horizon=3) == {"a": one, "b": one}
        assert got(ana, "a", "b", horizon=1) == {}

    def test_an_alias_of_the_same_name_and_seq_replaces_the_one_before(self, ana: Desk) -> None:
        one, two = build.fact(ana.number, 1, "one"), build.fact(ana.number, 1, "two")
        ana.grow(2)
        ana.apply(Put(one), Put(two), Alias(name="a", key=one.key, seq=2))
        ana.apply(Alias(name="a", key=two.key, seq=2))
        assert got(ana, "a") == {"a": two}
        assert len(ana.see(lambda v, s: list(v.all_aliases(s)))) == 1

    def test_versions_come_oldest_first_then_in_the_order_stored(self, ana: Desk) -> None:
        born = {"z": 2, "a": 2, "m": 1, "b": 3}
        facts = [build.fact(ana.number, seq, name, key="k") for name, seq in born.items()]
        ana.grow(3)
        ana.apply(*map(Put, facts))
        ana.apply(end(facts[0], 3))
        assert ids(lineage(ana, Fact, "k")) == ["fact_m", "fact_z", "fact_a", "fact_b"]
        assert lineage(ana, Fact, "k", horizon=2) == [facts[2], facts[0], facts[1]]
        assert got(ana, "k", horizon=2) == {"k": facts[1]}

    def test_versions_are_asked_for_by_key_alone(self, ana: Desk) -> None:
        fact = build.fact(ana.number, 1)
        ana.grow(1)
        ana.apply(Put(fact), Alias(name="gone", key=fact.key, seq=1))
        for name in (fact.id, "gone", "none"):
            assert lineage(ana, Fact, name) == []

    @pytest.mark.parametrize("standing", [Standing.PLAIN, Standing.FRESH])
    def test_putting_a_version_whose_id_exists_is_refused(
        self, standing: Standing, ana: Desk
    ) -> None:
        fact = build.fact(ana.number, 1, standing=standing)
        ana.grow(2)
        ana.apply(Put(fact))
        ana.refuses(ValueError, Put(replace(fact, born_seq=2, standing=Standing.PLAIN)))
        assert got(ana, fact.id) == {fact.id: fact}

    def test_ending_a_version_of_another_family_is_refused(self, ana: Desk) -> None:
        fact = build.fact(ana.number, 1)
        ana.grow(1)
        ana.apply(Put(fact))
        ana.refuses(ValueError, replace(end(fact, 1), family="theme"))
        assert got(ana, fact.id) == {fact.id: fact}

    def test_ending_an_unknown_version_is_refused(self, ana: Desk) -> None:
        ana.grow(1)
        ana.refuses(ValueError, end(build.fact(ana.number, 1), 1))

    def test_ending_a_version_twice_is_refused(self, ana: Desk) -> None:
        fact = build.fact(ana.number, 1)
        ana.grow(3)
        ana.apply(Put(fact), end(fact, 2))
        ana.refuses(ValueError, end(fact, 3))
        assert got(ana, fact.id) == {fact.id: ended(fact, 2)}

    def test_a_refused_change_takes_the_whole_write_with_it(self, ana: Desk) -> None:
        fact, other = build.fact(ana.number, 1), build.fact(ana.number, 1, "other")
        ana.grow(1)
        ana.apply(Put(fact))
        ana.refuses(ValueError, Put(other), Put(fact))
        assert got(ana, other.id) == {}

    def test_changes_apply_in_their_order(self, ana: Desk) -> None:
        fresh = build.fact(ana.number, 1, "x", standing=Standing.FRESH)
        settled = replace(fresh, standing=Standing.PLAIN)
        ana.grow(1)
        ana.apply(Put(fresh), Settle(1), Put(settled))
        assert got(ana, "fact_x") == {"fact_x": settled}
        ana.refuses(ValueError, Put(fresh), Settle(1))

"""Episodes, entities, relations and themes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from retentive.model.change import Put
from retentive.model.episode import Episode
from retentive.model.graph import Entity, Relation
from retentive.model.query import Direction, EntityFilter, RelationFilter
from retentive.testing import build
from retentive.testing.conformance.contract import Desk, StoreContract, ids
from retentive.testing.conformance.records import end, lineage


class GraphContract(StoreContract):
    """Lists of episodes, entities, relations and themes."""

    def test_episodes_come_newest_started_first_then_by_id(self, ana: Desk) -> None:
        number = ana.number
        started = {"b": 3.0, "a": 3.0, "z": 9.0, "c": 1.0}
        ana.grow(4)
        ana.apply(
            *(
                Put(build.episode(number, seq, name, started_at=build.at(at)))
                for seq, (name, at) in enumerate(started.items(), 1)
            )
        )
        whole = ids(ana.see(lambda view, space: view.episodes(space, limit=9)))
        assert whole == ["episode_z", "episode_a", "episode_b", "episode_c"]
        page = ana.see(lambda view, space: view.episodes(space, limit=2, offset=1))
        assert ids(page) == whole[1:3]

    def test_episodes_are_of_one_session_or_of_all_and_not_ended(self, ana: Desk) -> None:
        number = ana.number
        ended = build.episode(number, 1, "ended")
        ana.grow(4)
        ana.apply(
            Put(ended),
            Put(build.episode(number, 2, "mine")),
            Put(build.episode(number, 3, "other", session="s-2")),
            Put(build.episode(number, 4, "none", session=None)),
            end(ended, 3),
        )

        def found(session: str | None, horizon: int | None = None) -> list[str]:
            return ids(
                ana.see(lambda v, s: v.episodes(s, session=session, limit=9), horizon=horizon)
            )

        assert found(None) == ["episode_none", "episode_other", "episode_mine"]
        assert found("s-1") == ["episode_mine"]
        assert found("s-1", horizon=2) == ["episode_mine", "episode_ended"]

    def test_entities_come_by_birth_and_id_and_pass_the_filter(self, ana: Desk) -> None:
        number = ana.number
        ended = build.entity(number, 1, "ended")
        ana.grow(3)
        ana.apply(
            Put(build.entity(number, 2, "b", name="porto")),
            Put(build.entity(number, 2, "a", name="Porto Alegre", aliases=("Porto",))),
            Put(build.entity(number, 1, "c", entity_type="person")),
            Put(ended),
            end(ended, 3),
        )

        def found(wanted: EntityFilter, horizon: int | None = None) -> list[str]:
            return ids(ana.see(lambda v, s: v.entities(s, wanted, limit=9), horizon=horizon))

        assert found(EntityFilter()) == ["entity_c", "entity_a", "entity_b"]
        every = found(EntityFilter(include_retired=True))
        assert every == ["entity_c", "entity_ended", "entity_a", "entity_b"]
        assert found(EntityFilter(entity_type="person")) == ["entity_c"]
        assert found(EntityFilter(name="Porto")) == ["entity_c"]
        assert found(EntityFilter(name="P%")) == []
        assert found(EntityFilter(), horizon=1) == ["entity_c", "entity_ended"]

    def test_entities_come_in_pages(self, ana: Desk) -> None:
        ana.grow(4)
        ana.apply(*(Put(build.entity(ana.number, seq)) for seq in (4, 2, 3, 1)))
        page = ana.see(lambda v, s: v.entities(s, EntityFilter(), limit=2, offset=1))
        assert ids(page) == ["entity_2", "entity_3"]

    @pytest.mark.parametrize(
        ("wanted", "names"),
        [
            (RelationFilter(), "bcadl"),
            (RelationFilter(direction=Direction.OUTGOING), "bal"),
            (RelationFilter(direction=Direction.INCOMING), "cdl"),
            (RelationFilter(relation_type="likes"), "d"),
            (RelationFilter(include_retired=True), "bcadel"),
        ],
        ids=["both by default", "outgoing", "incoming", "type", "retired"],
    )
    def test_relations_of_an_entity_pass_the_filter(
        self, wanted: RelationFilter, names: str, ana: Desk
    ) -> None:
        self._relate(ana)
        found = ana.see(lambda view, space: view.relations(space, "x", wanted))
        assert ids(found) == [f"relation_{name}" for name in names]

    def test_relations_are_bounded_by_the_horizon(self, ana: Desk) -> None:
        self._relate(ana)
        found = ana.see(lambda v, s: v.relations(s, "x", RelationFilter()), horizon=2)
        assert ids(found) == [f"relation_{name}" for name in "bcade"]

    def test_themes_come_by_birth_and_id_and_not_ended(self, ana: Desk) -> None:
        number = ana.number
        ended = build.theme(number, 1, "ended")
        ana.grow(3)
        ana.apply(
            Put(build.theme(number, 2, "b")),
            Put(build.theme(number, 2, "a")),
            Put(build.theme(number, 1, "c")),
            Put(ended),
            end(ended, 3),
        )
        whole = ids(ana.see(lambda view, space: view.themes(space, limit=9)))
        assert whole == ["theme_c", "theme_a", "theme_b"]
        page = ana.see(lambda view, space: view.themes(space, limit=1, offset=1))
        assert ids(page) == ["theme_a"]
        early = ana.see(lambda view, space: view.themes(space, limit=9), horizon=1)
        assert ids(early) == ["theme_c", "theme_ended"]

    def test_records_of_one_lineage_answer_in_their_own_family(self, ana: Desk) -> None:
        ana.grow(1)
        ana.apply(
            Put(build.entity(ana.number, 1, "x", key="k")),
            Put(build.episode(ana.number, 1, "x", key="k")),
        )
        assert ids(lineage(ana, Entity, "k")) == ["entity_x"]
        assert ids(lineage(ana, Episode, "k")) == ["episode_x"]

    def _relate(self, desk: Desk) -> None:
        ends: Sequence[tuple[str, int, str, str]] = [
            ("d", 2, "y", "x"),
            ("c", 1, "y", "x"),
            ("b", 1, "x", "y"),
            ("a", 2, "x", "z"),
            ("e", 2, "x", "y"),
            ("l", 3, "x", "x"),
            ("o", 1, "y", "z"),
        ]
        made: dict[str, Relation] = {
            name: build.relation(
                desk.number,
                seq,
                name,
                source_key=source,
                target_key=target,
                relation_type="likes" if name == "d" else "knows",
            )
            for name, seq, source, target in ends
        }
        desk.grow(3)
        desk.apply(*map(Put, made.values()))
        desk.apply(end(made["e"], 3))

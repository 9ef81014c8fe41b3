"""Answers about derived records of every family."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from retentive.adapters.memory.facts import oldest_first
from retentive.adapters.memory.horizon import is_fresh
from retentive.adapters.memory.reads import Reads
from retentive.model.episode import Episode
from retentive.model.graph import Entity, Relation, Theme
from retentive.model.query import Direction, EntityFilter, RelationFilter
from retentive.model.space import Space
from retentive.ports.store import R


class RecordReads(Reads):
    """The part of `View` that finds records by name, and episodes, entities, relations."""

    def get(self, space: Space, family: type[R], names: Collection[str]) -> Mapping[str, R]:
        """Return the current version for each name; unknown names are absent."""
        versions = sorted(self._versions(space, family), key=lambda version: version.born_seq)
        keys = {version.id: version.key for version in versions}
        lineages: dict[str, list[R]] = {}
        for version in versions:
            lineages.setdefault(version.key, []).append(version)
        found: dict[str, R] = {}
        for name in names:
            target = self._target(space, name)
            lineage = lineages.get(keys.get(target, target))
            if lineage:
                found[name] = _current(lineage)
        return found

    def versions(self, space: Space, family: type[R], key: str) -> Sequence[R]:
        """Return all versions of a lineage, oldest first (born_seq, then stored order)."""
        lineage = [version for version in self._versions(space, family) if version.key == key]
        return sorted(lineage, key=lambda version: version.born_seq)

    def episodes(
        self, space: Space, *, session: str | None = None, limit: int, offset: int = 0
    ) -> Sequence[Episode]:
        """Return not ended episodes, newest `started_at` first, then by id (row C-15)."""
        found = [
            episode
            for episode in self._alive(space, Episode)
            if session is None or episode.session == session
        ]
        found.sort(key=lambda episode: episode.id)
        found.sort(key=lambda episode: episode.started_at, reverse=True)
        return found[offset : offset + limit]

    def entities(
        self, space: Space, wanted: EntityFilter, *, limit: int, offset: int = 0
    ) -> Sequence[Entity]:
        """Return entities in ascending (born_seq, id); `name` compares the whole name."""
        found = [
            entity
            for entity in self._versions(space, Entity)
            if entity.dead_seq is None or wanted.include_retired
            if wanted.entity_type is None or entity.entity_type == wanted.entity_type
            if wanted.name is None or entity.name == wanted.name
        ]
        return sorted(found, key=oldest_first)[offset : offset + limit]

    def relations(
        self, space: Space, entity_key: str, wanted: RelationFilter
    ) -> Sequence[Relation]:
        """Return relations that start or end at an entity, in ascending (born_seq, id)."""
        found = [
            relation
            for relation in self._versions(space, Relation)
            if relation.dead_seq is None or wanted.include_retired
            if wanted.relation_type in (None, relation.relation_type)
            if _touches(relation, entity_key, wanted.direction)
        ]
        return sorted(found, key=oldest_first)

    def themes(self, space: Space, *, limit: int, offset: int = 0) -> Sequence[Theme]:
        """Return not ended themes in ascending (born_seq, id)."""
        found = sorted(self._alive(space, Theme), key=oldest_first)
        return found[offset : offset + limit]

    def _target(self, space: Space, name: str) -> str:
        """Follow aliases within the horizon to the name they end at."""
        rows = self._rows(space).aliases
        leads = {one: rows[one, seq].key for one, seq in sorted(rows) if seq <= space.horizon}
        passed = {name}
        while name in leads:
            name = leads[name]
            if name in passed:
                break
            passed.add(name)
        return name


def _current(lineage: Sequence[R]) -> R:
    """Return the last that has not ended, fresh ones before settled ones, else the last."""
    alive = [version for version in lineage if version.dead_seq is None]
    fresh = [version for version in alive if is_fresh(version)]
    return (fresh or alive or lineage)[-1]


def _touches(relation: Relation, entity_key: str, direction: Direction) -> bool:
    outgoing = direction is not Direction.INCOMING and relation.source_key == entity_key
    incoming = direction is not Direction.OUTGOING and relation.target_key == entity_key
    return outgoing or incoming

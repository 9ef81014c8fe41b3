"""Answers about derived records of every family."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, bindparam, case, func, or_, select

from retentive.adapters.sql.decoding import UNREADABLE, corrupt, unreadable
from retentive.adapters.sql.reads import (
    HORIZON,
    LIMIT,
    OFFSET,
    Bounds,
    Pages,
    Reads,
    alive,
    among,
    born,
    in_records,
)
from retentive.adapters.sql.rows import NAME_START, is_sealed, record_of
from retentive.adapters.sql.schema import FAMILIES, alias, entity, episode, relation, theme
from retentive.model.episode import Episode
from retentive.model.fact import Standing
from retentive.model.graph import Entity, Relation, Theme
from retentive.model.query import Direction, EntityFilter, RelationFilter
from retentive.model.report import Damage
from retentive.model.space import Space
from retentive.ports.store import R


def _current(table: Table) -> Select[Any]:
    """The one version of each lineage that is current."""
    is_fresh = table.c.standing == Standing.FRESH.value if "standing" in table.c else None
    orders: list[ColumnElement[Any]] = [case((alive(table), 0), else_=1)]
    if is_fresh is not None:
        orders.append(case((alive(table) & is_fresh, 0), else_=1))
    place = func.row_number().over(
        partition_by=table.c.key,
        order_by=[*orders, table.c.born_seq.desc(), table.c.row.desc()],
    )
    ranked = (
        select(table, place.label("place"))
        .where(in_records(table), born(table), among(table.c.key))
        .subquery()
    )
    return select(ranked).where(ranked.c.place == 1)


def _born(table: Table) -> Select[Any]:
    return select(table).where(in_records(table), born(table))


_currents = {family: _current(table) for family, table in FAMILIES.items()}
_keys = {
    family: select(table.c.id, table.c.key).where(in_records(table), born(table), among(table.c.id))
    for family, table in FAMILIES.items()
}
_lineages = {
    family: _born(table)
    .where(table.c.key == bindparam("of_key"))
    .order_by(table.c.born_seq, table.c.row)
    for family, table in FAMILIES.items()
}
_sweeps = {
    family: Pages(select(table).where(in_records(table)), table.c.born_seq, table.c.id)
    for family, table in FAMILIES.items()
}
_aliases = (
    select(alias.c.name, alias.c.key)
    .where(in_records(alias), alias.c.seq <= HORIZON, among(alias.c.name))
    .order_by(alias.c.name, alias.c.seq)
)
_episodes = (
    _born(episode)
    .where(alive(episode))
    .order_by(episode.c.started_at.desc(), episode.c.id)
    .limit(LIMIT)
    .offset(OFFSET)
)
_entities = _born(entity).order_by(entity.c.born_seq, entity.c.id).limit(LIMIT).offset(OFFSET)
_relations = _born(relation).order_by(relation.c.born_seq, relation.c.id)
_themes = (
    _born(theme)
    .where(alive(theme))
    .order_by(theme.c.born_seq, theme.c.id)
    .limit(LIMIT)
    .offset(OFFSET)
)
_starts = relation.c.source_key == bindparam("of_entity")
_ends = relation.c.target_key == bindparam("of_entity")
_touches = {
    Direction.OUTGOING: _starts,
    Direction.INCOMING: _ends,
    Direction.BOTH: or_(_starts, _ends),
}


class RecordReads(Reads):
    """The part of `View` that finds records by name, and episodes, entities, relations."""

    def get(self, space: Space, family: type[R], names: Collection[str]) -> Mapping[str, R]:
        """Return the current version for each name; unknown names are absent."""
        at = self._at(space)
        targets = self._targets(at, names)
        rows = self._link.rows_in(_keys[family], at, "items", targets.values())
        keys = {row.id: row.key for row in rows}
        lineages = {keys.get(target, target) for target in targets.values()}
        current = {
            one.key: one
            for one in self._records(
                family, space, self._link.rows_in(_currents[family], at, "items", lineages)
            )
        }
        found = ((name, current.get(keys.get(to, to))) for name, to in targets.items())
        return {name: one for name, one in found if one is not None}

    def versions(self, space: Space, family: type[R], key: str) -> Sequence[R]:
        """Return all versions of a lineage, oldest first (born_seq, then stored order)."""
        rows = self._link.rows(_lineages[family], self._at(space) | {"of_key": key})
        return self._records(family, space, rows)

    def episodes(
        self, space: Space, *, session: str | None = None, limit: int, offset: int = 0
    ) -> Sequence[Episode]:
        """Return not ended episodes, newest `started_at` first, then by id (row C-15)."""
        query = _episodes
        if session is not None:
            query = query.where(episode.c.session == session)
        values = self._at(space) | {"row_limit": limit, "row_offset": offset}
        return self._records(Episode, space, self._link.rows(query, values))

    def entities(
        self, space: Space, wanted: EntityFilter, *, limit: int, offset: int = 0
    ) -> Sequence[Entity]:
        """Return entities in ascending (born_seq, id); `name` compares the whole name."""
        query = _entities
        if not wanted.include_retired:
            query = query.where(alive(entity))
        if wanted.entity_type is not None:
            query = query.where(entity.c.entity_type == wanted.entity_type)
        if wanted.name is not None:
            start = wanted.name[:NAME_START]
            query = query.where(entity.c.name_start == start, entity.c.name == wanted.name)
        values = self._at(space) | {"row_limit": limit, "row_offset": offset}
        return self._records(Entity, space, self._link.rows(query, values))

    def relations(
        self, space: Space, entity_key: str, wanted: RelationFilter
    ) -> Sequence[Relation]:
        """Return relations that start or end at an entity, in ascending (born_seq, id)."""
        query = _relations.where(_touches[wanted.direction])
        if not wanted.include_retired:
            query = query.where(alive(relation))
        if wanted.relation_type is not None:
            query = query.where(relation.c.relation_type == wanted.relation_type)
        rows = self._link.rows(query, self._at(space) | {"of_entity": entity_key})
        return self._records(Relation, space, rows)

    def themes(self, space: Space, *, limit: int, offset: int = 0) -> Sequence[Theme]:
        """Return not ended themes in ascending (born_seq, id)."""
        values = self._at(space) | {"row_limit": limit, "row_offset": offset}
        return self._records(Theme, space, self._link.rows(_themes, values))

    def all_records(self, space: Space, family: type[R]) -> Iterator[R | Damage]:
        """Yield every stored version, fresh ones included, in ascending (born_seq, id)."""
        table = FAMILIES[family]
        for row in self._pages(_sweeps[family], self._at(space)):
            place = f"{table.name} {row.id}"
            try:
                if is_sealed(table, row):
                    yield record_of(family, row, None)
                else:
                    yield Damage(check="checksum", place=place, detail="is not as it was written")
            except UNREADABLE as error:
                yield unreadable(place, error)

    def _records(self, family: type[R], space: Space, rows: Iterable[Any]) -> list[R]:
        found: list[R] = []
        for row in rows:
            try:
                found.append(record_of(family, row, space.horizon))
            except UNREADABLE as error:
                raise corrupt(f"{family.__name__.lower()} {row.id}") from error
        return found

    def _targets(self, at: Bounds, names: Collection[str]) -> dict[str, str]:
        """Follow aliases within the horizon from each name to the one it ends at."""
        leads: dict[str, str] = {}
        asked: set[str] = set()
        ahead = set(names)
        while ahead:
            # Of several aliases of a name the last row, the newest, stays.
            found = {row.name: row.key for row in self._link.rows_in(_aliases, at, "items", ahead)}
            leads |= found
            asked |= ahead
            ahead = {*found.values()} - asked
        return {name: _followed(name, leads) for name in names}


def _followed(name: str, leads: Mapping[str, str]) -> str:
    passed = {name}
    while name in leads:
        name = leads[name]
        if name in passed:
            break
        passed.add(name)
    return name

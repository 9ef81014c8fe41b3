"""Entities, relations between them, and themes over facts (rows C-07, C-08, C-12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from retentive.model.checks import named, share
from retentive.model.entry import Json
from retentive.model.record import Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity(Record):
    """Something that has a name: a person, an organisation, a place, a tool."""

    name: str
    entity_type: str
    aliases: tuple[str, ...] = ()
    attributes: Mapping[str, Json] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse an entity without a name or a type."""
        named(self.name, "name")
        named(self.entity_type, "entity_type")


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation(Record):
    """`source_key` has `relation_type` to `target_key`; `weight` in 0–1."""

    source_key: str
    target_key: str
    relation_type: str
    weight: float = 1.0
    fact_key: str | None = None
    attributes: Mapping[str, Json] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse a relation without a type, and a weight outside 0–1."""
        named(self.relation_type, "relation_type")
        share(self.weight, "weight")


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme(Record):
    """A cluster of facts with a label a person can read."""

    label: str
    description: str = ""
    fact_keys: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a theme without a label."""
        named(self.label, "label")

"""What an attribute of a claim holds: one value at a time or many, a state or an event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from retentive.rules.characters import listed
from retentive.rules.facts import DEFAULT_KIND


class Holds(StrEnum):
    """How many values of an attribute are true at a time."""

    ONE = "one"
    MANY = "many"


class ClaimType(StrEnum):
    """What a claim says of the world: a state holds, an event happened, a plan is meant."""

    STATE = "state"
    EVENT = "event"
    PLAN = "plan"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """One attribute; one that nobody described holds many values and is a state."""

    name: str
    holds: Holds = Holds.MANY
    type: ClaimType = ClaimType.STATE
    kind: str = DEFAULT_KIND
    partial: bool = False
    """Whether a part of a value names the same: `Ana` is `Ana Souza`."""
    opposite: str | None = None
    """The attribute that cannot have the same value at a time: who likes figs dislikes none."""
    akin: tuple[str, ...] = ()
    """Attributes that end in the same words: who sold something may have owned or kept it."""

    called: tuple[str, ...] = ()
    """Common nouns for a value: who cancels the trip means the one that is known."""

    by_form: bool = False
    """Whether a new value takes the place of one of its form: a number of a number."""

    by_frame: bool = False
    """Whether a value that is told as a change takes the place of one that begins alike."""

    by_role: tuple[str, ...] = ()
    """Roles of which somebody has one at a time: a new boss takes the place of the old one."""

    rivals: tuple[frozenset[str], ...] = ()
    """Names of one kind, of which somebody uses one at a time: who switched to Linear left Jira."""

    kinds: tuple[tuple[frozenset[str], frozenset[str]], ...] = ()
    """Nouns for a kind of thing, and names of such things: a `car` is a Clio, and a Golf."""

    near: tuple[str, ...] = ()
    """Attributes under which an end that is told of this one may be known: a class, for a job."""

    moves: bool = False
    """Whether another date of the same value, even if no change is told, takes its place."""

    excepts: bool = False
    """Whether values that say what is not, as `no pork`, stand beside the one."""

    @property
    def is_single(self) -> bool:
        """Tell whether a new value takes the place of the one before."""
        return self.holds is Holds.ONE

    @property
    def is_of_people(self) -> bool:
        """Tell whether its values are many and called by names: a sister, who is `sister Eva`."""
        return self.partial and not self.is_single


@dataclass(frozen=True, slots=True)
class Registry:
    """The attributes that are described; `of` answers for every other one too."""

    version: int = 0
    attributes: Mapping[str, Attribute] = field(default_factory=dict)

    def of(self, name: str) -> Attribute:
        """Return the attribute of that name."""
        return self.attributes.get(name) or Attribute(name=name)

    def kinds(self) -> Mapping[str, tuple[str, ...]]:
        """Return the attributes that a common noun may mean, by the noun."""
        nouns = {noun for one in self.attributes.values() for noun in one.called}
        return {
            noun: tuple(name for name, one in self.attributes.items() if noun in one.called)
            for noun in sorted(nouns)
        }


EMPTY: Final = Registry()
"""The registry that knows no attribute: each holds many values."""


def registry_of(table: Mapping[str, object]) -> Registry:
    """Return the registry that a data file describes.

    Raises `ValueError` for a word it does not know.
    """
    version, described = table["version"], table["attributes"]
    if not isinstance(version, int) or not isinstance(described, Mapping):
        raise ValueError("a registry has a number `version` and a table `attributes`")
    return Registry(version, {name: _attribute(name, row) for name, row in described.items()})


def _attribute(name: str, row: Mapping[str, Any]) -> Attribute:
    unknown = set(row) - {"holds", "type", "kind", "partial", "opposite", "akin"}
    unknown -= {
        "by_form",
        "by_frame",
        "by_role",
        "excepts",
        "called",
        "moves",
        "rivals",
        "kinds",
        "near",
    }
    if unknown:
        raise ValueError(f"attribute {name!r}: unknown {', '.join(sorted(unknown))}")
    return Attribute(
        name=name,
        holds=Holds(row["holds"]),
        type=ClaimType(row["type"]),
        kind=row.get("kind", DEFAULT_KIND),
        partial=row.get("partial", False),
        opposite=row.get("opposite"),
        excepts=row.get("excepts", False),
        by_form=row.get("by_form", False),
        by_frame=row.get("by_frame", False),
        by_role=tuple(row.get("by_role", "").split()),
        moves=row.get("moves", False),
        rivals=tuple(names for _, names in _rows(row.get("rivals", ""))),
        kinds=tuple(
            one for one in _rows(f"{row.get('rivals', '')}\n{row.get('kinds', '')}") if one[0]
        ),
        near=tuple(row.get("near", row.get("akin", "") if row["holds"] == "many" else "").split()),
        akin=tuple(row.get("akin", "").split()),
        called=tuple(row.get("called", "").split()),
    )


def _rows(told: str) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Yield the nouns before a colon, if there are any, and the names of each line."""
    for line in filter(str.strip, told.splitlines()):
        nouns, colon, names = line.rpartition(": ")
        yield listed(nouns) if colon else frozenset(), listed(names)

"""Words for who people are to one another, as a language's data file states them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from retentive.rules.characters import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """What somebody is to another: `name` is the one word for it, whatever was said.

    `gender` is the pronoun that takes it up ("" if any may). `inverse` is what the other is in
    turn, `attribute` the claim that the mention makes about the owner. `bare`: it names somebody
    without an owner (`Mum called`). `each` is what one of a group is.
    """

    name: str
    gender: str = ""
    group: bool = False
    each: str = ""
    inverse: str = ""
    attribute: str = "relative"
    bare: bool = False

    @property
    def is_animal(self) -> bool:
        """Tell whether it names an animal."""
        return self.attribute == "pet"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class People:
    """The relation words of a language, and what else tells a person from a thing.

    There is one for a language: what is kept of a text is kept by it.
    """

    relations: Mapping[str, Relation] = field(default_factory=dict)
    """By every word of one or two parts, singular and plural."""
    words: frozenset[str] = frozenset()
    """Those ways; a set, which is compared with the words of a sentence faster."""
    firsts: frozenset[str] = frozenset()
    """The first parts of those that have two."""
    seconds: frozenset[str] = frozenset()
    animals: frozenset[str] = frozenset()
    between: frozenset[str] = frozenset()
    titles: frozenset[str] = frozenset()
    nobody: frozenset[str] = frozenset()
    things: frozenset[str] = frozenset()
    famous: frozenset[str] = frozenset()
    """Names of people whom everybody has heard of, and of stories: nobody's friends."""
    given: frozenset[str] = frozenset()
    """Other words that are given to people: `my sister April`."""
    small: frozenset[str] = frozenset()
    """Names that mean nothing else, and are known in lower case too."""
    trades: frozenset[str] = frozenset()
    """Words for what people do: behind an owner, and before a name, they are what ties them."""
    openings: frozenset[str] = frozenset()
    """Words in lower case with which somebody may begin to be spoken of."""

    def is_thing(self, low: str) -> bool:
        """Tell whether a word is a common noun, in the singular or the plural."""
        if low in self.things or not low.endswith("s"):
            return low in self.things
        if low.endswith("ies") and f"{low[:-3]}y" in self.things:
            return True
        hissing = low.endswith(("ses", "xes", "zes", "ches", "shes", "oes"))
        return low[:-1] in self.things or (hissing and low[:-2] in self.things)

    @classmethod
    def of(cls, table: Mapping[str, object], trades: str = "") -> Self:
        """Return the people words of a data file's content; unknown keys are not looked at.

        `trades` are words for what people do; those that may be a thing too are left out.
        """
        words = _mapping(table.get("words"))
        relations = _relations(_mapping(table.get("relations")))
        small = listed(str(words.get("small", "")))
        return cls(
            relations=relations,
            words=frozenset(relations),
            firsts=frozenset(word.split()[0] for word in relations if " " in word),
            animals=frozenset(word for word, one in relations.items() if one.is_animal),
            seconds=frozenset(word.split()[1] for word in relations if " " in word),
            between=listed(str(words.get("between", ""))),
            titles=listed(str(words.get("titles", ""))),
            nobody=listed(str(words.get("nobody", ""))),
            things=listed(str(words.get("things", ""))),
            famous=frozenset(one.replace("_", " ") for one in listed(str(words.get("famous", "")))),
            given=listed(str(words.get("given", ""))),
            small=small,
            trades=listed(trades) - listed(str(words.get("apparatus", ""))),
            openings=small | set(relations),
        )


NOBODY: Final = People()
"""A language without words for people."""


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _relations(table: Mapping[str, object]) -> dict[str, Relation]:
    found: dict[str, Relation] = {}
    for name, row in table.items():
        entry = _mapping(row)
        also = entry.get("also")
        relation = Relation(
            name=str(entry.get("same", name)),
            gender=str(entry.get("gender", "")),
            group=bool(entry.get("group", False)),
            each=str(entry.get("each", "")),
            inverse=str(entry.get("inverse", "")),
            attribute=str(entry.get("attribute", "relative")),
            bare=bool(entry.get("bare", False)),
        )
        plural = str(entry.get("plural", f"{name}s"))
        several = Relation(
            name=plural,
            gender=relation.gender,
            group=True,
            each=relation.name,
            inverse=relation.inverse,
            attribute=relation.attribute,
        )
        for word in (name, *(also if isinstance(also, list) else ())):
            found[str(word).casefold()] = relation
            if not relation.group:
                found.setdefault(f"{word}s".casefold(), several)
        if not relation.group:
            found[plural.casefold()] = several
    return found

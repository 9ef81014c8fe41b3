"""Names, relations and sentences of a text, without a memory (row C-25)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypedDict

from retentive.languages import table
from retentive.rules.entities import EntityWords, Mention, entities
from retentive.rules.relations import Link, RelationVerbs, relations
from retentive.rules.sentences import sentences

MIN_SENTENCE_LENGTH = 20
"""Characters that a sentence has to have to tell anything."""


class NamedEntity(TypedDict):
    """A name and what it names: person, organization, concept."""

    name: str
    type: str


@dataclass(frozen=True)
class RuleBasedExtractor:
    """Finds sentences, the names in them and what relates these, by their form alone.

    `entity_patterns` find more names, `relationship_verbs` (base forms, as `rely_on`) more
    relations. There is no limit to how much a text yields.
    """

    min_sentence_length: int = MIN_SENTENCE_LENGTH
    entity_patterns: tuple[str | re.Pattern[str], ...] = ()
    relationship_verbs: tuple[str, ...] = ()
    _patterns: tuple[re.Pattern[str], ...] = field(init=False, repr=False)
    _verbs: RelationVerbs = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Compile the patterns and inflect the verbs."""
        compiled = tuple(re.compile(one) for one in self.entity_patterns)
        verbs = RelationVerbs.of(_english()["relations"], self.relationship_verbs)
        object.__setattr__(self, "_patterns", compiled)
        object.__setattr__(self, "_verbs", verbs)

    def extract_entities(self, text: str) -> list[NamedEntity]:
        """Return each name in a text once, in the order in which they first stand there."""
        return [{"name": one.name, "type": one.type} for one in self._mentions(text)]

    def extract_relations(self, text: str) -> list[Link]:
        """Return what the sentences of a text say that one name has to do with the next."""
        known = frozenset(one.name for one in self._mentions(text))
        return [
            link
            for one in self.sentences(text)
            for link in relations(one, self._mentions(one, known), self._verbs)
        ]

    def sentences(self, text: str) -> list[str]:
        """Return the sentences that are long enough, each once, as they stand in a text."""
        whole = (text[span.start : span.end] for span in sentences(text))
        return list(_distinct(one for one in whole if len(one) >= self.min_sentence_length))

    def _mentions(self, text: str, known: frozenset[str] = frozenset()) -> tuple[Mention, ...]:
        return entities(text, _words(), self._patterns, known)


def extract_entities(text: str) -> list[NamedEntity]:
    """Return each name in a text once, with its type, by the default rules."""
    return RuleBasedExtractor().extract_entities(text)


def extract_relations(text: str) -> list[Link]:
    """Return the relations between names that a text states, by the default rules."""
    return RuleBasedExtractor().extract_relations(text)


def _distinct(said: Iterable[str]) -> Iterable[str]:
    """Return the texts without those that differ in case and white space alone."""
    found: dict[str, str] = {}
    for one in said:
        found.setdefault(" ".join(one.casefold().split()), one)
    return found.values()


@cache
def _english() -> dict[str, Any]:
    return dict(table("en/entities.toml"))


@cache
def _words() -> EntityWords:
    return EntityWords.of(_english()["entities"])

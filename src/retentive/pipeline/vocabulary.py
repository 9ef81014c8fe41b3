"""What the stages know of attributes and of a language's words, read once at first use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC
from functools import cache
from typing import TYPE_CHECKING, Any

from retentive.languages import table
from retentive.model.entry import Entry
from retentive.rules.attributes import Registry, registry_of
from retentive.rules.sameness import Calendar
from retentive.rules.time_phrases import TimeWords
from retentive.rules.zones import zone_of

if TYPE_CHECKING:
    from retentive.rules.reading.people import People


@cache
def registry() -> Registry:
    """Return what is known of attributes."""
    return registry_of(table("attributes.toml"))


@cache
def kinds() -> Mapping[str, Sequence[str]]:
    """Return the attributes that a common noun may mean."""
    return registry().kinds()


@cache
def time_words() -> TimeWords:
    """Return the words for times."""
    return TimeWords.of(table("en/times.toml"))


def calendar(entry: Entry | None = None) -> Calendar:
    """Return how the times are told apart that an entry tells; in UTC, if it is gone."""
    return Calendar(time_words(), UTC if entry is None else zone_of(entry))


@cache
def people() -> People:
    """Return the words for what people are to others; what reads is loaded for them."""
    from retentive.rules.reading.people import People

    classes = table("en/trades.toml")["classes"]
    return People.of(_people(), f"{classes['occupations']} {classes['trades']}")


@cache
def relations() -> Mapping[str, str]:
    """Return the relation that each word for one means; of plurals only those of groups."""
    rows = _people()["relations"].items()
    return {word: name for name, row in rows for word in (name, *row.get("also", ()))}


@cache
def _people() -> Mapping[str, Any]:
    return table("en/people.toml")

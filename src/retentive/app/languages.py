"""The languages that are understood without a model: read from their data files at first use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from retentive.languages import table
from retentive.pipeline.extract import PatternExtractor
from retentive.pipeline.vocabulary import people, registry, time_words

if TYPE_CHECKING:
    from retentive.rules.claims.language import Language

_DATA = "retentive.languages"
_NOT_OURS = frozenset({"times.toml", "people.toml", "entities.toml"})
"""Files of a language that are read by others."""


class RuleExtractor(PatternExtractor):
    """The default extractor: claims by the patterns of English, and what is stated besides.

    Its language is read when the first entry is; until then it costs nothing.
    """

    def __init__(self) -> None:
        super().__init__(english)


@cache
def english() -> Language:
    """Return what the rules know of English."""
    from retentive.rules.claims.language import language_of

    return language_of(pattern_tables(), people(), time_words(), registry())


def pattern_tables() -> Mapping[str, Mapping[str, Any]]:
    """Return the files of English with patterns and their words, by name."""
    names = sorted(one.name for one in files(_DATA).joinpath("en").iterdir())
    ours = [name for name in names if name.endswith(".toml") and name not in _NOT_OURS]
    return {name: table(f"en/{name}") for name in ours}

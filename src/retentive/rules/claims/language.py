"""What the rules know of one language, as frozen values; made once, when it is first needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from retentive.rules.attributes import Registry
from retentive.rules.claims.matching.compiling import book_of
from retentive.rules.claims.matching.lexicon import lexicon_of
from retentive.rules.claims.matching.matcher import Matcher
from retentive.rules.reading import People
from retentive.rules.time_phrases import TimeWords


@dataclass(frozen=True, slots=True)
class Language:
    """All that the rules need of a language to read an entry.

    `matcher` finds its patterns, `registry` says what the attributes of its claims hold, `people`
    and `times` are its words for people and for times.
    """

    matcher: Matcher
    registry: Registry
    people: People
    times: TimeWords


def language_of(
    tables: Mapping[str, Mapping[str, Any]],
    people: People,
    times: TimeWords,
    registry: Registry,
) -> Language:
    """Return the language of files with patterns, and of its words for people and for times.

    `tables` are the files with patterns, by name. Raises `ValueError` for a row that cannot be
    read, or a word class, kind or verb that two files define; it names the file.
    """
    lexicon = lexicon_of(tables)
    return Language(
        matcher=Matcher(book_of(tables, lexicon, registry.attributes), lexicon),
        registry=registry,
        people=people,
        times=times,
    )

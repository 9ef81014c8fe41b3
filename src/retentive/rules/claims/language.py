"""What the rules know of one language, as frozen values; made once, when it is first needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from retentive.rules.attributes import Registry
from retentive.rules.claims.compiling import book_of
from retentive.rules.claims.lexicon import lexicon_of
from retentive.rules.claims.matcher import Matcher
from retentive.rules.reading import People
from retentive.rules.time_phrases import TimeWords


@dataclass(frozen=True, slots=True)
class Language:
    """The patterns of a language, and the attributes that its claims can have."""

    matcher: Matcher
    registry: Registry
    people: People
    times: TimeWords


def language_of(
    tables: Sequence[Mapping[str, Any]],
    people: Mapping[str, Any],
    times: Mapping[str, Any],
    registry: Registry,
) -> Language:
    """Return the language that its files describe: patterns, words for people and for times.

    Raises `ValueError` for a pattern that cannot be read.
    """
    lexicon = lexicon_of(tables)
    return Language(
        matcher=Matcher(book_of(tables, lexicon), lexicon),
        registry=registry,
        people=People.of(people),
        times=TimeWords.of(times),
    )

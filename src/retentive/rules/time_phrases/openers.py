"""Which readers of phrases a word can open, so that a place tries only those."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from retentive.rules.characters import listed
from retentive.rules.time_phrases.tokens import FIGURE, scan

_NUMBERS: Final = ("numbers", "vague_numbers", "half", FIGURE)
_CLOCK: Final = ("clock", "numbers", "half", "half_past", "quarter_past", "quarter_to", FIGURE)
_BY_TABLE: Final[Mapping[str, tuple[str, ...]]] = {
    # times, nested and simple, in the order in which they are tried
    "section": ("sections",),
    "nth_of": ("ordinals", "the", FIGURE),
    "beside": ("weekend_of", "the", *_NUMBERS),
    "numeric": (FIGURE,),
    "this_time": ("this_time",),
    "relative_day": ("days",),
    "festival": ("this", "holidays", "the"),
    "following": ("of_earlier",),
    "this_or_next": ("this", "other", "units", "the"),
    "the_weekend": ("the",),
    "counted": ("in", *_NUMBERS),
    "month_day": ("months", "weekdays", "ordinals", "the", FIGURE),
    "bare_day": ("weekdays", "the", "ordinals", FIGURE),
    "weekday_of_named": ("weekdays", "the"),
    "bare_weekday": ("weekdays", "the"),
    "time_of_year": ("the", "seasons"),
    "quarter": ("the", "ordinals", "quarter_mark", FIGURE),
    "calendar_week": ("calendar_week", "the"),
    "decade": ("the", "decades", FIGURE),
    "whole_year": ("the", "year_mark", FIGURE),
    "of_named": ("then", "day_after", "day_before", "same", "the"),
    "era": ("eras",),
}
_PHRASES: Final[Mapping[str, tuple[str, ...]]] = {
    "age": ("age",),
    "habit": (
        "every",
        "weekdays",
        "on_the",
        "the",
        "ordinals",
        "plurals",
        "once",
        "recurring",
        *_NUMBERS,
    ),
    "length": (
        "forward",
        "another",
        "for",
        "in",
        "since_length",
        "numbers",
        "vague_numbers",
        "ordinals",
        "half",
        FIGURE,
    ),
    "related": ("relations", "between", "from_only", "hedge", "ever_since", *_CLOCK),
    "vague": ("vague",),
}
CLOCK: Final = "clock"
_BESIDE: Final = listed(
    """date_cue day_cue month_cue named_month_cue joins_names season_cue year_cue as_of weekend_cue
    on decade_cue cued_holidays holiday_cue then_cue since_only at at_only at_about yearly born is
    says possessive after_day lasting_state short_year surely_year"""
)
"""Tables of words that are looked for beside phrases and never stand in one."""
_SPELT: Final = listed("full whole more year q t s z").union("-–—/.,:'’@&+")
"""Words and signs inside phrases that the readers know themselves."""

Openers = Mapping[str, tuple[str, ...]]
"""Names of readers by the first word; `FIGURE` stands for any number in figures."""


def core_openers(data: Mapping[str, Any]) -> Openers:
    """Return which readers of a day or longer stretch a word opens, in order."""
    found = _inverted(data, _BY_TABLE)
    for hedge in _firsts(data, "hedge"):
        found.setdefault(hedge, ())
    return found


def phrase_openers(data: Mapping[str, Any]) -> Openers:
    """Return which kinds of phrases a word opens, in order."""
    tables = dict(_PHRASES)
    tables["related"] += tuple({name for names in _BY_TABLE.values() for name in names})
    found = _inverted(data, tables)
    for word in data["weekdays"]:
        plural = word + data["plural"]
        found[plural] = ("habit", *(name for name in found.get(plural, ()) if name != "habit"))
    return found


def article_openers(data: Mapping[str, Any]) -> frozenset[str]:
    """Return the words that may stand behind an article in a phrase."""
    articles = data["glue"]["the"]
    tables = [data[name] for name in data if name not in ("glue", "facing", "refuse")]
    tables += data["glue"].values()
    spelt = [scan(phrase) for table in tables if not isinstance(table, str) for phrase in table]
    seconds = {words[1].low for words in spelt if len(words) > 1 and words[0].low in articles}
    return frozenset(seconds.union(core_openers(data), data["seasons"], data["units"]))


def clock_openers(data: Mapping[str, Any]) -> frozenset[str]:
    """Return the words with which a clock time begins."""
    return frozenset(word for table in _CLOCK for word in _firsts(data, table))


def inner_words(data: Mapping[str, Any]) -> frozenset[str]:
    """Return every word and sign that can stand inside a phrase, but for figures."""
    tables = [data[name] for name in data if name not in ("glue", "facing", "refuse")]
    tables += [table for name, table in data["glue"].items() if name not in _BESIDE]
    spelt = [scan(phrase) for table in tables if not isinstance(table, str) for phrase in table]
    words = {token.low for phrase in spelt for token in phrase}
    words.update(word + data["plural"] for word in data["weekdays"])
    words.update(data["triggers"].split(), data["ordinal_endings"].split())
    return frozenset(words | _SPELT)


def _inverted(
    data: Mapping[str, Any], tables: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for reader, names in tables.items():
        for word in sorted({word for name in names for word in _firsts(data, name)}):
            found[word] = (*found.get(word, ()), reader)
    return found


def _firsts(data: Mapping[str, Any], table: str) -> Iterable[str]:
    if table == FIGURE:
        return (FIGURE,)
    phrases = data[table] if table in data else data["glue"][table]
    return (scan(phrase)[0].low for phrase in phrases)

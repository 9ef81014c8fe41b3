"""English words of time for tests of rules, read as the application reads them."""

from __future__ import annotations

from functools import cache

from retentive.languages import table
from retentive.rules.time_phrases import TimeWords


@cache
def english() -> TimeWords:
    return TimeWords.of(table("en/times.toml"))

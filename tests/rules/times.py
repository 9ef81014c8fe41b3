"""English words of time for tests of rules, read as the application reads them."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from retentive.rules.time_phrases import TimeWords


@cache
def english() -> TimeWords:
    source = files("retentive.languages").joinpath("en", "times.toml")
    return TimeWords.of(tomllib.loads(source.read_text(encoding="utf-8")))

"""Readers that read each place of a text once, though several others ask them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from retentive.rules.time_phrases.reading import Reading

T = TypeVar("T")


def once(reader: Callable[[Reading, int], T]) -> Callable[[Reading, int], T]:
    """Return a reader that keeps what it read; it may look at the tokens of a text alone."""

    def read(r: Reading, at: int) -> T:
        key = reader, at
        if key not in r.kept:
            r.kept[key] = reader(r, at)
        found: T = r.kept[key]
        return found

    return read

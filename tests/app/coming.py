"""A memory in the middle of 2026, and what one message yields there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

from retentive import Config, Fact, Memory
from retentive.testing.fakes import FrozenClock
from retentive.types import Extractor

LATE = datetime(2026, 3, 10, 2, tzinfo=UTC)


@contextmanager
def memory(extractor: Extractor | None = None) -> Iterator[Memory]:
    with Memory.open(
        "memory://",
        clock=FrozenClock(at=LATE + timedelta(days=90)),
        embedder=None,
        extractor=extractor,
        config=Config(background=False),
    ) as opened:
        yield opened


def known(opened: Memory, **said: object) -> list[Fact]:
    """Return the facts that one message yields."""
    handle = opened.scope(user="ana", session="s")
    handle.observe([{"role": "user", **said}])
    opened.flush()
    return list(handle.facts.list(valid_at="any"))

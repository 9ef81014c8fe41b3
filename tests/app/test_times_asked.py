"""What `valid_at` and `known_at` ask: when it held, and since when this memory knew it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from retentive import Config, Memory
from retentive.kernel.ambient import Ambient
from retentive.testing.fakes import CountingIds, FrozenClock, SeededChance

IMPORTED = datetime(2026, 9, 1, 10, tzinfo=UTC)
SAID = datetime(2026, 7, 1, 10, tzinfo=UTC)
EARLIER = datetime(2026, 5, 1, 10, tzinfo=UTC)


@pytest.fixture
def memory() -> Iterator[Memory]:
    clock = FrozenClock(IMPORTED)
    ambient = Ambient(clock=clock, ids=CountingIds(), chance=SeededChance())
    config = Config(background=False)
    with Memory.open("memory://", ambient=ambient, embedder=None, config=config) as opened:
        ana = opened.scope(user="ana", session="s")
        for text in ("I work at Acme.", "I have lived in Porto since June 2026."):
            ana.observe([{"role": "user", "content": text, "timestamp": SAID}])
        opened.flush()
        yield opened


def test_what_has_no_known_begin_held_before_it_was_said(memory: Memory) -> None:
    ana = memory.scope(user="ana")
    before = {fact.text for fact in ana.facts.list(valid_at=EARLIER).items}
    assert before == {"I work at Acme."}
    assert [hit.text for hit in ana.recall("Acme", valid_at=EARLIER)] == ["I work at Acme."]


def test_what_was_imported_is_known_since_its_import(memory: Memory) -> None:
    ana = memory.scope(user="ana")
    assert ana.facts.list(known_at=SAID + timedelta(days=1)).items == ()
    assert ana.recall("Acme", as_of=SAID + timedelta(days=1)) == []
    assert len(ana.facts.list(known_at=IMPORTED + timedelta(seconds=1)).items) == 2
    assert len(ana.facts.list(valid_at=SAID + timedelta(days=1)).items) == 2

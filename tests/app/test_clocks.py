"""Processes whose clocks differ, on one file."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from retentive import InvalidInput, Memory
from retentive.testing.fakes import FrozenClock

NOW = datetime(2026, 3, 9, 10, tzinfo=UTC)


class Nowhere(tzinfo):
    """A zone that does not know its offset."""

    def utcoffset(self, at: datetime | None) -> None:
        return None

    def dst(self, at: datetime | None) -> None:
        return None

    def tzname(self, at: datetime | None) -> str:
        return "nowhere"


def test_a_clock_that_is_ahead_hides_nothing_from_those_that_are_right(tmp_path: Path) -> None:
    place = tmp_path / "memory.db"
    with (
        Memory.open(place, embedder=None, clock=FrozenClock(NOW)) as right,
        Memory.open(place, embedder=None, clock=FrozenClock(NOW + timedelta(hours=1))) as ahead,
    ):
        ana = right.scope(user="ana")
        ana.remember("I live in Porto.")
        ahead.scope(user="ana").remember("I moved to Braga.")
        ahead.flush()
        assert [one.text for one in ana.facts.list()] == ["I moved to Braga."]
        ana.observe([{"role": "user", "content": "I moved to Faro."}])
        right.flush()
        assert [one.text for one in ana.recall("moved", min_score=0)] == ["I moved to Faro."]
        assert "Faro" in ana.context("Where does she live?").text
        assert [one.text for one in ana.facts.list(known_at=NOW)] == ["I live in Porto."]


def test_a_time_without_an_offset_is_refused_whatever_its_zone_says() -> None:
    with Memory.open("memory://", embedder=None) as memory:
        ana = memory.scope(user="ana")
        told = {
            "role": "user",
            "content": "I like figs.",
            "timestamp": NOW.replace(tzinfo=Nowhere()),
        }
        assert [one.index for one in ana.observe([told]).rejected] == [0]
        for host in ("localtime", "Factory"):
            with pytest.raises(InvalidInput, match="timezone"):
                ana.observe([told], timezone=host)

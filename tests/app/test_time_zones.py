"""In which zone relative dates are read."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from retentive.types import Precision
from tests.app.coming import LATE, memory


def day_of(said: dict[str, object], zone: str | None = None) -> tuple[datetime, datetime]:
    """Return when the event of a message took place."""
    with memory() as opened:
        handle = opened.scope(user="ana", session="s", timezone=zone)
        handle.observe([{"role": "user", "content": "I lost my wallet yesterday.", **said}])
        opened.flush()
        (found,) = [one.occurred for one in handle.facts.list(valid_at="any") if one.occurred]
    assert found.precision is Precision.DAY
    return found.start, found.end


@pytest.mark.req("A-23")
@pytest.mark.parametrize(
    ("said", "scope", "day", "zone"),
    [
        ({"timezone": "America/New_York"}, None, 8, "America/New_York"),
        ({}, "America/New_York", 8, "America/New_York"),
        ({}, None, 9, "UTC"),
        ({"timezone": "Asia/Tokyo"}, "America/New_York", 9, "Asia/Tokyo"),
    ],
)
def test_a_zone_anchors_what_yesterday_is(
    said: dict[str, object], scope: str | None, day: int, zone: str
) -> None:
    start = datetime(2026, 3, day, tzinfo=ZoneInfo(zone))
    found = day_of({"timestamp": LATE, **said}, scope)
    assert found == (start, start + timedelta(days=1))


@pytest.mark.req("A-23")
@pytest.mark.parametrize(
    ("timestamp", "offset"),
    [
        ("2026-03-09T21:00:00-05:00", timedelta(hours=-5)),
        (LATE.astimezone(timezone(timedelta(hours=-9, minutes=-30))), timedelta(hours=-9.5)),
        (LATE.astimezone(ZoneInfo("America/Bogota")), timedelta(hours=-5)),
    ],
)
def test_without_a_zone_the_offset_of_the_timestamp_does(
    timestamp: object, offset: timedelta
) -> None:
    start = datetime(2026, 3, 8, tzinfo=timezone(offset))
    assert day_of({"timestamp": timestamp}) == (start, start + timedelta(days=1))

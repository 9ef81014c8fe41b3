"""Times that callers write: what is read, and what is refused with its remedy."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from retentive.kernel.errors import InvalidInput, InvalidTime
from retentive.kernel.times import aware_utc
from retentive.rules.intake import read_time
from retentive.surfaces.cli import show
from retentive.surfaces.wire import instant

MOMENT = datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    "value", [1_700_000_000, 1_700_000_000.0, "2023-11-14T22:13:20Z", " 2023-11-14 22:13:20+00:00 "]
)
def test_a_number_is_unix_seconds_and_a_text_is_iso_8601(value: object) -> None:
    assert read_time(value, "timestamp", None) == MOMENT


@pytest.mark.parametrize("digits", ["1700000000", "1700000000.5", "-5", "20231114", "17121212112"])
def test_digits_as_text_are_refused_wherever_a_time_is_read(digits: str) -> None:
    with pytest.raises(InvalidInput, match="a number of Unix seconds"):
        read_time(digits, "timestamp", "UTC")
    with pytest.raises(InvalidTime, match="write it like"):
        instant(digits, "--as-of", "UTC")


@pytest.mark.parametrize("value", [1_700_000_000_000, float("nan"), True, "soon", [], object()])
def test_what_is_no_time_names_both_ways_to_write_one(value: object) -> None:
    with pytest.raises(InvalidInput, match=r"ISO 8601 .*not milliseconds") as caught:
        read_time(value, "timestamp", "UTC")
    assert caught.value.facts["field"] == "timestamp"


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"])
def test_a_time_beyond_the_calendar_in_utc_is_refused(text: str) -> None:
    with pytest.raises(InvalidTime, match="years 1 to 9999"):
        instant(text, "--as-of", None)
    with pytest.raises(InvalidTime, match="years 1 to 9999"):
        aware_utc(datetime.fromisoformat(text), "as_of")


def test_the_last_hour_of_the_calendar_can_be_shown_in_any_zone() -> None:
    last = datetime(9999, 12, 31, 23, 59, tzinfo=UTC)
    assert show.when(last, "Pacific/Kiritimati") == "9999-12-31 23:59 UTC"

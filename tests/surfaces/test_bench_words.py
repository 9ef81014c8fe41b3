"""When two values, subjects and dates are the same, to the scorer of extraction."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retentive.surfaces.bench.extraction_dates import dated
from retentive.surfaces.bench.extraction_found import of_candidate
from retentive.surfaces.bench.extraction_gold import Dates, Interval
from retentive.surfaces.bench.extraction_words import EXACT, NEAR, OTHER, about, likeness
from tests.surfaces.gold import GOLD, at, occurred
from tests.surfaces.gold import wanted as wanted_of


@pytest.mark.parametrize(
    ("ours", "wanted", "same"),
    [
        ("the harbour pilots", "harbour pilots", EXACT),
        ("eighty-one", "81", EXACT),
        ("18th November", "November 18", NEAR),
        ("two cats", "cats", NEAR),
        ("moving to Bern", "move to Bern", EXACT),
        ("brutalist car parks, risograph prints and rainy mondays", "rainy mondays", OTHER),
        ("Porto", "Portugal", OTHER),
        ("two", "two cats", OTHER),
        ("sister", "sister Rosa", NEAR),
        ("sound", "sound at a bar that burnt down", OTHER),
    ],
)
def test_values_are_compared_in_words(ours: str, wanted: str, same: int) -> None:
    assert likeness(ours, [wanted]) == same


@pytest.mark.parametrize(
    ("subject", "wanted", "same"),
    [
        ("user:ana", "user", True),
        ("user:ana", "Ana", True),
        ("name:Hank", "hank", True),
        ("person:rosa lima", "Rosa", True),
        ("person:user:ana/sister", "user's sister", True),
        ("person:name:Hank/dad", "Hank's father", True),
        ("person:yilmaz", "Mr. Yilmaz", True),
        ("person:user:ana/sister", "user", False),
        ("person:user:ana/sister", "user's brother", False),
        ("person:hank", "user", False),
        ("agent:assistant", "user", False),
    ],
)
def test_subjects_are_compared_by_name_or_relation(subject: str, wanted: str, same: bool) -> None:
    assert about(subject, [wanted], "ana") is same


@pytest.mark.parametrize(
    ("wanted", "found", "same"),
    [
        ("day", "day", True),
        ("day", "week", True),
        ("week", "day", True),
        ("year", "month", True),
    ],
)
def test_dates_are_compared_at_the_coarser_precision(wanted: str, found: str, same: bool) -> None:
    zone = GOLD[0].turns[0].said_at.tzinfo
    assert zone is not None
    spans = {
        "day": Interval(start="2026-03-06", end="2026-03-07", precision="day"),
        "week": Interval(start="2026-03-02", end="2026-03-09", precision="week"),
        "month": Interval(start="2026-03-01", end="2026-04-01", precision="month"),
        "year": Interval(start="2026-01-01", end="2027-01-01", precision="year"),
    }
    dates = Dates(zone=zone, occurred=spans[wanted])
    base = of_candidate(wanted_of(GOLD[0], GOLD[0].turns[0])[0])
    base = replace(base, occurred=None, valid_from=None, valid_until=None)
    assert dated(replace(base, occurred=occurred(spans[found], dates)), dates) is same
    assert dated(base, dates) is None
    assert dated(replace(base, valid_from=at("2026-03-06", dates)), dates) is False

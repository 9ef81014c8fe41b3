"""When two values, subjects and dates are the same, to the scorer of extraction."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC

import pytest

from retentive.surfaces.bench.extraction_dates import dated, elsewhere
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


_DAYS = Dates(zone=UTC, occurred=Interval(start="2026-05-08", end="2026-05-11", precision="day"))


@pytest.mark.parametrize(
    ("wanted", "found", "right"),
    [
        # `from September`, `by the end of March`, `by summer`: bounds told, an interval found
        (Dates(zone=UTC, valid_from="2026-09"), "2026-09-01/2026-10-01 month", True),
        (Dates(zone=UTC, valid_from="2026-09"), "2026-10-01/2026-11-01 month", False),
        (Dates(zone=UTC, valid_until="2026-03-31"), "2026-03-21/2026-04-01 month", True),
        (Dates(zone=UTC, valid_until="2026-06"), "2026-06-01/2026-09-01 season", True),
        (Dates(zone=UTC, valid_until="2026-06-05"), "2026-06-05/2026-06-06 day", True),
        (Dates(zone=UTC, valid_until="2026-06-05"), "2026-06-04/2026-06-05 day", False),
        (
            Dates(zone=UTC, valid_from="2026-05", valid_until="2026-08"),
            "2026-05-01/2026-09-01 month",
            True,
        ),
        (
            Dates(zone=UTC, valid_from="2026-05", valid_until="2026-09"),
            "2026-05-01/2026-09-01 month",
            False,
        ),
        # an interval told, bounds found
        (_DAYS, "2026-05-08/2026-05-11", True),
        (_DAYS, "2026-05-08/", True),
        (_DAYS, "2026-05-09/", False),
        (_DAYS, "/2026-05-10", False),
        (_DAYS, "/", False),
    ],
)
def test_what_is_planned_may_be_dated_in_either_place(
    wanted: Dates, found: str, right: bool
) -> None:
    base = of_candidate(wanted_of(GOLD[0], GOLD[0].turns[0])[0])
    start, _, rest = found.partition("/")
    end, _, precision = rest.partition(" ")
    if precision:
        span = occurred(Interval(start=start, end=end, precision=precision), wanted)
        one = replace(base, occurred=span, valid_from=None, valid_until=None)
    else:
        begins, ends = (at(day, wanted) if day else None for day in (start, end))
        one = replace(base, occurred=None, valid_from=begins, valid_until=ends)
    assert elsewhere(one, wanted) is right

"""When what is claimed holds or happened: times told beside it, before it and behind it."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import found

# What was said, then the claims with their times: `value FROM..UNTIL`, said on 2026-03-09.
TOLD = [
    ("It rained, and last Thursday I bought a rug", ["rug 2026-03-05..2026-03-06"]),
    ("I sold it, and since December I've been a nurse", ["nurse 2025-12-01.."]),
    ("Since May I've been vegan", ["vegan 2025-05-01.."]),
    ("Rafael has been my colleague since January", ["colleague Rafael 2026-01-01.."]),
    ("My colleague Rafael likes tea", ["colleague Rafael", "tea"]),
    ("From now on I live in Hull", ["Hull 2026-03-09.."]),
    ("I was a nurse until I moved in 2019", ["nurse ..2020-01-01"]),
    ("On the 25th I'm going to Lima for five days", ["going to Lima 2026-03-25..2026-03-30"]),
    ("We're flying to Rome on 3 May, back on the 10th", ["flying to Rome 2026-05-03..2026-05-11"]),
    ("We fly to Rome on 3 May and return on the 10th", ["fly to Rome 2026-05-03..2026-05-11"]),
]


@pytest.mark.parametrize(("text", "expected"), TOLD, ids=[text for text, _ in TOLD])
def test_a_claim_has_the_time_told_with_it(text: str, expected: list[str]) -> None:
    told = []
    for one in found(text):
        if one.claim is not None:
            start = one.occurred.start if one.occurred else one.valid_from
            end = one.occurred.end if one.occurred else one.valid_until
            days = f"{start.date() if start else ''}..{end.date() if end else ''}"
            told.append(f"{one.claim.value} {days}".removesuffix(" .."))
    assert told == expected

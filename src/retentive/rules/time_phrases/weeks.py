"""Weeks of the year by their number: "KW 32", "calendar week 7 of 2025"."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from retentive.rules.time_phrases.days import with_year
from retentive.rules.time_phrases.reading import Hit, Reading
from retentive.rules.time_phrases.stretch import choose, midnight, period

_LAST_DAYS: Final = 28
"""A day of December that always lies in the last week of its year."""


def calendar_week(r: Reading, at: int) -> Hit | None:
    """Return "KW 32", "calendar week 7 of 2025": the week of the year with that number."""
    start = r.skip("calendar_week", r.past("the", at))
    nth = None if start is None else r.number(start, 53)
    if nth is None or start is None:
        return None
    dated = with_year(r, start + 1)
    years = [r.now.year + on for on in (-1, 0, 1)] if dated is None else [dated[0]]
    among = [
        period("week", datetime.fromisocalendar(one, nth, 1)) for one in years if _has(one, nth)
    ]
    chosen = choose(among, r.facing(at), midnight(r.now))
    return None if chosen is None else Hit(chosen, start + 1 if dated is None else dated[1])


def _has(year: int, week: int) -> bool:
    return 1 <= week <= date(year, 12, _LAST_DAYS).isocalendar().week

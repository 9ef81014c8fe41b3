"""Dates in figures alone: "2025-03-04", "3/4/2025", "4.5.2025", "2025-03"."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from retentive.model.record import Precision
from retentive.rules.time_phrases.reading import Hit, Reading
from retentive.rules.time_phrases.stretch import Stretch, choose, day_in, days, midnight, period

_SIGNS = ("-", "/", ".")


def numeric(r: Reading, at: int) -> Hit | None:
    """Return a date in figures; 3/4/2025 as the zone writes it, or not where both are usual."""
    first, sign = r.low(at), r.low(at + 1)
    if r.number(at) is None or sign not in _SIGNS or not r.joined(at + 1) or not r.joined(at + 2):
        return None
    if r.joined(at) and r.low(at - 1) not in ("(", '"', "'", ",", "[", "–", "—"):
        return None
    if len(first) == 4:
        return _year_first(r, at, sign)
    third = r.low(at + 3) == sign and r.joined(at + 3) and r.joined(at + 4)
    if len(first) > 2 or len(r.low(at + 2)) > 2 or r.number(at + 2, 31) is None:
        return None
    if not third:
        return _without_year(r, at) if sign == "/" else None
    written = r.number(at + 4)
    if written is None or len(r.low(at + 4)) not in (2, 4) or _goes_on(r, at + 5):
        return None
    year = written if len(r.low(at + 4)) == 4 else written + 2000
    order = _order(r, at, dots=sign == ".")
    day = None if order is None else day_in(year, *order)
    return None if day is None else Hit(days(day), at + 5)


def _year_first(r: Reading, at: int, sign: str) -> Hit | None:
    year, month = r.number(at), r.number(at + 2, 12)
    if year is None or month is None or len(r.low(at + 2)) != 2 or not 1000 <= year <= 2199:
        return None
    if r.low(at + 3) == sign and r.joined(at + 3) and r.joined(at + 4):
        figure = r.number(at + 4, 31)
        day = None if figure is None else day_in(year, month, figure)
        return None if day is None or _goes_on(r, at + 5) else _with_time(r, Hit(days(day), at + 5))
    first = day_in(year, month, 1)
    if first is None or sign != "-" or _goes_on(r, at + 3):
        return None
    return Hit(period("month", first), at + 3)


def _with_time(r: Reading, day: Hit) -> Hit:
    """Return an ISO date with the time that follows a T, in the zone of its mark or of the text."""
    at = day.next
    if r.low(at) != "t" or not r.joined(at) or not r.joined(at + 1):
        return day
    hour, minute = r.number(at + 1, 23), r.number(at + 3, 59)
    if hour is None or minute is None or r.low(at + 2) != ":":
        return day
    after = at + 4
    if r.low(after) == ":" and r.number(after + 1, 59) is not None:
        after += 2
    start = day.stretch.start + timedelta(hours=hour, minutes=minute)
    if r.low(after) in ("z", "+", "-") and r.joined(after):
        return day  # of another zone: the day is what can be said without it
    return Hit(Stretch(start, start + timedelta(minutes=1), Precision.MINUTE), after)


def _goes_on(r: Reading, at: int) -> bool:
    """Tell whether figures or signs follow at once, as in versions and telephone numbers."""
    if not r.joined(at):
        return False
    return r.low(at)[0].isdigit() or (r.low(at) in "-/.%" and r.joined(at + 1))


def _order(r: Reading, at: int, *, dots: bool) -> tuple[int, int] | None:
    """Return month and day of two figures, None where they can be read both ways."""
    first, second = r.number(at, 31), r.number(at + 2, 31)
    if first is None or second is None:
        return None
    if dots or first > 12 or first == second:
        return second, first
    if second > 12:
        return first, second
    if r.month_first is None:
        return None
    return (first, second) if r.month_first else (second, first)


_ALWAYS: Final = ("24", "7")


def _without_year(r: Reading, at: int) -> Hit | None:
    """Return "on 3/4" where the zone tells which is the month."""
    if _goes_on(r, at + 3):
        return None
    order = _order(r, at, dots=False)
    cued = r.preceded("date_cue", at) or r.preceded("says", at)
    ranged = r.skip("to", at + 3) is not None or r.preceded("to", at)
    if not (cued or ranged) or (r.low(at), r.low(at + 2)) == _ALWAYS:
        return None
    if order is None or r.low(at + 3) in r.words.refuse.after_number or r.skip("of", at + 3):
        return None
    among = [days(day) for on in (-1, 0, 1) if (day := day_in(r.now.year + on, *order)) is not None]
    chosen = choose(among, r.facing(at), midnight(r.now))
    return None if chosen is None else Hit(chosen, at + 3, "year")

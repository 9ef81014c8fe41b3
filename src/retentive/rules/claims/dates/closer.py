"""When something is by what tells it more closely: `a scan next week. It's on Friday`.

And since when pets and children are there, by the day on which they came or were born.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.record import Occurred, Precision
from retentive.rules.claims.dates.dating import WAYS, Times
from retentive.rules.claims.dates.lasting import tells_only_when
from retentive.rules.reading import Clause

_WEEK: Final = timedelta(days=7)
_COARSE: Final = (Precision.WEEK, Precision.MONTH, Precision.SEASON, Precision.YEAR)
_CLOSE: Final = (Precision.DAY, Precision.MINUTE)
_BROUGHT: Final = "adopted"
_NEWBORN: Final = timedelta(days=730)
"""How long ago somebody was born, at most, with whom others came to be akin."""


def on_the_day(one: Candidate, clause: Clause, times: Times, telling: frozenset[str]) -> Candidate:
    """Return what is in a week, a month or a year on the day that the clause behind it tells."""
    known = one.occurred
    if known is None or known.precision not in _COARSE:
        return one
    if not times.within(clause.span):
        return one
    of_ways = one.claim is not None and one.claim.attribute in WAYS
    if not tells_only_when(clause, times, telling, of_ways=of_ways):
        return one
    (day,) = times.dates(clause.span)
    if day.start is None or day.end is None or day.precision not in _CLOSE:
        return one
    start, end = day.start, day.end
    if known.precision is Precision.WEEK and start < known.start:  # a weekday is of that week
        ahead = -((start - known.start) // _WEEK) * _WEEK
        start, end = start + ahead, end + ahead
    if not known.start <= start < known.end:
        return one
    return replace(one, occurred=Occurred(start=start, end=end, precision=day.precision))


def come(one: Candidate, told: Sequence[Candidate], times: Times) -> Candidate:
    """Return a pet with the day it came, a child with that of its birth.

    `We adopted two kittens on Saturday, Mate and Cocido`; `my niece Zoe was born on Monday`.
    """
    claim = one.claim
    if claim is None or claim.attribute not in ("pet", "relative"):
        return one
    if one.valid_from or one.valid_until:
        return one
    adopted = [each for each in told if each.claim and _BROUGHT in each.claim.value]
    name = claim.value.rpartition(" ")[2]
    if claim.attribute == "relative":
        adopted = [each for each in adopted if each.claim and name in each.claim.value.split()]
    if claim.attribute == "pet" or adopted:
        came = [each.occurred for each in adopted]
    else:
        born = [each for each in told if each.claim and each.claim.attribute == "birthday"]
        born = [each for each in born if "born" in each.quote.casefold()]
        own = any(each.subject == one.subject for each in born)
        own = own or any(each.claim and each.claim.attribute == "age" for each in told)  # `is 39`
        came = [] if own else [each.occurred for each in born if each.occurred]
        came = [each for each in came if each and times.said_at - each.start < _NEWBORN]
    return next((replace(one, valid_from=each.start) for each in came if each), one)

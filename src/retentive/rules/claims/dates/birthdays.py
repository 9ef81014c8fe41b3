"""Claims whose value is the day that is told: `her birthday is on Monday`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from retentive.model.record import Precision
from retentive.rules.claims.dates.dating import Times
from retentive.rules.claims.matching.patterns import THE_DAY
from retentive.rules.claims.matching.verbs import Tense
from retentive.rules.claims.saying import Said
from retentive.rules.reading import Clause
from retentive.rules.time_phrases import Role, TimePhrase


def on_days(found: Iterable[Said], clause: Clause, times: Times) -> Iterator[Said]:
    """Yield what is said, with the day that is told where that is the value: `turned 5 on Monday`.

    Without such a day nothing is said by it, nor if a day behind is told of what is to come. It
    takes no words from other values.
    """
    every = list(found)
    named = {one.attribute for one in every if one.value != THE_DAY}
    for one in every:
        if one.value != THE_DAY:
            yield one
        elif one.attribute in named:
            continue  # `her birthday is 4 May, two days before mine`
        elif day := _day(one, times.within(clause.span), times.said_at):
            told = f"{day.day} {times.words.months.longest(day.month).title()}"
            end = (one.match.end, one.match.end)
            yield replace(one, value=told, words=end, item=end)


_DAYS: Final = (Precision.DAY, Precision.HOUR, Precision.MINUTE)
"""How exact a time is that tells a day: `on Friday at noon`."""


def _day(one: Said, phrases: Sequence[TimePhrase], said_at: datetime) -> datetime | None:
    days = [each.start for each in phrases if each.precision in _DAYS and each.start]
    days += [each.around for each in phrases if each.role is Role.RECURRING and each.around]
    comes = one.match.tense in (Tense.PRESENT, Tense.FUTURE)
    if not days or (comes and days[0].date() < said_at.astimezone(days[0].tzinfo).date()):
        return None
    return days[0]

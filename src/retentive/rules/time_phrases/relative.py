"""Times counted from now or from a time named before: "last week", "a day later"."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from retentive.model.record import Precision
from retentive.rules.time_phrases.anaphora import from_named
from retentive.rules.time_phrases.counts import Amount, amount, number, told_in
from retentive.rules.time_phrases.reading import Hit, Reading
from retentive.rules.time_phrases.seasons import seasons_ago
from retentive.rules.time_phrases.stretch import (
    Facing,
    Stretch,
    choose,
    days,
    midnight,
    months_on,
    period,
    precision_of,
    season,
    units_on,
)
from retentive.rules.time_phrases.weekdays import last_weekday, next_weekday

_CLOCK_UNITS = {"second": 1, "minute": 60, "hour": 3600}


def relative_day(r: Reading, at: int) -> Hit | None:
    """Return "today", "the day before yesterday", "last night"."""
    found = r.words.days.match(r.tokens, at)
    if found is None:
        return None
    on, after = found
    stretch = days(midnight(r.now) + timedelta(days=on))
    weekly = r.skip("week_after", after)
    if weekly is not None and on >= 0:  # "tomorrow week"
        return Hit(days(stretch.start + timedelta(days=7)), weekly)
    parts = (r.words.parts.match(r.tokens, place) for place in range(at, after))
    return Hit(stretch, after, part=next((part[0] for part in parts if part is not None), ""))


def this_or_next(r: Reading, at: int) -> Hit | None:
    """Return "this week", "next Friday", "last summer", "the year after next"."""
    other = r.skip("other", at)
    if other is not None:
        return _the_other(r, other)
    before_last = _before_last(r, at)
    if before_last is not None:
        return before_last
    found = r.words.this.match(r.tokens, at)
    if found is None:
        return None
    on, after = found
    return (
        _weekday_on(r, at, on, after)
        or _unit_on(r, on, after)
        or _month_on(r, at, on, after)
        or _season_on(r, at, on, after)
    )


def _unit_on(r: Reading, on: int, after: int) -> Hit | None:
    part = r.words.parts.match(r.tokens, after)
    if part is not None and on <= 0:
        return Hit(days(midnight(r.now) + timedelta(days=on)), part[1], part=part[0])
    unit = r.words.units.match(r.tokens, after)
    if unit is None or unit[0] in _CLOCK_UNITS or unit[0] == "day":
        return None
    if r.tokens[unit[1] - 1].low.endswith("s"):
        return None
    gone = r.skip("gone", unit[1]) if on == 0 else None
    if gone is not None:  # "this weekend just gone"
        return Hit(period(unit[0], r.now, -1), gone)
    return Hit(period(unit[0], r.now, on), unit[1])


def _weekday_on(r: Reading, at: int, on: int, after: int) -> Hit | None:
    named = r.words.weekdays.match(r.tokens, after)
    if named is None:
        return None
    today = midnight(r.now)
    week = period("week", r.now)
    coming = r.skip("coming", at)
    if on < 0:
        day = today - timedelta(days=(today.weekday() - named[0] - 1) % 7 + 1)
    elif coming is not None:
        day = today + timedelta(days=(named[0] - today.weekday() - 1) % 7 + 1)
    else:
        day = week.start + timedelta(days=named[0] + 7 * on)
        if on == 0 and day < today and r.facing(at) is not Facing.PAST:
            day += timedelta(days=7)  # "this Thursday", said on a Sunday
    after_next = r.skip("after_next", named[1])
    if after_next is None and on >= 0:
        after_next = r.skip("week_after", named[1])  # "coming Thursday week"
    return Hit(days(day if after_next is None else day + timedelta(days=7)), after_next or named[1])


def _month_on(r: Reading, at: int, on: int, after: int) -> Hit | None:
    named = r.words.months.match(r.tokens, after)
    if named is None:
        return None
    january = r.now.replace(month=1, day=1)
    among = [period("month", months_on(january, 12 * n + named[0] - 1)) for n in (-1, 0, 1)]
    if on == 0:
        return Hit(among[1], named[1])
    if r.skip("coming", at) is not None:
        return Hit(next(one for one in among if one.start > r.now), named[1])
    if on > 0:
        return Hit(among[2], named[1])
    behind = [one for one in among if one.end <= period("month", r.now).start]
    return Hit(behind[-1], named[1])


def _season_on(r: Reading, at: int, on: int, after: int) -> Hit | None:
    named = r.words.seasons.match(r.tokens, after)
    if named is None or (r.low(after) == "spring" and r.low(named[1]) == "chicken"):
        return None
    among = [season(named[0], r.now.year + n, r.south) for n in (-2, -1, 0, 1, 2)]
    if on == 0:
        facing = r.facing(at)
        within = [
            one for one in among if one.start.year == r.now.year or one.end > r.now >= one.start
        ]
        chosen = choose(within, facing, r.now) or choose(among, facing, r.now)
    elif r.skip("coming", at) is not None:
        chosen = next(one for one in among if one.start > r.now)
    elif on > 0:
        chosen = next(one for one in among if one.start.year > r.now.year)
    else:
        chosen = [one for one in among if one.end <= r.now][-1]
    return None if chosen is None else Hit(chosen, named[1])


def the_weekend(r: Reading, at: int) -> Hit | None:
    """Return the last or the coming weekend, where a word before says that it is a date."""
    start = r.skip("the", at)
    unit = None if start is None else r.words.units.match(r.tokens, start)
    if unit is None or unit[0] != "weekend" or not r.preceded("weekend_cue", at):
        return None
    among = [period("weekend", r.now, on) for on in (-1, 0, 1)]
    chosen = choose(among, r.facing(at), r.now)
    return None if chosen is None or r.low(unit[1] - 1).endswith("s") else Hit(chosen, unit[1])


def _before_last(r: Reading, at: int) -> Hit | None:
    """Return "the week before last", "the month after next"."""
    start = r.past("the", at)
    unit = r.words.units.match(r.tokens, start)
    if unit is None or unit[0] in _CLOCK_UNITS:
        return None
    before = r.skip("before_last", unit[1])
    if before is not None:
        return Hit(period(unit[0], r.now, -2), before)
    after = r.skip("after_next", unit[1])
    return None if after is None else Hit(period(unit[0], r.now, 2), after)


def _the_other(r: Reading, after: int) -> Hit | None:
    named = r.words.weekdays.match(r.tokens, after)
    if named is not None:
        return Hit(last_weekday(r.now, named[0]), named[1])
    unit = r.words.units.match(r.tokens, after)
    if unit is None or unit[1] != after + 1:
        return None
    today = midnight(r.now)
    if unit[0] == "day":
        return Hit(Stretch(today - timedelta(days=7), today, Precision.WEEK), unit[1])
    if unit[0] in ("week", "weekend", "month"):
        return Hit(period(unit[0], r.now, -2), unit[1])
    return None


def counted(r: Reading, at: int) -> Hit | None:
    """Return "two weeks ago", "three days from now", "a week later", "in 3 to 5 days"."""
    within = r.skip("in", at)
    if within is not None:
        told = amount(r, within)
        if told is not None and r.skip("ago", told.next) is not None:
            return None  # "handed it in an hour ago"
        if told is None or r.lacking(at) or r.skip("old", told.next) or _idle(r, within, told):
            return None
        if told.unit == "weekend" and told.low == told.high == 1:
            return None  # "enrolled in a weekend course"
        if r.skip("before", told.next) is not None or r.skip("after", told.next) is not None:
            return None
        after = r.skip("time", told.next) or told.next
        return _hit(shifted(r, told, 1), after)
    told = amount(r, at)
    if told is None:
        return _weekdays_away(r, at)
    ago = r.skip("ago", r.past("or_so", told.next))
    if ago is not None:
        exact = r.words.days.match(r.tokens, ago)  # "a year ago today"
        if exact is not None and told.unit not in _CLOCK_UNITS:
            day = midnight(r.now) + timedelta(days=exact[0])
            return Hit(days(units_on(day, told.unit, -told.low)), exact[1])
        return _ago_in(r, told, ago) or _hit(shifted(r, told, -1), ago)
    hence = r.skip("from_now", told.next)
    if hence is not None:
        return _hit(shifted(r, told, 1), hence)
    return _weeks_on(r, told) or from_named(r, told)


def _ago_in(r: Reading, told: Amount, at: int) -> Hit | None:
    """Return the week or month that lies so far behind another: "two years ago this week"."""
    which = r.words.this.match(r.tokens, at)
    unit = None if which is None else r.words.units.match(r.tokens, which[1])
    if which is None or unit is None or unit[0] not in ("week", "month"):
        return None
    day = units_on(midnight(r.now), told.unit, -told.low)
    return Hit(period(unit[0], day, which[0]), unit[1])


def _weekdays_away(r: Reading, at: int) -> Hit | None:
    """Return "two Fridays ago", "three Mondays from now"."""
    told = number(r, at)
    if told is None:
        return None
    named = r.words.weekday_plurals.match(r.tokens, told[1])
    named = named or r.words.weekdays.match(r.tokens, told[1])
    if told[0] < 1:
        return None
    if named is None:
        return seasons_ago(r, told)
    ago = r.skip("ago", named[1])
    if ago is not None:
        return Hit(last_weekday(r.now, named[0], told[0]), ago)
    hence = r.skip("from_now", named[1])
    return None if hence is None else Hit(next_weekday(r.now, named[0], told[0]), hence)


def this_time(r: Reading, at: int) -> Hit | None:
    """Return "this time last year", "the same time next week"."""
    told = r.skip("this_time", at)
    which = None if told is None else r.words.this.match(r.tokens, told)
    unit = None if which is None else r.words.units.match(r.tokens, which[1])
    if which is None or unit is None or unit[0] not in ("week", "month", "year"):
        return None
    day = units_on(midnight(r.now), unit[0], which[0])
    return Hit(days(day) if unit[0] == "week" else period("month", day), unit[1])


def _weeks_on(r: Reading, told: Amount) -> Hit | None:
    """Return "a week today", "two weeks tomorrow", "a week on Friday"."""
    if told.unit not in ("week", "fortnight"):
        return None
    day = r.words.days.match(r.tokens, told.next)
    if day is not None and day[0] >= 0:
        base = midnight(r.now) + timedelta(days=day[0])
        return Hit(days(units_on(base, told.unit, told.low)), day[1])
    which = r.words.this.match(r.tokens, told.next)
    past = None if which is None or which[0] >= 0 else r.words.weekdays.match(r.tokens, which[1])
    if past is not None:  # "a week last Tuesday"
        base = last_weekday(r.now, past[0]).start
        return Hit(days(units_on(base, told.unit, -told.low)), past[1])
    named = r.words.weekdays.match(r.tokens, told.next + 1) if r.skip("on_day", told.next) else None
    if named is None:
        return None
    base = next_weekday(r.now, named[0]).start
    return Hit(days(units_on(base, told.unit, told.low)), named[1])


def _idle(r: Reading, at: int, told: Amount) -> bool:
    """Tell whether an amount is a manner of speaking: "in a minute", "in a second"."""
    return told.low == told.high == 1 and told.unit in ("second", "minute") and r.number(at) is None


def shifted(r: Reading, told: Amount, sign: int) -> Stretch | None:
    """Return the unit that lies an amount before or behind now, as exactly as it is told."""
    near, far = sorted((sign * told.low, sign * told.high))
    if told.unit in _CLOCK_UNITS:
        return Stretch(
            _elapsed(r, told.unit, near),
            _elapsed(r, told.unit, far) + timedelta(minutes=1),
            Precision.MINUTE,
        )
    unit = told_in(told)
    if told.unit == "weekend":
        return period("weekend", r.now, int(near))
    day, far_day = (units_on(midnight(r.now), told.unit, count) for count in (near, far))
    around = day if unit in _COUNTED_TO and near == far else None
    return Stretch(period(unit, day).start, period(unit, far_day).end, precision_of(unit), around)


_COUNTED_TO: Final = frozenset({"week", "month", "year"})
"""Units of which the day counted to tells more than the period about it."""


def _elapsed(r: Reading, unit: str, count: float) -> datetime:
    """Return the local minute so much elapsed time away, whatever the clocks do between."""
    then = r.anchor.astimezone(UTC) + timedelta(seconds=_CLOCK_UNITS[unit] * count)
    local = then.astimezone(r.anchor.tzinfo).replace(tzinfo=None)
    return local.replace(second=0, microsecond=0)


def _hit(stretch: Stretch | None, after: int) -> Hit | None:
    return None if stretch is None else Hit(stretch, after)

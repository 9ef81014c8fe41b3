"""Lengths, habits and ages: "for three years", "every Tuesday", "when I was 12"."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from retentive.model.record import Precision
from retentive.rules.time_phrases.clock import clock
from retentive.rules.time_phrases.counts import Amount, amount, number, ordinal, told_in
from retentive.rules.time_phrases.days import month_day
from retentive.rules.time_phrases.moments import joined_part, past_join
from retentive.rules.time_phrases.phrase import Role
from retentive.rules.time_phrases.reading import Hit, Reading
from retentive.rules.time_phrases.relative import shifted
from retentive.rules.time_phrases.stretch import Facing, precision_of, units_on

_CLOCK_UNITS = {"second": 1, "minute": 60, "hour": 3600}


_STOPS = frozenset(",;.!?:-–—()\n") | {"", "and", "but", "so"}


class Found(NamedTuple):
    """A phrase read: its role, its ends in local time as far as it has them, the place behind."""

    role: Role
    start: datetime | None
    end: datetime | None
    precision: Precision | None
    next: int
    around: datetime | None = None
    extent: tuple[float, str] | None = None


def undated(role: Role, after: int) -> Found:
    """Return a phrase that is about time and names none."""
    return Found(role, None, None, None, after)


def length(r: Reading, at: int) -> Found | None:
    """Return a length that ends or begins now: "for three years", "for the next two weeks"."""
    told = _coming(r, at)
    if told is not None:
        return _ahead(r, told, told.next)
    cue = r.skip("since_length", at)
    if cue is None:
        cue = r.skip("in", at) if r.lacking(at) else r.skip("for", at)
    elif amount(r, cue) is None:
        return None
    told = amount(r, cue) if cue is not None else _opening(r, at)
    if told is None:
        return _nth_year(r, at) or _long_since(r, at)
    if r.skip("old", told.next) is not None or r.skip("ago", told.next) is not None:
        return None
    beyond = r.skip("after", told.next)
    if beyond is not None and r.words.days.match(r.tokens, beyond) is not None:
        return None  # "a week from tomorrow"
    lately = r.skip("lately", at) is not None
    if lately and r.skip("of", told.next) is not None:
        return None  # "the last three days of May"
    now = r.skip("now", told.next)
    if cue is None and now is None and not (_is_bare(r, at, told) or _sentence_opens(r, at)):
        return None
    nearing = r.skip("nearing", at) is not None
    running = now is not None or lately or nearing or (cue is None and _is_state(r, at, told))
    return _by_tense(r, at, told, now or told.next, running)


def _long_since(r: Reading, at: int) -> Found | None:
    """Return when it was what "it's been a month since I quit" tells."""
    it_is = r.low(at - 2) == "it" and r.low(at - 1) in ("is", "'s")
    told = amount(r, at) if it_is or r.lasting(at) else None
    if told is None or r.skip("since_only", told.next) is None:
        return None
    stretch = shifted(r, told, -1)
    return None if stretch is None else of_hit(Role.AT, Hit(stretch, told.next))


def _coming(r: Reading, at: int) -> Amount | None:
    """Return the amount of "for the next two weeks", "another month"."""
    another = r.skip("another", at)
    if another is not None:
        unit = r.words.units.match(r.tokens, another)
        return amount(r, another) if unit is None else Amount(1, 1, unit[0], unit[1])
    forward = r.skip("forward", at)
    return None if forward is None else amount(r, forward)


def _opening(r: Reading, at: int) -> Amount | None:
    """Return a length without a word before it, where it opens a sentence or "now" follows."""
    told = amount(r, at)
    if told is None or told.unit in _CLOCK_UNITS:
        return None
    per = r.skip("per", told.next)
    if per is not None and r.words.units.match(r.tokens, per) is not None:
        return None  # "three days a week"
    follows = r.skip("now", told.next) or r.skip("length_in", told.next)
    return told if follows or _is_bare(r, at, told) else None


def _is_bare(r: Reading, at: int, told: Amount) -> bool:
    """Tell whether a length needs no word before it: "been a nurse 20 years", "six weeks sober"."""
    before, words, facing = r.low(at - 1), r.words, r.words.facing
    if any(r.skip(glue, told.next) is not None for glue in ("later", "earlier", "before", "after")):
        return False
    if not r.preceded("hedge", at) and (
        any(before in book for book in (words.relations.firsts, words.this.firsts))
        or any(r.preceded(glue, at) for glue in ("of", "the", "every", "another"))
        or any(before in some for some in (facing.granting, facing.had, facing.perfect))
        or r.number(at - 1) is not None
    ):
        return False
    if _is_state(r, at, told):
        return True
    ends = r.low(told.next) in _STOPS or r.words.opens_core.get(r.low(told.next)) is not None
    return before.isalpha() and ends and r.lasting(at - 1)


def _is_state(r: Reading, at: int, told: Amount) -> bool:
    """Tell whether a length stands beside a state that goes on: "six weeks sober"."""
    return r.skip("lasting_state", told.next) is not None or r.preceded("lasting_state", at)


def _sentence_opens(r: Reading, at: int) -> bool:
    return at == 0 or r.low(at - 1) in ".!?;,\n"


def _by_tense(r: Reading, at: int, told: Amount, after: int, running: bool) -> Found:
    since = r.skip("since_length", at) is not None
    if running or since or r.lasting(at):
        return _behind(r, told, after)
    sense = r.sense(at)
    if told.unit in _CLOCK_UNITS:
        return undated(Role.FOR, after)
    if sense is Facing.PAST:  # over, or a habit: how long, not when
        return undated(Role.FOR, after)._replace(extent=(told.high, told.unit))
    short = told.unit not in ("year", "decade")
    if sense is Facing.FUTURE or (sense is Facing.PRESENT and short):
        return _ahead(r, told, after)
    return _behind(r, told, after)


def _behind(r: Reading, told: Amount, after: int) -> Found:
    return Found(Role.FOR, _on(r, told, -1), None, precision_of(told_in(told)), after)


def _ahead(r: Reading, told: Amount, after: int) -> Found:
    return Found(Role.FOR, None, _on(r, told, 1), precision_of(told_in(told)), after)


def _on(r: Reading, told: Amount, sign: int) -> datetime:
    if told.unit in _CLOCK_UNITS:
        elapsed = timedelta(seconds=_CLOCK_UNITS[told.unit] * told.low)
        then = r.anchor.astimezone(UTC) + sign * elapsed
        return then.astimezone(r.anchor.tzinfo).replace(tzinfo=None)
    today = r.now.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    return units_on(today, told.unit, sign * (told.low if sign > 0 else told.high))


def _nth_year(r: Reading, at: int) -> Found | None:
    """Return "my fourth year now" as what began so many years ago."""
    told = ordinal(r, at)
    unit = None if told is None else r.words.units.match(r.tokens, told[1])
    now = None if unit is None else r.skip("now", unit[1])
    if told is None or unit is None or now is None or unit[0] in _CLOCK_UNITS or told[0] < 1:
        return None
    return _behind(r, Amount(told[0], told[0], unit[0], unit[1]), now)


def age(r: Reading, at: int) -> Found | None:
    """Return "when I was 12", "at the age of six", "when she was little"."""
    cue = r.skip("age", at)
    if cue is None:
        return None
    young = r.skip("young", cue)
    if young is not None:
        return undated(Role.AGE, young)
    told = number(r, r.past("hedge", cue))
    if told is None or r.low(cue) in r.words.refuse.articles:
        return None
    years = r.words.units.match(r.tokens, told[1])
    after = told[1] if years is None else years[1]
    return undated(Role.AGE, r.past("old", after))._replace(extent=(told[0], "year"))


def habit(r: Reading, at: int) -> Found | None:
    """Return "every other Thursday at six", "on Mondays", "twice a week", "daily"."""
    start = r.past("on_the", at)
    end = (
        _nth_of_every(r, start)
        or _every(r, at)
        or _plural(r, start, cued=start > at)
        or _rate(r, at)
    )
    if end is None:
        named = r.words.recurring.match(r.tokens, at)
        end = None if named is None else named[1]
    if end is None:
        return None
    part = joined_part(r, end)
    end = end if part is None else part[1]
    time = clock(r, past_join(r, end))
    return undated(Role.RECURRING, end if time is None else time.next)


def _every(r: Reading, at: int) -> int | None:
    cue = r.skip("every", at)
    if cue is None:
        return None
    told = ordinal(r, cue) or number(r, cue)
    start = cue if told is None else told[1]
    for book in (r.words.weekdays, r.words.units, r.words.months, r.words.seasons, r.words.parts):
        found = book.match(r.tokens, start)
        if found is not None:
            return _more_weekdays(r, _day_of(r, found[1]))
    named = r.words.holidays.match(r.tokens, start)
    return r.skip("every_day", start) if named is None else named[1]


def _day_of(r: Reading, after: int) -> int:
    """Return the place behind "on 5 June" or "of the month" after "every year", "every Friday"."""
    of = r.skip("of_the", after)
    unit = None if of is None else r.words.units.match(r.tokens, of)
    if unit is not None:
        return unit[1]
    on = r.skip("on_day", after)
    hit = None if on is None else month_day(r, on)
    return after if hit is None else hit.next


def _nth_of_every(r: Reading, at: int) -> int | None:
    """Return the place behind "first Sunday of every month", "1st and 15th of each month"."""
    told = ordinal(r, r.past("the", at))
    if told is None:
        return None
    also = r.skip("and", told[1])
    more = None if also is None else ordinal(r, r.past("the", also))
    after = told[1] if more is None else more[1]
    named = r.words.weekdays.match(r.tokens, after) or r.words.units.match(r.tokens, after)
    of = r.skip("of", after if named is None else named[1])
    return None if of is None else _every(r, of)


def _more_weekdays(r: Reading, after: int) -> int:
    following = r.skip("and", after)
    more = None if following is None else r.words.weekdays.match(r.tokens, following)
    return after if more is None else more[1]


def _plural(r: Reading, at: int, *, cued: bool) -> int | None:
    """Return the place behind "Mondays", "Sunday mornings", "weekends"."""
    named = r.words.weekday_plurals.match(r.tokens, at)
    if named is not None and r.low(at)[:-1] not in r.words.refuse.needs_cue:  # "suns", "weds"
        following = r.skip("and", named[1])
        more = None if following is None else r.words.weekday_plurals.match(r.tokens, following)
        return named[1] if more is None else more[1]
    named = r.words.weekdays.match(r.tokens, at)
    start = at if named is None else named[1]
    return r.skip("plurals", start) if cued or named is not None else None


def _rate(r: Reading, at: int) -> int | None:
    """Return the place behind "once a week", "three times a day"."""
    once = r.skip("once", at)
    if once is None:
        told = r.words.vague_numbers.match(r.tokens, at) or number(r, at)
        after = None if told is None else told[1]
        once = None if after is None else _times(r, after)
    per = None if once is None else r.skip("per", once)
    unit = None if per is None else r.words.units.match(r.tokens, per)
    return None if unit is None else unit[1]


def _times(r: Reading, at: int) -> int | None:
    """Return the place behind what there is so much of a week: "times", "days", "evenings"."""
    unit = r.words.units.match(r.tokens, at)
    low = r.low(at)
    return (at + 1 if low.isalpha() and low.endswith("s") else None) if unit is None else unit[1]


def of_hit(role: Role, hit: Hit) -> Found:
    """Return a phrase that names a stretch."""
    named = hit.stretch
    return Found(role, named.start, named.end, named.precision, hit.next, named.around)

"""All time phrases of a text, left to right, the longest at each place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from retentive.model.provenance import Span
from retentive.model.record import Precision
from retentive.rules.time_phrases.clock import clock
from retentive.rules.time_phrases.fitting import loosened
from retentive.rules.time_phrases.lengths import Found, age, habit, length, of_hit, undated
from retentive.rules.time_phrases.lexicon import TimeWords
from retentive.rules.time_phrases.moments import moment
from retentive.rules.time_phrases.phrase import Role, TimePhrase
from retentive.rules.time_phrases.ranges import ranged
from retentive.rules.time_phrases.reading import Hit, Reading
from retentive.rules.time_phrases.stretch import Facing, Stretch, days
from retentive.rules.time_phrases.tokens import scan
from retentive.rules.time_phrases.zones import is_south, month_first, settle

_YEARLY_REACH = 4
_SHORT: Final = (Precision.MINUTE, Precision.DAY, Precision.WEEK)
_DENYING = 4
"""Tokens before a time among which its verb is denied."""
_SIGNS: Final = ("-", ".", "/", ":")
_REACH = 9
"""How many tokens a phrase may have up to the first one that tells."""
_YEAR = 4
"""Figures of a year, which may stand alone."""
_ENDS: Final = frozenset(",;.!?:)\n–—") | {""}
_STOPS: Final = frozenset(".!?")
_DASHES: Final = "-–—"
_BETWEEN: Final = frozenset("-–—/.:")
"""Signs that make a time only between two figures."""
_NONE: Final = frozenset[str]()
_MINUTE: Final = timedelta(minutes=1)


def find_times(
    text: str, anchor: datetime, zone: tzinfo, words: TimeWords | None = None
) -> tuple[TimePhrase, ...]:
    """Return the time phrases of a text with the intervals they name, in order.

    `anchor` is the aware time at which it was written, `zone` that of its days; `words` the
    language. Without words nothing is found, for then nothing is known to be about time.
    """
    if words is None or not words.may_hold(text):
        return ()
    tokens = scan(text)
    reading = Reading(
        tokens=tokens,
        glued=[words.glued.get(token.low, _NONE) for token in tokens],
        words=words,
        anchor=anchor.astimezone(zone),
        south=is_south(zone),
        month_first=month_first(zone),
    )
    found: list[TimePhrase] = []
    near = _near(reading)
    at = 0
    while at < len(reading.tokens):
        phrase = None
        if near[at] and not _in_number(reading, at):
            phrase = _phrase(_leaning(reading, at), at)
        if phrase is None:
            at += 1
            continue
        found.append(_placed(reading, at, phrase, zone))
        named = _named(phrase)
        if named is not None:
            reading = reading.after(named, phrase.next)
        at = max(phrase.next, at + 1)
    states = words.glue["lasting_state"]
    earlier = (words.glue["earlier"], words.glue["before"])
    return tuple(loosened(text, found, reading.now.date(), states, earlier))


def _leaning(r: Reading, at: int) -> Reading:
    """Return the reading of a sentence that is but a time, which looks where the last one does."""
    if r.low((first := r.past_tries(at)) - 1) not in _STOPS:
        return r
    end = at
    while (low := r.low(end))[:1].isdigit() or (low in r.words.inner and low not in _ENDS):
        end += 1
    last = first - 1
    while r.low(last) in _STOPS:
        last -= 1
    if r.low(end) not in _STOPS | {",", ""}:
        return r
    return replace(r, leaning=r.sense(last + 1), moments={})


def _named(one: Found) -> Stretch | None:
    """Return the time a phrase names; the next of what comes every year."""
    if one.role is Role.RECURRING and one.around is not None:
        return days(one.around)
    if one.start is None or one.end is None or one.precision is None:
        return None
    return Stretch(one.start, one.end, one.precision)


def _near(r: Reading) -> list[bool]:
    """Return which places have a telling word or figure so near that a phrase may begin there.

    Between the two stands only what can be part of a phrase: most words of a text are not.
    """
    tokens, triggers, inner = r.tokens, r.words.triggers, r.words.inner
    near, far = [False] * len(tokens), 0
    for at in range(len(tokens) - 1, -1, -1):
        low = tokens[at].low
        if low in triggers or (low[0].isdigit() and not _is_lone(r, at)):
            far = _REACH
        else:
            far = far - 1 if low in inner else 0
        near[at] = far > 0
    return near


def _is_lone(r: Reading, at: int) -> bool:
    """Tell whether a figure that is no year stands where nothing makes a time of it."""
    return len(r.low(at)) != _YEAR and not (_ties(r, at, -1) or _ties(r, at, 1))


def _ties(r: Reading, at: int, step: int) -> bool:
    """Tell whether what stands beside a figure may belong to a time with it."""
    beside, beyond = at + step, at + 2 * step
    low = r.low(beside)
    if low not in r.words.inner or low == ",":
        return False
    if low not in _BETWEEN:
        return True
    joined = r.joined(max(at, beside)) and r.joined(max(beside, beyond))
    return r.low(beyond)[:1].isdigit() and (joined or low in _DASHES)


def _in_number(r: Reading, at: int) -> bool:
    """Tell whether a figure only goes on with a number: no time begins inside 555-0199."""
    if not (r.joined(at) and r.joined(at - 1) and r.low(at - 1) in _SIGNS):
        return False
    return r.low(at)[0].isdigit() and r.low(at - 2)[0].isdigit()


def _phrase(r: Reading, at: int) -> Found | None:
    """Return the phrase at a place; what lies outside the calendar is none."""
    try:
        for name in r.words.opens_phrase.get(r.tokens[at].opener, ()):
            found = _READERS[name](r, at)
            if found is not None:
                return found
    except (ValueError, OverflowError):
        return None
    return None


def _related(r: Reading, at: int) -> Found | None:
    """Return a time with the word before it that says how it bears: "since", "until", "by"."""
    role, start = r.words.relations.match(r.tokens, at) or (Role.AT, at)
    start = r.past("hedge", start)
    between = r.skip("between", at)
    from_at = r.skip("from_only", at)
    cue = between or from_at
    if not (r.may_open(cue or start) or r.may_open(at)):
        return _unplaced(r, at, role, start)
    if from_at is not None and r.moved(at) and (old := moment(r, from_at)) is not None:
        return undated(Role.AT, old.next)  # "moved from Tuesday to Thursday"
    hit = ranged(r, cue or start, between=between is not None, cued=cue is not None)
    if hit is not None:
        if hit.lacks and (r.habitual(at) or r.scheduled(at, hit.lacks)):
            return undated(Role.RECURRING, hit.next)
        return of_hit(role if role in (Role.BY, Role.UNTIL) else Role.DURING, hit)
    counted = moment(r, at) if role is Role.AT or role is Role.BY else None
    hit = counted or (moment(r, start) if between is None else None)
    if hit is None:
        return _unplaced(r, at, role, start)
    if counted is None and _is_verbs(r, role, start, hit):
        return None
    if hit.stretch.precision is Precision.MINUTE and r.skip("every", hit.next) is not None:
        return habit(r, hit.next)  # "at six every weekday"
    if _is_yearly(r, at, hit):
        day = hit.stretch.start if hit.stretch.precision is Precision.DAY else None
        return undated(Role.RECURRING, hit.next)._replace(around=day)
    if hit.lacks and role not in (Role.UNTIL, Role.SINCE) and r.habitual(at):
        return undated(Role.RECURRING, hit.next)
    return _borne(r, at, role, hit, from_at=from_at is not None)


def _is_denied(r: Reading, at: int) -> bool:
    """Tell whether a verb before a place is denied: "it doesn't start until May"."""
    near = [r.low(place) for place in range(at - _DENYING, at)]
    return not r.words.facing.negations.isdisjoint(near)


def _borne(r: Reading, at: int, role: Role, hit: Hit, *, from_at: bool) -> Found:
    """Return a time with its role, where what follows or the time itself decides it."""
    if role is Role.AT and r.until_a_thing(at):
        return of_hit(Role.UNTIL, hit)
    onward = r.skip("onward", hit.next)
    if onward is None and from_at:
        onward = r.skip("onward_from", hit.next)
    if onward is not None:
        return of_hit(Role.SINCE, hit)._replace(next=onward)
    if from_at and hit.stretch.end <= r.now and hit.stretch.precision in _SHORT:
        return of_hit(Role.AT, hit)  # "a picture from last Friday"
    if role is Role.UNTIL and (r.moved(at, 3) or _is_denied(r, at)):
        return of_hit(Role.AT, hit)  # "postponed until May", "it isn't until Friday"
    if role is Role.DURING and r.preceded("ago", hit.next):
        return of_hit(Role.AT, hit)  # "over a year ago"
    return of_hit(role, hit)


def _is_verbs(r: Reading, role: Role, start: int, hit: Hit) -> bool:
    """Tell whether "in" or "over" is the verb's: "handed it in at noon", "come over tomorrow"."""
    if role is Role.DURING:
        day = r.words.days.match(r.tokens, start) or r.words.weekdays.match(r.tokens, start)
        return day is not None
    return hit.stretch.precision is Precision.MINUTE and r.preceded("in_only", start)


def _unplaced(r: Reading, at: int, role: Role, start: int) -> Found | None:
    """Return "since then" without a time before it, "ever since", and hours that are a habit."""
    ever = r.skip("ever_since", at)
    if ever is not None:
        if r.earlier is None:
            return undated(Role.SINCE, ever)
        return of_hit(Role.SINCE, Hit(r.earlier, ever))
    since = r.skip("since_only", at)
    if since is not None and r.earlier is not None and r.low(since) in _ENDS:
        return of_hit(Role.SINCE, Hit(r.earlier, since))  # "split up in May and single since"
    then = r.skip("then", start) if start > at else None
    if r.words.vague.match(r.tokens, at) is not None:
        return None  # "from now on" is one word of the present
    vague = r.words.vague.match(r.tokens, start) if start > at else None
    if vague is not None and role in (Role.SINCE, Role.UNTIL, Role.BY):
        return undated(role, vague[1])
    if then is not None and role in (Role.SINCE, Role.UNTIL, Role.BY):
        return undated(role, then)
    time = clock(r, start)
    again = habit(r, time.next) if time is not None and r.skip("every", time.next) else None
    if again is not None:
        return again  # "at six every weekday"
    if time is not None and not time.told and time.sure:
        grown = r.sense(at) is Facing.PAST  # "diagnosed at 14", not "we eat at 14"
        age = (time.minutes // 60, "year") if grown else None
        return undated(Role.AGE, time.next)._replace(extent=age)
    if time is not None and (start > at or time.told) and not r.preceded("in_only", start):
        return undated(Role.RECURRING, time.next)
    return None


def _is_yearly(r: Reading, at: int, hit: Hit) -> bool:
    """Tell whether a day without a year is that of a birthday or the like, and so of every year."""
    if hit.lacks != "year" or hit.stretch.precision not in (Precision.DAY, Precision.MONTH):
        return False
    place, says_so = at, False
    for _ in range(_YEARLY_REACH):
        if r.preceded("yearly", place):
            return says_so or r.facing(at) is not Facing.PAST or r.preceded("born", place)
        if not r.preceded("is", place):
            break
        says_so = says_so or r.preceded("says", place)
        place -= 1
    follows = r.skip("says", hit.next)
    return follows is not None and any(
        r.skip("yearly", follows + n) is not None for n in range(_YEARLY_REACH)
    )


def _vague(r: Reading, at: int) -> Found | None:
    found = r.words.vague.match(r.tokens, at)
    return None if found is None else undated(found[0], found[1])


def _placed(r: Reading, at: int, found: Found, zone: tzinfo) -> TimePhrase:
    start = None if found.start is None else settle(found.start, zone)
    end = None if found.end is None else settle(found.end, zone)
    if start is not None and found.start is not None and found.end == found.start + _MINUTE:
        end = (start.astimezone(UTC) + _MINUTE).astimezone(zone)  # not a minute by the clock
    return TimePhrase(
        span=Span(r.tokens[at].start, r.tokens[found.next - 1].end),
        role=found.role,
        start=start,
        end=end,
        precision=found.precision,
        around=None if found.around is None else settle(found.around, zone),
        extent=found.extent,
    )


_READERS: Final[Mapping[str, Callable[[Reading, int], Found | None]]] = {
    "age": age,
    "habit": habit,
    "length": length,
    "related": _related,
    "vague": _vague,
}

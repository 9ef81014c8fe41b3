"""Seasons: "in the spring", "the summer of 2019", "two winters ago"."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from retentive.rules.time_phrases.days import with_year
from retentive.rules.time_phrases.reading import Hit, Reading
from retentive.rules.time_phrases.stretch import Facing, choose, days, holiday, midnight, season


def time_of_year(r: Reading, at: int) -> Hit | None:
    """Return "spring", "the summer of 2019", "winter 2020"; "fall" only where it is meant."""
    start = r.past("the", at)
    found = r.words.seasons.match(r.tokens, start)
    if found is None:
        return None
    name, after = found
    dated = with_year(r, after)
    if dated is not None:
        return Hit(season(name, dated[0], r.south), dated[1])
    before_last, gone = r.skip("before_last", after), r.skip("gone", after)
    if before_last is not None or gone is not None:
        over = [season(name, r.now.year + on, r.south) for on in (-4, -3, -2, -1, 0)]
        return Hit(
            [one for one in over if one.end <= r.now][-2 if gone is None else -1],
            before_last or gone or after,
        )
    if r.skip("season_cue", at - 1) != at or r.low(after) in r.words.refuse.after_fall:
        return None
    among = [season(name, r.now.year + on, r.south) for on in (-2, -1, 0, 1)]
    facing = r.facing(at)
    begun = facing is Facing.PAST and not r.preceded("since_only", at)
    told_at = r.now - _SET_IN if begun else r.now
    chosen = choose(among, facing, told_at)
    return None if chosen is None else Hit(chosen, after, "year")


_SET_IN: Final = timedelta(days=30)
"""How old a season is before what happened "in the spring" is of it and not of the last one."""


def seasons_ago(r: Reading, told: tuple[int, int]) -> Hit | None:
    """Return "two summers ago", "three Christmases ago"."""
    ago = r.skip("ago", told[1] + 1)
    if ago is None:
        return None
    named = r.words.season_plurals.match(r.tokens, told[1])
    named = named or r.words.seasons.match(r.tokens, told[1])
    if named is None:
        feast = r.words.holidays.match(r.tokens, told[1])
        among = (
            [holiday(feast[0].partition("|")[0], r.now.year + on) for on in range(-told[0], 1)]
            if feast
            else []
        )
        gone = [day for day in among if day is not None and day < midnight(r.now)]
        return Hit(days(gone[-told[0]]), ago) if len(gone) >= told[0] else None
    over = [season(named[0], r.now.year + on, r.south) for on in range(-told[0] - 1, 1)]
    return Hit([one for one in over if one.end <= r.now][-told[0]], ago)

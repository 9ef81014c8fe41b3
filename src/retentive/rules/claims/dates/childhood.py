"""What was so in a childhood, and need not be so now: `when I was ten we moved to Lille`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.claim import Cue, Polarity
from retentive.rules.characters import listed
from retentive.rules.numerals import ONES
from retentive.rules.reading import Clause

_WHEN: Final = ("when", "as")
_BEING: Final = ("was", "were")
_YOUNG: Final = listed(
    "child kid kids children boy girl baby toddler teenager teen little small young tiny born"
)
_GROWN: Final = 18
_CHANGING: Final = frozenset({"lives_in", "studies_at", "works_at", "job", "owns", "pet"})


def long_ago(
    clauses: Sequence[Clause], claims: Sequence[Sequence[Candidate]], at: datetime
) -> list[tuple[Candidate, ...]]:
    """Return the claims of each clause of a sentence; what a childhood began is over by now."""
    young = any(_is_of_childhood(one) for one in clauses)
    return [tuple(_over(one, at) if young else one for one in told) for told in claims]


def _is_of_childhood(clause: Clause) -> bool:
    """Tell whether a clause says that it was when somebody was young: `when I was ten`."""
    lows = [word.low for word in clause.words[:5]]
    if clause.lead not in _WHEN or len(lows) < 3 or lows[1] not in _BEING:
        return False
    return not _YOUNG.isdisjoint(lows[2:]) or (len(clause.words) < 6 and _is_age(lows[2]))


def _is_age(low: str) -> bool:
    if low.isdecimal():
        return int(low) < _GROWN
    return low in ONES and ONES.index(low) < _GROWN


def _over(one: Candidate, at: datetime) -> Candidate:
    claim = one.claim
    if claim is None or claim.attribute not in _CHANGING or claim.polarity is Polarity.NEGATIVE:
        return one
    if one.valid_until is not None or one.valid_from is not None or one.corrects is not None:
        return one
    return replace(one, valid_until=at, cue=Cue.NONE)

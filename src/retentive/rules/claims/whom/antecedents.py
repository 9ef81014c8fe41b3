"""What `it` means: what somebody likes (`I hated olives, but now I love them`), what is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from retentive.model.claim import Claim
from retentive.rules.changing import pointing_at
from retentive.rules.characters import listed
from retentive.rules.claims.matching.patterns import NAMED
from retentive.rules.claims.saying import Said
from retentive.rules.reading import Clause, Word

_TASTES: Final = listed("likes dislikes")
_ALLERGY: Final = "allergy"
"""To what is named only, and to nothing that is but claimed: `I hate meetings, I'm allergic`."""
_POINTING: Final = listed("it them that this those these")
_NAMING: Final = listed(
    "likes dislikes diet allergy hobby lives_in uses_tool visited studies speaks studies_at"
)
"""Claims whose value something liked can be."""
_HAPPENING: Final = "event"
"""What a claim may say of why something is given up: `the phone broke, so I sold it`."""
_OWNED: Final = ("owns", "purchase")
_HEAD: Final = 3
"""Words of a heading that names something, and tells nothing of it."""
_NONE: Final = "no "


def pointed(
    one: Said,
    above: Sequence[Word],
    last: Clause | Sequence[str],
    told: Sequence[Claim],
    classes: Mapping[str, frozenset[str]],
) -> Said | None:
    """Return what is said with what its `it` means; None if nothing near can be meant.

    That stands in the heading over the clause (`Dogs? Love them`), was claimed last, or is food
    that `last` names: the clause before, or the words of a question. What is over is what the
    text before names that is known.
    """
    if one.value == NAMED:
        owned = [claim.value for claim in told if claim.attribute in _OWNED]
        if owned:
            return replace(one, attribute=_OWNED[0], value=owned[-1])
        if any(claim.attribute != _HAPPENING for claim in told):
            return None  # that is told with its end, and has the time of this
        asked = () if isinstance(last, Clause) else last
        return replace(one, value=pointing_at(asked)) if asked else one if last else None
    if one.attribute == _ALLERGY and one.value.casefold() in _POINTING:
        near = _named(last, classes["provoking"])
        return replace(one, value=near) if near else None
    if one.attribute not in _TASTES or one.value.casefold() not in _POINTING:
        return one
    heads = " ".join(word.text for word in above) if len(above) <= _HEAD else ""
    near = heads or _named(last, classes["foods"]) or _claimed(told)
    return replace(one, value=near) if near else None


def _claimed(told: Sequence[Claim]) -> str:
    if not told or told[-1].attribute not in _NAMING:
        return ""
    return told[-1].value.removeprefix(_NONE)


def _named(last: Clause | Sequence[str], classed: frozenset[str]) -> str:
    """Return the last word of a class that is named."""
    words = [word.text for word in last.words] if isinstance(last, Clause) else last
    named = (word for word in reversed(words) if word.casefold() in classed)
    return next(named, "")

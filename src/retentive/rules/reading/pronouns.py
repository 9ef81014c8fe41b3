"""Whom `he`, `she`, `they` and `it` mean, of those who were mentioned last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.reading.referent import THIRD, Mention, Referent
from retentive.rules.reading.words import Word

_TAKING_UP: Final = {"he": "he", "him": "he", "she": "she"}
TAKING_UP: Final = frozenset(_TAKING_UP)
_UNKNOWN: Final = {one: Referent("", None, gender=one) for one in ("he", "she")}
_SOON: Final = 5
"""Clauses behind which a pronoun no longer takes up a name of which nothing is known."""


def meant_by(
    pronoun: str, recent: Sequence[Mention], turn: int, *, other: bool = False
) -> Referent | None:
    """Return whom a pronoun means in the clause behind `turn`; None if that is not sure.

    With `other` nobody of its own clause is meant.
    """
    if pronoun == "they":
        return next((one.who for one in recent if one.who.group), None)
    if pronoun == "it":
        heard = [one.who for one in recent if one.turn >= turn - 1]
        return next((who for who in heard if who.gender == "it"), None)
    latest = turn if other else turn + 1
    near = [one for one in recent if one.turn <= latest and _is_near(one, turn)]
    fitting = [one for one in near if one.who.may_be(pronoun)]
    if not fitting:
        return None
    beside = {one.who.subject: one for one in fitting if one.turn == fitting[0].turn}
    for select in (
        [one for one in beside.values() if one.who.gender == pronoun],
        [one for one in beside.values() if one.who.gender != "it"],
        list(beside.values()),
    ):
        if len(select) == 1:
            return _somebody(select[0].who)
        topics = [one for one in select if one.topic]
        if select:
            return _somebody(topics[0].who) if len(topics) == 1 else None
    return None


def unmet(words: Sequence[Word], recent: Sequence[Mention], turn: int) -> Mention | None:
    """Return whom a pronoun among words means, if nobody knows who: so does the next like it."""
    for at, word in enumerate(words):
        if (pronoun := _TAKING_UP.get(word.low)) is None:
            continue
        near = [one for one in recent if one.turn <= turn or _stands_before(words, one, at)]
        if not any(one.who.may_be(pronoun) for one in near if _is_near(one, turn)):
            return Mention(at, at + 1, _UNKNOWN[pronoun], turn + 1, True)
    return None


def _stands_before(words: Sequence[Word], one: Mention, at: int) -> bool:
    """Tell whether somebody was met in a clause before a word, or by a pronoun again and again."""
    return one.start <= at or words[one.start].low in THIRD


def _is_near(one: Mention, turn: int) -> bool:
    """Tell whether somebody is near enough to be taken up: a mere name soon is not."""
    return bool(one.who.relation) or one.turn > turn - _SOON


def _somebody(who: Referent) -> Referent | None:
    """Return who is meant, if anybody knows who that is."""
    return who if who.subject else None

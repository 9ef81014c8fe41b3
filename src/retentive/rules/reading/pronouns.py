"""Whom `he`, `she`, `they` and `it` mean, of those who were mentioned last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.reading.referent import Mention, Referent
from retentive.rules.reading.strangers import NOBODY_KNOWN

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


def _is_near(one: Mention, turn: int) -> bool:
    """Tell whether somebody is near enough to be taken up: a mere name soon is not."""
    return bool(one.who.relation) or one.turn > turn - _SOON


def _somebody(who: Referent) -> Referent | None:
    """Return who is meant, if anybody knows who that is."""
    return who if who is not NOBODY_KNOWN else None

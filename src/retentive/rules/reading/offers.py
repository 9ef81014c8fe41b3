"""Conditions that do not bear on what is told: `I have a drill if the neighbours need one`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed

_OFFERED: Final = listed("you anyone anybody needed necessary possible")
"""Whom something is told for, where they open the condition."""
_NEEDING: Final = listed("need needs want wants fancy fancies full short stuck run runs")
_KEEPING: Final = listed("have has got own owns number phone mobile email address")
"""What is there, whoever wants it."""
_OPEN: Final = listed("will would to must should always never get")


def is_offer(told: Sequence[str], condition: Sequence[str]) -> bool:
    """Tell whether what is told before a condition holds without it."""
    if condition[0] in _OFFERED:
        return True
    there = not _KEEPING.isdisjoint(told) and _OPEN.isdisjoint(told)
    return there and not _NEEDING.isdisjoint(condition)

"""Times told anew in one breath: `the dentist is on the 9th, I mean the 10th`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.claim import Cue
from retentive.rules.characters import listed
from retentive.rules.reading import Clause

IT: Final = "it"
"""The value of a claim that only says when something known is."""
_RIGHTING: Final = listed("no nope sorry mean meant wait rather oops correction scratch")


def amended(
    clauses: Sequence[Sequence[Clause]], claims: Sequence[list[tuple[Candidate, ...]]]
) -> None:
    """Give what happens the time that is put right behind it, instead of a change of plan."""
    last: tuple[int, int, int] | None = None
    for at, sentence in enumerate(claims):
        for place, told in enumerate(sentence):
            rights = not _RIGHTING.isdisjoint(word.low for word in clauses[at][place].words)
            kept = list[Candidate]()
            for one in told:
                before = None if last is None or not _moves_it(one) or not rights else last
                if before is None or at - before[0] > 1:
                    kept.append(one)
                elif before[:2] == (at, place):
                    kept[before[2]] = replace(kept[before[2]], occurred=one.occurred)
                else:
                    _redate(claims[before[0]], before[1:], one)
                if before is None and one.occurred is not None and one.claim is not None:
                    last = (at, place, len(kept) - 1)
            sentence[place] = tuple(kept)


def _moves_it(one: Candidate) -> bool:
    """Tell whether all that is told is that something is at another time."""
    moved = one.claim is not None and one.claim.value == IT and one.cue is Cue.NOW
    return moved and one.occurred is not None


def _redate(sentence: list[tuple[Candidate, ...]], where: tuple[int, ...], told: Candidate) -> None:
    place, which = where
    every = list(sentence[place])
    every[which] = replace(every[which], occurred=told.occurred)
    sentence[place] = tuple(every)

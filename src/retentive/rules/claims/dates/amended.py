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
            near = () if last is None else clauses[last[0]][last[1]].words
            moved = _is_moved(clauses[at][place], [word.low for word in near])
            rights = moved or not _RIGHTING.isdisjoint(
                word.low for word in clauses[at][place].words
            )
            kept = list[Candidate]()
            for one in told:
                before = None if last is None or not _moves_it(one) or not rights else last
                if before is None or at - before[0] > 1:
                    kept.append(one)
                elif before[:2] == (at, place):
                    kept[before[2]] = replace(kept[before[2]], occurred=one.occurred)
                else:
                    _redate(claims[before[0]], before[1:], one, Cue.NOW if moved else Cue.NONE)
                if before is None and one.occurred is not None and one.claim is not None:
                    last = (at, place, len(kept) - 1)
            sentence[place] = tuple(kept)


def _is_moved(clause: Clause, told: Sequence[str]) -> bool:
    """Tell whether a clause says what has become of what was told as it was to be."""
    return clause.lead == "but" or not _MEANT.isdisjoint(told)


_MEANT: Final = listed("supposed meant due planned scheduled going originally booked was were")
"""Words by which something is told as it was to be: `it was supposed to be today`."""


def _moves_it(one: Candidate) -> bool:
    """Tell whether all that is told is that something is at another time."""
    moved = one.claim is not None and one.claim.value == IT and one.cue is Cue.NOW
    return moved and one.occurred is not None


def _redate(
    sentence: list[tuple[Candidate, ...]], where: tuple[int, ...], told: Candidate, cue: Cue
) -> None:
    place, which = where
    every = list(sentence[place])
    cue = every[which].cue if every[which].cue is not Cue.NONE else cue
    every[which] = replace(
        every[which], occurred=told.occurred, clock=told.clock, shift=told.shift, cue=cue
    )
    sentence[place] = tuple(every)

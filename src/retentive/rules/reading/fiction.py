"""What is only played or dictated: `Let's play: I am a captain`, `in the form put: I am 40`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading.clause import Modality
from retentive.rules.reading.clauses import Cut
from retentive.rules.reading.words import Word

_PLAYED: Final = listed(
    """play role-play roleplay rp pretend imagine story scene game character fiction improv novel
    fantasy scenario dialogue script backstory larp campaign"""
)
_DICTATED: Final = listed("write put enter type fill insert use print add say")
"""Orders after which, with a colon, stand words to be written."""
_UNREAL: Final = frozenset({Modality.REQUESTED, Modality.SUPPOSED})
_LABEL: Final = 3
"""No more words than these are a heading: `Role-play:`, `In character:`."""
_WITHIN: Final = listed("which where wherein")
"""Words that lead from a story to what happens in it."""
_MEANWHILE: Final = listed("while when once before until after")


def played(words: Sequence[Word], found: Sequence[Cut], meant: list[Modality]) -> None:
    """Take for quoted what follows an order to play or to write, up to the end of the sentence.

    What the one spoken to does meanwhile (`while you set up the scene`) states nothing.
    """
    for at, cut in enumerate(found):
        mine = words[cut.start : cut.end]
        if cut.lead in _MEANWHILE and mine[0].low == "you" and meant[at] is Modality.ASSERTED:
            meant[at] = Modality.REQUESTED
        elif ":" in mine[-1].after and _opens(mine, meant[at]):
            meant[at] = Modality.REQUESTED
            for behind in range(at + 1, len(found)):
                if meant[behind] is Modality.ASSERTED:
                    meant[behind] = Modality.QUOTED
        elif meant[at] is Modality.REQUESTED and _tells(mine):
            behind = at + 1
            while behind < len(found) and found[behind].lead in ("and", "or", "but"):
                if meant[behind] is Modality.ASSERTED:
                    meant[behind] = Modality.QUOTED
                behind += 1


def _tells(mine: Sequence[Word]) -> bool:
    """Tell whether an order tells what is to be played (`a story in which I am a captain`)."""
    lows = [word.low for word in mine]
    played = next((at for at, low in enumerate(lows) if low in _PLAYED), len(lows))
    return not _WITHIN.isdisjoint(lows[played + 1 :])


def _opens(mine: Sequence[Word], meant: Modality) -> bool:
    """Tell whether what stands behind the colon of a clause is not meant."""
    lows = [word.low for word in mine]
    if not _PLAYED.isdisjoint(lows):
        return meant in _UNREAL or len(lows) <= _LABEL
    return lows[0] in ("for", "in", "on", "as") and lows[-1] in _DICTATED

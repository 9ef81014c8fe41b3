"""What a question has its answer say, and words of who asks as those of who answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from retentive.rules.reading import Word

_HELD: Final = {"'s": "is", "'ve": "have"}
MINE: Final = {"you": "I", "your": "my", "yours": "mine", "yourself": "myself"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question has its answer say: `words` come before what answers it.

    `polar` tells that yes or no answers it; `whole` is what a bare yes says. `place` counts the
    last words, where the answer may have others (`at a clinic`). With `open` something is asked
    for besides (`Any pets?`). With `lasts` or `dates` it is how long, or when.
    """

    words: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    polar: bool = False
    place: int = 0
    open: bool = False
    lasts: bool = False
    dates: bool = False
    about: int = 0
    does: tuple[str, ...] = ()
    acts: bool = False
    """Whether only what somebody is doing answers it: `What are you up to?` `Painting.`"""
    named: str = ""
    """Somebody whom a name alone tells: `Do you have a partner?` `Hamid`."""
    then: Asked | None = None
    """What is asked in the same breath."""


def helping(subject: Sequence[Word], aux: str) -> tuple[str, ...]:
    """Return an auxiliary as the answer has it; `do` is left away."""
    held = agreeing(subject, aux)
    return () if held == "do" else (held,)


def agreeing(subject: Sequence[Word], aux: str) -> str:
    """Return an auxiliary as it agrees with who answers."""
    held = _HELD.get(aux, aux)
    if [word.low for word in subject] == ["you"]:
        return {"are": "am", "were": "was"}.get(held, held)
    return held


def turned(words: Iterable[Word]) -> tuple[str, ...]:
    """Return the words of who asks as those of who answers."""
    return tuple(MINE.get(word.low, word.text) for word in words)

"""What the question marks and question forms of a sentence ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.clause import Cut, Modality
from retentive.rules.reading.words import Word

_ASKING: Final = frozenset("?？؟՞⁇⁈‽")
_TAGS: Final = listed(
    """right correct no yes yeah huh eh ok okay innit is was do does did are not true
    remember you i it he she they we there have has yep or and so hey mate"""
)


def asked(words: Sequence[Word], found: Sequence[Cut], meant: list[Modality]) -> None:
    """Let a question mark ask: from the clause that has the form of a question to the mark."""
    first = 0
    for at, cut in enumerate(found):
        after = words[cut.end - 1].after
        if not _ASKING.isdisjoint(after):
            for one in range(_asks_from(words, found, meant, first, at), at + 1):
                meant[one] = Modality.ASKED
        elif meant[at] is Modality.ASKED and at + 1 < len(found):
            _carry(found, meant, at)
        if after[:1] in ".!?…" and after:
            first = at + 1


def _carry(found: Sequence[Cut], meant: list[Modality], at: int) -> None:
    """Ask what a question without a mark goes on with: `do you know that I …`, `… or did I …`."""
    if found[at + 1].lead in ("that", "or", "if", "whether") and meant[at + 1] in (
        Modality.ASSERTED,
        Modality.SUPPOSED,
    ):
        meant[at + 1] = Modality.ASKED


def _asks_from(
    words: Sequence[Word], found: Sequence[Cut], meant: Sequence[Modality], first: int, last: int
) -> int:
    """Return the first clause that the mark after clause `last` asks."""
    tag = words[found[last].start : found[last].end]
    if last > first and all(word.low in _TAGS for word in tag):
        return last - 1
    for one in range(first, last + 1):
        opens = words[found[one].start].low in lex.AUXILIARIES
        if opens or meant[one] in (Modality.ASKED, Modality.REQUESTED):
            return one
    while last > first and found[last].lead in ("that", "or", "because", "if", "and"):
        last -= 1
    return last

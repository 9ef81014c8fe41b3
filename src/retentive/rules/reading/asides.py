"""What goes on behind an aside: `my ex (we split in May) works here` is `my ex works here`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.clause import Cut
from retentive.rules.reading.words import Word

_OPENS: Final = ("(", "-", "–", "—")
_CLOSES: Final = (")", "-", "–", "—")
_HEAD: Final = 6
"""Words of somebody behind whom an aside stands."""
_VERBS: Final = lex.FINITE | lex.THIRDS | lex.PASTS
_FINITE: Final = lex.FINITE | lex.THIRDS


def resumed(words: Sequence[Word], cuts: Sequence[Cut]) -> tuple[Sequence[Word], Sequence[Cut]]:
    """Return words and clauses, where one goes on behind an aside with its subject repeated."""
    if len(cuts) <= 2 or not any(word.after.endswith(_OPENS) for word in words):
        return words, cuts
    said, found = list[Word](), list[Cut]()
    for number, cut in enumerate(cuts):
        head = _head(words, cuts, number)
        if head:
            head[-1] = head[-1]._replace(after="")
        start = len(said)
        said += [*head, *words[cut.start : cut.end]]
        found.append(Cut(start, len(said), cut.lead, len(head)))
    return said, found


def _head(words: Sequence[Word], cuts: Sequence[Cut], number: int) -> list[Word]:
    """Return the words of whoever a clause is about that opens behind an aside with its verb."""
    cut = cuts[number]
    if number <= 1 or not words[cut.start - 1].after.startswith(_CLOSES):
        return []
    if words[cut.start].low not in _VERBS or cut.lead:
        return []
    for one in reversed(cuts[: number - 1]):
        last = words[one.end - 1].after.strip()
        if last and last in _OPENS:
            head = words[one.start : one.end]
            whole = len(head) <= _HEAD and _FINITE.isdisjoint(word.low for word in head)
            return list(head) if whole else []
    return []

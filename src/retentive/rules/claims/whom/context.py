"""What words of an entry take from those before: whom they may mean, on what occasion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading import Clause, People, Word
from retentive.rules.reading.clauses import WHENEVER

_EDGES: Final = ".,;:!?…()[]{}\"'“”‘’«»*_~`-–—"
_ENDS: Final = (".", "!", "?", "…", ":", "\n")
_ONCE: Final = listed("minute moment time chance second ready done finished free back home")
"""Words of an occasion that comes once: `when you have a minute`."""


def needs_earlier(text: str, people: People, pointing: frozenset[str]) -> bool:
    """Tell whether a text has a word that points back, or that may be a name known by now.

    Such are the words `pointing` (pronouns), words for relations, and names: what begins with a
    capital inside a sentence, or anything in a text without capitals.
    """
    if not any(one.isupper() for one in text):
        return True
    starts = True
    for word in text.split():
        bare = word.strip(_EDGES)
        low = bare.casefold().partition("'")[0].partition("’")[0]
        if low in pointing or low in people.relations:
            return True
        if not starts and bare[:1].isupper() and len(bare) > 1:
            return True
        starts = word.endswith(_ENDS)
    return False


def occasion(last: Clause | None, clause: Clause) -> frozenset[str]:
    """Return `whenever` if the clause before says on what occasions what is ordered is done."""
    if last is None or last.sentence != clause.sentence or last.lead not in WHENEVER:
        return frozenset()
    once = any(word.low in _ONCE for word in last.words)
    return frozenset() if once else frozenset({"whenever"})


_OWN: Final = listed("i we")
_OURS: Final = listed("me us my our")


def follows_from_another(words: Sequence[Word], start: int) -> bool:
    """Tell whether words with `so` tell what follows for others: `Bo is allergic, so no nuts`."""
    at = start if start < len(words) and words[start].low == "so" else start - 1
    if at < 1 or [word.low for word in words[at : at + 2]] != ["so", "no"]:
        return False
    above, behind = ({word.low for word in part} for part in (words[:at], words[at:]))
    return _OWN.isdisjoint(above | behind) and _OURS.isdisjoint(behind)

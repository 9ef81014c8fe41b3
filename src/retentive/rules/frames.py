"""Whether two rules are about one thing: `comments in Spanish` and `write comments in English`."""

from __future__ import annotations

from collections import Counter
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.text import stem
from retentive.rules.values import head, value_of


def frames_alike(known: str, new: str) -> bool:
    """Tell whether a rule takes the place of another: it says how else the same is done.

    Both qualify one head (`comments in …`), or one forbids what the other asks for.
    """
    old, said = value_of(known), value_of(new)
    if old.denied != said.denied:
        return Counter(old.words) == Counter(said.words)
    if min(len(old.words), len(said.words)) > _FRAME and old.words[:_FRAME] == said.words[:_FRAME]:
        return True  # `tests go next to the code`, `tests go into a folder`
    qualified = len(old.base) < len(old.words) and len(said.base) < len(said.words)
    return qualified and head(known) == head(new)


def lifts(known: str, new: str) -> bool:
    """Tell whether a rule allows what another forbids: `default exports allowed since Monday`."""
    old, said = value_of(known), value_of(new)
    if not old.denied or said.denied:
        return False
    first = next((at for at, word in enumerate(said.words) if word in _ALLOWED), 0)
    return first > 0 and set(said.words[:first]) <= set(old.words)


_FRAME: Final = 2
"""Words that tell what a rule is about."""
_ALLOWED: Final = frozenset(map(stem, ("allowed", "permitted")))


def may_name(known: str, new: str) -> bool:
    """Tell whether words name a value by what it is about, and qualify it by nothing else.

    `the camera from Ana` may be `a video camera`, but not `a camera with a flash`.
    """
    old, said = value_of(known), value_of(new)
    if head(known) != head(new):
        return False
    further, told = (set(one.words[len(one.base) :]) for one in (said, old))
    return not further or not told or bool(further & set(old.words))


def reordered(known: str, new: str) -> bool:
    """Tell whether two values have the same words in another order."""
    old, said = value_of(known).words, value_of(new).words
    return old != said and Counter(old) == Counter(said)


def without_thing(text: str) -> str:
    """Return a value without the word for what is given up: `Kilimanjaro` of `Kilimanjaro idea`.

    That may stand before it: `Lapland` of `going to Lapland`.
    """
    words = text.split()
    if len(words) < _FRAME:
        return ""
    if words[-1].lower() in _THINGS:
        return " ".join(words[:-1])
    towards = len(words) > _FRAME and words[0].lower() in _GOING and words[1].lower() in _LINKS
    return " ".join(words[_FRAME:]) if towards else ""


_THINGS: Final = listed("idea plan plans thing project dream goal business stuff trip course")
_GOING: Final = listed(
    "go going travel travelling traveling fly flying drive driving trip journey move moving"
)
_LINKS: Final = listed("to in for")

"""How the closed lists of kinds elsewhere map to the open kinds here (row Z-02).

Each of their words is a kind here under its own name, so what comes in keeps its word. Going
out, a kind is told in the words of the list that is asked for.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeVar

from retentive.kernel.errors import InvalidInput


class Category(StrEnum):
    """What a learnt fact is about (row P-27)."""

    PREFERENCE = "preference"
    KNOWLEDGE = "knowledge"
    CONTEXT = "context"
    BEHAVIOR = "behavior"
    GOAL = "goal"
    CORRECTION = "correction"


class FactType(StrEnum):
    """The type of a user's fact (row M-01)."""

    PREFERENCE = "preference"
    MEMORY = "memory"
    PLAN = "plan"
    ACTIVITY = "activity"
    HEALTH = "health"
    PROFESSIONAL = "professional"
    MISCELLANEOUS = "miscellaneous"


class MemoryType(StrEnum):
    """The type of a coding agent's memory (row G-19)."""

    PATTERN = "pattern"
    PREFERENCE = "preference"
    ARCHITECTURE = "architecture"
    BUG = "bug"
    WORKFLOW = "workflow"
    FACT = "fact"


Words = tuple[Category, FactType, MemoryType]

_C, _F, _M = Category, FactType, MemoryType
KINDS: Final[dict[str, Words]] = {
    "preference": (_C.PREFERENCE, _F.PREFERENCE, _M.PREFERENCE),
    "knowledge": (_C.KNOWLEDGE, _F.MISCELLANEOUS, _M.FACT),
    "context": (_C.CONTEXT, _F.MEMORY, _M.FACT),
    "behavior": (_C.BEHAVIOR, _F.ACTIVITY, _M.PATTERN),
    "goal": (_C.GOAL, _F.PLAN, _M.FACT),
    "correction": (_C.CORRECTION, _F.MISCELLANEOUS, _M.FACT),
    "memory": (_C.CONTEXT, _F.MEMORY, _M.FACT),
    "plan": (_C.GOAL, _F.PLAN, _M.FACT),
    "activity": (_C.BEHAVIOR, _F.ACTIVITY, _M.FACT),
    "health": (_C.CONTEXT, _F.HEALTH, _M.FACT),
    "professional": (_C.CONTEXT, _F.PROFESSIONAL, _M.FACT),
    "miscellaneous": (_C.KNOWLEDGE, _F.MISCELLANEOUS, _M.FACT),
    "pattern": (_C.BEHAVIOR, _F.ACTIVITY, _M.PATTERN),
    "architecture": (_C.KNOWLEDGE, _F.PROFESSIONAL, _M.ARCHITECTURE),
    "bug": (_C.KNOWLEDGE, _F.PROFESSIONAL, _M.BUG),
    "workflow": (_C.BEHAVIOR, _F.PROFESSIONAL, _M.WORKFLOW),
    "fact": (_C.KNOWLEDGE, _F.MISCELLANEOUS, _M.FACT),
    "lesson": (_C.KNOWLEDGE, _F.MISCELLANEOUS, _M.PATTERN),
}
"""What each kind is called in the three lists."""

OTHER: Final[Words] = KINDS["knowledge"]
"""What any other kind is called there."""

T = TypeVar("T", bound=Category | FactType | MemoryType)


def told_as(kind: str, words: type[T]) -> T:
    """Return what a kind is called in one of the lists; any that is not there as knowledge is."""
    (found,) = [one for one in KINDS.get(kind.strip().casefold(), OTHER) if isinstance(one, words)]
    return found


def kind_from(word: object, words: type[T]) -> str:
    """Return the kind that a word of one of the lists names; `InvalidInput` for another word."""
    if isinstance(word, str) and word in {one.value for one in words}:
        return str(word)
    raise InvalidInput(
        f"{word!r} is not one of {', '.join(one.value for one in words)}", field="kind"
    )

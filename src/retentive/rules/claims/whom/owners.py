"""Whose something is: `Rosa's`, `my sister's`, or `his`, of whom the clause itself tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.reading import Company, Referent, Word

_OF: Final = {"his": "he", "her": "she", "their": "they"}


def owner(company: Company, words: Sequence[Word]) -> Referent | None:
    """Return whose something is: the mention at the end of these words."""
    for start in range(len(words)):
        found = company.resolve(words[start:])
        if found is not None:
            return found
    return None


def possessor(company: Company, before: Sequence[Word], words: Sequence[Word]) -> Referent | None:
    """Return whose something is that `words` tell; `before` are those of its clause before them.

    `Dad sold his car` is about dad, whoever was spoken of before.
    """
    low = words[-1].low if words else ""
    if low in _OF:
        acting = next((one.who for one in company.mentions(before)), None)
        if acting is not None and acting != company.speaker and acting.may_be(_OF[low]):
            return acting
    return owner(company, words)

"""Whom a name in lower case means that nobody told here: `deniz doesnt drive the taxi anymore`.

It may be no name at all. So it counts only in what ends something that is known of whom it means.
"""

from __future__ import annotations

from typing import Final

from retentive.rules.characters import listed
from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.saying import Said
from retentive.rules.reading import Referent
from retentive.rules.reading import lexicon as lex

_NOBODY: Final = listed(
    """nobody everybody somebody anybody noone everyone someone anyone one all both most some many
    none people work life school home there here"""
)
_OF_PEOPLE: Final = listed("hobby works_at studies studies_at partner")


def unheard(line: Line, one: Said) -> tuple[Referent, ...]:
    """Return whom the one word before a verb that ends something means, if it may be a name."""
    match = one.match
    if not one.known or one.attribute not in _OF_PEOPLE or match.whose or match.subject != (0, 1):
        return ()
    word = line.words[0]
    plain = word.low.isalpha() and word.text == word.low
    if not plain or word.low in _NOBODY | lex.NOMINATIVE | lex.DETERMINERS | lex.FINITE:
        return ()
    return (Referent(f"person:{word.low}", name=word.text),)

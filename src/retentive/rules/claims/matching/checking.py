"""What a row of a language's files may say: each field has its words, each name is a capture.

A slip in a data file raises nothing by itself: the row would only never match, or claim something
else. So each field is held against the closed set of what the rules understand.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from retentive.model.claim import Cue
from retentive.rules.attributes import ClaimType
from retentive.rules.characters import listed
from retentive.rules.claims.matching.lexicon import KEPT, Lexicon
from retentive.rules.claims.matching.patterns import (
    CLOSING,
    LAST,
    NEXT,
    OVER,
    STARRED,
    TIE,
    WRONG,
    Capture,
    Element,
    Literal,
    Verb,
)
from retentive.rules.claims.matching.verbs import Tense
from retentive.rules.reading import Modality

BY_MATCH: Final = listed(
    "subject verbless not_last contrast date_next unlabelled own opens ends passive complete agreed"
)
"""What a pattern can need that is known only when it has matched."""

_BY_TIMES: Final = listed("date undated ahead behind until since recurring whenever")
"""What it can need of the times in a clause, all that `Times.told` tells; and `whenever`: that the
the clause before says when what is ordered is to be done."""

_SAYS: Final = listed(
    "attribute value about type polarity cue past future negated old new dated known"
)
"""What each thing that a row says may have for itself."""
_ROW: Final = _SAYS | listed("say also rank needs tenses modality unless with confidence beside")
_ONE_OF: Final[Mapping[str, Collection[object]]] = {
    "type": frozenset(ClaimType),
    "cue": frozenset(Cue),
    "polarity": (1, -1),
    "past": listed("over holds any ends"),
    "future": listed("plan same skip any"),
    "negated": listed("keep skip any affirms"),
    "dated": (True, False),
    "known": (True, False),
}
_WORDS_OF: Final[Mapping[str, Collection[str]]] = {
    "tenses": frozenset(Tense),
    "modality": frozenset({*Modality, "any"}),
}
_TAKEN_BACK: Final = frozenset({LAST, NEXT, OVER, WRONG})
_NAMED: Final = re.compile(r"\{(\w*)\}")


def check_row(row: Mapping[str, Any], lexicon: Lexicon, attributes: Collection[str]) -> None:
    """Raise `ValueError` for a field of a row, or a word in one, that no rule understands."""
    marks = {mark for rows in lexicon.adverbs.values() for _, mark in rows if mark} - {KEPT}
    _known_fields(row, _ROW)
    for one in row.get("also", ()):
        _known_fields(one, _SAYS)
    needs = marks | _BY_TIMES | BY_MATCH | {CLOSING, STARRED}
    for field, known in {**_WORDS_OF, "needs": needs}.items():
        _known(field, row.get(field, "").replace("|", " ").split(), known)
    for one in (row, *row.get("also", ())):
        for field, values in _ONE_OF.items():
            if field in one:
                _known(field, [one[field]], values)
        _known("attribute", [one.get("attribute", "")], {"", TIE, *attributes})


def check_names(row: Mapping[str, Any], elements: Sequence[Element]) -> None:
    """Raise `ValueError` for a name in a row that is no capture of its pattern.

    A `value` without braces may be a text of its own: `married`.
    """
    parts = [each.part for each in elements]
    names = {part.name for part in parts if isinstance(part, Capture | Literal) if part.name}
    verb = {"verb", "doing"} if any(isinstance(part, Verb) for part in parts) else set()
    for one in (row, *row.get("also", ())):
        _known("value", _NAMED.findall(one.get("value", "")), names | verb)
        for field, more in (("about", set()), ("old", _TAKEN_BACK), ("new", {NEXT})):
            if one.get(field):
                _known(field, [one[field]], names | more)


def _known_fields(one: Mapping[str, Any], known: Collection[str]) -> None:
    unknown = set(one) - set(known)
    if unknown:
        raise ValueError(f"unknown {', '.join(sorted(unknown))}")


def _known(field: str, told: Iterable[object], known: Collection[object]) -> None:
    for one in told:
        if one not in known:
            raise ValueError(f"{field}: unknown {one!r}")

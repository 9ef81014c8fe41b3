"""The closed tables of English in code: none holds a word that no sentence is cut to."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from retentive.rules import claims, reading
from retentive.rules.claims import extraction
from retentive.rules.reading import words_of

IN_TEXT = {
    "quoting._PERSONAL",
    "quoting._TALKING",
    "speech._OWN",
    "modality.OPENING_WORDS",
    "inversion._LISTS",
    "words._UNSURE",
}
"""Tables that are looked up in a text before its words are cut, or in words that we put in."""


def _tables() -> Iterator[tuple[str, frozenset[str]]]:
    packages = (f"{claims.__name__}.", f"{reading.__name__}.")
    for path in sorted(one for one in sys.modules if one.startswith(packages)):
        for name, value in vars(sys.modules[path]).items():
            words = isinstance(value, frozenset) and all(isinstance(one, str) for one in value)
            if words and not name.startswith("__"):
                yield f"{path.rpartition('.')[2]}.{name}", value


def _is_cut_to(word: str) -> bool:
    """Tell whether a sentence is cut to a word; of values and marks it is not asked."""
    marks = not any(one.isalpha() for one in word) or not (word[0].isalpha() or word[0] == "'")
    return marks or " " in word or word == "'s" or [one.low for one in words_of(word)] == [word]


def test_no_table_holds_a_word_that_no_sentence_is_cut_to() -> None:
    assert extraction.__name__ in sys.modules  # it loads all of both packages
    dead = {
        name: sorted(one for one in words if not _is_cut_to(one))
        for name, words in _tables()
        if name not in IN_TEXT
    }
    assert {name: words for name, words in dead.items() if words} == {}

"""Reading takes steps in proportion to the text, whatever the text is made of."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

from retentive.rules.reading import Company, read
from tests.rules.corpus import LARGE
from tests.rules.reading.test_who import PEOPLE, entry

REPEATED = [
    "and ", "now ", "my ", "I ", "that ", "my sister's ", "a, ", "if I ", "said ", "who, ", "the ",
    '"a ', "' ", "“a", "( ", "he ", "Ana ", "jk ", "> a\n", "a: ", "translate ", "let's ", "<a>\n",
    "is ", "dont ", "I'm ", "called ", "not sure if ", "to be ", "role ", "from: a\n",
    "On a wrote:\n", "10:10 a: b\n", "two cats, Bo ", "in case ", "♪ ", "dear a\n", "lol as if ",
    "? ", "my old ",
]  # fmt: skip
"""Pieces that make some rule look ahead or back, one after another."""


def steps(text: str) -> int:
    """Count the lines of Python that reading and following the company take."""
    count = 0

    def each(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return each

    before = sys.gettrace()
    sys.settrace(each)
    try:
        company = Company.of(entry(text), (), PEOPLE)
        for clause in read(text):
            company.subject_of(clause, len(clause.words))
            company = company.after(clause)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("piece", REPEATED)
def test_twice_the_text_takes_at_most_little_more_than_twice_the_steps(piece: str) -> None:
    once, twice = steps(piece * 150), steps(piece * 300)
    assert twice <= 2.4 * once + 200


@pytest.mark.parametrize("text", LARGE, ids=lambda text: repr(text[:4]))
def test_texts_that_break_patterns_are_read(text: str) -> None:
    for clause in read(text):
        assert clause.span.end <= len(text)

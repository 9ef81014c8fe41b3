"""Claims take steps in proportion to the text, whatever the text is made of."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

from tests.rules.claims.saying import found

REPEATED = [
    "I live in Rome ", "like ", "my sister ", "I love tea and coffee and ", "not ", "in May 2024 ",
    "I mean Rome, not Paris ", "I work at ", "the dog of Tom's ", "forget that ", "he's 4, ",
    "I moved to Rome last year. ", "due on Friday, ", "goals: a, b, c\n- d\n", "is a nurse and ",
    "my sister Ana likes tea and ",
]  # fmt: skip
"""Pieces that make some rule look ahead or back, one after another."""


def steps(text: str) -> int:
    """Count the calls of Python that finding the claims of a text takes."""
    count = 0

    def each(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(each)
    try:
        found(text)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("piece", REPEATED)
def test_twice_the_text_takes_at_most_little_more_than_twice_the_steps(piece: str) -> None:
    found(piece)  # the language is read once, and is no part of it
    once, twice = steps(piece * 30), steps(piece * 60)
    assert twice <= 2.5 * once + 200

"""Whom a clause is about where the speaker stands beside him: nobody is taken for another."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims

HANGING = [
    ("I have a cousin who works at Fiat", "user:ana/cousin: works_at Fiat"),
    ("I have a sister who is a dentist", "user:ana/sister: job dentist"),
    ("It's my son who is allergic to eggs, not me", "user:ana/son: allergy eggs"),
    ("I'm somebody who lives in Lima", "lives_in Lima"),
    ("My aunt Berta (70) lives in Bonn with my uncle Karl", "berta: lives_in Bonn"),
    ("my youngest is 2, my oldest is 9", "user:ana/youngest: age 2"),
    ("my youngest is 2, my oldest is 9", "user:ana/eldest: age 9"),
]
OTHERS = [
    "The plumber who helped me lives in Bonn",
    "I met a woman who is allergic to eggs",
    "I'm the mother of a boy who is allergic to eggs",
    "People I know have a peanut allergy",
    "The doctor treating me lives in Bonn",
    "I know a baker who works at Fiat",
]


@pytest.mark.parametrize(("text", "expected"), HANGING)
def test_a_relative_clause_is_about_whom_it_hangs_on(text: str, expected: str) -> None:
    assert expected in claims(text)


@pytest.mark.parametrize("text", OTHERS)
def test_what_is_told_of_a_stranger_is_nothing_of_the_speaker(text: str) -> None:
    assert claims(text) == []

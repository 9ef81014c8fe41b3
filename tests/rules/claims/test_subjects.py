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


HAD = [
    ("We have a dog", ["pet dog"]),
    ("Just adopted a kitten", ["pet kitten"]),
    ("I also own two horses", ["pet two horses"]),
    ("My husband and I have a dog", ["partner husband", "pet dog"]),
]
HAD_BY_OTHERS = [
    "It has a dog",
    "They have two kids",
    "Anybody who has a cat will understand",
    "Everyone on our street has a cat",
    "He has a cat named Pip",
    "My barber has a parrot",
    "The neighbours own two cats",
    "Our office has a dog",
    "Her landlord adopted a dog",
]


@pytest.mark.parametrize(("text", "expected"), HAD)
def test_whom_the_speaker_has_is_his(text: str, expected: list[str]) -> None:
    assert claims(text) == expected


@pytest.mark.parametrize("text", HAD_BY_OTHERS)
def test_whom_another_has_is_not_the_speakers(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    ("text", "earlier", "expected"),
    [
        ("My sister has a dog", "I have a dog named Bo", "user:ana/sister: pet dog"),
        ("My boss has a husband", "My husband is Leo", "user:ana/boss: partner husband"),
        ("Ida has a cat", "I have a cat named Milo", "ida: pet cat"),
        ("My sister has a dog named Bo", "I have a dog named Rex", "user:ana/sister: pet dog Bo"),
    ],
)
def test_a_name_stays_with_whom_it_was_told_of(text: str, earlier: str, expected: str) -> None:
    assert expected in claims(text, earlier)


@pytest.mark.parametrize(
    ("text", "earlier", "expected"),
    [
        ("My wife is Uma now", "My wife is Pia", ["partner wife Uma"]),
        ("My boss is Uma", "My boss is Pia", ["colleague boss Uma"]),
        ("My boss loves chess", "My boss is Pia", ["pia: likes chess"]),
        ("My best friend is Ida", "My friend Max lives in Bonn", ["friend best friend Ida"]),
        (
            "My other brother lives in Lima",
            "My brother Max lives in Bonn",
            ["relative other brother", "user:ana/other brother: lives_in Lima"],
        ),
        (
            "My colleague Max lives in Lima",
            "My brother Max lives in Bonn",
            ["colleague colleague Max", "user:ana/colleague max: lives_in Lima"],
        ),
    ],
)
def test_two_people_are_not_taken_for_one(text: str, earlier: str, expected: list[str]) -> None:
    assert claims(text, earlier) == expected


def test_a_name_in_brackets_is_that_of_one() -> None:
    assert claims("Max (my landlord) has a dog") == ["colleague landlord Max", "max: pet dog"]


@pytest.mark.parametrize(
    "text",
    [
        "On behalf of my aunt: I am 81 and live in Bonn",
        "Hi, asking for my sister: I'm 33. I live in Bonn",
        "My husband wants to know: I'm 45, can I join?",
        "Ana's sister here, I live in Bonn",
        "This is Max, Ana's husband. I live in Bonn.",
        "Max's profile\nName: Max\nAge: 51",
    ],
)
def test_who_writes_for_another_tells_nothing_of_himself(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hi, Bertil here. I live in Bonn", ["name Bertil", "lives_in Bonn"]),
        ("I want you to know: I'm 45", ["age 45"]),
        ("About me:\n- live in Bonn\n- have 2 dogs", ["lives_in Bonn", "pet 2 dogs"]),
        (
            "Facts about Max:\n- lives in Bonn\n- has 2 dogs",
            ["max: lives_in Bonn", "max: pet 2 dogs"],
        ),
    ],
)
def test_who_speaks_for_himself_is_heard(text: str, expected: list[str]) -> None:
    assert claims(text) == expected

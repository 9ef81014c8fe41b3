"""Whom `he` and `she` mean, and which capitals are nobody: a wrong guess files it wrongly."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from retentive.model.actor import ActorKind
from tests.rules.claims.saying import EXTRACTOR, claims, entry, found


def answered(text: str, question: str, *before: str) -> list[str]:
    """Return subject and value of what is claimed in an answer to an agent's question."""
    log = [entry(one, seq=number) for number, one in enumerate(before, 1)]
    log.append(entry(question, seq=len(log) + 1, speaker="agent:a", kind=ActorKind.AGENT))
    made = EXTRACTOR.extract(entry(text, seq=len(log) + 1), log, None)
    return [f"{one.claim.subject} {one.claim.value}" for one in made if one.claim]


ANSWERS = [
    ("Yes, he still teaches physics.", "Is Piet still teaching?", "person:piet teaches physics"),
    ("She gave up fencing in May.", "And does Alva still fence?", "person:alva fencing"),
    ("She works at Brix now.", "How is your sister?", "person:user:ana/sister Brix"),
]


@pytest.mark.parametrize(("text", "question", "expected"), ANSWERS)
def test_an_answer_is_about_whom_the_question_named(
    text: str, question: str, expected: str
) -> None:
    assert answered(text, question, "We deploy with Nomad.", "The cat Ida is ill.") == [expected]


def test_who_was_she_is_not_he() -> None:
    earlier = ["Does Malin know?", "She does."]
    assert claims("He's 41 and he plays the tuba.", *earlier) == []


NOBODY = [
    "Elevator got stuck again. She is 41.",
    "Guests from Ghent broke it. He is 41.",
    "That is EXACTLY the bridge. He is 41.",
    "We went to Bergen, Voss and Flåm. She is 41.",
    "I come on Mondays and Thursdays. She is 41.",
    "Brunost, every morning. She is 41.",
    "It's Arles. She is 41.",
    "My boat is called Undine. She is 41.",
]


@pytest.mark.parametrize("text", NOBODY)
def test_what_is_no_name_is_not_taken_up(text: str) -> None:
    assert "41" not in " ".join(claims(text))


WHOSE = [
    ("We have a cat, Mimi. She is a nurse.", ["pet cat Mimi"]),
    (
        "My brother-in-law came. Sister Agatha works at the hospice.",
        ["relative brother-in-law", "sister agatha: works_at hospice"],
    ),
    ("My brother in law Karl is a baker.", ["relative brother in law Karl", "karl: job baker"]),
    ("Grandson Ezra (7) asks why.", ["relative grandson Ezra", "ezra: age 7"]),
    ("Class 2b has a girl called Selin.", []),
    ("My sister Una came. A customer complained. She lives in Oslo.", ["relative sister Una"]),
    ("Lou is tall; Theo, eleven, plays the drums.", ["theo: age eleven", "theo: skill drums"]),
    ("My son's football coach is a nurse.", ["relative son"]),
    ("Momo, our cat, hates baths.", ["pet cat Momo", "momo: dislikes baths"]),
    ("I sold 40. I bought all. We ordered the last five.", []),
    ("I hear my own voice.", []),
    ("No, Tegernsee, the train arrives on 27 April.", ["plan train arrives"]),
]


@pytest.mark.parametrize(("text", "expected"), WHOSE)
def test_what_is_said_is_filed_with_whom_it_is_said_of(text: str, expected: list[str]) -> None:
    assert claims(text) == expected


def test_what_was_so_before_a_time_ended_then() -> None:
    (one,) = found("I lived in Rome before 2015.")
    assert one.valid_from is None
    assert one.valid_until == datetime(2015, 1, 1, tzinfo=UTC)

"""What a few words claim that answer what somebody asked right before."""

from __future__ import annotations

import pytest

from retentive.model.actor import ActorKind
from retentive.model.claim import Polarity
from tests.rules.claims.saying import EXTRACTOR, entry

ANSWERED = [
    (
        ("Before we start, where are you based?", "Tartu these days", ["user:ana lives_in Tartu"]),
        ("Where does she work?", "at Lidl", []),  # who is she?
        ("Where do you work?", "dunno yet", []),
        (
            "What's your name and where are you writing from?",
            "Tomek, Wrocław",
            ["user:ana name Tomek", "user:ana lives_in Wrocław"],
        ),
        ("Where are you from originally?", "Ostrava.", ["user:ana origin Ostrava"]),
        ("What do you do for a living?", "midwife", ["user:ana job midwife"]),
    ),
    (
        ("How old is Vojta?", "nine", ["person:vojta age nine"]),
        ("When's your birthday?", "It's 4 May", ["user:ana birthday 4 May"]),
        ("How long have you been vegan?", "two years", ["user:ana diet vegan"]),
        ("What should I call you?", "Ash", ["user:ana nickname Ash"]),
    ),
    (
        ("Do you still live in Riga?", "nope, Cork now", ["not Riga", "user:ana lives_in Cork"]),
        ("Are you vegan?", "yep", ["user:ana diet vegan"]),
        ("Are you vegan?", "maybe one day", []),
        ("Do you live in Riga?", "I don't, no", ["not Riga"]),
        ("Shall I book a table in Riga?", "yes", []),
        ("Are you a nurse or a doctor?", "yes", []),
    ),
    (
        ("Do you have a partner?", "Yes, Hamid.", ["user:ana partner partner Hamid"]),
        ("What do you use for editing?", "emacs", ["user:ana uses_tool emacs"]),
        ("Your job?", "baker", ["user:ana job baker"]),
        ("Do you have any pets?", "yep a parrot called Kiki", ["user:ana pet parrot Kiki"]),
        ("Are you allergic to anything?", "just pollen", ["user:ana allergy pollen"]),
        ("Any allergies I should know of?", "kiwi", ["user:ana allergy kiwi"]),
        ("What can't you eat? I'll note it.", "shellfish", ["user:ana diet no shellfish"]),
        ("Has Maëlle moved to Oslo?", "She has.", ["person:maëlle lives_in Oslo"]),
        ("What is Otto allergic to?", "bees", ["person:otto allergy bees"]),
        ("Is Tom allergic to anything?", "Nuts.", ["person:tom allergy Nuts"]),
    ),
    (
        ("Any plans for the weekend?", "kayaking in Wales", ["user:ana plan kayaking in Wales"]),
        ("Any plans for the weekend?", "nothing special", []),
        ("Any goals this year?", "run a marathon", ["user:ana goal run a marathon"]),
        ("Do you have any hobbies?", "yeah, model trains", ["user:ana hobby model trains"]),
        ("What do you do for fun?", "climbing mostly", ["user:ana hobby climbing"]),
        ("What are you up to later?", "moving to Ghent", ["user:ana plan moving to Ghent"]),
        ("What are you up to later?", "a film", []),
        ("Which uni do you go to?", "Leiden", ["user:ana studies_at Leiden"]),
    ),
    (
        ("Have you ever been to Japan?", "yes, in 2018", ["user:ana visited Japan"]),
        ("Have you been anywhere nice lately?", "Lisbon", ["user:ana visited Lisbon"]),
        ("Are you going anywhere in May?", "Crete", ["user:ana trip going to Crete"]),
        ("Do you play an instrument?", "yes, the viola", ["user:ana skill viola"]),
        ("Do you play an instrument?", "no", ["not instrument"]),
        ("Any allergies?", "penicillin", ["user:ana allergy penicillin"]),
        ("Have you ever been to Asia?", "a few times", ["user:ana visited Asia"]),
        ("Do you use a password manager?", "yes, Bitwarden", ["user:ana uses_tool Bitwarden"]),
        ("What does your wife do for fun?", "yoga", []),
    ),
]


def _claims(*said: str) -> list[str]:
    """Return what the last message claims, those before by an agent and Ana in turn."""
    told = [
        entry(text, seq=at)
        if at % 2 == len(said) % 2
        else entry(text, seq=at, speaker="agent:helper", kind=ActorKind.AGENT)
        for at, text in enumerate(said, 1)
    ]
    found = EXTRACTOR.extract(told[-1], told[:-1], None)
    assert all(told[-1].text[one.span.start : one.span.end] == one.quote != "" for one in found)
    return [
        f"not {one.claim.value}"
        if one.claim.polarity is Polarity.NEGATIVE
        else f"{one.claim.subject} {one.claim.attribute} {one.claim.value}"
        for one in found
        if one.claim
    ]


@pytest.mark.parametrize(
    "rows", ANSWERED, ids=["where", "what", "yes or no", "open", "pursuits", "one of a kind"]
)
def test_an_answer_says_what_it_answers(rows: tuple[tuple[str, str, list[str]], ...]) -> None:
    for asked, reply, expected in rows:
        assert (asked, reply, _claims(asked, reply)) == (asked, reply, expected)


def test_a_question_in_short_goes_on_with_the_one_before() -> None:
    asked = ("When is your birthday?", "3 August", "And Sami's?", "the 9th of October")
    assert _claims(*asked) == ["person:sami birthday 9th of October"]

"""What happened and what is due: what is claimed, and what only looks like it."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims

TOLD = [
    ("My knee was operated on last March", ["event knee operated on"]),
    ("I was bitten by a dog on Friday", ["event bitten by a dog"]),
    ("My licence was suspended in May", ["event licence suspended"]),
    (
        "I broke my left arm skiing",
        ["health broke my left arm", "event broke my left arm skiing"],
    ),
    (
        "My cousin's boat sank off Crete in July",
        ["relative cousin", "user:ana/cousin: event boat sank off Crete"],
    ),
    ("I was runner-up in the tournament last week", ["event runner-up"]),
    ("There was a fire at our workshop in May", ["event fire at our workshop"]),
    ("There's a school concert on Friday", ["event school concert"]),
    ("I'm seeing my physiotherapist on Wednesday", ["event physiotherapist"]),
    ("I'm seeing the solicitor on Tuesday", ["event solicitor"]),
    ("I'm travelling to Ghent by train on Monday", ["trip travelling to Ghent"]),
    ("The landlord wants the keys back by 30 June", ["deadline keys back"]),
    ("The concert page has to be online by 10 April", ["deadline concert page"]),
    ("They gave us till the 27th for the report", ["deadline report"]),
    ("We have until 1 May to submit the tender", ["deadline tender"]),
    ("They extended the deadline for the paper to 1 May", ["deadline paper"]),
    ("We've got until May to move out", ["deadline move out"]),
    ("I sold my car at the end of January", ["event sold my car"]),
    ("On 1 May we are moving to a flat in Hove", ["plan moving to a flat in Hove"]),
    ("We booked a cottage in Cornwall for August", ["trip cottage in Cornwall"]),
    ("I'm due to have surgery in April", ["plan have surgery"]),
    ("I've been to Lima twice, but never to Cusco", ["visited Lima", "not visited Cusco"]),
    ("I visited Hull and the Isle of Skye", ["visited Hull", "visited Isle of Skye"]),
    ("My bank needs the old payslips by 3 May", ["deadline old payslips"]),
    ("The editor, Kim Olsen, wants the proofs done by 3 May", ["deadline proofs"]),
    ("I'm just back from Malta", ["visited Malta"]),
    ("I've been to forty countries", ["visited forty countries"]),
    ("I'm in Oslo from the 11th to the 13th", ["trip Oslo"]),
    ("Berlin on business from 2 May", ["trip Berlin"]),
    ("On 4 May I'm taking my class to Trieste", ["trip taking class to Trieste"]),
    ("I use R on a laptop that I bought in May", ["uses_tool R", "purchase laptop"]),
    ("Got the trainers at the market on Friday", ["purchase trainers"]),
    ("My stitches come out on Friday", ["event stitches come out"]),
    ("Our sister had the baby", ["relative sister", "user:ana/sister: event had baby"]),
    ("The dermatologist wants to see me on Friday", ["event dermatologist"]),
    ("We're singing at the spring fair on 2 May", ["event spring fair"]),
    ("We had a gig at the Anchor on Friday", ["event gig at Anchor"]),
    ("I'm still house hunting", ["goal house hunting"]),
    ("My goal is a marathon under 2:30", ["goal marathon under 2:30"]),
    ("We land in Malta on Friday", ["trip Malta"]),
    ("We spent a week in Malta in January", ["visited Malta"]),
    ("I must hand the keys back by 5 May", ["deadline keys"]),
    ("Somebody broke into our shed on Friday", ["event shed broken into"]),
]
NOTHING = [
    "I lost my train of thought",
    "He died laughing",
    "I told you wrongly in October",
    "I have to be home by six",
    "Her flat flooded last week",
    "Friday stays as it is",
    "fine by me",
    "I'm in rehearsals until Friday",
    "I'm looking for a word that means happy",
    "My alarm goes off at three",
    "No game on Friday",
    "She would like to join us",
    "The dentist sees me as a nuisance",
    "I wish I'd booked the hall on Friday",
    "I've been going to the office every Tuesday since May",
]


@pytest.mark.parametrize(("text", "expected"), TOLD, ids=[text for text, _ in TOLD])
def test_a_sentence_claims(text: str, expected: list[str]) -> None:
    assert claims(text) == expected


@pytest.mark.parametrize("text", NOTHING)
def test_what_only_looks_like_it_claims_nothing(text: str) -> None:
    assert claims(text) == []

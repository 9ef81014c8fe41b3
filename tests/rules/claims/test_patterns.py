"""What sentences claim: a table, a row for each way in which people tell such things."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims

TOLD = [
    ("I live in Porto.", ["lives_in Porto"]),
    ("We're living in Ghent these days", ["lives_in Ghent"]),
    ("my sister Rosa lives in Rome", ["relative sister Rosa", "rosa: lives_in Rome"]),
    ("I used to live in Faro.", ["lives_in Faro"]),
    ("I no longer live in Faro.", ["not lives_in Faro"]),
    ("I moved to Turin in May 2024.", ["lives_in Turin"]),
    ("I'm moving to Oslo next month.", ["plan moving to Oslo"]),
    ("I'm originally from Cork", ["origin Cork"]),
    ("I was born in Lagos and grew up in Abuja.", ["origin Lagos", "origin Abuja"]),
    ("I'm a nurse at St Mary's.", ["job nurse", "works_at St Mary's"]),
    ("I quit Siemens last week.", ["not works_at Siemens"]),
    ("I started at Vestas in January.", ["works_at Vestas"]),
    ("I study law in Utrecht", ["studies law"]),
    ("I'm 34 years old", ["age 34"]),
    (
        "My brother turned nine yesterday",
        ["relative brother", "user:ana/brother: age nine", "user:ana/brother: birthday 8 March"],
    ),
    ("My name is Ada Quist", ["name Ada Quist"]),
    (
        "I speak Dutch, Frisian and a bit of French.",
        ["speaks Dutch", "speaks Frisian", "speaks French"],
    ),
    ("I hate olives", ["dislikes olives"]),
    ("I can't stand jazz.", ["dislikes jazz"]),
    ("I don't like olives.", ["not likes olives"]),
    (
        "I love hiking, old films and ginger tea",
        ["likes hiking", "likes old films", "likes ginger tea"],
    ),
    ("My boyfriend Luc is a vegan", ["partner boyfriend Luc", "luc: diet vegan"]),
    ("I'm vegetarian since 2020", ["diet vegetarian"]),
    ("I have a dog called Rex", ["pet dog Rex"]),
    ("my dog died in March", ["user:ana/dog: event died", "not pet dog"]),
    ("I sold my car", ["event sold my car", "not owns car"]),
    ("I bought a tandem on Saturday", ["owns tandem", "purchase tandem"]),
    ("I don't own a car", ["not owns car"]),
    ("I play the cello", ["skill cello"]),
    ("I use neovim and fish", ["uses_tool neovim", "uses_tool fish"]),
    ("I want to learn to sail", ["goal learn to sail"]),
    ("My flight to Riga is on 4 May", ["trip flight to Riga"]),
    ("the rent is due on the first", ["deadline rent"]),
    ("My email is ada@quist.example", ["contact ada@quist.example"]),
    ("reach me on Signal", ["contact_preference Signal"]),
    ("Tom is my cousin", ["relative cousin Tom"]),
    ("I have no brothers", ["not relative brothers"]),
    ("I'm not married", ["not relationship_status married"]),
    ("I got married in June", ["relationship_status married"]),
]

NOTHING = [
    "Do I live in Porto?",
    "If I moved to Rome I would learn Italian",
    "I might move to Rome",
    'She said "I live in Paris"',
    "I wish I lived by the sea",
    "just kidding, I live on the moon",
    "People like me live in flats",
    "Water boils at 100 degrees",
    "Thanks a lot!",
    "```\nname = 'I live in Oslo'\n```",
    "where do my neighbours work?",
]


@pytest.mark.parametrize(("text", "expected"), TOLD, ids=[text for text, _ in TOLD])
def test_a_sentence_claims(text: str, expected: list[str]) -> None:
    assert claims(text) == expected


@pytest.mark.parametrize("text", NOTHING)
def test_what_is_no_statement_claims_nothing(text: str) -> None:
    assert claims(text) == []

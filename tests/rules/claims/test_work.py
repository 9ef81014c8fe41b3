"""Work, studies and homes in other people's sentences: each row is one construction."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims

TOLD = [
    # Beside a name.
    ("My uncle Pavel, a stonemason, is tall", ["relative uncle Pavel", "pavel: job stonemason"]),
    ("I bought it from Greta, a beekeeper", ["greta: job beekeeper"]),
    (
        "I'm Odile, a geologist in Perth",
        ["name Odile", "job geologist", "lives_in Perth"],
    ),
    ("As a midwife, I sleep badly", ["job midwife"]),
    # Employers.
    (
        "I'm a paralegal with Stone Chambers",
        ["job paralegal", "works_at Stone Chambers"],
    ),
    ("I'm a cook in a school canteen", ["job cook", "works_at school canteen"]),
    ("Meridian hired me in May", ["works_at Meridian"]),
    ("I'm still at Meridian", ["works_at Meridian"]),
    # Homes told with when or why they began.
    ("we have been in Turku since 2021", ["lives_in Turku"]),
    ("back in Leith since Easter", ["lives_in Leith"]),
    (
        "I came to Lyon in May to study botany at the university",
        ["lives_in Lyon", "studies botany", "studies_at university"],
    ),
    ("before I moved to Bergen I was a roofer", ["lives_in Bergen", "job roofer"]),
    ("we live in a terrace by the station in Crewe", ["lives_in Crewe"]),
    # Lessons and degrees.
    ("I take Danish lessons at the Linden School", ["studies Danish", "studies_at Linden School"]),
    ("I'm in my third year of botany at Umeå", ["studies botany", "studies_at Umeå"]),
    ("I'm doing a master's in hydrology", ["studies hydrology"]),
    (
        "my daughter goes to Saint Anne's",
        ["relative daughter", "user:ana/daughter: studies_at Saint Anne's"],
    ),
    ("Ruta, a postgraduate at Vilnius, called", ["ruta: studies_at Vilnius"]),
    ("my boss at Brightwell is away", ["works_at Brightwell"]),
    ("they made me head gardener", ["job head gardener"]),
    (
        "I can milk a goat, shear and spin wool",
        ["skill milk a goat", "skill shear", "skill spin wool"],
    ),
    ("I'm not bad at darts", ["skill darts"]),
    ("since 1 May I'm on a Go course run by Nordskole", ["studies Go", "studies_at Nordskole"]),
]

NOTHING = [
    "As a doctor told me, rest helps",
    "In the end, a nurse came",
    "I'm nursing a cold",
    "I'm still at the dentist",
    "I take the bus to school",
    "I gave a talk at Delft",
    "I go to the school to pick up parcels",
    "can you milk a goat?",
    "if I moved to Rome, who would care?",
    "whenever I moved house it rained",
    "I moved the lamp to the window",
]


@pytest.mark.parametrize(("text", "expected"), TOLD, ids=[text for text, _ in TOLD])
def test_a_sentence_claims(text: str, expected: list[str]) -> None:
    assert claims(text) == expected


def test_what_only_looks_like_it_claims_nothing() -> None:
    assert {text: claims(text) for text in NOTHING} == {text: [] for text in NOTHING}


def test_what_others_are_doing_is_not_told_of_the_speaker() -> None:
    text = "I worked alone, but since May a colleague, Ilka Brandt, has been proofreading for me"
    assert "job proofreading" not in claims(text)

"""People, what they are to one another, how old they are: a table of sentences and their claims."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims

WHO = [
    ("Hi, I'm Ines, 28, and I live in Faro", ["name Ines", "age 28", "lives_in Faro"]),
    ("hey! i'm pavel, 40, new here", ["name pavel", "age 40"]),
    ("my name is spelled Katharyn", ["name Katharyn"]),
    ("I changed my name to Alex", ["name Alex"]),
    ("They call me Bo", ["nickname Bo"]),
    ("im eighty one", ["age eighty one"]),
    ("I'm in my thirties", ["age thirties"]),
    ("just turned forty!", ["age forty"]),
    ("My daughter is 4 months old", ["relative daughter", "user:ana/daughter: age 4 months"]),
    (
        "my brother Tim, 34, lives in Oslo",
        ["relative brother Tim", "tim: age 34", "tim: lives_in Oslo"],
    ),
    ("my birthday is 4 May", ["birthday 4 May"]),
    ("dob: 1990-02-11", ["birthday 1990-02-11"]),
    ("Languages: Dutch, Frisian", ["speaks Dutch", "speaks Frisian"]),
]

TIES = [
    ("my wife anna is a nurse", ["partner wife anna", "anna: job nurse"]),
    ("I have a cat named Miso", ["pet cat Miso"]),
    ("We've got a new puppy, we named her Biscuit", ["pet new puppy", "pet dog Biscuit"]),
    ("I've got one brother and two sisters", ["relative one brother", "relative two sisters"]),
    (
        "I have two sons, Jack (8) and Leo (5)",
        [
            "relative son Jack",
            "relative son Leo",
            "relative two sons",
            "jack: age 8",
            "leo: age 5",
        ],
    ),
    ("I'm an only child", ["not relative siblings"]),
    ("I don't have any kids", ["not relative kids"]),
    ("nope, no sister, only a half-brother", ["not relative sister", "relative half-brother"]),
    ("Tom is not my brother", ["not relative brother Tom"]),
    ("Kwame on my team owns the lint job", ["colleague Kwame"]),
    ("I have a mentor called Ines", ["colleague mentor Ines"]),
    (
        "I'm seeing someone, his name is Joakim",
        ["relationship_status seeing someone", "partner partner Joakim"],
    ),
    ("Tui and I are a couple", ["partner Tui"]),
    ("Tom and I broke up last month", ["not partner Tom"]),
    ("we broke up", ["relationship_status single"]),
    ("we got engaged on Christmas Eve", ["relationship_status engaged"]),
    ("my divorce came through in June", ["relationship_status divorced"]),
    ("My wife Maureen passed away in 2019", ["partner wife Maureen"]),
    ("We had to put our cat Miso down yesterday", ["not pet cat Miso"]),
    ("i gave my sister flowers", ["relative sister"]),
    ("We rehomed the rabbits", ["not pet rabbits"]),
]

NOTHING = [
    "I saw a dog called Rex in the park",
    "two dogs barked all night",
    "she's not my girlfriend",
    "I was nine when it burned down",
    "technically I'm 11",
]


@pytest.mark.parametrize(("text", "expected"), WHO + TIES, ids=[text for text, _ in WHO + TIES])
def test_a_sentence_claims(text: str, expected: list[str]) -> None:
    assert claims(text) == expected


@pytest.mark.parametrize("text", NOTHING)
def test_of_nobody_ones_own_nothing_is_claimed(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    "earlier", ["I have two daughters, Ava and Mia.", "My kids are Ava and Mia."]
)
@pytest.mark.parametrize("who", ["the kids", "they", "Ava and Mia"])
def test_what_is_said_of_several_is_said_of_each(earlier: str, who: str) -> None:
    found = claims(f"{who} turned five yesterday", earlier)
    assert {"ava: age five", "mia: age five"} <= set(found)


def test_a_pet_that_was_named_ends_by_its_name() -> None:
    assert claims("Gravy passed in October.", "My cat Gravy is 16.") == ["not pet cat Gravy"]

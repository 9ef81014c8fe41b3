"""Who introduces himself in a list, and whose somebody is who is told of without."""

from __future__ import annotations

from tests.rules.claims.saying import claims, found

LISTS = [
    ("evening! Teodora here, midwife, two boys", "name Teodora|job midwife|relative two boys"),
    ("lorry driver, 49, from Győr", "job lorry driver|age 49|origin Győr"),
    ("Dana, 36, vegan, teacher from Cork", "name Dana|age 36|diet vegan|job teacher|origin Cork"),
    ("gday, ana here 71 widowed", "name Ana|age 71|relationship_status widowed"),
    ("ana here, tower cranes, fifteen years at it", "name Ana"),
    ("I'm Ana, a dental nurse in Toronto", "name Ana|job dental nurse|lives_in Toronto"),
    ("I am Pirkko, sixty-seven, and I sing", "name Pirkko|age sixty-seven"),
    ("rain here, 25 degrees", ""),
    ("eggs, milk, 20 apples", ""),
    ("meeting here at 14, bring lunch", ""),
]

UNOWNED = [
    ("wife's a nurse, brother lives in Cork", ["partner wife", "relative brother"]),
    ("boss is Beth", ["colleague boss Beth"]),
    ("daughter turned 6 on Monday", ["relative daughter"]),
    ("sister in Oslo, brother in Bergen", ["relative sister", "relative brother"]),
    ("Krum (the husband, 41) is a plumber", ["partner husband Krum"]),
    ("little one (Nia, 3) cant have egg", ["relative little one Nia"]),
    ("thanks brother", []),
    ("manager approval needed", []),
    ("son of a gun", []),
    ("In the novel, wife leaves husband and he dies", []),
    ("Wanted: manager in Leeds", []),
]


def test_a_list_says_of_its_author_what_stands_in_it() -> None:
    for text, expected in LISTS:
        told = [one for one in claims(text) if not one.startswith(("hobby", "skill"))]
        assert (text, "|".join(told)) == (text, expected)


def test_who_is_told_of_without_an_owner_is_the_speakers() -> None:
    ties = ("partner", "relative", "colleague")
    for text, expected in UNOWNED:
        assert (text, [one for one in claims(text) if one.startswith(ties)]) == (text, expected)


def test_what_is_put_in_is_not_cited() -> None:
    told = found("Teodora here, midwife and boss is Beth")
    assert {one.quote for one in told} <= {"Teodora here", "midwife", "boss is Beth"}

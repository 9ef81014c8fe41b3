"""What is nearly told: wrong subjects and attributes, what others say, what is done for free."""

from __future__ import annotations

import asyncio

import pytest

from tests.pipeline.test_left_alone import held
from tests.rules.claims.saying import claims

SAID = [
    ("Home is Kecskemét. He works at the bank.", ["lives_in Kecskemét"]),
    ("I've been volunteering at the shelter on Sundays.", ["hobby volunteering at shelter"]),
    ("I'm 36 weeks today.", []),
    ("My phone's broken.", []),
    ("Dr Morel is our vet.", ["colleague vet Dr Morel", "dr morel: job vet"]),
    ("My boss is now Anna.", ["colleague boss Anna"]),
    ("My friend Bea keeps telling me that I'm allergic to cats.", ["friend friend Bea"]),
    ("If I won I'd buy a lighthouse and never see a bedpan again.", []),
    ("A customer shouted 'I'm a baker and I live on rye!' at me.", []),
    ("Bo is allergic to shellfish, so no prawns in any recipe.", ["bo: allergy shellfish"]),
    ("I'm borrowing my wife's laptop.", ["partner wife"]),
    ("Bea has given up teaching for good.", ["bea: not job teaching"]),
    ("We moved to Lens, into a flat without stairs.", ["lives_in Lens"]),
    (
        "We have two dogs, a pug called Bo and a beagle called Pip.",
        ["pet beagle Pip", "pet pug Bo"],
    ),
    ("Paloma's phone number: 0141 555 0118.", ["paloma: contact 0141 555 0118"]),
    ("My sister turned 39.", ["relative sister", "user:ana/sister: age 39"]),
    ("I am meeting the neighbours, a couple with twins.", []),
    ("I don't like the jazz club, too loud.", ["not likes jazz club"]),
    ("I'm at a hotel until Friday.", []),
    ("My parents are Catholic.", ["user:ana/parents: belief Catholic"]),
    ("I'm learning Greek with Duolingo.", ["studies Greek", "uses_tool Duolingo"]),
]


@pytest.mark.parametrize(("text", "expected"), SAID, ids=[text for text, _ in SAID])
def test_no_more_is_claimed_than_is_told(text: str, expected: list[str]) -> None:
    assert claims(text) == expected


STAYS = [
    ("I live in Graz.", "The exam is in June. Sorry, I meant May.", "lives_in Graz"),
    ("I teach Year 4.", "From September I'll teach Year 6 instead of Year 4.", "job teach Year 4"),
    ("I'm a porter.", "I'm doing an apprenticeship as a chef.", "job porter"),
    ("I'm in two choirs.", "I've quit the church choir.", "hobby two choirs"),
    ("I play the flute.", "I'd rather do judo than the flute.", "skill flute"),
    ("I'm a nurse.", "I drive the school bus on Fridays.", "job nurse"),
    ("I'm a freelance translator.", "I translate board games.", "job freelance translator"),
    ("I'm a nurse at Ipso.", "I work in a bar on Fridays.", "works_at Ipso"),
    ("My husband is Ivo.", "My first husband was called Karl.", "partner husband Ivo"),
    ("I live in Graz.", "We have a house in Croatia.", "lives_in Graz"),
    ("I'm divorced.", "My boyfriend is called Bo.", "relationship_status divorced"),
    ("I live in Graz.", "When I was ten we moved to Lille.", "lives_in Graz"),
    ("I'm a tram driver.", "I still drive the tram.", "job tram driver"),
]


@pytest.mark.parametrize(("first", "then", "stays"), STAYS)
def test_what_stands_beside_a_change_stays(first: str, then: str, stays: str) -> None:
    assert stays in asyncio.run(held(first, then))


GOES = [
    ("I'm a nurse.", "I drive a bus now.", "job nurse"),
    ("Dr Morel is our vet.", "We have a new vet, Dr Benali.", "colleague vet Dr Morel"),
    ("My boss is Rob.", "My boss is Anna now.", "colleague boss Rob"),
    ("I had surgery in March.", "Please don't remember that I had surgery.", "event surgery"),
]


@pytest.mark.parametrize(("first", "then", "ends"), GOES)
def test_what_is_meant_goes(first: str, then: str, ends: str) -> None:
    assert ends in asyncio.run(held(first))
    assert ends not in asyncio.run(held(first, then))


def test_who_is_known_is_not_told_of_again() -> None:
    """`My son is tall` tells of no other son."""
    told = asyncio.run(held("My son is 9.", "My son is taller than me."))
    assert told == {"relative son", "age 9"}
    both = asyncio.run(held("I have two cats.", "One of the cats has run away."))
    assert both == {"pet two cats"}


def test_a_new_value_says_alone_that_the_old_one_is_over() -> None:
    """No denial stands beside: `not uses_tool Jira`."""
    told = asyncio.run(held("We use Jira.", "We've replaced Jira with Linear."))
    assert told == {"uses_tool Linear"}

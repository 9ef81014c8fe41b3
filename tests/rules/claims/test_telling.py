"""Several claims of a sentence are told each in its own words."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import found

TABLE = {
    "I work as a nurse at St Mary's.": {"I work as a nurse.", "I work at St Mary's."},
    "My sister Rosa is a teacher and lives in Rome.": {
        "My sister Rosa",
        "My sister Rosa is a teacher",
        "Rosa lives in Rome",
    },
    "I live in Oslo and my brother lives in Bergen": {
        "I live in Oslo",
        "my brother lives in Bergen",
    },
    "Sold the Golf": {"Sold the Golf"},
    "I speak Spanish and Greek": {"I speak Spanish", "I speak Greek"},
    "I no longer work as a nurse at St Mary's": {"I no longer work as a nurse at St Mary's"},
}


@pytest.mark.parametrize("text", TABLE)
def test_each_claim_has_its_own_words(text: str) -> None:
    assert {one.text for one in found(text)} == TABLE[text]


@pytest.mark.parametrize("text", TABLE)
def test_the_quote_stands_where_it_is_cited(text: str) -> None:
    for one in found(text):
        assert text[one.span.start : one.span.end] == one.quote


def test_what_somebody_else_says_of_the_user_is_no_claim_about_the_user() -> None:
    (one,) = found("Ana has a dog called Rex.", speaker="name:Ben")
    assert (one.claim, one.subject, one.text) == (None, "name:Ben", "Ana has a dog called Rex.")


def test_what_a_participant_says_of_himself_is_about_him() -> None:
    (one,) = found("I live in Oslo.", speaker="name:Ben")
    assert one.claim is not None
    assert one.claim.subject == "name:Ben"

"""What only reports that somebody said something, and what he said of the speaker."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims, found

NOTHING = [
    "The neighbour reckons we'll end up in Nelson.",
    "The vet jokes that I'm married to the herd.",
    "Ha, Hamish claims that I am a hundred and invented the wheel.",
    'The ward sister used to say "I drink eight cups".',
    '"I am allergic to maths" is what Theo says each morning.',
    '"I have been everywhere", says the poster in our hall.',
    "They say nurses make the worst patients.",
    "no, leave Jonas out of it lol.",
    "Why?\nERROR 2026-01-19 user=deploy owner=Farhan host=nagpur-02",
    "My text so far: I was born in Ghent and moved to Lier in 2010.",
    "I might put panels on the shed, nothing decided.",
]


@pytest.mark.parametrize("text", NOTHING)
def test_a_report_without_what_is_reported_is_not_kept(text: str) -> None:
    assert found(text) == []


def test_what_is_reported_of_another_or_by_who_knows_is_kept() -> None:
    assert claims("The clinic says I have high blood pressure.") == ["health high blood pressure"]
    assert claims("I walk so that I don't eat biscuits.") == []


def test_whom_everybody_has_is_told_only_where_he_is_spoken_of() -> None:
    assert claims("I'm at my mum's for the week.") == []
    assert "grandad" not in " ".join(claims("He calls me Captain instead of Grandad Al."))
    assert claims("My mum sings.")[0] == "relative mum"

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
    "I might put panels on the shed, nothing decided.",
]


@pytest.mark.parametrize("text", NOTHING)
def test_a_report_without_what_is_reported_is_not_kept(text: str) -> None:
    assert found(text) == []


def test_what_is_reported_of_another_or_by_who_knows_is_kept() -> None:
    assert claims("The clinic says I have high blood pressure.") == ["health high blood pressure"]
    assert claims("I walk so that I don't eat biscuits.") == []

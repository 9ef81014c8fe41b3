"""Values that were taken back are cut out of a text that tells others too."""

from __future__ import annotations

import pytest

from retentive.model.claim import Claim
from retentive.rules.retelling import without

TAKEN = {
    "a dog, Bica, and a cat, Tom": ("dog Bica", "cat Tom", "a […], and a cat, Tom"),
    "a dog, Bica, and a dog, Rex": ("dog Bica", "dog Rex", "a dog, […], and a dog, Rex"),
    "we have 7 hens and a rooster": ("7 hens", "rooster", "we have […] and a rooster"),
    "i'm Ivo, 31": ("31", "Ivo", "i'm Ivo, […]"),
    "the twins are four": ("four", "four", "the twins are four"),
    "my dad has gout": ("gout", "dad", "my dad has […]"),
    "sold the bees last May": ("sold the bees last May", "bees", "[…] the bees […]"),
    "tea and the green tea": ("tea", "green tea", "[…] and the green tea"),
}


@pytest.mark.parametrize("text", TAKEN)
def test_only_what_is_not_its_own_is_cut(text: str) -> None:
    taken, own, left = TAKEN[text]
    claims = [Claim(subject="ana", attribute="has", value=one) for one in (taken, own)]
    assert without(text, claims[:1], claims[1]) == left

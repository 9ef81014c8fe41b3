"""What is said and is not so: looked back on, imagined, failed, disowned, told by others."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims, found


@pytest.mark.parametrize(
    "text",
    ["I loved living in Turin", "I miss living in Turin", "I remember living in Turin so well"],
)
def test_what_is_looked_back_on_is_over(text: str) -> None:
    over = [one for one in found(text) if one.claim and one.claim.attribute == "lives_in"]
    assert [one.valid_until is not None for one in over] == [True]


@pytest.mark.parametrize(
    "text",
    [
        "I can't imagine living in Turin",
        "I avoid working at Fiat",
        "We can't have a cat",
        "Once we have a garden I'll get a dog",
    ],
)
def test_what_is_not_done_is_not_claimed(text: str) -> None:
    said = [one.split()[0] for one in claims(text)]
    assert not {"lives_in", "works_at", "pet"} & {*said}


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I love living in Turin", "lives_in Turin"),
        ("I started working at Fiat", "works_at Fiat"),
        ("I have a cat", "pet cat"),
    ],
)
def test_what_is_done_still_is(text: str, claim: str) -> None:
    assert claim in claims(text)

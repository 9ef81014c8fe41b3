"""Whether facts say most of the message they were learnt from."""

from __future__ import annotations

import pytest

from retentive.rules.coverage import say_most

SAID = "On 3 May, and my sister Rita lives next door."


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        ([], False),
        (["my sister Rita."], False),
        (["My sister Rita lives next door."], True),
        (["my sister Rita.", "She lives next door."], True),
    ],
)
def test_facts_say_most_of_a_message_where_they_hold_half_of_its_words(
    texts: list[str], told: bool
) -> None:
    assert say_most(texts, SAID) is told


def test_nothing_says_most_of_a_message_but_a_text() -> None:
    assert not say_most([], "")
    assert say_most([""], "")

"""Answers to what an agent asked: the question begins their sentence."""

from __future__ import annotations

import pytest

from retentive.app.languages import RuleExtractor
from retentive.model.actor import ActorKind
from tests.rules.claims.saying import entry

ANSWERS = [
    ("Where do you live?", "leeds", ["lives_in leeds"]),
    ("And what does your wife do?", "accountant", ["job accountant"]),
    ("Do you have any pets?", "yeah, two cats and a parrot", ["pet two cats", "pet parrot"]),
    ("Have you ever been to Asia?", "thailand, in 2014", ["visited thailand"]),
    ("What's your goal for this year?", "learn to drive", ["goal learn to drive"]),
    ("When is the exam?", "22nd of may", ["event exam"]),
    ("What's your sister's name?", "Ilse", ["relative sister Ilse"]),
    ("What are you good at?", "drawing", ["skill drawing"]),
    ("What are you planning for the summer?", "a week in Crete", ["plan week in Crete"]),
    ("Any food I should leave out?", "peanuts", ["diet no peanuts"]),
    ("Any trips coming up?", "skiing in Bansko in january", ["trip skiing in Bansko"]),
    ("Do you exercise?", "yoga on mondays", ["hobby yoga"]),
    ("Got any hobbies?", "too many!! beekeeping, pottery", ["hobby beekeeping", "hobby pottery"]),
    ("Anything you don't like?", "beetroot", ["likes beetroot"]),
    ("Are you a morning person?", "god no", ["likes mornings"]),
]  # fmt: skip

NONE = [
    ("Do you have any pets?", "nope"),
    ("What do you think?", "great"),
    ("Where should I save it?", "the desktop"),
    ("Which one do you use?", "the second"),
    ("Do you like jazz?", "why?"),
    ("What error do you get?", "a timeout in Docker"),
]


def _told(asked: str, answer: str) -> list[tuple[str, str]]:
    """Return the claims of an answer, and the words that make them."""
    before = entry(asked, seq=1, speaker="agent:helper", kind=ActorKind.AGENT)
    made = RuleExtractor().extract(entry(answer, seq=2), [before], None)
    return [(f"{one.claim.attribute} {one.claim.value}", one.text) for one in made if one.claim]


@pytest.mark.parametrize(("asked", "answer", "told"), ANSWERS)
def test_an_answer_goes_on_with_its_question(asked: str, answer: str, told: list[str]) -> None:
    assert [claim for claim, _ in _told(asked, answer)] == told


def test_what_is_no_answer_is_told_by_itself() -> None:
    assert [_told(*pair) for pair in NONE] == [[]] * len(NONE)


def test_the_words_of_an_answer_can_stand_alone() -> None:
    assert _told("Where do you live?", "leeds") == [("lives_in leeds", "I live in leeds")]

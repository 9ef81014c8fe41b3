"""Words that put right, take back or forget what was said before."""

from __future__ import annotations

import pytest

from retentive.model.claim import Correction, Cue
from tests.rules.claims.saying import claims, found


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("it was Leeds, not Hull", "Hull", "Leeds"),
        ("sorry, it was the right knee, not the left", "left", "right knee"),
        ("I meant Tuesday, not Monday", "Monday", "Tuesday"),
        ("Leeds, not Hull.", "Hull", "Leeds"),
        ("change Hull to Leeds please", "Hull", "Leeds"),
    ],
)
def test_the_right_words_stand_for_the_wrong_ones(text: str, old: str, new: str) -> None:
    assert Correction(old, new) in [one.corrects for one in found(text)]


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("also please forget the thing about Joachim.", "Joachim"),
        ("forget what I said about the allergy", "allergy"),
        ("scrap the sailing boat", "sailing boat"),
        ("please delete my dentist appointment from the list", "dentist appointment"),
        ("can you take the dentist off my calendar?", "dentist"),
        ("wipe everything about Hull", "Hull"),
        ("forget that I have a meeting", "I have a meeting"),
        ("erase what you know about Turin", "Turin"),
        ("please forget everything you know about my uncle", "uncle"),
    ],
)
def test_what_is_to_be_forgotten_is_named(text: str, old: str) -> None:
    (one,) = [one for one in found(text) if one.corrects]
    assert (one.corrects, one.cue, one.claim) == (Correction(old, None), Cue.FORGET, None)


@pytest.mark.parametrize(
    "text",
    [
        "please forget that I live in Rome",
        "can you forget that I live in Rome?",
        "You can forget that I live in Rome.",
    ],
)
def test_a_whole_sentence_is_forgotten_as_it_claims(text: str) -> None:
    (one,) = found(text)
    assert one.claim is not None
    assert (one.claim.attribute, one.claim.value, one.cue) == ("lives_in", "Rome", Cue.FORGET)


def test_a_word_alone_puts_right_what_it_can_stand_for() -> None:
    (one,) = [one for one in found("sorry typo, Halloran.", ["my surname is Hallorann"])]
    assert one.claim is not None
    assert (one.claim.attribute, one.claim.value) == ("name", "Halloran")
    assert one.corrects == Correction("Hallorann", "Halloran")


def test_scratch_that_takes_back_what_came_last() -> None:
    last = found("I live in Rome. I like tea. Scratch that.")[-1]
    assert (last.corrects, last.cue) == (Correction("tea", None), Cue.FORGET)
    assert not [one for one in found("Scratch that.") if one.corrects]


@pytest.mark.parametrize(
    "text",
    [
        "I always forget my keys",
        "don't forget the milk",
        "did you forget my birthday?",
        "I forgot the umbrella on the bus",
        "I mean it",
        "Forget it, what should we cook?",
        "Forget that, let's talk about cars",
        "Forget coffee, I need a nap!",
        "Ignore me, carry on",
        "never mind, carry on",
        "you should not forget that I am a nurse",
        "you can't forget that I live in Rome",
        "do you know I live in Rome?",
    ],
)
def test_other_talk_of_forgetting_changes_nothing(text: str) -> None:
    assert not [one for one in found(text) if one.corrects or one.cue is Cue.FORGET]
    assert claims("do you know I live in Rome?") == []

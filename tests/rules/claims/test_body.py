"""Health, diets, allergies, tastes, beliefs and how somebody is reached, told in many ways."""

from __future__ import annotations

import pytest

from retentive.model.actor import ActorKind
from tests.rules.claims.saying import EXTRACTOR, claims, entry

_TOLD = [
    ("My eyesight is poor.", "health poor eyesight"),
    ("I've been on crutches since Sunday.", "health crutches"),
    ("I can't bend my knee.", "health can't bend knee"),
    ("I have thyroid problems.", "health thyroid problems"),
    ("I've got the flu and I'm off work because of my asthma.", "health asthma"),
    ("I have lost my voice.", "health lost my voice"),
    ("I have been in hospital with pneumonia since Friday.", "health pneumonia"),
    ("It's walnuts that I'm allergic to, not hazelnuts.", "allergy walnuts"),
    ("Kiwi makes my throat itch.", "allergy Kiwi"),
    ("I'm vegetarian by upbringing.", "diet vegetarian"),
    ("The doctor has me on a low-salt diet.", "diet low-salt"),
    ("I eat everything except liver.", "diet no liver"),
    ("I'm not allowed any salt.", "diet no salt"),
    ("Lentils I love.", "likes Lentils"),
    ("Coriander I can't stand.", "dislikes Coriander"),
    ("What I like most is silence.", "likes silence"),
    ("I hate being called Bobby.", "dislikes being called Bobby"),
    ("I find opera boring.", "dislikes opera"),
    ("Please put all times in Singapore time.", "timezone Singapore time"),
    ("Please text me rather than ring.", "contact_preference text"),
    ("You can ring me on 0491 570 156 if it can't wait.", "contact 0491 570 156"),
    ("For reminders email is best: lu@mail.example", "contact lu@mail.example"),
    ("It's +44 20 7946 0018.", "contact +44 20 7946 0018"),
]

_NOTHING = (
    "I'm a vegan chef's neighbour.",
    "I can't walk the whole way tonight.",
    "My head of department is terrible.",
    "I caught the last bug before the release.",
    "I can't see the point of the meeting.",
    "The meeting is at 9 London time.",
    "It's closing time.",
    "Call me tomorrow.",
    "Text me the address later.",
    "The ticket costs 12345678 euros.",
    "I swim like an old lady.",
    "I'm blind without the logs.",
    "I didn't eat the fish at the party.",
    "I cooked vegan chilli for the guests.",
    "I like option B.",
    "I can't stand up straight today.",
    "Email him at tom@firm.example.",
    "My hand was shaking.",
    "The hives stand behind the barn.",
)


@pytest.mark.parametrize(("text", "wanted"), _TOLD, ids=[text for text, _ in _TOLD])
def test_bodies_tastes_and_ways_to_reach_somebody_are_told(text: str, wanted: str) -> None:
    assert wanted in claims(text)


def test_words_that_only_sound_like_them_claim_nothing() -> None:
    of_the_body = ("health", "diet", "allergy", "likes", "dislikes", "contact", "timezone")
    for text in _NOTHING:
        assert [one for one in claims(text) if one.startswith(of_the_body)] == [], text


def test_what_holds_of_one_is_said_of_another_in_few_words() -> None:
    assert "fiadh: allergy nuts" in claims("Declan's allergic to nuts, and so is Fiadh.")
    assert "diet no meat" in claims("My wife doesn't eat meat and neither do I.")
    assert "user:ana/wife: not likes jazz" in claims("I love jazz but my wife doesn't.")
    assert "rosa: diet vegetarian" in claims("I'm a vegetarian and my sister Rosa is too.")
    assert "annika: lives_in Rome" in claims("I'm from Cork, but Annika and I live in Rome.")
    assert claims("I like Rome. It is nice too.") == ["likes Rome"]


def test_words_between_commas_leave_the_subject_as_it_is() -> None:
    said = "Anouk is fifteen; Theo, eleven, has had diabetes since he was six."
    assert "theo: health diabetes" in claims(said)


def test_beliefs_are_told_in_several_ways() -> None:
    for text in (
        "I've always thought tea makes people kind.",
        "To my mind, tea makes people kind.",
        "I firmly believe that tea makes people kind, but my ex disagrees.",
    ):
        assert claims(text)[:1] == ["belief tea makes people kind"], text
    assert "belief" not in str(claims("I think the train leaves at 9."))


def test_it_means_what_was_told_or_asked_just_before() -> None:
    assert "likes olives" in claims("I used to hate olives, but now I love them.")
    assert "likes Dogs" in claims("Dogs? Love them.")
    assert "likes Risotto" in claims("Favourite meal? Risotto, every time.")
    assert claims("The build failed. I hate it.") == []
    assert "likes" not in str(claims("I changed the plan for lunch: I love it now."))


def test_what_somebody_would_not_say_is_not_said() -> None:
    assert claims("I wouldn't say I like opera.") == []
    assert claims("Opera? Not my thing.") == ["not likes Opera"]


def test_what_is_tied_on_with_a_verb_of_its_own_is_no_item() -> None:
    told = claims("My niece Yara is allergic to hazelnuts and loves volleyball.")
    assert {"yara: allergy hazelnuts", "yara: likes volleyball"} <= set(told)
    assert "pilar: health dementia" in claims("My aunt Pilar has dementia and no longer drives.")


def test_what_doctors_and_bodies_forbid_is_a_diet() -> None:
    for text in (
        "My doctor told me not to eat salt.",
        "Salt is off limits for me.",
        "Salt doesn't agree with me.",
        "I'm not supposed to eat salt.",
        "I've cut salt out of my diet.",
    ):
        assert "diet no salt" in [one.casefold() for one in claims(text)], text


def _answer(question: str, text: str) -> list[str]:
    asked = entry(question, speaker="agent:bot", kind=ActorKind.AGENT)
    told = EXTRACTOR.extract(entry(text, seq=2), [asked], None)
    return [f"{one.claim.attribute} {one.claim.value}" for one in told if one.claim]


def test_a_few_words_answer_what_an_agent_asked() -> None:
    assert _answer("Are you allergic to anything?", "Penicillin.") == ["allergy Penicillin"]
    assert _answer("Is there anything you do not eat?", "Pork.") == ["diet no Pork"]
    assert _answer("How do you like to be reached?", "Email.") == ["contact_preference Email"]
    assert _answer("Are you fond of coriander?", "Love it.") == ["likes coriander"]


def test_an_answer_tells_nothing_of_what_was_not_asked_of_its_speaker() -> None:
    assert _answer("Are you allergic to anything?", "No.") == []
    assert _answer("What do you eat for lunch?", "Rice.") == []

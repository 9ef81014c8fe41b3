"""Who people are, told in lists, in brackets, and on the way to something else."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import EXTRACTOR, _written, claims, entry, found

LISTS = {
    "hey its oskar, welder from malmö, 38, single": [
        "name Oskar",
        "job welder",
        "origin malmö",
        "age 38",
        "relationship_status single",
    ],
    "45, midwife, three kids, Derry": [
        "age 45",
        "job midwife",
        "relative three kids",
        "lives_in Derry",
    ],
    "Ghanaian, raised in Tema, staff nurse": [
        "nationality Ghanaian",
        "origin Tema",
        "job staff nurse",
    ],
    "mechanical eng, second year at Unilag, send help": [
        "studies mechanical eng",
        "studies_at Unilag",
    ],
    "its pouring down, from Leeds to York": [],
    "it's Monday, 12 degrees": [],
}

ASIDES = {
    "my cousin (we shared a room once) works at Ikea": [
        "relative cousin",
        "user:ana/cousin: works_at Ikea",
    ],
    "Our cat (he's called Pip) is 9": ["pet cat", "pet cat Pip", "pip: age 9"],
    "My uncle Abe (mum's brother) runs a garage": [
        "relative uncle Abe",
        "user:ana/mother: relative brother",
        "abe: job runs garage",
    ],
}

KIN = {
    "hubby (Timo), son 11, daughter 8": [
        "partner hubby Timo",
        "relative son",
        "user:ana/son: age 11",
        "relative daughter",
        "user:ana/daughter: age 8",
    ],
    "two kids, eldest 15, youngest 6": [
        "relative two kids",
        "relative eldest",
        "user:ana/eldest: age 15",
        "relative youngest",
        "user:ana/youngest: age 6",
    ],
    "niece of mine, 14, plays drums": [
        "relative niece",
        "user:ana/niece: age 14",
        "user:ana/niece: skill drums",
    ],
    "me brother's a roofer": ["relative brother", "user:ana/brother: job roofer"],
    "my aunt left me her loom": ["relative aunt", "owns loom"],
}

HASTILY = {
    "not bad thx, moved back in with my parents in Ennis": ["relative parents", "lives_in Ennis"],
    "nan's 80th next Saturday": ["user:ana/grandmother: birthday 21 March"],
    "as a vegetarian living with butchers I eat alone": ["diet vegetarian"],
    "my niece started at Trinity last month": [
        "relative niece",
        "user:ana/niece: studies_at Trinity",
    ],
    "I'm mum to Bo and Cleo": ["relative Bo", "relative Cleo"],
    "I'm the baby of the family": [],
}

IN_PASSING = {
    "What should I give my 4 year old spaniel?": ["pet spaniel", "user:ana/dog: age 4"],
    "Need a snack for my vegan son": ["relative vegan son", "user:ana/son: diet vegan"],
    "Can you draft a note to my nephew?": ["relative nephew"],
    "What's my son called?": [],
    "Do you know my sister?": [],
    "Is my brother older than me?": [],
}


@pytest.mark.parametrize(
    "told",
    [LISTS, ASIDES, KIN, HASTILY, IN_PASSING],
    ids=["lists", "asides", "kin", "hastily", "passing"],
)
def test_who_people_are(told: dict[str, list[str]]) -> None:
    assert {text: claims(text) for text in told} == told


def test_an_aside_leaves_who_it_is_about() -> None:
    assert "job baker" in claims("I (you know me) am a baker")
    assert not any(one.startswith("works_at") for one in claims("my ex (we split) works at Asda"))


CHATS = {
    ("where do you live these days", "Hull, since may"): "lives_in Hull",
    ("still at Asda?", "yep, 5 yrs now"): "works_at Asda",
    ("who's at home with you?", "just me and my wife Ida"): "partner wife Ida",
    ("are you still with Otto?", "nope, single since may"): "relationship_status single",
    ("and what does your dad do?", "drives a tram in Graz"): "user:ana/father: job drives tram",
}


def test_friends_ask_without_marks_and_in_half_a_sentence() -> None:
    told = {
        chat: [
            _written(one)
            for one in EXTRACTOR.extract(
                entry(chat[1], seq=2), [entry(chat[0], seq=1, speaker="name:Bo")], None
            )
            if one.claim
        ]
        for chat in CHATS
    }
    assert [chat for chat, claim in CHATS.items() if claim not in told[chat]] == []


@pytest.mark.parametrize(
    "text",
    [
        "What my husband drinks, may I ask?",
        "How many hens my aunt keeps, do you happen to know?",
        "What team my brother supports, any clue?",
        "Where my sister works, do you know?",
        "My uncle works where, may I ask?",
        "Which niece Lotta rows on Mondays, if I may ask?",
    ],
)
def test_a_question_in_the_order_of_a_statement_tells_nothing(text: str) -> None:
    assert found(text) == []


def test_a_question_for_something_else_still_tells_whom_the_speaker_has() -> None:
    assert claims("What should I feed my dog?") == ["pet dog"]

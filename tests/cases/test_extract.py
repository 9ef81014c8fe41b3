"""Cases of extraction: whose words they are, what is meant, and what is lost on the way."""

from __future__ import annotations

import re

import pytest

from retentive import Fact, Handle
from tests.cases.playing import Play, found, listed, on_one_driver, texts

USER = "user:u1"


def told(play: Play, *said: str, user: str = "u1") -> Handle:
    """A user who said this, a message a text; all is digested."""
    handle = play.user(user)
    for text in said:
        handle.observe([{"role": "user", "content": text}])
    play.memory.flush()
    return handle


def about_user(facts: list[Fact]) -> list[str]:
    """The texts of facts whose subject is the user, or which claim something of her."""
    return [
        fact.text for fact in facts if USER in (fact.claim.subject if fact.claim else fact.subject)
    ]


# ---------------------------------------------------------------- who said it, and of whom


@pytest.mark.case("ext-01")
@pytest.mark.parametrize(
    ("asked", "answered", "never"),
    [
        (
            "How could I keep slugs off my lettuce?",
            "I always bury copper tape around the bed and I switched to night watering; I would "
            "pick the Batavia variety.",
            "copper|watering|Batavia",
        ),
        (
            "What helps against jet lag?",
            "I live in Oslo and take melatonin. You love long flights, you are a pilot.",
            "Oslo|melatonin|pilot|flights",
        ),
    ],
)
def test_what_the_assistant_says_is_no_fact_about_the_user(
    play: Play, asked: str, answered: str, never: str
) -> None:
    ana = play.user(agent="helper")
    ana.observe([{"role": "user", "content": asked}, {"role": "assistant", "content": answered}])
    play.memory.flush()
    for _ in play.moments():
        said = listed(play.user())
        assert len(about_user(said)) <= 1
        assert not [one.text for one in said if re.search(never, one.text)]
        hits = play.user().recall(answered, min_score=0)
        assert {one.speaker.kind.value for hit in hits for one in hit.sources} <= {"agent", "human"}
        told_by = {one.speaker.id for hit in hits for one in hit.sources if one.quote == answered}
        assert told_by == {"agent:helper"}


@pytest.mark.case("ext-02")
@pytest.mark.parametrize(
    ("said", "subject", "never"),
    [
        (
            "My neighbour Oren told me he can't stand fencing lessons, but his aunt signed him up "
            "for a year anyway.",
            "person:oren",
            "fencing|signed",
        ),
        ("My sister Rosa hates olives and plays the cello.", "person:rosa", "olives|cello"),
        ("Tom says he is allergic to nuts.", "person:tom", "nuts"),
        ("Rosa told me she can't stand figs.", "person:rosa", "figs"),
        ("My boss told me he can't bear olives.", "person:user:u1/boss", "olives"),
    ],
)
def test_what_is_said_of_somebody_else_is_no_fact_about_the_user(
    play: Play, said: str, subject: str, never: str
) -> None:
    told(play, said)
    for _ in play.moments():
        facts = [one for one in listed(play.user()) if re.search(never, one.text)]
        assert facts
        for one in facts:
            if one.claim is not None and re.search(never, one.claim.value):
                assert one.claim.subject.startswith(subject), one
        assert not [
            one.text
            for one in facts
            if one.claim is not None
            and one.claim.subject == USER
            and one.claim.attribute in ("likes", "dislikes", "studies", "allergy", "hobby")
        ]


# ---------------------------------------------------------------- what must not get lost


@pytest.mark.case("ext-06")
@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("My cousin Amal coached me. And she moved to Lisbon.", "And Amal moved to Lisbon."),
        ("My sister Rosa is a nurse. She's 40 now.", "Rosa is 40 now."),
        ("My brother works at Acme. He hates opera.", "My brother hates opera."),
        ("Tom came over. He sailed to Malta.", "Tom sailed to Malta."),
        ("Tom said he was late. She disagreed.", None),
    ],
)
@on_one_driver
def test_a_fact_names_whom_it_is_about(play: Play, said: str, text: str | None) -> None:
    facts = listed(told(play, said))
    if text is None:
        assert not [one.text for one in facts if "Tom disagreed" in one.text]
        return
    (fact,) = [one for one in facts if one.text == text]
    assert [one.quote for one in fact.provenance.citations] == [said[said.index(". ") + 2 :]]


@pytest.mark.case("ext-06")
def test_who_moved_is_she_of_whom_was_spoken(play: Play) -> None:
    told(play, "My cousin Amal coached me. These days she lives in Lisbon.")
    for _ in play.moments():
        (home,) = [one.claim for one in listed(play.user()) if one.claim and "Lisbon" in one.text]
        assert (home.subject, home.attribute, home.value) == ("person:amal", "lives_in", "Lisbon")


@pytest.mark.case("ext-08")
@pytest.mark.parametrize(
    ("said", "query", "names"),
    [
        ("毎週日曜日に祖母とそばを打ちます。", "そば", ["そば"]),
        ("Tenho alergia a camarão e moro em Braga.", "alergia", ["camarão", "Braga"]),
        ("Я живу в Вологде с собакой Тишкой.", "собакой", ["Вологде", "Тишкой"]),
        ("أعيش في الإسكندرية مع أختي.", "الإسكندرية", ["الإسكندرية"]),
    ],
)
def test_a_fact_stays_in_the_language_it_was_said_in(
    play: Play, said: str, query: str, names: list[str]
) -> None:
    told(play, said)
    for _ in play.moments():
        assert "".join(texts(play.user())) in said
        (first, *_) = found(play.user(), query)
        assert all(name in first for name in names)


@pytest.mark.case("ext-10")
@pytest.mark.parametrize(
    ("said", "thing"),
    [
        ("I like checkers", "checkers"),
        ("I have really enjoyed playing checkers with friends for years", "checkers"),
        ("love figs", "figs"),
        ("i'm big on jazz tbh", "jazz"),
        ("I am really big on board games", "board games"),
        ("i'm big into cycling", "cycling"),
    ],
)
def test_a_short_casual_statement_is_kept(play: Play, said: str, thing: str) -> None:
    told(play, said)
    for _ in play.moments():
        (fact,) = listed(play.user())
        assert fact.kind == "preference"
        assert fact.claim is not None
        assert thing in fact.claim.value


@pytest.mark.case("ext-11")
@pytest.mark.parametrize(
    "said",
    [
        "If I were allergic to pollen I would move to the coast.",
        "Suppose I lived on Titan and owned nine ships.",
        "Write a story in which I am a captain and was born on Titan.",
        "Write a scene in which I own a castle and live on Mars.",
        "Role-play: I'm a pirate and I own a ship.",
        "Imagine: I live on Mars.",
        "For the letter put: I am 40 and I live in Oslo.",
    ],
)
@on_one_driver
def test_what_is_supposed_is_not_stored(play: Play, said: str) -> None:
    assert texts(told(play, said)) == []


@pytest.mark.case("ext-11")
def test_role_play_and_forms_to_fill_in_are_not_stored(play: Play) -> None:
    told(
        play,
        "Let's play: I am Captain Ysolde, I was born on Titan and I own nine ships.",
        "If I were allergic to pollen I would move to the coast.",
        "For the sample form write: Name Petra Vance, income 900000.",
        "While you set up the next scene: I have a dentist appointment on 2026-12-03.",
    )
    for _ in play.moments():
        (fact,) = listed(play.user())
        assert "dentist appointment" in fact.text
        assert fact.occurred is not None
        assert f"{fact.occurred.start:%Y-%m-%d}" == "2026-12-03"


LIST = (
    "About me: I repair clocks. I get up before sunrise. Kiwi fruit makes my tongue swell. I study "
    "Tamil. I do archery on Mondays. My car is a blue van. I write at a standing desk. My photos "
    "live on a NAS at home. I whistle while ironing."
)


@pytest.mark.case("ext-13")
def test_a_message_that_lists_many_facts_yields_them_all(play: Play) -> None:
    told(play, LIST)
    for _ in play.moments():
        facts = listed(play.user())
        assert len(facts) >= 8
        assert not [one.text for one in facts if ";" in one.text]
        assert found(play.user(), "what does kiwi fruit do to the tongue of the user", limit=1) == [
            "Kiwi fruit makes my tongue swell."
        ]

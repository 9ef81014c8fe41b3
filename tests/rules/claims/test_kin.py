"""Who is meant, and what is told of people by the way: a table of sentences and their claims."""

from __future__ import annotations

import pytest

from retentive.model.actor import ActorKind
from tests.rules.claims.saying import EXTRACTOR, claims, entry

TOLD = [
    ("I've been in a relationship since May", ["relationship_status in a relationship"]),
    ("Ottavia has been my boss since 2019", ["colleague boss Ottavia"]),
    ("Turned 50 on Saturday, hurrah", ["age 50", "birthday 7 March"]),
    ("my son's birthday is on the 24th", ["relative son", "user:ana/son: birthday 24 March"]),
    ("It's my birthday tomorrow!", ["birthday 10 March"]),
    ("I'm Sindre, a cellist from Bergen.", ["name Sindre", "job cellist", "origin Bergen"]),
    ("please call me Bas", ["nickname Bas"]),
    ("My German is at B2 by now", ["speaks German B2"]),
    ("I only manage English and school Irish", ["speaks English", "speaks Irish"]),
]


@pytest.mark.parametrize(("text", "expected"), TOLD, ids=[text for text, _ in TOLD])
def test_people_tell_of_themselves_and_of_others(text: str, expected: list[str]) -> None:
    assert claims(text) == expected


NOTHING = [
    "turn 30 degrees left",
    "call me tomorrow",
    "I'm Irish, a bit of a cliché",
    "She called me an idiot",
    "I read French novels",
]


@pytest.mark.parametrize("text", NOTHING)
def test_what_only_looks_alike_names_nobody(text: str) -> None:
    told = {one.split()[0] for one in claims(text)}
    assert told.isdisjoint({"name", "nickname", "age", "birthday", "speaks"})


ASKED = [
    ("Does Rufus still row?", "He gave it up. He works as a baker.", "rufus: job baker"),
    ("How is your sister?", "She works as a baker.", "user:ana/sister: job baker"),
    ("Do you write with Quill?", "He works as a baker", ""),
]


@pytest.mark.parametrize(("asked", "answer", "expected"), ASKED)
def test_a_pronoun_takes_up_whom_an_agent_asked_about(
    asked: str, answer: str, expected: str
) -> None:
    question = entry(asked, speaker="agent:helper", kind=ActorKind.AGENT)
    found = EXTRACTOR.extract(entry(answer, seq=2), [question], None)
    told = [one.claim for one in found if one.claim and one.claim.attribute == "job"]
    assert [f"{c.subject.partition(':')[2]}: job {c.value}" for c in told] == (
        [expected] if expected else []
    )


def test_a_pronoun_tells_of_a_name_whether_it_is_he_or_she() -> None:
    said = claims("Robin came by with Sky. She had a cold. He is 41.", "My friend Sky and Robin")
    assert "age 41" not in said
    said = claims("Robin called. She is 30. My brother Abe rang too. She is a nurse.")
    assert "robin: job nurse" in said


def test_what_is_deployed_with_is_nobody() -> None:
    assert claims("My brother Abe rang. We deploy with Ansible. He is 41.")[-1] == "abe: age 41"


MET = [
    ("I gave the drum to Jonas, a colleague of mine", ["colleague Jonas"]),
    ("Since May a colleague, Mira Dobre, has been helping", ["colleague Mira Dobre"]),
    ("I build kites with two friends from school, Nico and Ida", ["friend Nico", "friend Ida"]),
    ("I have a brother, Abe, and a sister called Njeri", ["sister Njeri", "brother Abe"]),
    ("And a hamster called Gouda.", ["hamster Gouda"]),
    ("My closest friend there is Bríd", ["closest friend Bríd"]),
    ("My Danish boss Mette might come along", ["boss Mette"]),
    ("We've got two boys, Sam and Ned", ["son Sam", "son Ned"]),
    ("A cat called Max lives next door", []),
    ("a doctor called Smith examined me", []),
    ("Should I call my brother Tim?", []),
]


@pytest.mark.parametrize(("text", "expected"), MET, ids=[text for text, _ in MET])
def test_people_are_met_by_the_way(text: str, expected: list[str]) -> None:
    ties = [one for one in claims(text) if one.split()[0] in TIES]
    assert [one.partition(" ")[2] for one in ties] == expected


TIES = ("relative", "friend", "colleague", "pet", "partner")


def test_another_name_of_somebody_is_known() -> None:
    before = "My best friend is Tamsin. She's a designer, and everyone calls her Tam."
    assert "tamsin: nickname Tam" in claims(before)
    assert claims("By the way, Tam works as a baker", before) == ["tamsin: job baker"]


TOLD_TOGETHER = [
    ("My sister just had a baby boy, Theo", "user:ana/sister: relative son Theo"),
    ("Peter and Ann are my parents", "relative parent Peter"),
    ("My sisters are called Ida and Maja", "relative sister Maja"),
    ("I'm married to a lovely man called Pietro", "partner Pietro"),
    ("My boss is a woman named Harriet Cole", "colleague boss Harriet Cole"),
    ("Omar's my new deputy", "colleague deputy Omar"),
    ("Bogdan no longer works with us", "not colleague Bogdan"),
    ("Two new people joined us: Elsa and Viktor", "colleague Viktor"),
    ("I'm a mother of three, 41 years old, living in Ohio", "age 41"),
    ("I'm a 52-year-old electrician from Hull", "age 52"),
    ("I celebrated my 21st birthday yesterday", "birthday 8 March"),
    ("Yesterday Moss, the other one, turned nine", "moss: age nine"),
    ("My wife is half Italian, half Irish", "user:ana/wife: nationality Irish"),
    ("I come from a small fishing town in Norway", "origin Norway"),
    ("My boyfriend has a French bulldog called Otto", "user:ana/boyfriend: pet bulldog Otto"),
]


@pytest.mark.parametrize(("text", "expected"), TOLD_TOGETHER, ids=[one for one, _ in TOLD_TOGETHER])
def test_a_sentence_claims_this_too(text: str, expected: str) -> None:
    assert expected in claims(text)


@pytest.mark.parametrize(
    "text",
    ["the visit to my parents", "my mum's calls come late", "My sister is two years older than me"],
)
def test_who_is_told_in_passing_is_no_claim(text: str) -> None:
    assert {one.partition(" ")[0] for one in claims(text)}.isdisjoint({"age"})
    assert "relative parents" not in claims(text)
    assert "relative mum" not in claims(text)


def test_a_clause_that_hangs_on_somebody_leaves_him_the_subject() -> None:
    assert claims("Kenji, who I share a flat with, works as a baker") == ["kenji: job baker"]
    assert claims("I, who never cooked, work as a baker") == ["job baker"]


def test_who_one_only_decided_to_get_is_not_there_yet() -> None:
    assert "pet puppy" not in claims("We've decided to get a puppy")

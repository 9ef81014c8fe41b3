"""Who is meant."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from retentive.kernel.scope import Scope
from retentive.languages import table
from retentive.model.actor import Actor, ActorKind
from retentive.model.entry import Entry, Message, Role
from retentive.rules.reading import Company, People, read
from retentive.rules.reading import lexicon as lex

PEOPLE = People.of(table("en/people.toml"))
AT = datetime(2026, 3, 9, tzinfo=UTC)
VERBS = lex.FINITE | lex.THIRDS | lex.BASES
ANA = Actor(id="user:ana", kind=ActorKind.HUMAN)
HANK = Actor(id="name:Hank", kind=ActorKind.HUMAN, name="Hank")
ROBOT = Actor(id="agent", kind=ActorKind.AGENT)


def entry(text: str, speaker: Actor = ANA) -> Entry:
    return Entry(
        id="e",
        space=1,
        seq=1,
        recorded_at=AT,
        said_at=AT,
        told_at=None,
        origin=Scope(user="ana"),
        speaker=speaker,
        body=Message(role=Role.USER, text=text),
    )


def subjects(text: str, speaker: Actor = ANA, earlier: tuple[Entry, ...] = ()) -> list[str]:
    """Return the subject of the first verb of every clause."""
    company = Company.of(entry(text, speaker), earlier, PEOPLE)
    found: list[str] = []
    for clause in read(text):
        verb = next((at for at, word in enumerate(clause.words) if word.low in VERBS), -1)
        if verb >= 0:
            who = company.subject_of(clause, verb)
            found.append(who.subject if who else "?")
        company = company.after(clause)
    return found


SAID = [
    ("I live in Bern", "user:ana"),
    ("Moved to Bern last year. Work at a bank", "user:ana user:ana"),
    ("My sister moved to Bern", "person:user:ana/sister"),
    ("my mum lives in Faro", "person:user:ana/mother"),
    ("my elder brother lives in Faro", "person:user:ana/brother"),
    ("My sister Rosa lives in Faro", "person:rosa"),
    ("My sister, Rosa, lives in Faro", "person:rosa"),
    ("Rosa, my sister, lives in Faro. She is a nurse", "person:rosa person:rosa"),
    ("my sister is called Rosa. Rosa is a nurse", "person:user:ana/sister person:rosa"),
    ("my sister is called Rosa. My sister is a nurse", "person:user:ana/sister person:rosa"),
    ("My sister's husband works at a bank", "person:person:user:ana/sister/husband"),
    ("Tom's dog is deaf", "pet:person:tom/dog"),
    ("My dog Biscuit eats fish. Biscuit is old", "pet:biscuit pet:biscuit"),
    ("Our daughter is six and hates peas", "person:user:ana/daughter person:user:ana/daughter"),
    ("My parents live in Faro", "person:user:ana/parents"),
    ("The twins love football", "person:user:ana/twins"),
    ("uncle Boyd is diabetic", "person:boyd"),
    ("My wife and I live in Pune", "person:user:ana/wife"),
    ("I moved to Bern and work at a bank", "user:ana user:ana"),
    ("my brother quit in May and started at a bank", "person:user:ana/brother " * 2),
    ("My sister lives in Faro. She is a nurse", "person:user:ana/sister " * 2),
    ("My brother met Ella. She is a nurse", "person:user:ana/brother person:ella"),
    ("Ella met Rosa. She is a nurse", "person:ella ?"),
    ("My sister lives with her wife Kim, who teaches", "person:user:ana/sister person:kim"),
    ("My house is big", "?"),
    ("The house of my sister is big", "?"),
    ("My friend from school lives in Bern", "person:user:ana/friend"),
    ("my niece is called pia. pia works nights", "person:user:ana/niece person:pia"),
    ("Kim is my cousin. She runs a bar", "person:kim person:kim"),
    ("Wow, my sister moved to Bern", "person:user:ana/sister"),
    (
        "My sister called. Yoga is great. She loves it",
        "person:user:ana/sister ? person:user:ana/sister",
    ),
    ("Glad my brother left", "person:user:ana/brother"),
    ("Rosa and Tom live in Faro", "person:rosa"),
    ("My car, a red Mini, broke down", "?"),
    ("yesterday Tom moved in with us", "person:tom"),
    ("I no longer work there", "user:ana"),
    ("My sister, who lives in Faro, is a nurse and has a dog", "person:user:ana/sister " * 3),
    (
        "my brother Jan called. He lives with his girlfriend Mia. She is a vet",
        "person:jan person:jan person:mia",
    ),
    ("My dog died. He was old", "pet:user:ana/dog pet:user:ana/dog"),
    ("Her husband sings", "?"),
    ("They moved to Spain", "?"),
    ("My parents are old. They moved to Spain", "person:user:ana/parents " * 2),
    ("Kim from work is vegan", "person:kim"),
    ("one of my brothers lives here", "?"),
    ("My sister and my mum fight. She is stubborn", "person:user:ana/sister ?"),
    (
        "My wife is a nurse. Her sister lives here",
        "person:user:ana/wife person:person:user:ana/wife/sister",
    ),
    ("the kids started school. they love it", "person:user:ana/children " * 2),
]


@pytest.mark.parametrize(("text", "expected"), SAID)
def test_the_subject_of_a_verb(text: str, expected: str) -> None:
    assert subjects(text) == expected.split()


def test_words_of_another_are_about_him() -> None:
    assert subjects("I am vegan. My dad has gout", HANK) == ["name:Hank", "person:name:Hank/father"]


def test_a_pronoun_takes_up_who_was_spoken_of_before() -> None:
    earlier = (entry("My sister Rosa called."), entry("How nice!", ROBOT))
    assert subjects("She lives in Faro", earlier=earlier) == ["person:rosa"]


def test_a_speaker_is_known_by_name() -> None:
    assert subjects("Hank is vegan", earlier=(entry("hello", HANK),)) == ["name:Hank"]


def test_you_means_the_only_other_human() -> None:
    assert subjects("you live in Tulsa", earlier=(entry("hello", HANK),)) == ["name:Hank"]
    assert subjects("you live in Tulsa", earlier=(entry("hello", ROBOT),)) == ["?"]


def test_a_vocative_tells_whom_you_means() -> None:
    earlier = (entry("hello", HANK), entry("hello", ROBOT))
    assert subjects("Hank, you live in Tulsa", earlier=earlier)[-1] == "name:Hank"


def test_relations_of_another_are_his_own() -> None:
    earlier = (entry("My sister Kim is a nurse", HANK),)
    assert subjects("My sister lives in Bern", earlier=earlier) == ["person:user:ana/sister"]


def test_a_pronoun_that_is_the_object_is_not_the_subject() -> None:
    company = Company.of(entry("x"), (), PEOPLE)
    first, second = read("Our dog Max is 4. My brother walks him")
    company = company.after(first)
    found = [one.who.subject for one in company.mentions(second.words)]
    assert found == ["person:user:ana/brother", "pet:max"]


INTRODUCED = [
    ("I have a new colleague, Priya", "colleague colleague person:priya"),
    ("My sister is called Rosa", "relative sister person:rosa"),
    ("my sister rosa lives here", "relative sister person:rosa"),
    ("Karen, my boss, is strict", "colleague boss person:karen"),
    ("My boss is Frau Weiss", "colleague boss person:frau weiss"),
    ("Kim is my cousin", "relative cousin person:kim"),
    ("my wife was called maud", "partner wife person:maud"),
    ("I have a sister", "relative sister person:user:ana/sister"),
    ("Kim has a dog called Bo", "pet dog pet:bo"),
    ("my cat's name is Miso", "pet cat pet:miso"),
]


@pytest.mark.parametrize(("text", "expected"), INTRODUCED)
def test_a_clause_introduces_people(text: str, expected: str) -> None:
    company = Company.of(entry(text), (), PEOPLE)
    (found,) = company.introduced(read(text)[0])
    who = found.who
    assert f"{who.attribute} {who.relation} {who.subject}" == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We have two cats, Mimi and Lulu", ["pet:mimi", "pet:lulu"]),
        ("my brothers Tom and Jan live here", ["person:tom", "person:jan"]),
        (
            "I've got 3 kids as well, Isla, Ian and Rory",
            ["person:isla", "person:ian", "person:rory"],
        ),
    ],
)
def test_each_of_a_group_is_introduced(text: str, expected: list[str]) -> None:
    company = Company.of(entry(text), (), PEOPLE)
    found = [one.who.subject for one in company.introduced(read(text)[0]) if one.who.name]
    assert found == expected


@pytest.mark.parametrize(
    "text",
    [
        "I met a girl, Tui",
        "I was a kid",
        "my dog food is here",
        "a baby shower",
        "My dentist appointment is late",
        "I moved to Porto",
    ],
)
def test_nobody_is_introduced(text: str) -> None:
    company = Company.of(entry(text), (), PEOPLE)
    assert company.introduced(read(text)[0]) == ()

"""How clauses are meant."""

from __future__ import annotations

import pytest

from retentive.rules.reading import Modality, read

MEANT = {
    Modality.ASSERTED: """
        I live in Porto
        I don't smoke
        vegan since June
        call me Bo
        please don't use tabs
        I'd rather drink tea
        I couldn't sleep
        The exam is in May
        when I was six I broke my leg
        I think my sister lives in Faro
        I've got the keys as of today, no kidding
        he says he lives in Faro
        my doctor says I have gout
        Add that I am away on Friday
        """,
    Modality.ASKED: """
        Do I live in Porto?
        do you know I live in Porto
        I live in Porto, right?
        so my sister lives in Oslo?
        is my sister a nurse or did I make that up
        any ideas for dinner
        """,
    Modality.SUPPOSED: """
        if I were rich I would quit the bakery
        I might move to Faro
        maybe I'll move to Faro
        we would go to Kyoto if the visa came through
        Imagine I lived on a boat
        I thought I was allergic
        """,
    Modality.WISHED: """
        I'd love to own a lighthouse
        I wish I had a garden
        I want to learn Greek
        I hope my hands cooperate
        someday I would like to see Faro
        """,
    Modality.QUOTED: """
        > I moved to Faro
        "I was born in this storm and I will die in it."
        Translate this: I live in Faro and I like tea
        """,
    Modality.JOKING: """
        I'm the queen of Spain lol as if
        I own three castles, in my dreams
        I'm marrying the pope. jk
        I eat only gold, just kidding
        """,
    Modality.REQUESTED: """
        write a poem about rain
        could you add a target
        please check the list
        """,
}
MIXED = [
    ("I'm vegan, any ideas?", "asserted asked"),
    ("I live in Porto. Do you know a good café?", "asserted asked"),
    ("I moved to Porto and do you know a good café?", "asserted asked"),
    ("She wrote: “I am tired of all this.” and left", "asserted quoted asserted"),
    ("my mum thinks I've got gout", "asserted quoted"),
    ("just kidding, I live in Porto", "joking asserted"),
    ("I'm a duke. just kidding, I'm a cook", "joking joking asserted"),
    ("when I retire I'll move to Faro", "supposed asserted"),
    ("I live in Bern but I want to move", "asserted wished"),
    ("if it helps, I live in Bern", "supposed asserted"),
    ("she'll come if there is a blanket", "supposed supposed"),
    ("Forget that I said I live in Oslo", "requested"),
    ("please don't remember that I smoke", "asserted quoted"),
    ("don't forget that I am vegan", "asserted asserted"),
    ("I told my wife we should move", "asserted asserted"),
    ("What if I told you I live on a boat", "supposed supposed supposed"),
    ("Imagine you are my boss and my sister is a nun", "supposed supposed supposed"),
    ("I hope you are well and I've been great", "wished wished asserted"),
    ("wanted to let you know I joined a club", "wished asserted"),
    ("I live in Leeds, don't I?", "asked asked"),
    ("I'm a king. lol jk I live in Bern", "joking asserted"),
    ("yeah right, I'm married to the help desk", "joking"),
    ("I almost moved to Rome", "supposed"),
    ("I'm almost 40", "asserted"),
    ("It gave me a lot of hope", "asserted"),
    ("[10:32] Tom: I moved\n[10:33] Ana: cool", "quoted quoted"),
    ("Tom: I moved to Lyon\nAna: cool", "quoted quoted"),
    ("Name: Tom\nCity: Lyon", "asserted asserted"),
    ("Dear Bo,\nI moved.\nBest regards,\nAl\n\nI agree", "quoted " * 4 + "asserted"),
    ("Everyone thinks I'm German but I'm Dutch", "asserted quoted asserted"),
    ("had my eyes tested yesterday", "asserted"),
    ("My sister, who sings, is a cook", "asserted asserted asserted"),
    ("I'd quit my job and write all day", "supposed"),
    ("Please remember that I am vegan. Write a menu", "requested asserted requested"),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (line.strip(), expected)
        for expected, lines in MEANT.items()
        for line in lines.splitlines()
        if line.strip()
    ],
)
def test_every_clause_that_says_something_is_meant_so(text: str, expected: Modality) -> None:
    meant = [one.modality for one in read(text)]
    if expected is Modality.ASSERTED:
        assert meant[-1] is expected
    else:
        assert expected in meant
        assert Modality.ASSERTED not in meant or text.startswith(("Translate", "I thought"))


@pytest.mark.parametrize(("text", "expected"), MIXED)
def test_clauses_of_one_text_may_be_meant_in_different_ways(text: str, expected: str) -> None:
    assert [str(one.modality) for one in read(text)] == expected.split()


WITH_A_TAIL = """
    My uncle works where, may I ask?
    Whose cousin sings at the Opal, pray tell?
    What parrot eats figs, do you know?
    Which niece Lotta rows and swims on Mondays, if I may ask?
    Who mended our fence, any idea?
    My visa expires when, do you recall?
    And who lives in Ghent now, could you tell me?
    Which ward I was born in, would you know?
    What my husband drinks, may I ask?
    My landlord lives where, I wonder?
    My cousin moved to which town, do you happen to know?
    My aunt speaks how many languages, can you tell me?
    When my lease ends, do you know?
    My tutor lives in Bergen, may I ask?
    What parrot eats figs, do you know
    """
"""What asks by its own words or order, and hands the question over with a polite clause."""


@pytest.mark.parametrize("text", [one.strip() for one in WITH_A_TAIL.strip().splitlines()])
def test_a_question_is_asked_whatever_clause_closes_it(text: str) -> None:
    assert {one.modality for one in read(text)} == {Modality.ASKED}


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Lyon, you know?",
        "I live in Porto now, did you know?",
        "I told you I live in Porto, didn't I?",
        "I live in Porto, do you know a good dentist?",
        "My uncle lives in Oslo, may I ask him for a raise?",
        "What my husband drinks is tea, you know?",
        "What a lovely day we had, you know?",
        "Which means I live in Lyon now, you know?",
        "When I was five we moved to Lyon, you know?",
        "He told me where, you know?",
        "I eat what I like, you know?",
        "I know who painted it, my uncle did, okay?",
        "My brother moved to a town in which nobody works, you know?",
        "I am vegan, what do you know about that, may I ask?",
    ],
)
def test_what_is_stated_before_a_tag_stays_stated(text: str) -> None:
    assert next(iter(read(text))).modality is Modality.ASSERTED

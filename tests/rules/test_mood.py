"""What a sentence does."""

from __future__ import annotations

import pytest
from hypothesis import given

from retentive.rules.mood import Mood, mood, states_something
from tests.rules.corpus import HOSTILE, LARGE

SAID = {
    Mood.STATEMENT: """
        I like checkers
        I have really enjoyed playing checkers with friends for years
        What I like is strong tea
        When I was a child, I lived in Faro
        Thanks for asking, I live in Porto now
        Hi, I'm Ana and I keep bees
        Yes, I moved to Porto
        No, I never smoked
        Good morning Ana, I passed my exam
        Great news: I got the job
        Well, I adopted a cat
        Book club meets on Fridays
        Will is my brother
        I'm so sorry that I sold the boat
        Here is the house I grew up in
        11:25 train to Faro is mine
        May is my favourite month
        Was fun to see them
        Call me Bo
        Please call me Bo
        Please don't use tabs
        Don't feed the parrot after noon
        Remember: the bins go out on Monday
        Please remember that I am vegetarian
        FYI, the dock closes at 6
        Ok, please remember that I am vegetarian
        I don't like mushrooms
        "I moved," she wrote to us
        - keeps two goats
        Я живу в Москве
        我住在北京
        저는 서울에 산다
        """,
    Mood.QUESTION: """
        Do you know a good café?
        do you know a good café
        what time is it
        what is on the list
        What's the plan
        Where's the key
        How many goats are there
        why not
        which one do you mean
        who do they ask
        Does Ana like tea
        Is Bo home today
        And where did she go
        I wonder whether it rains
        My sister lives in Oslo, right?
        any tips for growing hops
        stupid question, do moths eat silk
        what on earth is a quern
        are tulips safe for rabbits
        Где ты живёшь?
        你住在哪里？
        هل تشرب الشاي؟
        """,
    Mood.REQUEST: """
        please write a poem about rain
        Could you please sort these
        can you help with the fence
        Write Python code for a queue
        Explain photosynthesis to a child
        List the items on the shelf
        Now translate it into Greek
        ok, show me the map
        Check this letter for errors
        Remind me on Monday
        Please be brief
        """,
    Mood.GREETING: """
        Hi there!
        Hey Ana
        hello
        Good morning everyone
        ok
        Got it!
        Thanks!
        Thank you so much for the help!
        Thanks a lot, Bo
        Cheers, mate
        That's great to hear!
        So cool!
        What a lovely day
        Sounds fun
        Bo, I'm so sorry!
        Poor old thing
        Nobody believes him
        Bo says a lot of things
        Here's the error:
        Bye, see you tomorrow
        haha
        Yes
        """,
    Mood.SUPPOSITION: """
        If I were allergic to nuts, I would say so
        I would move if I could
        Suppose she sold the boat
        Imagine I lived on a boat
        Maybe I'll move
        I wish I had a dog
        Had I known, I would have called
        What if we sold it
        """,
    Mood.CODE: """
        ```python
        $ ls -la /tmp
        >>> print(1)
        for (i = 0; i < 10; i++) { x[i] = 0; }
        import numpy as np
        def run(x):
        11:25 PUMP 4 STARTED AT DOCK
        SELECT name FROM users WHERE id = 1
        {"a": [1, 2], "b": null}
        <div class="x">hello</div>
        """,
    Mood.EMPTY: """
        ...
        🙂🙂
        It is.
        Porto
        """,
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (line.strip(), expected)
        for expected, lines in SAID.items()
        for line in lines.splitlines()
        if line.strip()
    ],
)
def test_moods(text: str, expected: Mood) -> None:
    assert mood(text) is expected
    assert states_something(text) == (expected is Mood.STATEMENT)


@pytest.mark.parametrize(
    "text",
    ["I like checkers", "I have really enjoyed playing checkers with friends for years"],
)
def test_a_short_statement_is_one_like_a_long_one(text: str) -> None:
    assert states_something(text)


def test_a_mood_is_its_word() -> None:
    assert mood("hello") == "greeting"
    assert mood("") is Mood.EMPTY


@given(HOSTILE)
def test_every_text_has_a_mood(text: str) -> None:
    assert mood(text) in Mood


@pytest.mark.parametrize("text", LARGE, ids=lambda text: f"{text[:6]!r}")
def test_large_texts_end(text: str) -> None:
    assert mood(text) in Mood

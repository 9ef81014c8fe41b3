"""What is said and is not so: looked back on, imagined, failed, disowned, told by others."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims, found


@pytest.mark.parametrize(
    "text",
    ["I loved living in Turin", "I miss living in Turin", "I remember living in Turin so well"],
)
def test_what_is_looked_back_on_is_over(text: str) -> None:
    over = [one for one in found(text) if one.claim and one.claim.attribute == "lives_in"]
    assert [one.valid_until is not None for one in over] == [True]


@pytest.mark.parametrize(
    "text",
    [
        "I can't imagine living in Turin",
        "I avoid working at Fiat",
        "We can't have a cat",
        "Once we have a garden I'll get a dog",
    ],
)
def test_what_is_not_done_is_not_claimed(text: str) -> None:
    said = [one.split()[0] for one in claims(text)]
    assert not {"lives_in", "works_at", "pet"} & {*said}


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("I love living in Turin", "lives_in Turin"),
        ("I started working at Fiat", "works_at Fiat"),
        ("I have a cat", "pet cat"),
    ],
)
def test_what_is_done_still_is(text: str, claim: str) -> None:
    assert claim in claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "For instance, I live in Turin.",
        "For the sake of argument, I'm a nurse and I live in Turin.",
        "In this scenario I work at Fiat.",
        "In my novel I have a wolf named Sif",
        "Say I have three kids. How big a car do I need?",
        "What if I moved to Turin and worked at Fiat",
        "It feels like I live in Turin",
        "Probably I'm allergic to cats",
        "I guess I'm a vegan now",
        "It's not true that I live in Turin",
        "It isn't true that I live in Turin",
        "I never said I work at Fiat",
        "According to you I work at Fiat",
        "It's not that I hate cabbage",
        "I pretended I was a nurse",
        "I told her I live in Turin, which was a lie",
        "I lied: I live in Turin",
        "I had a dream that I was a nurse",
        "She refused to move to Turin",
        "I failed to get a job at Fiat",
    ],
)
def test_what_nobody_stands_for_is_not_claimed(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("It's not that I hate cabbage, but I'm a vegan", "diet vegan"),
        ("According to my doctor I have gout", "health gout"),
        ("I never lied: I live in Turin", "lives_in Turin"),
        ("I failed to mention that I live in Turin", "lives_in Turin"),
        ("I was ill for a month and moved to Turin", "lives_in Turin"),
    ],
)
def test_what_only_looks_disowned_is_claimed(text: str, claim: str) -> None:
    assert claim in claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "Bea wrote: I moved to Turin.",
        "My boss told me: I work at Fiat now.",
        "Bea: I live in Turin",
        "Bea's letter was:\n\nHello dear,\n\nI just got engaged! I live in Turin.",
        "The sign reads: I love cats",
        "Here are the logs:\n    I live in Turin\n    I work at Fiat",
        "She was like I'm pregnant",
        "And then the man goes I hate cats",
        "Q: Where do you work?\nA: I work at Fiat",
        "KeyError: I live in Turin",
        "# README\n\nI live in Turin. I work at Fiat.",
        "Assistant: Nice!",
        "name,city\nBea,Turin",
    ],
)
def test_what_others_said_or_wrote_is_not_claimed(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("As I always said: I hate cabbage", "dislikes cabbage"),
        ("I told her: I live in Turin", "lives_in Turin"),
        ("Note: I live in Turin", "lives_in Turin"),
        ("Home: I live in Turin", "lives_in Turin"),
        ("She was like a sister and I live in Turin", "lives_in Turin"),
        ("Here's a bit about me: I live in Turin", "lives_in Turin"),
        ("My work email: bea@fiat.it and I live in Turin", "lives_in Turin"),
    ],
)
def test_own_words_behind_a_colon_are_claimed(text: str, claim: str) -> None:
    assert claim in claims(text)


@pytest.mark.parametrize(
    "text",
    [
        "Imagine I'm a nurse. I live in Turin.",
        "Assume my rent is 900. I work at Fiat.",
        "Let's say I have two dogs. I live in Turin.",
        "I love Mondays. NOT!",
        "I'm an opera fan (not)",
        "I'm pregnant. April fools!",
        "Oh great, I love traffic jams",
    ],
)
def test_what_is_supposed_or_joked_is_not_claimed(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Suppose I retire at 60, what do I need? I live in Turin.", "lives_in Turin"),
        ("Imagine we moved away. Actually, I live in Turin.", "lives_in Turin"),
        ("I imagine you know it. I live in Turin.", "lives_in Turin"),
        ("I do NOT smoke. I live in Turin.", "lives_in Turin"),
        ("Oh yes, I love tea", "likes tea"),
    ],
)
def test_what_is_in_earnest_is_claimed(text: str, claim: str) -> None:
    assert claim in claims(text)

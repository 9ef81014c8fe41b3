"""The words of a text."""

from __future__ import annotations

import pytest
from hypothesis import given

from retentive.rules.reading import words_of
from tests.rules.corpus import HOSTILE


@pytest.mark.parametrize(
    ("text", "lows"),
    [
        ("I'm here", "i am here"),
        ("im here", "i am here"),
        ("I’m here", "i am here"),
        ("We don't, we can't, we won't", "we do not we can not we will not"),
        ("dont cant wont didnt cannot", "do not can not will not did not can not"),
        ("I've been; you're late", "i have been you are late"),
        ("she's been to Faro", "she has been to faro"),
        ("she's in Faro", "she is in faro"),
        ("shes in Faro", "she is in faro"),
        ("Tom's dog", "tom 's dog"),
        ("I'd like tea", "i would like tea"),
        ("id like tea", "i would like tea"),
        ("my id is 7", "my id is 7"),
        ("I'd better go, I'd lost it", "i had better go i had lost it"),
        ("ill be there", "i will be there"),
        ("I was ill yesterday", "i was ill yesterday"),
        ("its a cat", "it is a cat"),
        ("its tail", "its tail"),
        ("let's go", "let us go"),
        ("half-brother, sister-in-law", "half-brother sister-in-law"),
        ("at 11:40 p.m.", "at 11:40 p.m"),
        ("1,100.50 for C++ and C#", "1,100.50 for c++ and c#"),
        ("bo@arbour.example", "bo@arbour.example"),
        ("R&D", "r&d"),
        ("naïve Łódź İzmir", "naïve łódź i̇zmir"),
        ("😀🙈", ""),
    ],
)
def test_words_are_spelt_out(text: str, lows: str) -> None:
    assert [word.low for word in words_of(text)] == lows.split()


def test_punctuation_stands_with_the_word_before_it() -> None:
    assert [word.after for word in words_of("Ana, 31 -- yes! (no)")] == [",", "--", "!(", ")"]


@given(HOSTILE)
def test_words_are_in_order_and_found_in_the_text(text: str) -> None:
    at = 0
    for word in words_of(text):
        assert at <= word.start < word.end
        assert text[word.start : word.end] == word.text
        at = word.end

"""The clauses of a text: where they begin, and that they are spans of it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retentive.model.provenance import Span
from retentive.rules.reading import read
from tests.rules.corpus import HOSTILE

CUT = """
    I moved to Porto /and/ my sister lives in Rome
    I used to live in Faro /but/ now I live in Bern
    I moved to Porto, /but/ now I want to leave
    I moved to Porto /and/ work at a bank
    I quit in May /and/ started at the post office
    she lives in Graz with her wife Samira, /who/ teaches geography
    I stopped running /because/ my knee hurts
    my dad has gout /and/ I don't want it
    I was born in Faro /and/ I grew up in Bern
    love the sheep, // hate the paperwork
    I live on my own /since/ my wife died
    my niece is called pia // she works at the zoo // she's getting wed in may
    hi im bo // im eighty
    I'm vegan, // any ideas
    I sold the boat — // it leaked
    Tom has a dog /and/ Ana keeps bees
    I like tea /so/ I bought a pot
    I was six /when/ we moved to Bern
    I have two kids /and/ both speak Greek
    my parents live in Faro /and/ my brother moved to Lyon
    I read a lot /but/ never finish anything
    he is a cook, // works nights
    """

WHOLE = """
    I speak Spanish, Italian and a bit of Greek
    I like brutalist car parks, risograph prints and rainy mondays
    my wife and I went to Faro
    My wife and I live in Bern
    My sister Rosa and her husband Tom moved to Bern
    My sister, Rosa, lives in Rome
    I have a dog named Rex and a cat
    I want to move and work abroad
    I was born and raised in Faro
    the people I work with are kind
    vegan since June
    no sister, only a half-brother
    since the 1st of Feb.
    In 2019, my sister moved to Faro
    I use tabs, not spaces
    I can swim and dive
    my sister who works at the bank moved to Bern
    """


def lines(table: str) -> list[str]:
    return [line.strip() for line in table.splitlines() if line.strip()]


@pytest.mark.parametrize("line", lines(CUT))
def test_a_clause_begins_with_a_predicate_of_its_own(line: str) -> None:
    first, *others = re.split(r" /(\w*)/ ", line)
    expected = [("", first), *zip(others[::2], others[1::2], strict=True)]
    found = _texts(re.sub(r" /(\w*)/ ", r" \1 ", line).replace("  ", " "))
    assert found == [(lead, said.strip(" ,—")) for lead, said in expected]


def _texts(text: str) -> list[tuple[str, str]]:
    return [(one.lead, text[slice(*one.span)]) for one in read(text)]


@pytest.mark.parametrize("text", lines(WHOLE))
def test_what_shares_a_predicate_stays_together(text: str) -> None:
    assert [said for _, said in _texts(text)] == [text.rstrip(".")]


PIECES = [
    "I",
    "and",
    "live",
    ",",
    "but",
    "if",
    "my sister",
    "'s",
    "who",
    "\n",
    ".",
    '"',
    "> ",
    "jk",
]
SHUFFLED = st.lists(st.sampled_from(PIECES)).map(" ".join)


@given(st.one_of(HOSTILE, SHUFFLED))
def test_clauses_are_in_order_apart_and_inside_their_sentence(text: str) -> None:
    found = read(text)
    for one in found:
        assert one.sentence.covers(one.span)
        assert one.words[0].start == one.span.start
        assert one.words[-1].end == one.span.end
        assert all(text[word.start : word.end] == word.text for word in one.words)
    for first, second in pairwise(found):
        assert first.span.end <= second.span.start


def test_what_we_rendered_is_left_out() -> None:
    text = "I live here. She said so. I like tea."
    assert _texts_without(text, Span(13, 25)) == ["I live here", "I like tea"]


def _texts_without(text: str, ours: Span) -> list[str]:
    return [text[slice(*one.span)] for one in read(text, [ours])]


def test_code_is_left_out() -> None:
    assert [one.span for one in read("```\nI live = here\n```")] == []

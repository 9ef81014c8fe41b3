"""When two values say the same, one says more, and when they are two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retentive.rules.values import Likeness, adds, head, likeness, mentions

EQUAL, RICHER, POORER, COUNT, OTHER = Likeness

OF_ONE = [
    ("Porto", "porto.", EQUAL),
    ("a nurse", "nurse", EQUAL),
    ("the nurses", "nurse", EQUAL),
    ("St Mary's", "St Mary’s", EQUAL),
    ("software engineer", "engineer, software", EQUAL),
    ("eighty one", "81", EQUAL),
    ("82", "82 years old", EQUAL),
    ("81", "82", OTHER),
    ("13 stone", "82.5 kilos", EQUAL),
    ("88 kg", "84 kg", COUNT),
    ("88 kg", "13 stone", COUNT),
    ("two cats", "a couple of cats", EQUAL),
    ("two cats", "three cats", COUNT),
    ("Porto", "Porto, Portugal", RICHER),
    ("nurse", "nurse at St Mary's", RICHER),
    ("beekeeper", "retired beekeeper", RICHER),
    ("wife", "Lekshmi", RICHER),
    ("fiancé", "Ben", RICHER),
    ("York", "New York", OTHER),
    ("Porto", "Porto Alegre", OTHER),
    ("Lisbon", "Porto", OTHER),
    ("vegan", "not vegan", OTHER),
    ("Windows 10", "Windows 11", OTHER),
    ("東京", "東京", EQUAL),
    ("東京", "大阪", OTHER),
    ("🙂", "🙁", OTHER),
]


@pytest.mark.parametrize(("known", "new", "told"), OF_ONE)
def test_values_are_compared_by_what_they_mean(known: str, new: str, told: Likeness) -> None:
    turned = {RICHER: POORER, POORER: RICHER}
    assert likeness(known, new) is told
    assert likeness(new, known) is turned.get(told, told)


@pytest.mark.parametrize(
    ("known", "new", "told"),
    [
        ("tea", "green tea", OTHER),
        ("cat", "black cat", OTHER),
        ("coffee", "coffee with oat milk", RICHER),
        ("SUP board", "two SUP boards", RICHER),
        ("7 hens", "five hens", COUNT),
    ],
)
def test_of_many_values_only_a_qualifier_makes_one_richer(
    known: str, new: str, told: Likeness
) -> None:
    assert likeness(known, new, single=False) is told


def test_a_part_of_a_name_is_the_name_where_parts_count() -> None:
    assert likeness("Ana", "Ana Souza", partial=True) is RICHER
    assert likeness("Ana", "Ana Souza") is OTHER


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("two black cats from the shelter", "cat"),
        ("Porto, Portugal", "porto"),
        ("New York", "york"),
        ("dentist appointment on Tuesday", "appoint"),
        ("81", "81"),
        ("at home", "home"),
        ("🙂", "🙂"),
    ],
)
def test_the_head_is_what_a_value_is_about(value: str, told: str) -> None:
    assert head(value) == told


@given(st.text(max_size=60), st.text(max_size=60), st.booleans())
def test_likeness_turns_with_its_sides(known: str, new: str, single: bool) -> None:
    turned = {RICHER: POORER, POORER: RICHER}
    told = likeness(known, new, single=single)
    assert likeness(new, known, single=single) is turned.get(told, told)
    assert likeness(known, known, single=single) is EQUAL


@given(st.text(min_size=1, max_size=60), st.text(max_size=60))
def test_equal_values_have_one_head_or_are_measured(known: str, new: str) -> None:
    if likeness(known, new) is EQUAL and head(known) != head(new):
        assert known.casefold().split() != new.casefold().split()


def test_a_value_of_any_length_is_compared_at_once() -> None:
    long = "very " * 200_000
    assert likeness(long + "tea", long + "coffee") is OTHER
    assert likeness(long, long) is EQUAL


def test_words_are_mentioned_inflected_or_not() -> None:
    assert mentions("I keep two cats at home", "the cat")
    assert mentions("flight at 9:40", "9:40")
    assert not mentions("I keep two cats", "the dog")
    assert not mentions("I keep two cats", "…")


@pytest.mark.parametrize(
    ("known", "new", "told"),
    [
        ("I like tea.", "Yes, I still like tea!", False),
        ("I like tea with milk.", "I like tea", False),
        ("I keep a ferret called Zorba.", "I keep a ferret called Milou.", True),
        ("I like tea.", "I like tea because it is warm.", True),
    ],
)
def test_a_text_adds_what_the_other_does_not_say(known: str, new: str, told: bool) -> None:
    assert adds(known, new) is told

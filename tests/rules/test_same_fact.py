"""When a statement says nothing that a known fact does not."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from retentive.model.fact import Fact
from retentive.model.record import Occurred, Precision
from retentive.pipeline.vocabulary import time_words
from retentive.rules.sameness import Calendar, first_same, is_same_fact, told_hash
from retentive.testing import build
from retentive.testing.fakes import START

DAY = timedelta(days=1)
NOW = START + 10 * DAY
DAYS = Calendar(time_words())


def said(**fields: Any) -> Fact:
    """A statement made `NOW`, or as `fields` say."""
    return replace(build.fact(1, 2, "new", content_hash="h", said_at=NOW), **fields)


def known(**fields: Any) -> Fact:
    """A fact known since the start."""
    return replace(build.fact(1, 1, "known", content_hash="h", said_at=START), **fields)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (known(), said()),
        (known(valid_from=START), said()),
        (known(valid_from=START, valid_until=NOW + DAY), said()),
        (known(valid_from=NOW + DAY), said(valid_from=NOW + DAY)),
        (known(valid_until=NOW - DAY), said(valid_until=NOW - DAY)),
        (known(expires_at=NOW - DAY), said(expires_at=NOW - DAY)),
        (known(expires_at=NOW + DAY), said(expires_at=NOW + DAY)),
    ],
)
def test_what_holds_already_is_the_same(older: Fact, newer: Fact) -> None:
    assert is_same_fact(older, newer, DAYS)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (known(content_hash="other"), said()),
        (known(valid_until=NOW), said()),
        (known(valid_from=NOW + DAY), said()),
        (known(expires_at=NOW - DAY), said()),
        (known(expires_at=NOW + DAY), said()),
        (known(), said(expires_at=NOW + DAY)),
        (known(), said(valid_from=START)),
        (known(), said(valid_until=NOW + DAY)),
        (known(valid_from=START, valid_until=START + DAY), said(valid_from=START)),
    ],
)
def test_what_would_be_lost_is_a_statement_of_its_own(older: Fact, newer: Fact) -> None:
    assert not is_same_fact(older, newer, DAYS)


def on(day: int, hours: int = 24) -> Occurred:
    start = START + day * DAY
    return Occurred(start=start, end=start + timedelta(hours=hours), precision=Precision.DAY)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (on(1), on(1)),
        (on(1, hours=0), on(1, hours=0)),
        (on(1, hours=0), on(1)),
        (on(1, hours=72), on(3)),
        (on(1), None),
        (None, on(1)),
    ],
)
def test_what_may_have_happened_at_one_time_is_the_same(
    older: Occurred | None, newer: Occurred | None
) -> None:
    assert is_same_fact(known(occurred=older), said(occurred=newer), DAYS)


def test_what_happened_at_another_time_is_another_fact() -> None:
    assert not is_same_fact(known(occurred=on(1)), said(occurred=on(2)), DAYS)
    assert not is_same_fact(known(occurred=on(1, hours=0)), said(occurred=on(2, hours=0)), DAYS)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("It broke today.", False),
        ("It broke on Monday.", False),
        ("It has been broken since yesterday.", False),
        ("I have it until tomorrow.", False),
        ("I swim on Mondays.", True),
        ("I am at home these days.", True),
        ("My day off is Wednesday.", True),
        ("I woke up at 7:00 on 3 May 2019.", True),
        ("I have been at it for two years.", True),
        ("I like tea.", True),
    ],
)
def test_words_that_no_date_was_read_from_are_compared_by_the_days_they_name(
    text: str, same: bool
) -> None:
    assert is_same_fact(known(text=text), said(text=text), DAYS) is same
    assert is_same_fact(known(text=text), said(text=text, said_at=START), DAYS)


def test_the_hash_of_what_is_told_tells_days_apart() -> None:
    words = known(text="It broke today.")
    later, plain = replace(words, said_at=NOW), known(text="It broke.")
    hashes = [
        told_hash(b"secret", one, DAYS) for one in (words, later, known(occurred=on(1)), plain)
    ]
    assert len(set(hashes)) == 4
    assert hashes[-1] == plain.content_hash
    assert told_hash(b"secret", replace(words, id="other"), DAYS) == hashes[0]


def test_the_first_that_says_the_same_is_found_behind_others() -> None:
    ended, holding = known(valid_until=NOW), known(id="f_holding")
    assert first_same([ended, holding, known()], said(), DAYS) is holding
    assert first_same([ended], said(), DAYS) is None

"""When a statement says nothing that a known fact does not."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from retentive.model.fact import Fact
from retentive.pipeline.vocabulary import time_words
from retentive.rules.sameness import Calendar, first_same, is_same_fact
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


def test_the_first_that_says_the_same_is_found_behind_others() -> None:
    ended, holding = known(valid_until=NOW), known(id="f_holding")
    assert first_same([ended, holding, known()], said(), DAYS) is holding
    assert first_same([ended], said(), DAYS) is None

"""Which words still count."""

from __future__ import annotations

import pytest

from retentive.model.change import Confirm, Silence, Silencing
from retentive.model.provenance import Span
from retentive.rules.masking import is_said
from retentive.testing import build

TWICE = Confirm(
    key="k",
    entry_id="m-1",
    seq=1,
    speaker="user:ana",
    session=None,
    at=build.at(1),
    spans=(Span(0, 5), Span(10, 15)),
)


def silence(mode: Silencing, start: int, end: int) -> Silence:
    return Silence(seq=2, ordinal=0, mode=mode, entry_id="m-1", span=Span(start, end), key=None)


@pytest.mark.parametrize(
    ("silences", "counts"),
    [
        ([], True),
        ([silence(Silencing.FORGOTTEN, 0, 20)], False),
        ([silence(Silencing.RETRACTED, 0, 5), silence(Silencing.FORGOTTEN, 9, 16)], False),
        ([silence(Silencing.RETRACTED, 0, 5)], True),
        ([silence(Silencing.FORGOTTEN, 0, 14)], True),
        ([silence(Silencing.CORRECTED, 0, 20)], True),
    ],
)
def test_a_confirmation_counts_while_some_of_its_words_do(
    silences: list[Silence], counts: bool
) -> None:
    assert is_said(TWICE, silences) is counts

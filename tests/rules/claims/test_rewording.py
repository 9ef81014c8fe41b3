"""The way back from the words that are read to those that were written."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retentive.model.provenance import Span
from retentive.rules.claims.wording.rewording import Edit, Reworded

TEXT = "abcdefghijklmnopqrst"
CUTS = st.lists(st.integers(0, len(TEXT)), min_size=2, max_size=10, unique=True).map(sorted)


@given(CUTS, st.lists(st.sampled_from(["", "X", "XYZ", "W" * 9]), min_size=5, max_size=5))
def test_what_was_not_touched_is_found_where_it_was_written(
    cuts: list[int], said: list[str]
) -> None:
    places = zip(cuts[::2], cuts[1::2], strict=False)
    edits = [Edit(*place, words) for place, words in zip(places, said, strict=False)]
    read = Reworded.of(TEXT, edits)
    for at, char in enumerate(read.text):
        if char.islower():
            span = read.back(Span(at, at + 1))
            assert TEXT[span.start : span.end] == char


@given(CUTS, st.sampled_from(["X", "XYZ", "W" * 9]))
def test_what_was_put_in_is_found_in_place_of_what_stood_there(cuts: list[int], words: str) -> None:
    edits = [Edit(*place, words) for place in zip(cuts[::2], cuts[1::2], strict=False)]
    read = Reworded.of(TEXT, edits)
    assert [read.text[at:].startswith(words) for at in read.begins] == [True] * len(edits)
    for one, at in zip(edits, read.begins, strict=True):
        assert read.back(Span(at, at + len(words))) == Span(one.start, one.end)

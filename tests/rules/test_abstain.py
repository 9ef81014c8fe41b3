"""When nothing known is about a question."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retentive.rules.abstain import ABSTENTION, is_about_what_is_known, known_share, nearest

share = st.floats(0, 1)


def test_words_that_tell_much_weigh_more() -> None:
    frequencies = {"live": 40, "porto": 1}
    assert known_share(["live", "xylophone"], frequencies, 50) < 0.2
    assert known_share(["porto", "xylophone"], frequencies, 50) == 0.5
    assert known_share(["porto", "live"], frequencies, 50) == 1.0


def test_a_question_without_words_knows_nothing() -> None:
    assert known_share([], {}, 0) == 0.0
    assert known_share(["tea"], {}, 0) == 0.0


@given(share, share, share)
def test_more_known_words_or_a_nearer_text_never_makes_it_abstain(
    near: float, known: float, more: float
) -> None:
    if is_about_what_is_known(near, known, is_whole=False):
        assert is_about_what_is_known(near, max(known, more), is_whole=False)
        assert is_about_what_is_known(max(near, more), known, is_whole=False)
        assert is_about_what_is_known(near, known, is_whole=True)


def test_known_words_alone_are_not_enough_where_meanings_are_compared() -> None:
    assert not is_about_what_is_known(0.1, 1.0, is_whole=False)
    assert is_about_what_is_known(0.6, 0.0, is_whole=False)


def test_one_text_that_holds_all_the_words_is_enough() -> None:
    assert is_about_what_is_known(0.0, 1.0, is_whole=True)


def test_how_near_a_text_is_counts_above_what_unrelated_texts_have() -> None:
    assert nearest([(0.0, 0.75), (0.9, 0.1)], floor=0.5) == 0.5
    assert nearest([(0.0, 0.1)], floor=0.2) == 0.0
    assert nearest([], floor=0.2) == 0.0


def test_what_has_no_vector_yet_is_as_near_as_its_words_are() -> None:
    assert nearest([(0.7, None), (0.0, 0.3)], floor=0.2) == 0.7


def test_without_an_embedder_the_words_decide() -> None:
    assert is_about_what_is_known(None, ABSTENTION.words_alone, is_whole=False)
    assert not is_about_what_is_known(None, ABSTENTION.words_alone - 0.01, is_whole=False)

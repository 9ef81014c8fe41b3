"""From what each arm finds to one score."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retentive.model.change import OwnerKind
from retentive.rules.fusion import (
    Candidate,
    Ranked,
    beside,
    fused,
    nearness,
    own_score,
    vector_weight,
)
from retentive.rules.policy import FUSION, FusionPolicy

share = st.floats(0, 1)


def turn(
    seq: int, text: float, cosine: float | None = None, session: str = "s", minute: float = 0
) -> Candidate:
    said_at = int(60e6 * (minute or seq))
    return Candidate(1, OwnerKind.TURN, f"m{seq:02}", seq, session, said_at, text, cosine)


def fact(name: str, seq: int | None, text: float, cosine: float | None = None) -> Candidate:
    said_at = None if seq is None else int(60e6 * seq)
    session = None if seq is None else "s"
    return Candidate(1, OwnerKind.FACT, name, seq, session, said_at, text, cosine)


def lent(turns: list[Candidate], reach: int, policy: FusionPolicy = FUSION) -> list[float]:
    return beside(turns, [one.text for one in turns], reach, policy)


def order(found: list[Ranked]) -> list[str]:
    return [one.candidate.id for one in found]


def test_a_cosine_counts_above_that_of_unrelated_texts() -> None:
    assert nearness(None, 0.0) == nearness(-0.4, 0.0) == nearness(0.75, 0.75) == 0.0
    assert nearness(0.5, 0.0) == pytest.approx(0.25)
    assert nearness(1.0, 0.75) == pytest.approx(1.0)


def test_meaning_weighs_the_more_the_less_the_words_tell() -> None:
    weights = [vector_weight(best) for best in (0.0, 0.05, 0.12, 0.2, 1.0)]
    assert weights == sorted(weights, reverse=True)
    assert weights[0] == FUSION.vector_most
    assert weights[-1] == FUSION.vector_least


@given(share, share, st.floats(0, 2))
def test_a_score_stays_between_its_parts(text: float, near: float, weight: float) -> None:
    low, high = sorted((text, near))
    assert low - 1e-12 <= own_score(text, near, weight) <= high + 1e-12


def test_without_an_embedder_words_alone_decide() -> None:
    found = fused([turn(1, 0.2, 0.9), turn(40, 0.4, 0.1)], floor=None, reach=4)
    assert order(found) == ["m40", "m01"]
    assert found[0].score == 0.4


def test_what_is_near_in_meaning_can_pass_what_shares_a_word() -> None:
    found = fused([turn(1, 0.1, 0.1), turn(40, 0.0, 0.8)], floor=0.0, reach=4)
    assert order(found) == ["m40", "m01"]


def test_a_turn_beside_a_hit_is_lifted_and_one_of_another_session_is_not() -> None:
    found = fused(
        [turn(10, 0.6), turn(11, 0.1), turn(12, 0.1, session="other")], floor=None, reach=4
    )
    assert order(found) == ["m10", "m11", "m12"]
    assert found[1].parts["neighbours"] > 0
    assert found[2].parts["neighbours"] == 0


def test_turns_with_a_gap_between_are_no_neighbours() -> None:
    near = lent([turn(1, 0.5), turn(3, 0.5)], 4)
    far = lent([turn(1, 0.5), turn(30, 0.5)], 4)
    assert min(near) > 0
    assert far == [0.0, 0.0]


def test_the_ends_of_a_session_are_at_no_disadvantage() -> None:
    alike = lent([turn(seq, 0.4) for seq in range(1, 8)], 4)
    assert alike == pytest.approx([alike[0]] * 7)


def test_neighbours_are_those_in_the_order_of_what_was_said() -> None:
    late = turn(9, 0.0, minute=1.5)  # between the first and the second
    only_next = lent([turn(1, 0.9), turn(2, 0.0), late], 8, FusionPolicy(neighbours=(0.3,)))
    assert only_next[2] > only_next[1] == 0.0


def test_the_best_fact_of_a_turn_counts_as_much_as_the_turn_which_names_it() -> None:
    beside = [turn(1, 0.8), fact("best", 1, 0.6), fact("further", 1, 0.5)]
    found = {one.candidate.id: one for one in fused(beside, floor=None, reach=4)}
    assert found["best"].score == found["m01"].score == 0.8
    assert found["further"].score == 0.5
    assert found["m01"].facts == ("best", "further")


def test_what_was_asked_right_before_speaks_for_all_facts_of_the_answer() -> None:
    told = [turn(1, 0.9), turn(2, 0.1), fact("nuts", 2, 0.2), fact("pollen", 2, 0.1)]
    found = {one.candidate.id: one for one in fused(told, floor=None, reach=4)}
    assert found["nuts"].score > found["pollen"].score > 0.25 * found["m01"].score


@pytest.mark.parametrize("with_turns", [True, False])
def test_the_parts_of_a_score_make_it(with_turns: bool) -> None:
    told = [turn(1, 0.9), turn(2, 0.5), fact("better", 2, 0.6), fact("worse", 2, 0.3)]
    told += [turn(3, 0.4), fact("lifted", 3, 0.3), turn(4, 0.8), fact("weak", 4, 0.1)]
    for one in fused(told, floor=None, reach=4, with_turns=with_turns):
        best = max(one.parts["own"], one.parts.get("turn", 0.0), one.parts.get("fact", 0.0))
        assert one.score == pytest.approx(best + min(1, one.parts["neighbours"]) * (1 - best))


def test_a_turn_counts_as_much_as_its_fact_that_fits_better() -> None:
    told, said = fused([turn(1, 0.4), fact("f", 1, 0.7)], floor=None, reach=4)
    assert (told.candidate.id, told.score, said.score) == ("f", 0.7, 0.7)
    assert (said.facts, said.parts["own"], said.parts["fact"]) == (("f",), 0.4, 0.7)


def test_a_fact_that_says_little_of_what_fits_in_its_turn_does_not_stand_for_it() -> None:
    beside = [turn(1, 0.8), fact("f", 1, 0.3)]
    said, told = fused(beside, floor=None, reach=4)
    assert (told.score, said.facts) == (0.3, ())
    (alone,) = (
        one
        for one in fused(beside, floor=None, reach=4, with_turns=False)
        if one.candidate.kind is OwnerKind.FACT
    )
    assert alone.score == 0.8


def test_a_fact_without_a_turn_stands_for_itself() -> None:
    (found,) = fused([fact("f", None, 0.5)], floor=None, reach=4)
    assert found.score == 0.5


@given(
    st.lists(
        st.tuples(st.integers(1, 30), share, st.none() | st.floats(-1, 1), st.booleans()),
        max_size=12,
        unique_by=lambda one: one[0],
    )
)
def test_scores_are_shares_and_do_not_depend_on_the_order_of_candidates(
    rows: list[tuple[int, float, float | None, bool]],
) -> None:
    found = [turn(seq, text, cosine) for seq, text, cosine, _ in rows]
    found += [fact(f"f{seq}", seq, text, cosine) for seq, text, cosine, has in rows if has]
    once = fused(found, floor=0.0, reach=4)
    assert fused(found[::-1], floor=0.0, reach=4) == once
    assert all(0.0 <= one.score <= 1.0 for one in once)

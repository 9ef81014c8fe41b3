"""Marks, intervals and comparisons of the benchmark: values in, numbers out."""

from __future__ import annotations

import math

import pytest

from retentive import InvalidInput
from retentive.surfaces.bench.intervals import Figure, figure, figures, paired, scores, seeded
from retentive.surfaces.bench.marks import Mark, mark, percentile, separation
from retentive.surfaces.bench.talks import Question
from retentive.surfaces.bench.yardstick import Dense, PlainBM25, fused


def asked(*evidence: str, stale: tuple[str, ...] = (), also: tuple[str, ...] = ()) -> Question:
    return Question(id="q1", text="What?", kind="single", evidence=evidence, stale=stale, also=also)


def test_marks_count_distinct_turns_of_the_first_k_answers() -> None:
    answers = [("a",), ("a", "b"), ("c",), ("d",)]
    marked = mark("talk", asked("b", "d"), answers, (1, 2, 4))
    ideal = 1 / math.log2(2) + 1 / math.log2(3)
    assert marked == Mark(
        conversation="talk",
        question="q1",
        kind="single",
        figures={
            "recall@1": 0.0,
            "recall@2": 0.5,
            "recall@4": 1.0,
            "hit@10": 1.0,
            "MRR": 0.5,
            "nDCG@10": (1 / math.log2(3) + 1 / math.log2(5)) / ideal,
        },
    )


def test_no_answer_earns_nothing() -> None:
    assert set(mark("talk", asked("b"), [], (5,)).figures.values()) == {0.0}


def test_turns_that_merely_support_an_answer_count_as_nothing() -> None:
    answers = [("also",), ("b",)]
    assert mark("talk", asked("b", also=("also",)), answers, (1,)).figures["MRR"] == 1.0
    assert mark("talk", asked("b"), answers, (1,)).figures["MRR"] == 0.5


@pytest.mark.parametrize(
    ("answers", "first"),
    [
        ([("new",), ("old",)], 1.0),
        ([("other",), ("new",)], 1.0),
        ([("old",), ("new",)], 0.0),
        ([("old", "new")], 0.0),
        ([("old",)], 0.0),
        ([], 0.0),
    ],
)
def test_the_current_value_is_to_stand_above_every_stale_one(
    answers: list[tuple[str, ...]], first: float
) -> None:
    marked = mark("talk", asked("new", stale=("old", "older")), answers, (5,))
    assert marked.figures["up to date"] == first


def test_percentiles_are_of_the_nearest_rank() -> None:
    assert [percentile([4.0, 1.0, 3.0, 2.0], share) for share in (0.5, 0.95)] == [3.0, 4.0]
    assert percentile([], 0.5) == 0.0


def test_separation_is_the_share_of_pairs_in_the_right_order() -> None:
    assert separation([3.0, 2.0], [1.0, 2.0]) == 0.875
    assert separation([1.0], []) is None


def test_an_interval_comes_from_resampling_whole_conversations() -> None:
    apart = {"one": [1.0] * 10, "two": [0.0] * 10}
    assert figure(apart, seeded()) == Figure(mean=0.5, low=0.0, high=1.0, questions=20)
    alike = {"one": [1.0, 0.0] * 5, "two": [0.0, 1.0] * 5}
    assert figure(alike, seeded()) == Figure(mean=0.5, low=0.5, high=0.5, questions=20)


def test_one_conversation_has_no_interval_and_none_has_no_mean() -> None:
    assert figure({"one": [1.0, 0.0]}, seeded()) == Figure(
        mean=0.5, low=None, high=None, questions=2
    )
    assert figure({"one": []}, seeded()) is None


def test_a_figure_is_of_the_questions_that_have_it() -> None:
    marks = [
        Mark(conversation="a", question="1", kind="k", figures={"MRR": 1.0, "up to date": 1.0}),
        Mark(conversation="a", question="2", kind="k", figures={"MRR": 0.0}),
    ]
    found = figures(marks, ["MRR", "up to date", "hit@10"])
    assert {name: (one.mean, one.questions) for name, one in found.items()} == {
        "MRR": (0.5, 2),
        "up to date": (1.0, 1),
    }
    assert scores(marks, "up to date") == {("a", "1"): 1.0}


def test_equal_systems_do_not_differ() -> None:
    same = {("a", str(at)): float(at % 2) for at in range(20)}
    told = paired(same, same, seeded())
    assert (told.difference, told.by_question, told.by_conversation) == (0.0, 1.0, 1.0)
    assert (told.better, told.worse, told.questions) == (0, 0, 20)


def test_a_gain_in_one_conversation_alone_is_no_gain_by_conversation() -> None:
    before = {(talk, str(at)): 0.0 for talk in "abcde" for at in range(20)}
    after = {**before, **{("a", str(at)): 1.0 for at in range(20)}}
    told = paired(before, after, seeded())
    assert told.difference == 0.2
    assert told.by_question < 0.001
    assert told.by_conversation == 1.0
    assert told.low == 0.0


def test_a_gain_in_every_conversation_is_as_sure_as_their_number_allows() -> None:
    before = {(str(talk), str(at)): 0.0 for talk in range(6) for at in range(10)}
    told = paired(before, {key: float(key[1] < "5") for key in before}, seeded())
    assert told.by_conversation == pytest.approx(2 / 2**6)
    assert (told.low, told.high) == (0.5, 0.5)
    assert (told.better, told.worse) == (30, 0)


def test_the_same_seed_gives_the_same_verdict() -> None:
    before = {(str(at % 20), str(at)): float(at % 3 == 0) for at in range(200)}
    after = {key: float(int(key[1]) % 4 != 0) for key in before}
    assert paired(before, after, seeded()) == paired(before, after, seeded())


def test_systems_are_compared_on_the_same_questions() -> None:
    with pytest.raises(InvalidInput, match="on the same questions"):
        paired({("a", "1"): 1.0}, {("a", "2"): 1.0}, seeded())
    with pytest.raises(InvalidInput, match="on the same questions"):
        paired({}, {}, seeded())


def test_plain_bm25_ranks_rare_words_first() -> None:
    index = PlainBM25(["the red cliff", "the red the red barn", "a violin", ""])
    assert [at for at, _ in index.search("RED violin", 10)] == [2, 1, 0]
    assert index.search("submarine", 10) == []
    assert PlainBM25([]).search("anything", 10) == []


def test_plain_dense_ranks_by_the_angle() -> None:
    index = Dense([[1.0, 0.0], [3.0, 3.0], [0.0, 0.0]])
    assert index.search([2.0, 0.0], 2) == [(0, 1.0), (1, pytest.approx(math.sqrt(0.5)))]
    assert Dense([]).search([1.0], 5) == []


def test_plain_fusion_adds_reciprocal_ranks() -> None:
    found = fused([[(7, 9.0), (8, 1.0)], [(8, 0.3)]], limit=5)
    assert found == [(8, 1 / 62 + 1 / 61), (7, 1 / 61)]

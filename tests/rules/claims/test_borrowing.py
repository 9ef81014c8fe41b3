"""Times told beside a claim."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.rules.claims.saying import found


def test_a_clause_that_says_only_when_lends_its_time() -> None:
    (one,) = [
        one
        for one in found("My son outgrew the nut allergy, tested on Monday!")
        if one.claim and one.claim.attribute == "allergy"
    ]
    assert one.valid_until is not None
    assert one.valid_until <= datetime(2026, 3, 10, tzinfo=UTC)


def test_a_time_at_the_head_counts_for_all_that_follows_in_one_breath() -> None:
    told = found("from 2014 to 2017 I lived in Gdynia and worked for the harbour pilots")
    spans = {(one.valid_from, one.valid_until) for one in told if one.claim}
    assert spans == {(datetime(2014, 1, 1, tzinfo=UTC), datetime(2018, 1, 1, tzinfo=UTC))}


def test_a_clause_with_a_subject_keeps_its_time_to_itself() -> None:
    told = found("I live in Gdynia, she left in 2017")
    (home,) = [one for one in told if one.claim and one.claim.attribute == "lives_in"]
    assert (home.valid_from, home.valid_until) == (None, None)


def test_what_holds_for_now_ends_when_is_told_behind_it() -> None:
    (home,) = [
        one
        for one in found(
            "I'm staying in Tema for the moment, until the roof is mended, say in June"
        )
        if one.claim
    ]
    assert home.valid_until == datetime(2026, 7, 1, tzinfo=UTC)


def test_a_length_alone_is_that_of_what_was_told_last() -> None:
    told = [one for one in found("I'm a joiner, you know. Been one for 22 years.") if one.claim]
    assert [(one.claim.value, one.valid_from) for one in told if one.claim] == [
        ("joiner", datetime(2004, 3, 9, tzinfo=UTC)),
    ]


def test_since_when_answers_what_was_told_last() -> None:
    (diet,) = [one for one in found("since the 1st of Feb", ["I'm vegan now"]) if one.claim]
    assert diet.claim is not None
    assert (diet.claim.attribute, diet.valid_from) == ("diet", datetime(2026, 2, 1, tzinfo=UTC))


def test_work_that_begins_dates_what_is_left_beside_it() -> None:
    told = [one for one in found("I've quit Velosafe, freelance since the 1st") if one.claim]
    assert {one.valid_from for one in told} == {datetime(2026, 3, 1, tzinfo=UTC)}

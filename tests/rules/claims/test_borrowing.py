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

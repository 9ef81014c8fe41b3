"""Candidates: their words, their times, what they do to what was known."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from retentive.model.actor import ActorKind
from retentive.model.claim import Cue, Polarity
from tests.rules.claims.saying import SAID_AT, claims, found


def test_a_claim_is_cited_at_the_smallest_clause_that_makes_it() -> None:
    text = "Hello! I live in Porto and my sister Rosa works at the museum, she told me today."
    for one in found(text):
        assert text[one.span.start : one.span.end] == one.quote
    told = {one.claim.attribute: one.quote for one in found(text) if one.claim}
    assert told["lives_in"] == "I live in Porto"
    assert told["works_at"].startswith("my sister Rosa works at the museum")


def test_a_sentence_of_one_clause_keeps_its_marks() -> None:
    (one,) = found("Well now. I live in Porto!")
    assert one.text == one.quote == "I live in Porto!"


def test_each_item_of_a_list_is_a_fact_of_its_own() -> None:
    texts = [one.text for one in found("I speak Dutch, Frisian and Greek.")]
    assert texts == ["I speak Dutch.", "I speak Frisian.", "I speak Greek."]


def test_a_clause_without_subject_or_a_reason_stays_with_what_it_leans_on() -> None:
    text = "I prefer tea, because coffee keeps me awake."
    assert [one.text for one in found(text)] == [text]


def test_what_makes_no_claim_is_kept_as_it_was_said() -> None:
    (one,) = found("The brake is quiet now.")
    assert (one.text, one.claim) == ("The brake is quiet now.", None)


def test_other_languages_are_kept_as_they_are() -> None:
    (one,) = found("Mi hermano vive en Bilbao.")
    assert (one.text, one.claim) == ("Mi hermano vive en Bilbao.", None)


@pytest.mark.parametrize("kind", [ActorKind.AGENT, ActorKind.TOOL, ActorKind.DOCUMENT])
def test_only_humans_are_believed(kind: ActorKind) -> None:
    assert found("I live in Porto.", speaker="agent:a", kind=kind) == []


def test_states_are_bounded_and_events_are_dated() -> None:
    (home,) = [one for one in found("I moved to Turin in May 2024.") if one.claim]
    assert home.valid_from == datetime(2024, 5, 1, tzinfo=UTC)
    assert home.occurred is None
    (bought,) = [one for one in found("I bought some rugs on Saturday.") if one.claim]
    assert bought.valid_from is None
    assert bought.occurred is not None
    assert bought.occurred.start == datetime(2026, 3, 7, tzinfo=UTC)


def test_what_is_over_ended_by_the_time_it_was_told() -> None:
    (one,) = found("I used to live in Faro.")
    assert (one.valid_from, one.valid_until) == (None, SAID_AT)


def test_a_change_to_come_is_a_plan_and_no_state() -> None:
    assert claims("I'm moving to Oslo next month.") == ["plan moving to Oslo"]
    assert claims("My brother will live in Oslo.") == [
        "relative brother",
        "user:ana/brother: plan live in Oslo",
    ]


@pytest.mark.parametrize(
    ("text", "cue", "polarity"),
    [
        ("I still live in Porto.", Cue.STILL, Polarity.POSITIVE),
        ("I also speak Greek.", Cue.ALSO, Polarity.POSITIVE),
        ("I live in Ghent now.", Cue.NOW, Polarity.POSITIVE),
        ("For now I live in Ghent.", Cue.FOR_NOW, Polarity.POSITIVE),
        ("I no longer live in Porto.", Cue.NO_MORE, Polarity.NEGATIVE),
        ("I don't live in Porto anymore.", Cue.NO_MORE, Polarity.NEGATIVE),
        ("I got rid of my car.", Cue.NO_MORE, Polarity.NEGATIVE),
        ("I don't like olives.", Cue.NONE, Polarity.NEGATIVE),
    ],
)
def test_adverbs_tell_what_is_new(text: str, cue: Cue, polarity: Polarity) -> None:
    (one,) = found(text)
    assert one.claim is not None
    assert (one.cue, one.claim.polarity) == (cue, polarity)


def test_who_was_spoken_of_is_taken_up() -> None:
    assert claims("She works at the zoo.", "My sister Rosa called.") == ["rosa: works_at zoo"]
    assert claims("He is 40.", "Nothing new here.") == []


def test_a_name_told_later_is_that_of_the_one_known_by_relation() -> None:
    assert claims("His name is Valentin.", "My brother is away.") == ["relative brother Valentin"]

"""The JSON shapes and the times that cross the edge."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from retentive.kernel.errors import InvalidTime, NotFound
from retentive.kernel.scope import Scope
from retentive.model.actor import Actor, ActorKind
from retentive.model.provenance import Source, Span
from retentive.model.query import Page
from retentive.model.report import Accepted, Damage, ItemResult, Outcome, Verified
from retentive.surfaces.wire import failure, instant, shape, speaker_name

NOON = datetime(2026, 3, 9, 12, tzinfo=UTC)


def test_a_source_is_flat_but_for_its_speaker() -> None:
    source = Source(
        entry_id="m_1",
        span=Span(3, 8),
        quote="Porto",
        speaker=Actor(id="user:ana", kind=ActorKind.HUMAN),
        said_at=NOON,
    )
    assert shape(source) == {
        "entry_id": "m_1",
        "caller_id": None,
        "quote": "Porto",
        "start": 3,
        "end": 8,
        "speaker": {"id": "user:ana", "kind": "human", "name": None},
        "said_at": "2026-03-09T12:00:00Z",
        "session": None,
    }


def test_a_receipt_counts_and_lists() -> None:
    accepted = Accepted(
        items=(
            ItemResult(index=0, outcome=Outcome.STORED, id="m_1"),
            ItemResult(index=1, outcome=Outcome.REJECTED, reason="role: none"),
        ),
        redacted={"api_key": 1},
    )
    assert shape(accepted) == {
        "stored": 1,
        "duplicates": 0,
        "rejected": 1,
        "items": [
            {"index": 0, "outcome": "stored", "id": "m_1", "reason": ""},
            {"index": 1, "outcome": "rejected", "id": None, "reason": "role: none"},
        ],
        "lagging": False,
        "replaced": 0,
        "redacted": {"api_key": 1},
        "ignored": {},
    }


def test_reports_and_pages_keep_their_names() -> None:
    damage = Damage(check="index", place="space 1", detail="a posting is missing")
    report = Verified(spaces=1, entries=2, records=3, documents=4, damages=(damage,))
    assert shape(Page(items=(report,), cursor="next")) == {
        "items": [
            {
                "spaces": 1,
                "entries": 2,
                "records": 3,
                "documents": 4,
                "damages": [
                    {"check": "index", "place": "space 1", "detail": "a posting is missing"}
                ],
            }
        ],
        "cursor": "next",
    }


def test_an_error_is_its_code_its_words_and_what_is_known() -> None:
    error = NotFound("no record", id="f_1", at=NOON, many=("a", "b"), odd=object)
    assert shape(error) == {
        "error": {
            "id": "f_1",
            "at": "2026-03-09T12:00:00Z",
            "many": ["a", "b"],
            "odd": "<class 'object'>",
            "code": "not_found",
            "message": "no record",
        }
    }
    assert failure("usage", "no such option") == {
        "error": {"code": "usage", "message": "no such option"}
    }


def test_a_scope_and_sets_have_a_form() -> None:
    assert shape({"scope": Scope(user="ana"), "tags": frozenset({"b", "a"})}) == {
        "scope": {
            "tenant": None,
            "user": "ana",
            "agent": None,
            "project": None,
            "session": None,
        },
        "tags": ["a", "b"],
    }


def test_what_has_no_form_is_refused() -> None:
    with pytest.raises(TypeError, match="object has no JSON form"):
        shape(object())


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("2026-03-09T12:00:00Z", None),
        (" 2026-03-09T13:00:00+01:00 ", None),
        ("2026-03-09T08:00", "America/New_York"),
    ],
)
def test_times_are_read_into_utc(text: str, zone: str | None) -> None:
    assert instant(text, "as_of", zone) == NOON


@pytest.mark.parametrize("text", ["", "noon", "2026-03-09T12:00:00", "2026-02-30T00:00:00Z"])
def test_a_time_that_cannot_be_placed_is_refused(text: str) -> None:
    with pytest.raises(InvalidTime, match="as_of"):
        instant(text, "as_of")


@pytest.mark.parametrize(
    ("speaker", "name"),
    [
        (Actor(id="user:ana", kind=ActorKind.HUMAN, name="Ana"), "Ana"),
        (Actor(id="user:ana", kind=ActorKind.HUMAN), "ana"),
        (Actor(id="system", kind=ActorKind.DOCUMENT), "system"),
    ],
)
def test_speakers_have_names(speaker: Actor, name: str) -> None:
    assert speaker_name(speaker) == name

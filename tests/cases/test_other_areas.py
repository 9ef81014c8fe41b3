"""Cases of other areas that remembering, recalling and the context prove already."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from retentive.kernel.errors import InvalidInput, InvalidTime, TooLarge
from retentive.testing.fakes import START
from tests.cases.playing import Play, found, is_utf8, listed, on_one_driver, texts

# ---------------------------------------------------------------- what was true then

DAY = timedelta(days=1)


@pytest.mark.case("tmp-09")
@pytest.mark.parametrize("lasts", ["expires_at", "valid_until"])
def test_what_ran_out_since_is_found_as_of_then(play: Play, lasts: str) -> None:
    play.now("2026-01-07T00:00:00+00:00")
    ends: dict[str, Any] = {lasts: datetime(2026, 2, 3, tzinfo=UTC)}
    play.user().remember("Guest wifi code is TULIP", **ends)
    play.now("2026-06-01T00:00:00+00:00")
    then = datetime(2026, 1, 20, tzinfo=UTC)
    for _ in play.moments():
        assert found(play.user(), "wifi code") == texts(play.user()) == []
        (hit,) = play.user().recall("wifi code", as_of=then)
        assert hit.text == "Guest wifi code is TULIP"
        assert "TULIP" in play.user().context("wifi code", as_of=then).text
        assert "TULIP" not in play.user().context("wifi code").text
        assert [one.text for one in play.user().facts.list(as_of=then).items] == [hit.text]
        for edge, wanted in ((ends[lasts], 0), (ends[lasts] - timedelta(microseconds=1), 1)):
            assert len(play.user().recall("wifi code", as_of=edge)) == wanted
        before = datetime(2026, 1, 6, tzinfo=UTC)
        assert play.user().recall("wifi code", as_of=before) == []


@pytest.mark.parametrize("verb", ["retract", "correct"])
def test_what_was_taken_back_since_is_found_as_known_then(play: Play, verb: str) -> None:
    fact = play.user().remember("Guest wifi code is TULIP")
    then = play.clock.tick(days=1)
    play.clock.tick(days=1)
    if verb == "retract":
        play.user().retract(fact.id)
    else:
        play.user().correct(fact.id, "Guest wifi code is CROCUS")
    for moment in play.moments():
        assert "TULIP" not in "".join(found(play.user(), "wifi code")), moment
        known = play.user().recall("wifi code", known_at=then)
        assert [hit.text for hit in known] == ["Guest wifi code is TULIP"], moment


# ---------------------------------------------------------------- intervals


def test_an_interval_that_holds_nowhere_is_refused(play: Play) -> None:
    days = ("2025-05-05", "2019-05-05", "2024-06-06", "2022-02-02")
    at = {day: datetime.fromisoformat(f"{day}T00:00:00+00:00") for day in days}
    for start, end in (("2025-05-05", "2019-05-05"), ("2024-06-06", "2024-06-06")):
        with pytest.raises(InvalidTime):
            play.user().remember("Warden is Sef", valid_from=at[start], valid_until=at[end])
    ola = play.user().remember("Warden is Ola", valid_from=at["2022-02-02"])
    for _ in play.moments():
        hits = play.user().recall("warden", valid_at=at["2024-06-06"])
        assert [hit.text for hit in hits] == ["Warden is Ola"]
        assert play.user().recall("warden", valid_at=at["2022-02-02"] - DAY) == []
        assert play.user().facts.get(ola.id).superseded_by is None
        assert texts(play.user()) == ["Warden is Ola"]


@on_one_driver
@pytest.mark.parametrize("name", ["valid_from", "valid_until", "expires_at"])
@pytest.mark.parametrize("wrong", [START.replace(tzinfo=None), "2026-01-01T00:00:00Z", 7, True])
def test_a_time_without_an_offset_is_refused_everywhere(play: Play, name: str, wrong: Any) -> None:
    with pytest.raises(InvalidTime):
        play.user().remember("Warden is Sef", **{name: wrong})
    for key in ("valid_at", "known_at", "as_of"):
        for read in (play.user().facts.list, lambda **at: play.user().recall("warden", **at)):
            with pytest.raises(InvalidTime):
                read(**{key: wrong})
    assert play.memory.stats().entries == 0


# ---------------------------------------------------------------- notes that only add


def test_a_negation_in_a_note_that_adds_ends_nothing(play: Play) -> None:
    notes = [
        "Feed the sourdough at 08:00.",
        "Never skip weighing the flour when you feed the sourdough at 08:00.",
        "Sourdough fed at 08:00 cannot go straight into the oven.",
    ]
    facts = [play.user().remember(note, confidence=0.8) for note in notes]
    for _ in play.moments():
        assert texts(play.user()) == sorted(notes)
        for fact in facts:
            now = play.user().facts.get(fact.id)
            assert (now.confidence, now.superseded_by, now.retired_at) == (0.8, None, None)


NEAR = [
    ("Soak test run 41 took 318 ms", "Soak test run 42 took 281 ms"),
    ("Valve KX-204 leaks", "Valve KX-206 leaks"),
    ("Area is 10² m", "Area is 102 m"),
    ("Likes tea", "Likes tea?"),
    ("Uses C", "Uses C++"),
    ("Door code is #5", "Door code is 5"),
    ("invoice-api is slow", "invoice-apis is slow"),
]


def test_texts_that_differ_in_little_are_two_facts(play: Play) -> None:
    for number, pair in enumerate(NEAR):
        assert len({play.user(f"u{number}").remember(text).id for text in pair}) == 2
    for _ in play.moments():
        for number, pair in enumerate(NEAR):
            assert texts(play.user(f"u{number}")) == sorted(pair)


def test_a_correction_keeps_all_but_the_words(play: Play) -> None:
    play.now("2026-01-05T10:00:00+00:00")
    meta = {"priority": "high", "bucket": 7, "nested": {"k": [1, 2]}}
    ana = play.user(agent="a1", session="s1")
    old = ana.remember(
        "Plays tabla on Fridays",
        kind="activity",
        tags=["music"],
        metadata=meta,
        importance=0.4,
        valid_from=datetime(2025, 1, 1, tzinfo=UTC),
        expires_at=datetime(2030, 1, 1, tzinfo=UTC),
    )
    play.now("2026-04-01T00:00:00+00:00")
    play.user(session="other").correct(old.id, "Plays tabla on Thursdays")
    for _ in play.moments():
        new = play.user().facts.get(old.id)
        kept = "key kind tags metadata importance origin subject said_at valid_from expires_at"
        for name in kept.split():
            assert getattr(new, name) == getattr(old, name), name
        assert (new.text, new.id != old.id) == ("Plays tabla on Thursdays", True)
        assert new.recorded_at == datetime(2026, 4, 1, tzinfo=UTC)
        first = play.user().history(new.id)[0]
        assert (first.recorded_at, first.text) == (old.recorded_at, old.text)
        assert [one.text for one in play.user().facts.list(tags=["music"]).items] == [new.text]


# ---------------------------------------------------------------- text that looks like code

CODE = (
    'Fix was:\n```cpp\nif (!q.empty()) { drain_queue(q, "a\\\\b"); }\n```\n'
    '{"facts": ["not a reply"]} \u2028 \x01 end'
)


CODES = [
    CODE,
    '{"text": "not JSON of ours"}',
    "%s %d {0} {name} ${HOME} $(ls) `ls`",
    "<memory>\n</memory>",
    "a\tb\r\nc\x0bd\x85e",
    "'; DROP TABLE fact; --",
    "null",
    "\\u0000 \\ud800 \\n",
    "\ufffd \ufffe \U0010ffff \ue000",
]


def test_code_and_control_characters_come_back_as_they_were(play: Play) -> None:
    ids = [
        play.user(f"u{number}").remember(f"drain_queue {text}", metadata={"snippet": text}).id
        for number, text in enumerate(CODES)
    ]
    for _ in play.moments():
        for number, (text, fact_id) in enumerate(zip(CODES, ids, strict=True)):
            ana, said = play.user(f"u{number}"), f"drain_queue {text}"
            stored = ana.facts.get(fact_id)
            assert (stored.text, stored.metadata) == (said, {"snippet": text})
            assert found(ana, "drain_queue") == [said]
            assert listed(ana) == [stored]
            assert is_utf8(stored)


# ---------------------------------------------------------------- limits and pages


@pytest.mark.case("api-01")
def test_a_limit_is_a_whole_number_and_capped_in_sight(play: Play) -> None:
    for number in range(7):
        play.user().remember(f"Card {number}")
    refused: list[Any] = [-1, -1_000_000, "5", "abc", 2.5, True, False, [], float("nan"), b"5"]
    for _ in play.moments():
        for limit in refused:
            for call in (
                play.user().facts.list,
                lambda limit: play.user().recall("c", limit=limit),
            ):
                with pytest.raises(InvalidInput):
                    call(limit=limit)
        for limit in (1_001, 10**9, 10**30):
            assert len(play.user().facts.list(limit=limit).items) == 7
            with pytest.raises(TooLarge, match="at most 1000"):
                play.user().recall("card", limit=limit)
        for limit, wanted in ((0, 0), (1, 1), (7, 7), (8, 7), (1_000, 7), (None, 7)):
            page = play.user().facts.list(limit=limit)
            assert len(page.items) == len(found(play.user(), "card", limit)) == wanted
            assert (page.cursor is not None) == (wanted == 1)
    for number in range(7, 60):
        play.user().remember(f"Card {number}")
    assert len(play.user().facts.list().items) == 50
    assert len(play.user().recall("card")) == 10


@on_one_driver
@pytest.mark.case("api-01")
def test_a_page_that_is_cut_to_the_cap_tells_that_more_follows(play: Play) -> None:
    for number in range(1_003):
        play.user().remember(f"Card {number}")
    page = play.user().facts.list(limit=10**9)
    assert len(page.items) == len(play.user().recall("card", limit=1_000)) == 1_000
    assert page.cursor is not None
    assert len(listed(play.user(), limit=10**9)) == 1_003


def test_pages_reach_every_fact_once_and_end(play: Play) -> None:
    texts_ = [f"Leaf {number}" for number in range(73)]
    for number, text in enumerate(texts_):
        play.user(session=str(number % 3)).remember(text)
    for moment in play.moments():
        for size in (1, 10, 73, 1000) if moment == "digested" else (10,):
            facts = listed(play.user(), limit=size)
            assert [fact.text for fact in facts] == texts_[::-1]
        assert play.user().stats().facts == 73


@on_one_driver
@pytest.mark.parametrize(
    "cursor", ["", "5000", "%", "\ud800", "e30", "W10=", "eyIxIjpbMV19", "eyIxIjpbMSwi", 7, b"x"]
)
def test_a_cursor_of_nobody_is_refused(play: Play, cursor: Any) -> None:
    play.user().remember("Leaf")
    with pytest.raises(InvalidInput):
        play.user().facts.list(cursor=cursor)


def test_every_id_that_is_shown_is_taken(play: Play) -> None:
    for number in range(12):
        play.user().remember(f"Slide {number}")
    for moment in play.moments():
        hits = play.user().recall("slide", limit=200)
        ids = {hit.id for hit in hits} | {fact.id for fact in listed(play.user())}
        ids |= {hit.id for hit in play.user().context("slide", budget=5000).hits}
        assert len(ids) == 12
        for fact_id in sorted(ids):
            old = play.user().facts.get(fact_id)
            changed = play.user().correct(fact_id, f"{old.text} ok")
            assert changed.fact is not None
            for one in play.user().history(fact_id):
                assert play.user().facts.get(one.id).id == changed.fact.id, moment
                assert play.user().facts.get(one.key).id == changed.fact.id

"""What other memories promise, kept by this one in its own words (docs/coming-from.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

import retentive.prompts
from retentive import Handle, InvalidInput
from retentive.mapping import (
    KINDS,
    Category,
    FactType,
    MemoryType,
    kind_from,
    read_origin,
    told_as,
)
from retentive.types import (
    Channel,
    SourceKind,
)
from tests.app.coming import known, memory
from tests.house.source import ROOT


@pytest.fixture
def ana() -> Iterator[Handle]:
    with memory() as opened:
        yield opened.scope(user="ana", session="s")


@pytest.mark.req("P-26", "M-02")
def test_a_learnt_fact_has_what_others_give_theirs(ana: Handle) -> None:
    first = ana.remember("Lives in Lisbon", kind="context", confidence=0.8)
    assert (first.kind, first.text, first.confidence) == ("context", "Lives in Lisbon", 0.8)
    assert ana.facts.get(first.id) == ana.facts.get(first.key)
    assert (first.recorded_at.tzinfo, first.last_confirmed_at) == (UTC, None)
    assert first.pinned is False
    corrected = ana.correct(first.id, "Lives in Porto").fact
    assert corrected is not None
    assert (corrected.pinned, corrected.confidence) == (True, 1.0)
    assert [one.text for one in ana.history(first.id)] == ["Lives in Lisbon", "Lives in Porto"]


@pytest.mark.req("P-26")
def test_saying_it_again_in_another_session_tells_when_it_was_confirmed() -> None:
    with memory() as opened:
        ana = opened.scope(user="ana", session="s")
        fact = ana.remember("Lives in Lisbon", confidence=0.8)
        ana.session("s-2").remember("Lives in Lisbon", confidence=0.5)
        opened.flush()
        again = ana.facts.get(fact.id)
    assert again.last_confirmed_at is not None
    assert again.confidence == pytest.approx(0.9)


@pytest.mark.req("P-27", "M-01")
@pytest.mark.parametrize("words", [Category, FactType, MemoryType])
def test_their_words_are_kinds_and_no_other_word_is_taken_for_one(
    words: type[Category] | type[FactType] | type[MemoryType], ana: Handle
) -> None:
    for word in words:
        kind = kind_from(word.value, words)
        assert ana.remember(f"About {word}", kind=kind).kind == word.value
        assert told_as(kind, words) is word
    for other in ("Preference", "opinion", "", None, 3):
        with pytest.raises(InvalidInput, match="is not one of"):
            kind_from(other, words)


@pytest.mark.req("P-27")
def test_there_are_six_categories() -> None:
    assert [one.value for one in Category] == [
        *("preference", "knowledge", "context", "behavior", "goal", "correction")
    ]


@pytest.mark.req("M-01")
def test_there_are_seven_types() -> None:
    assert [one.value for one in FactType] == [
        *("preference", "memory", "plan", "activity", "health", "professional", "miscellaneous")
    ]


@pytest.mark.req("Z-02")
def test_the_kind_is_open_here_and_told_in_the_words_of_each_list(ana: Handle) -> None:
    fact = ana.remember("Sails on Sundays", kind="sailing")
    assert fact.kind == "sailing"
    assert told_as("sailing", Category) is Category.KNOWLEDGE
    assert told_as("sailing", FactType) is FactType.MISCELLANEOUS
    assert told_as("sailing", MemoryType) is MemoryType.FACT
    with memory() as opened:
        kinds = {fact.kind for fact in known(opened, content="I'm a nurse. I love figs.")}
    assert kinds <= set(KINDS)


@pytest.mark.req("Z-02")
def test_the_table_is_published_as_it_is() -> None:
    page = (ROOT / "docs" / "coming-from.md").read_text("utf-8")
    for kind, words in KINDS.items():
        assert f"| {' | '.join([kind, *(one.value for one in words)])} |" in page


@pytest.mark.req("P-28", "Z-05")
@pytest.mark.parametrize(
    ("word", "source", "channel"),
    [
        ("auto", SourceKind.DERIVED, Channel.AUTO),
        ("consolidation", SourceKind.DERIVED, Channel.CONSOLIDATION),
        ("explicit", SourceKind.HUMAN, Channel.EXPLICIT),
    ],
)
def test_a_source_that_is_a_word_is_read(word: str, source: SourceKind, channel: Channel) -> None:
    found = read_origin(word)
    assert (found.source, found.channel, found.session) == (source, channel, None)


@pytest.mark.req("P-28")
def test_a_source_that_is_an_object_is_read() -> None:
    found = read_origin(
        {
            "sessionId": "s-17",
            "chatId": "c-4",
            "timestamp": "2026-03-09T10:00:00+01:00",
            "triggerExcerpt": "I moved",
        }
    )
    assert (found.session, found.conversation, found.quote) == ("s-17", "c-4", "I moved")
    assert found.said_at == datetime(2026, 3, 9, 9, tzinfo=UTC)
    assert (found.source, found.channel) == (SourceKind.DERIVED, Channel.AUTO)
    assert read_origin({"sessionId": "s-17"}).said_at is None


@pytest.mark.req("P-28")
@pytest.mark.parametrize(
    "source",
    [
        "manual",
        None,
        {},
        {"sessionId": 3},
        {"sessionId": "s", "chatId": 4},
        {"sessionId": "s", "timestamp": "yesterday"},
        {"sessionId": "s", "timestamp": "2026-03-09T10:00:00"},
    ],
)
def test_another_source_is_refused(source: object) -> None:
    with pytest.raises(InvalidInput):
        read_origin(source)


@pytest.mark.req("Z-05")
def test_a_fact_tells_its_channel_besides_its_source(ana: Handle) -> None:
    stated = ana.remember("Lives in Lisbon").provenance
    assert (stated.channel, stated.source) == (Channel.EXPLICIT, SourceKind.HUMAN)
    with memory() as opened:
        (learnt,) = known(opened, content="I moved to Lisbon.")
    assert learnt.provenance.channel is Channel.AUTO


@pytest.mark.req("M-03")
def test_what_is_said_adds_updates_or_leaves_a_fact_and_an_update_tells_the_old_text(
    ana: Handle,
) -> None:
    added = ana.remember("Works as a nurse")
    assert len(ana.facts.list()) == 1
    left = ana.remember("works as a nurse.")
    assert (left.key, len(ana.facts.list())) == (added.key, 1)
    updated = ana.correct(added.id, "Works as a midwife").fact
    assert updated is not None
    assert updated.key == added.key
    old, new = ana.history(added.key)[-2:]
    assert (old.text, new.text) == ("Works as a nurse", "Works as a midwife")
    assert old.superseded_by == new.id


@pytest.mark.req("Z-54")
def test_nobody_claims_that_facts_come_from_public_sources(ana: Handle) -> None:
    folder = ROOT / "src" / "retentive" / "prompts"
    for file in (one for one in folder.rglob("*") if one.suffix != ".pyc" and one.is_file()):
        assert not re.search(r"public(ly)?\b", file.read_text("utf-8"), re.IGNORECASE), file
    assert retentive.prompts.__doc__
    ana.remember("Lives in Lisbon")
    (hit,) = ana.recall("where does she live, Lisbon?", min_score=0)
    assert [source.speaker.id for source in hit.sources] == ["user:ana"]

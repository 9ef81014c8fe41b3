"""The records of the knowledge side: what they carry, and what they refuse to be."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from retentive import AsyncMemory, InvalidInput, Memory
from retentive.model.claim import Claim
from retentive.model.entry import Message, Role
from retentive.model.episode import Episode
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Channel, Provenance, SourceKind, Span
from retentive.ports.view import View
from retentive.testing import build
from retentive.testing.fakes import frozen_ambient
from tests.support.inside import engine_of

NOW = datetime(2026, 1, 1, tzinfo=UTC)
THEN = datetime(2025, 12, 1, tzinfo=UTC)


@pytest.mark.req("C-06")
def test_provenance_tells_what_made_a_record_and_by_which_agent_with_what_confidence_and_when() -> (
    None
):
    with Memory.open("memory://", ambient=frozen_ambient()) as memory:
        ana = memory.scope(user="ana", agent="support")
        ana.observe([{"role": "user", "content": "I keep two ferrets.", "timestamp": THEN}])
        memory.flush()
        (learnt,) = ana.facts.list()
        stated = ana.remember("Rows on Sundays")
        noted = ana.remember("The export is slow", role="assistant", visibility="agent")
        corrected = ana.correct(stated.id, "Rows on Mondays").fact
    assert corrected is not None
    made = [fact.provenance for fact in (learnt, stated, noted, corrected)]
    assert [one.source for one in made] == ["human", "human", "agent", "human"]
    assert [one.agent_id for one in made] == ["support"] * 4
    assert learnt.provenance.confidence == learnt.base_confidence
    for fact in (learnt, stated, noted, corrected):
        assert fact.provenance.created_at == fact.recorded_at > THEN


def test_provenance_refuses_what_its_fields_may_not_hold() -> None:
    origin = Provenance(source=SourceKind.TOOL, channel=Channel.AUTO, created_at=NOW)
    with pytest.raises(InvalidInput, match="confidence"):
        replace(origin, confidence=1.5)
    with pytest.raises(InvalidInput, match="created_at"):
        replace(origin, created_at=NOW.replace(tzinfo=None))


@pytest.mark.req("C-03")
def test_everything_digested_states_its_origin() -> None:
    with Memory.open("memory://", ambient=frozen_ambient()) as memory:
        ana = memory.scope(user="ana", agent="support", session="s1")
        receipt = ana.observe([{"role": "user", "content": "I keep two ferrets."}])
        memory.flush()
        ana.remember("Rows on Sundays")
        learnt, stated = sorted(ana.facts.list().items, key=lambda fact: fact.born_seq)
    (citation,) = learnt.provenance.citations
    assert (learnt.provenance.source, learnt.provenance.channel) == ("human", "auto")
    assert (citation.entry_id, citation.span, citation.quote) == (
        receipt.ids[0],
        Span(0, 19),
        "I keep two ferrets.",
    )
    assert learnt.provenance.rule == "rules-2 pet"
    assert learnt.provenance.agent_id == "support"
    assert (stated.provenance.source, stated.provenance.channel) == ("human", "explicit")
    assert learnt.origin.session == stated.origin.session == "s1"


@pytest.mark.req("C-07", "C-08", "C-12")
def test_entities_relations_and_themes_refuse_what_their_fields_may_not_hold() -> None:
    entity, relation, theme = build.entity(1, 1), build.relation(1, 1), build.theme(1, 1)
    with pytest.raises(InvalidInput, match="name"):
        replace(entity, name="")
    with pytest.raises(InvalidInput, match="entity_type"):
        replace(entity, entity_type="")
    with pytest.raises(InvalidInput, match="relation_type"):
        replace(relation, relation_type="")
    for weight in (-0.1, 1.1):
        with pytest.raises(InvalidInput, match="weight"):
            replace(relation, weight=weight)
    assert relation.weight == 1.0
    assert relation.source_key != relation.target_key
    with pytest.raises(InvalidInput, match="label"):
        replace(theme, label="")
    assert theme.description == ""


@pytest.mark.req("C-09")
def test_a_message_has_a_role_words_a_time_and_metadata() -> None:
    assert {role.value for role in Role} == {"user", "assistant", "system", "tool"}
    with Memory.open("memory://", ambient=frozen_ambient()) as memory:
        ana = memory.scope(user="ana")
        items = [
            {"role": role, "content": f"Harbour {role}?", "timestamp": THEN, "metadata": {"n": 1}}
            for role in ("user", "assistant", "system", "tool")
        ]
        assert len(ana.observe(items).stored) == 4
        memory.flush()
        turns = [hit.record for hit in ana.recall("harbour", limit=10)]
    found = {
        turn.body.role: (turn.text, turn.said_at, turn.body.metadata)
        for turn in turns
        if not isinstance(turn, Fact) and isinstance(turn.body, Message)
    }
    assert found == {role: (f"Harbour {role}?", THEN, {"n": 1}) for role in Role}


@pytest.mark.req("C-10", "C-22")
def test_an_episode_starts_after_a_pause_and_keeps_its_messages_in_the_order_of_their_times() -> (
    None
):
    minutes = [11, 0, 12, 5]  # in order, the third comes six minutes after the second
    items = [
        {"role": "user", "content": f"Step {at} is done.", "timestamp": THEN.replace(minute=at)}
        for at in minutes
    ]

    async def episodes() -> list[tuple[Episode, list[int]]]:
        async with await AsyncMemory.open("memory://", ambient=frozen_ambient()) as memory:
            await memory.scope(user="ana", session="s1").observe(items)
            await memory.flush()
            store = engine_of(memory).wired.store

            def work(view: View) -> list[tuple[Episode, list[int]]]:
                (space,) = view.spaces
                found = view.episodes(space, session="s1", limit=10)
                entries = view.entries_by_id(space, {one.start_entry for one in found})
                starts = [entries[one.start_entry] for one in found]
                later = [view.neighbours(space, one, before=0, after=9)[1] for one in starts]
                return [
                    (episode, [one.said_at.minute for one in (start, *rest)])
                    for episode, start, rest in zip(found, starts, later, strict=True)
                ]

            return await store.read(await store.addresses(), work)

    newest, oldest = asyncio.run(episodes())
    assert (oldest[0].started_at.minute, oldest[1]) == (0, [0, 5, 11, 12])
    assert (newest[0].started_at.minute, newest[1]) == (11, [11, 12])


@pytest.mark.req("C-24")
def test_an_episode_yields_at_least_the_fact_that_its_first_message_states() -> None:
    with Memory.open("memory://", ambient=frozen_ambient()) as memory:
        ana = memory.scope(user="ana", session="s1")
        ana.observe(
            [{"role": "user", "content": "The kiln is booked on Friday.", "timestamp": THEN}]
        )
        memory.flush()
        (fact,) = ana.facts.list().items
    assert fact.text == "The kiln is booked on Friday."
    assert fact.said_at == THEN
    assert fact.entity_keys == ()


@pytest.mark.req("C-11")
def test_a_fact_has_words_a_time_of_validity_sources_and_tags() -> None:
    with Memory.open("memory://", ambient=frozen_ambient()) as memory:
        fact = memory.scope(user="ana").remember(
            "Guest wifi code is TULIP", tags=["house"], valid_from=THEN
        )
    assert (fact.valid_from, fact.valid_until, fact.tags) == (THEN, None, ("house",))
    assert fact.provenance.citations
    with pytest.raises(InvalidInput, match="text"):
        replace(fact, text="")


@pytest.mark.req("Z-03")
def test_confidence_and_importance_are_separate_numbers_from_0_to_1() -> None:
    with Memory.open("memory://", ambient=frozen_ambient()) as memory:
        ana = memory.scope(user="ana")
        fact = ana.remember("Rows on Sundays", confidence=0.4, importance=0.9)
        assert (fact.confidence, fact.importance) == (0.4, 0.9)
        odd: list[Any] = [-0.1, 1.1, 7, float("nan"), True, "0.5"]
        for bad in odd:
            with pytest.raises(InvalidInput, match="confidence"):
                ana.remember("Rows on Mondays", confidence=bad)
            with pytest.raises(InvalidInput, match="importance"):
                ana.remember("Rows on Mondays", importance=bad)
        assert len(ana.facts.list().items) == 1


def test_what_is_not_served_says_so() -> None:
    served = {standing for standing in Standing if standing.served}
    assert served == {Standing.FRESH, Standing.PLAIN, Standing.CANDIDATE, Standing.VERIFIED}
    assert Claim(subject="user:ana", attribute="lives_in", value="Porto").polarity == "positive"

"""Who signs what `remember` stores: the user, or the agent that says it itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from retentive import Handle, InvalidInput, Memory, ScopeRequired
from retentive.types import ActorKind


@pytest.fixture(params=["memory://", "memory.db"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    url = request.param if "://" in request.param else tmp_path / request.param
    with Memory.open(url) as opened:
        yield opened


@pytest.fixture
def ana(memory: Memory) -> Handle:
    return memory.scope(user="ana", agent="support")


def signed(ana: Handle, query: str) -> tuple[str, str]:
    (hit,) = ana.recall(query)
    return hit.sources[0].speaker.id, hit.sources[0].speaker.kind


def test_what_an_agent_says_itself_is_signed_by_it_and_not_about_the_user(
    memory: Memory, ana: Handle
) -> None:
    fact = ana.remember("Refunded the July invoice", role="assistant")
    assert (fact.subject, fact.kind) == ("agent:support", "context")
    for moment in ("at once", "digested", "rebuilt"):
        assert signed(ana, "July invoice") == ("agent:support", ActorKind.AGENT), moment
        (kept,) = ana.facts.list()
        assert (kept.subject, kept.kind, kept.text) == ("agent:support", "context", fact.text)
        memory.rebuild() if moment == "digested" else memory.flush()
    assert memory.verify().clean


def test_without_a_role_the_user_signs(memory: Memory, ana: Handle) -> None:
    for role in (None, "user"):
        fact = ana.remember("Prefers e-mail", role=role)
        assert (fact.subject, fact.kind) == ("user:ana", "knowledge")
    assert signed(ana, "e-mail") == ("user:ana", ActorKind.HUMAN)
    alone = memory.scope(agent="support").remember("Tickets close on Fridays")
    assert alone.kind == "lesson"


def test_the_same_words_of_two_speakers_are_two_facts(memory: Memory, ana: Handle) -> None:
    first = ana.remember("Likes tea", kind="context")
    second = ana.remember("Likes tea", role="assistant")
    memory.flush()
    assert first.key != second.key
    assert [fact.confirmations for fact in ana.facts.list()] == [0, 0]


def test_an_agent_claims_nothing_about_a_person(ana: Handle) -> None:
    with pytest.raises(InvalidInput, match="leave kind out"):
        ana.remember("Likes tea", role="assistant", kind="preference")


def test_a_role_needs_its_owner_in_the_scope(memory: Memory) -> None:
    with pytest.raises(ScopeRequired, match="agent"):
        memory.scope(user="ana").remember("Refunded it", role="assistant")
    with pytest.raises(ScopeRequired, match="user"):
        memory.scope(agent="support").remember("Refunded it", role="user")
    with pytest.raises(InvalidInput, match="user or assistant"):
        memory.scope(user="ana").remember("Refunded it", role="tool")

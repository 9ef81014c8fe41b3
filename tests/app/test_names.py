"""Which names `forget` takes, and what is said of what has ended."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from retentive import Config, Memory
from retentive.errors import AmbiguousId, NotFound

TEA = {"role": "user", "content": "I drink green tea.", "id": "m-1"}


@pytest.fixture
def memory() -> Iterator[Memory]:
    config = Config(background=False)
    with Memory.open("memory://", embedder=None, config=config) as opened:
        yield opened


@pytest.mark.parametrize("digested", [True, False])
def test_forget_takes_the_id_that_hits_show_for_a_message(memory: Memory, digested: bool) -> None:
    ana = memory.scope(user="ana", session="s-1")
    (entry,) = ana.observe([TEA]).ids
    if digested:
        memory.flush()
    (name,) = ana.recall("green tea")[0].source_ids if digested else ("m-1",)
    assert name == "m-1"
    assert ana.forget(name).silenced == (entry,)
    assert ana.recall("green tea") == []


def test_the_message_of_the_own_session_is_meant_first(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s-1")
    (mine,) = ana.observe([TEA]).ids
    ana.session("s-2").observe([TEA | {"content": "I like the sea."}])
    assert ana.forget("m-1").silenced == (mine,)


def test_a_message_of_any_session_is_found_where_its_id_is_the_only_one(memory: Memory) -> None:
    (entry,) = memory.scope(user="ana", session="s-1").observe([TEA]).ids
    assert memory.scope(user="ana").forget("m-1").silenced == (entry,)
    (other,) = memory.scope(user="ana", session="s-2").observe([TEA | {"id": "m-2"}]).ids
    assert memory.scope(user="ana", session="s-3").forget("m-2").silenced == (other,)


def test_an_id_of_several_messages_is_refused_with_the_ids_of_these(memory: Memory) -> None:
    entries = [
        memory.scope(user="ana", session=name).observe([TEA]).ids[0] for name in ("s-1", "s-2")
    ]
    with pytest.raises(AmbiguousId, match="several messages of this scope") as caught:
        memory.scope(user="ana").forget("m-1")
    assert caught.value.facts["entries"] == tuple(entries)
    assert all(entry in caught.value.message for entry in entries)


def test_the_ids_of_others_are_unknown(memory: Memory) -> None:
    memory.scope(user="ana", session="s-1").observe([TEA])
    with pytest.raises(NotFound, match="no record 'm-1' is known"):
        memory.scope(user="ben", session="s-1").forget("m-1")


def test_only_forget_takes_the_id_of_a_message(memory: Memory) -> None:
    ana = memory.scope(user="ana", session="s-1")
    ana.observe([TEA])
    with pytest.raises(NotFound, match="no record 'm-1' is known"):
        ana.retract("m-1")


@pytest.mark.parametrize("digested", [True, False])
def test_what_has_ended_is_said_to_have_ended(memory: Memory, digested: bool) -> None:
    ana = memory.scope(user="ana")
    fact = ana.remember("Lives in Lisbon")
    memory.flush()
    ana.retract(fact.id)
    if digested:
        memory.flush()
    for call in (ana.facts.get, ana.retract, lambda name: ana.correct(name, "Lives in Porto")):
        with pytest.raises(NotFound, match="has ended; history shows it, and remember says it"):
            call(fact.id)
    with pytest.raises(NotFound, match="no record"):
        memory.scope(user="ben").facts.get(fact.id)


@pytest.mark.parametrize("digested", [True, False])
def test_what_was_forgotten_is_said_never_to_have_been(memory: Memory, digested: bool) -> None:
    ana = memory.scope(user="ana")
    fact = ana.remember("Lives in Lisbon")
    memory.flush()
    ana.forget(fact.id)
    if digested:
        memory.flush()
    with pytest.raises(NotFound, match="no record"):
        ana.facts.get(fact.id)

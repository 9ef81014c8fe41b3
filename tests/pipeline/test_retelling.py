"""Facts that share their words with one that is taken back go on without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

from retentive import Config, Fact, Memory
from retentive.app.sync_handle import Handle
from retentive.types import Curated

PETS = "We have a dog, Bica, and a cat, Tom."
CAT = "We have a […], and a cat, Tom."


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open("memory://", embedder=None, config=Config(background=False)) as memory:
        yield memory


def tell(memory: Memory, text: str = PETS) -> Handle:
    ana = memory.scope(user="ana", session="s")
    ana.observe([{"role": "user", "content": text}])
    memory.flush()
    return ana


def of(ana: Handle, value: str) -> Fact:
    (fact,) = [one for one in ana.facts.list().items if one.claim and value in one.claim.value]
    return fact


def texts(ana: Handle, known_at: datetime | None = None) -> list[str]:
    return sorted(fact.text for fact in ana.facts.list(known_at=known_at).items)


def correct(ana: Handle, name: str) -> Curated:
    return ana.correct(name, "We have a dog, Rex.")


ENDS: dict[str, Callable[[Handle, str], Curated]] = {
    "retract": Handle.retract,
    "undo": Handle.undo,
    "correct": correct,
}


@pytest.mark.parametrize("verb", ENDS)
def test_what_the_same_words_said_is_told_without_what_was_taken_back(
    memory: Memory, verb: str
) -> None:
    ana = tell(memory)
    dog, before = of(ana, "Bica"), of(ana, "Tom").recorded_at
    ENDS[verb](ana, dog.id)
    left = [CAT, "We have a dog, Rex."] if verb == "correct" else [CAT]
    for step in (memory.flush, memory.rebuild, memory.flush):
        assert texts(ana) == left
        assert [hit.text for hit in ana.recall("Bica")] == []
        assert CAT in [hit.text for hit in ana.recall("Tom")]
        step()
    assert texts(ana, known_at=before) == [PETS, PETS]
    assert memory.verify().damages == ()


def test_one_after_the_other_is_taken_back(memory: Memory) -> None:
    ana = tell(memory, "We have a dog, Bica, a cat, Tom, and a parrot, Loro.")
    facts = [one for one in ana.facts.list().items if one.claim]
    assert len({one.text for one in facts}) == 1
    first, *_ = facts
    ana.retract(first.id)
    left = {one.text for one in ana.facts.list().items}
    assert len(left) == 1
    assert "[…]" in left.pop()
    for one in list(ana.facts.list().items):
        ana.retract(one.id)
        memory.flush()
    assert texts(ana) == []
    assert memory.verify().damages == ()


def test_what_is_told_without_it_keeps_its_lineage(memory: Memory) -> None:
    ana = tell(memory)
    cat = of(ana, "Tom")
    ana.retract(of(ana, "Bica").id)
    memory.flush()
    versions = ana.history(cat.id)
    assert [one.text for one in versions] == [PETS, CAT]
    assert versions[-1].reason == "what was said in the same words was taken back"
    assert ana.facts.get(cat.id).claim == cat.claim
    ana.undo(cat.key)
    assert texts(ana) == []


def test_undoing_one_fact_leaves_what_else_its_words_say(memory: Memory) -> None:
    ana = tell(memory, "I like tea, coffee and milk.")
    tea = of(ana, "tea")
    done = ana.undo(tea.id)
    assert done.ended == (tea.id,)
    assert texts(ana) == ["I like coffee.", "I like milk."]
    memory.flush()
    assert texts(ana) == ["I like coffee.", "I like milk."]


def test_a_trial_names_all_that_would_end(memory: Memory) -> None:
    ana = tell(memory, "I like tea, coffee and milk.")
    ids = {one.id for one in ana.facts.list().items}
    (entry,) = {one.provenance.citations[0].entry_id for one in ana.facts.list().items}
    trial = memory.scope(user="ana", session="s", dry_run=True)
    assert set(trial.forget(entry).ended) == ids
    assert trial.retract(min(ids)).ended == (min(ids),)
    assert len(ana.facts.list().items) == 3

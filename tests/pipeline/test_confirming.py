"""What is said again confirms what is known."""

from datetime import timedelta

import pytest

from retentive import Ambient, Config, Fact, Handle, Memory
from retentive.testing.fakes import START, CountingIds, FrozenClock, SeededChance


@pytest.mark.req("P-18")
def test_equal_facts_are_not_stored_twice_but_raise_confidence_up_to_1() -> None:
    clock = FrozenClock()
    ambient = Ambient(clock=clock, ids=CountingIds(), chance=SeededChance())
    with Memory.open("memory://", ambient=ambient) as memory:
        ana = memory.scope(user="ana")

        def say(session: str) -> Fact:
            clock.tick(days=1)
            ana.session(session).observe([{"role": "user", "content": "I like checkers."}])
            memory.flush()
            (fact,) = ana.facts.list().items
            return fact

        first = say("s-1")
        assert (first.confidence, first.last_confirmed_at) == (0.7, None)
        again = [say(f"s-{number}") for number in (2, 3, 4, 5, 6)]
        assert [round(fact.confidence, 9) for fact in again] == [0.8, 0.9, 1.0, 1.0, 1.0]
        assert {fact.id for fact in again} == {first.id}
        assert again[-1].last_confirmed_at == START + timedelta(days=6)
        same_session = say("s-6")
        assert same_session.confirmations == 5


@pytest.mark.req("P-18")
@pytest.mark.parametrize("moment", ["at once", "digested", "rebuilt"])
def test_words_that_were_forgotten_confirm_nothing(moment: str) -> None:
    clock = FrozenClock()
    ambient = Ambient(clock=clock, ids=CountingIds(), chance=SeededChance())
    with Memory.open("memory://", ambient=ambient, config=Config(background=False)) as memory:
        ana = memory.scope(user="ana")
        said: list[str] = []
        for session in ("s-1", "s-2", "s-3", "s-4"):
            clock.tick(days=1)
            messages = [{"role": "user", "content": "I like checkers."}]
            said += ana.session(session).observe(messages).ids
        memory.flush()
        clock.tick(days=1)
        before = clock.at
        (fact,) = ana.facts.list().items
        assert (fact.confirmations, fact.confidence) == (3, 1.0)
        ana.forget(said[3])
        ana.forget(said[1])
        if moment != "at once":
            memory.flush()
        if moment == "rebuilt":
            memory.rebuild()
        for (now,) in (
            ana.facts.list().items,
            ana.facts.list(known_at=before).items,
            [hit.record for hit in ana.recall("checkers", include_log=False)],
        ):
            assert isinstance(now, Fact)
            assert (now.key, now.confirmations) == (fact.key, 1)
            assert now.confidence == pytest.approx(0.8)
            assert now.last_confirmed_at == START + timedelta(days=3)


def stated(handle: Handle, text: str, confidence: float) -> tuple[str, float]:
    fact = handle.remember(text, confidence=confidence)
    return fact.key, fact.confidence


@pytest.mark.req("P-18")
def test_a_repeated_statement_confirms_whatever_its_spelling() -> None:
    with Memory.open("memory://") as memory:
        ana = memory.scope(user="ana", session="s-1")
        key, confidence = stated(ana, "Prefers oat milk", 0.5)
        assert confidence == 0.5
        assert stated(ana.session("s-2"), "  prefers OAT milk. ", 0.5)[0] == key
        memory.flush()
        assert ana.facts.get(key).confidence == pytest.approx(0.6)
        assert ana.facts.get(key).text == "Prefers oat milk"

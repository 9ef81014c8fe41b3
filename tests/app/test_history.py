"""`history` shows a command as soon as it was given, the way digestion will settle it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from retentive import Config, Fact, Handle, Memory
from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import NotFound
from retentive.model.fact import Standing
from retentive.testing.fakes import CountingIds, FrozenClock, SeededChance


@pytest.fixture
def memory() -> Iterator[Memory]:
    ambient = Ambient(clock=FrozenClock(), ids=CountingIds(), chance=SeededChance())
    config = Config(background=False)
    with Memory.open("memory://", ambient=ambient, embedder=None, config=config) as opened:
        yield opened


def shown(ana: Handle, fact: Fact) -> list[tuple[object, ...]]:
    """Return what a person sees of each version."""
    return [
        (
            one.id,
            one.text,
            Standing.PLAIN if one.standing is Standing.FRESH else one.standing,
            one.reason,
            one.recorded_at,
            one.retired_at,
            one.superseded_by,
        )
        for one in ana.history(fact.id)
    ]


COMMANDS: dict[str, Callable[[Handle, Fact], object]] = {
    "retracted": lambda ana, fact: ana.retract(fact.id, reason="it was a joke"),
    "retracted without a reason": lambda ana, fact: ana.retract(fact.id),
    "corrected": lambda ana, fact: ana.correct(fact.id, "Lives in Porto"),
    "corrected twice": lambda ana, fact: (
        ana.correct(fact.id, "Lives in Porto"),
        ana.correct(fact.id, "Lives in Braga"),
    ),
    "corrected and retracted": lambda ana, fact: (
        ana.correct(fact.id, "Lives in Porto"),
        ana.retract(fact.id, reason="neither"),
    ),
    "stated with more": lambda ana, _: ana.remember("Lives in Lisbon", tags=["home"]),
}


@pytest.mark.parametrize("digested", [True, False], ids=["of a settled fact", "of a fresh fact"])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_shows_in_the_history_before_it_is_digested(
    memory: Memory, name: str, digested: bool
) -> None:
    ana = memory.scope(user="ana")
    fact = ana.remember("Lives in Lisbon")
    if digested:
        memory.flush()
    COMMANDS[name](ana, fact)
    before = shown(ana, fact)
    memory.flush()
    assert before == shown(ana, fact)
    assert len(before) > 1


def test_what_was_forgotten_has_no_history_at_once(memory: Memory) -> None:
    ana = memory.scope(user="ana")
    fact = ana.remember("Lives in Lisbon")
    memory.flush()
    ana.forget(fact.id)
    with pytest.raises(NotFound):
        ana.history(fact.id)

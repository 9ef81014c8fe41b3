"""Many processes say of one person where she lives: one line of homes, whoever is killed."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from retentive import AsyncMemory
from retentive.model.fact import Fact
from tests.durability.logs import linear, on, settled
from tests.durability.nursery import Nursery
from tests.pipeline.claiming import Reader

PROCESSES = 8
KILLED = 3


async def every_fact(memory: AsyncMemory) -> list[Fact]:
    """Return all facts about Ana, whenever they hold."""
    facts = memory.scope(user="ana").facts
    found: list[Fact] = []
    page = await facts.list(valid_at="any", limit=1_000)
    found += page.items
    while page.cursor is not None:
        page = await facts.list(valid_at="any", limit=1_000, cursor=page.cursor)
        found += page.items
    return found


def is_one_line(facts: Sequence[Fact]) -> bool:
    """Tell whether homes follow each other without gap or overlap, and the last one stands."""
    homes = sorted(facts, key=lambda one: (one.begins, one.valid_until or one.recorded_at))
    joined = all(one.valid_until == after.valid_from for one, after in pairwise(homes))
    return joined and homes[0].valid_from is None and homes[-1].valid_until is None


@pytest.mark.parametrize(
    "count", [12, pytest.param(1_000, marks=[pytest.mark.slow, pytest.mark.timeout(3_600)])]
)
def test_eight_processes_move_one_person_and_three_are_killed(
    nurse: Nursery, tmp_path: Path, count: int
) -> None:
    path = str(tmp_path / "moves.db")
    children = [
        nurse.start(
            "tests.durability.crowd:move_many",
            url=path,
            count=count,
            deadly=90 + 41 * number if number < KILLED else None,
        )
        for number in range(PROCESSES)
    ]
    assert [child.hear() for child in children] == ["ready"] * PROCESSES
    for child in children:
        child.tell("go")
    accepted = [one for child in children for one in child.hear_all()]
    for number, child in enumerate(children):
        assert child.ended() == (-signal.SIGKILL if number < KILLED else 0)

    (entries,) = on(path, lambda memory: settled(memory, Reader()), extractor=Reader()).values()
    said = {one.id: one.text for one in entries if one.text.startswith("I moved")}
    assert linear(entries)
    assert set(accepted) <= set(said)
    assert len(said) <= len(accepted) + KILLED  # one call each may have been under way
    facts = on(path, every_fact, extractor=Reader())
    assert sorted(one.text for one in facts) == sorted(said.values())
    assert is_one_line(facts)

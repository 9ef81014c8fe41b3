"""Random work on all drivers: whatever is asked afterwards, they answer alike."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from retentive.kernel.scope import Address
from retentive.model.fact import Fact
from retentive.model.query import FactFilter
from retentive.model.space import Space
from retentive.ports.claims import ClaimView
from retentive.ports.documents import DocumentView
from retentive.ports.rows import Position
from retentive.ports.store import MemoryStore
from retentive.ports.view import View
from retentive.testing.blocking import Blocking
from retentive.testing.compare import QUESTIONS, answers, differences
from retentive.testing.conformance.contract import opened
from tests.contract.playing import MOVES, PROLOGUE, Move, Player, Write, steps_of
from tests.contract.steps import ADDRESSES, ASKED
from tests.support.stores import Driver, MemoryData, SqlData, emptied

BOUNDS: tuple[tuple[int | None, str], ...] = (
    *((2, "current"), (5, "current"), (None, "current")),
    *((None, "building"), (None, "vectors")),
)
"""Horizons (None: the head), in the current generations or in those being built."""


def divergences(players: Sequence[Player]) -> list[str]:
    """Return what the stores of the players answer differently, as `address/horizon/method`."""
    found = []
    for address in ADDRESSES:
        for horizon, built in BOUNDS:
            reference, *others = (_told(player, address, horizon, built) for player in players)
            for other in others:
                names = differences(reference, other) if reference and other else []
                if bool(reference) != bool(other):
                    names = ["spaces"]
                found += [f"{address.user}/{horizon}/{name}" for name in names]
    if any(_overview(player) != _overview(players[0]) for player in players):
        found.append("overview")
    return found


def _told(player: Player, address: Address, horizon: int | None, built: str) -> dict[str, object]:
    """Return all answers about a space as of a horizon, nothing if there is no such space."""

    def work(view: View) -> dict[str, object]:
        for space in view.spaces:
            if space.address == address:
                beside = {"building": player.building, "vectors": player.vectors}
                wanted = beside[built].get(address) if built in beside else space
                if wanted is None:
                    return {}
                bound = space.horizon if horizon is None else horizon
                return answers(view, replace(wanted, horizon=bound), ASKED)
        return {}

    return player.store.read(ADDRESSES, work)


def _overview(player: Player) -> object:
    def plain(space: Space) -> Space:
        made_by = replace(space.generations, records=0, text=0, vectors=0)
        return replace(space, secret=b"", generations=made_by)

    spaces = player.store.read(ADDRESSES, lambda view: [plain(space) for space in view.spaces])
    pending = [
        (stage, address, replace(mark, generation=0), extractor)
        for stage in ("digest", "embed", "other")
        for address, mark, extractor in player.store.pending(stage)
    ]
    return spaces, pending, list(player.store.addresses())


def play(drivers: Sequence[Driver], moves: Sequence[Move]) -> None:
    """Make the moves on every driver and require equal answers, to each move and afterwards."""
    with contextlib.ExitStack() as stack:
        players = [stack.enter_context(playing(driver)) for driver in drivers]
        for move in moves:
            reference, *others = (player.make(move) for player in players)
            assert others == [reference] * len(others), move
        assert divergences(players) == []


@contextlib.contextmanager
def playing(driver: Driver) -> Iterator[Player]:
    """Give a player at a newly opened store."""
    with asyncio.Runner() as runner:
        store = opened(driver.open, runner)
        try:
            yield Player(store)
        finally:
            store.close()


@dataclass
class Count:
    """How many examples were played, and how many steps they had in all."""

    plays: int = 0
    steps: int = 0


SETTINGS = settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=3,
    phases=[Phase.generate],  # a failure says which move; making it smaller takes minutes
    suppress_health_check=list(HealthCheck),
)


def play_random(folder: Path, database: str, examples: settings) -> Count:
    """Play random moves on all three drivers."""
    count = Count()

    @examples
    @given(st.lists(MOVES, min_size=40, max_size=80))
    def play_all(moves: list[Move]) -> None:
        count.steps += steps_of(moves)
        count.plays += 1
        file = SqlData(f"sqlite:///{folder / f'{count.plays}.db'}")
        play([MemoryData(), file, emptied(database)], [*PROLOGUE, *moves])

    play_all()
    return count


@pytest.mark.req("Z-14", "C-14", "C-15")
def test_random_work_leaves_all_drivers_with_the_same_answers(
    tmp_path: Path, kept_database: str
) -> None:
    assert play_random(tmp_path, kept_database, SETTINGS).steps >= 250


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.req("Z-14", "C-14", "C-15")
def test_much_random_work_leaves_all_drivers_with_the_same_answers(
    tmp_path: Path, kept_database: str
) -> None:
    examples = settings(SETTINGS, max_examples=16, derandomize=False)
    assert play_random(tmp_path, kept_database, examples).steps >= 1_000


# The comparison itself is tried on stores that are wrong in a known way.

SCRIPT: tuple[Move, ...] = tuple(
    Write(address, (("append", 0, 0), ("fact", number, number - 1), ("docs", number, number)))
    for number in range(1, 7)
    for address in ADDRESSES[:2]
)


class Bent:
    """A view that answers one method wrongly."""

    def __init__(self, view: View, name: str, wrong: Callable[..., object]) -> None:
        self._view = view
        self._name = name
        self._wrong = wrong

    def __getattr__(self, name: str) -> Any:
        if name != self._name:
            return getattr(self._view, name)
        return lambda space, *args, **named: self._wrong(self._view, space, *args, **named)


class BentStore:
    """A store whose readers get a bent view."""

    def __init__(self, store: MemoryStore, name: str, wrong: Callable[..., object]) -> None:
        self._store = store
        self._bend = (name, wrong)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def read(self, addresses: Any, work: Callable[[Any], Any], **named: Any) -> Any:
        return await self._store.read(
            addresses, lambda view: work(Bent(view, *self._bend)), **named
        )


def _bent(name: str, wrong: Callable[..., object]) -> list[str]:
    with playing(MemoryData()) as sound, playing(MemoryData()) as other:
        for move in SCRIPT:
            assert sound.make(move) == other.make(move)
        assert divergences([sound, other]) == []
        bent = Player(Blocking(BentStore(other.store.store, name, wrong), _runner_of(other)))
        return divergences([sound, bent])


def _runner_of(player: Player) -> asyncio.Runner:
    return player.store.runner


def _by_id(
    view: View, space: Space, wanted: FactFilter, *, after: Position | None = None, limit: int
) -> list[Fact]:
    whole = sorted(view.facts(space, wanted, limit=999), key=lambda fact: fact.id)
    return [fact for fact in whole if after is None or fact.id > after.id][:limit]


def _of_all_spaces(view: View, space: Space, hashes: Sequence[str]) -> dict[str, Sequence[Fact]]:
    found: dict[str, Sequence[Fact]] = {}
    for other in view.spaces:
        found |= view.facts_by_hash(replace(other, horizon=space.horizon), hashes)
    return found


def test_a_wrong_order_is_caught() -> None:
    found = _bent("facts", _by_id)
    assert found
    assert {name.rsplit("/", 1)[1] for name in found} == {"facts"}


def test_a_missing_space_filter_is_caught() -> None:
    found = _bent("facts_by_hash", _of_all_spaces)
    assert found
    assert {name.rsplit("/", 1)[1] for name in found} == {"facts_by_hash"}


def test_every_method_of_a_view_is_compared() -> None:
    methods = {
        name for name in {**vars(ClaimView), **vars(DocumentView), **vars(View)} if name[0] != "_"
    }
    assert set(QUESTIONS) == methods - {"spaces"}

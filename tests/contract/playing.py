"""Random work on a store: moves as values, and a player that makes them on one driver.

A move holds small numbers alone. What they stand for is looked up in the store while the move
is made, so that equal drivers do equal things and different ones are found out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from retentive.kernel.errors import RetentiveError
from retentive.kernel.scope import Address
from retentive.model.change import PutVector
from retentive.model.space import Lease, Space
from retentive.ports.rows import Unmade
from retentive.ports.store import Transaction
from retentive.testing import build
from retentive.testing.blocking import Blocking
from tests.contract.steps import ADDRESSES, STEPS, some_seq, take_step


class Broken(Exception):
    """What a write that is meant to fail raises."""


@dataclass(frozen=True)
class Write:
    """One transaction: some steps, into the generation being built or the current one."""

    address: Address
    steps: tuple[tuple[str, int, int], ...]
    building: bool = False
    fails: bool = False


@dataclass(frozen=True)
class Generation:
    """`begin`, `built`, `swap` or `rebuild` (all three)."""

    verb: str
    address: Address
    share: int


@dataclass(frozen=True)
class Vectors:
    """`adopt`, `begin`, `embed`, `swap` or `replace` (the last three) vectors."""

    verb: str
    address: Address
    share: int
    building: bool


@dataclass(frozen=True)
class Work:
    """`take`, `advance` or `release` a lease."""

    verb: str
    stage: str
    number: int
    minutes: int


Move = Write | Generation | Vectors | Work


class Player:
    """Makes moves on one store and tells how each ended."""

    def __init__(self, store: Blocking) -> None:
        self.store = store
        self.building: dict[Address, Space] = {}
        self.vectors: dict[Address, Space] = {}
        self._leases: list[Lease] = []

    def make(self, move: Move) -> object:
        """Return the answer of a move, or the kind of its refusal."""
        try:
            match move:
                case Write():
                    return self._write(move)
                case Generation():
                    return self._generation(move)
                case Vectors():
                    return self._vectors(move)
                case Work():
                    return self._work(move)
        except (Broken, ValueError, RetentiveError) as error:
            return type(error).__name__

    def _write(self, move: Write) -> object:
        def work(tx: Transaction) -> int:
            for step in move.steps:
                building = self.building if step[1] % 2 else self.vectors
                beside = building.get(move.address) if move.building else None
                take_step(tx, beside or tx.space, step)
            if move.fails:
                raise Broken
            return tx.space.head_seq

        return self.store.write(move.address, work)

    def _generation(self, move: Generation) -> object:
        def begin(tx: Transaction) -> Space:
            return tx.begin_generation(tokeniser="words-2", maker=f"rules-{move.share % 2}")

        if move.verb in ("begin", "rebuild"):
            self.building[move.address] = self.store.write(move.address, begin)
        building = self.building.get(move.address)
        if building is None:
            return None

        def work(tx: Transaction) -> None:
            done = tx.space.head_seq if move.verb == "rebuild" else some_seq(tx, move.share)
            if move.verb in ("built", "rebuild"):
                tx.built(building, done)
            if move.verb in ("swap", "rebuild"):
                tx.swap_generation(building)

        self.store.write(move.address, work)
        return None

    def _vectors(self, move: Vectors) -> object:
        def embed(tx: Transaction, space: Space) -> None:
            limit = 99 if move.verb == "replace" else 1 + move.share % 5
            found = tx.not_embedded(space, limit=limit)
            puts = [PutVector(digest=one.digest, dim=1, data=b"\0<") for one in found.rows]
            tx.apply(space, build.change_set(1, *puts[move.share % 2 :]), None)
            again = build.at(move.share) if move.share % 3 else None
            notes = {one.digest: Unmade(1, again) for one in found.rows[:2]}
            tx.note_unmade(space, notes if move.share % 5 else dict.fromkeys(notes))
            tx.embedded(space, found.until)

        def work(tx: Transaction) -> None:
            if move.verb == "adopt":
                tx.adopt_embedder(f"toy-{move.share % 2}")
            if move.verb in ("begin", "replace"):
                self.vectors[move.address] = tx.begin_vectors(f"toy-{1 + move.share % 2}")
            beside = self.vectors.get(move.address, tx.space)
            if move.verb in ("embed", "replace"):
                embed(tx, beside if move.building or move.verb == "replace" else tx.space)
            if move.verb in ("swap", "replace"):
                tx.swap_vectors(beside)

        self.store.write(move.address, work)
        return None

    def _work(self, move: Work) -> object:
        if move.verb == "take":
            now, able = build.at(move.minutes), ("rules-1", "toy-1")
            patience = 600 * (move.number % 5)
            lease = self.store.lease(
                move.stage, "me", able=able, now=now, seconds=300, patience=patience
            )
            if lease is not None:
                self._leases.append(lease)
            return lease and replace(lease, fence=0, generation=0)
        if not self._leases:
            return None
        lease = self._leases[move.number % len(self._leases)]
        if move.verb == "release":
            later = build.at(move.minutes + 2) if move.number % 2 else None
            self.store.release(lease, attempts=move.number % 4, next_try=later)
            return None

        def advance(tx: Transaction) -> None:
            tx.advance(lease, some_seq(tx, move.number))

        self.store.write(lease.address, advance)
        return None


_NUMBERS = st.integers(0, 60)
_ADDRESSES = st.sampled_from(ADDRESSES)
_KINDS = ("append", "append", "append", "fact", "fact", "fact", "graph", "graph", "retire", *STEPS)
_WRITES = st.builds(
    Write,
    address=_ADDRESSES,
    steps=st.lists(
        st.tuples(st.sampled_from(_KINDS), _NUMBERS, _NUMBERS), min_size=1, max_size=4
    ).map(tuple),
    building=st.sampled_from((False, False, False, True)),
    fails=st.sampled_from((False,) * 9 + (True,)),
)
_GENERATIONS = st.builds(
    Generation,
    verb=st.sampled_from(("begin", "begin", "begin", "built", "swap", "rebuild")),
    address=_ADDRESSES,
    share=_NUMBERS,
)
_WORK = st.builds(
    Work,
    verb=st.sampled_from(("take", "take", "advance", "release")),
    stage=st.sampled_from(("digest", "digest", "embed", "other")),
    number=_NUMBERS,
    minutes=st.integers(50, 70),
)
_VECTORS = st.builds(
    Vectors,
    verb=st.sampled_from(("adopt", "begin", "embed", "embed", "embed", "swap", "replace")),
    address=_ADDRESSES,
    share=_NUMBERS,
    building=st.booleans(),
)
_WEIGHED = ("write",) * 12 + ("work",) * 4 + ("generation",) + ("vectors",) * 3
_BY_SORT: dict[str, st.SearchStrategy[Move]] = {
    "write": _WRITES,
    "work": _WORK,
    "vectors": _VECTORS,
    "generation": _GENERATIONS,
}
MOVES: st.SearchStrategy[Move] = st.sampled_from(_WEIGHED).flatmap(_BY_SORT.__getitem__)

PROLOGUE: tuple[Move, ...] = tuple(
    Write(address, tuple(("append", step + number, step) for step in range(4)))
    for number in (0, 1)
    for address in ADDRESSES
)
"""What gives every space a log, so that random work has something to rest on."""


def steps_of(moves: Sequence[Move]) -> int:
    """Return how many changes and operations the moves ask for."""
    return sum(len(move.steps) if isinstance(move, Write) else 1 for move in moves)

"""Random work on a store: moves as values, and a player that makes them on one driver.

A move holds small numbers alone. What they stand for is looked up in the store while the move
is made, so that equal drivers do equal things and different ones are found out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from retentive.kernel.errors import RetentiveError
from retentive.kernel.scope import Address, Visibility
from retentive.model.change import (
    Alias,
    Change,
    Confirm,
    Mute,
    OwnerKind,
    Put,
    PutVector,
    Retire,
    RetireDocs,
    SetDocs,
    Settle,
    Silencing,
    Unplaced,
)
from retentive.model.change import Owner as DocOwner
from retentive.model.claim import Claim
from retentive.model.entry import Body, Message, Observation, ReplyStatus, Role
from retentive.model.fact import Standing
from retentive.model.provenance import Span
from retentive.model.report import Damage
from retentive.model.space import Lease, Space
from retentive.ports.store import Seen, SeenEntry, Transaction
from retentive.testing import build
from retentive.testing.blocking import Blocking
from retentive.testing.compare import FAMILIES, Asked

ADDRESSES = (
    build.ANA,
    build.BO,
    Address(visibility=Visibility.USER, tenant="acme", user="ana%"),
)
NAMES = ("%", "A", "B", "_", "a", "b", "ä", "\uffee", "\U0001f600", "b'c")
KEYS = tuple(f"k{number}" for number in range(6))
HASHES = ("h0", "h1", "H0")
SESSIONS: tuple[str | None, ...] = ("s-1", "S-1", None)
WORDS = ("tea", "Tea", "té", "a", "\U0001f600", "\uffee", "zoo")
KINDS = ("preference", "knowledge")
TAGS = ("red", "hot", "Red")
ATTRIBUTES = ("lives_in", "likes")
MODES = tuple(Silencing)
STANDINGS = tuple(Standing)

ASKED = Asked(
    entry_ids=tuple(build.entry_id(space, seq) for space in (1, 2) for seq in (1, 2, 5, 9)),
    names=(*(f"fact_{name}" for name in NAMES), *KEYS, "episode_a", "entity_A", "alias0", "alias1"),
    keys=KEYS,
    hashes=HASHES,
    claims=tuple(("user:ana", attribute) for attribute in ATTRIBUTES),
    entity_keys=KEYS[:2],
    entity_names=("Porto", "porto"),
    theme_keys=KEYS[:1],
    tags=TAGS,
    kinds=KINDS,
    terms=WORDS,
    sessions=("s-1", "S-1"),
    times=(build.at(3), build.at(6)),
    seqs=(0, 1, 2, 5, 9, 20),
)


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
class Work:
    """`take`, `advance` or `release` a lease."""

    verb: str
    stage: str
    number: int
    minutes: int


Move = Write | Generation | Work


def _pick(values: tuple[str, ...], number: int) -> str:
    return values[number % len(values)]


def _seq(tx: Transaction, number: int) -> int:
    return 1 + number % max(1, tx.space.head_seq)


def _append(tx: Transaction, a: int, b: int) -> None:
    seq = tx.space.head_seq + 1
    bodies: tuple[Body, ...] = (
        Message(role=Role.USER, text=f"I like {_pick(WORDS, b)}"),
        Message(role=Role.ASSISTANT, text="Noted.", metadata={"n": a}),
        Message(role=Role.USER, text="%"),
        Observation(event="tool", text=_pick(WORDS, a)),
        build.reply(_seq(tx, b), tuple(ReplyStatus)[a % 4]),
    )
    entry = build.entry(
        tx.space.id,
        seq,
        bodies[a % len(bodies)],
        session=SESSIONS[b % len(SESSIONS)],
        said_at=build.at(max(0, seq - b % 4)),
        caller_id=_pick(NAMES, a),
    )
    name = Seen("id", entry.origin.session, f"{entry.caller_id}{seq}")
    tx.append([entry], {name: SeenEntry(entry.id, _pick(HASHES, a))})


def _fact(tx: Transaction, a: int, b: int) -> Change:
    seq = _seq(tx, b)
    return Put(
        build.fact(
            tx.space.id,
            seq,
            _pick(NAMES, a),
            key=_pick(KEYS, b),
            standing=STANDINGS[(a + b) % len(STANDINGS)],
            kind=_pick(KINDS, a // 2),
            tags=TAGS[a % 3 : a % 3 + b % 3],
            content_hash=_pick(HASHES, b // 2),
            claim=None
            if a % 3 == 0
            else Claim(subject="user:ana", attribute=_pick(ATTRIBUTES, b), value="x"),
            entity_keys=KEYS[: b % 3],
            theme_key=KEYS[0] if a % 2 else None,
            valid_from=None if b % 2 else build.at(3),
            valid_until=None if a % 2 else build.at(6),
            provenance=build.provenance(tx.space.id, *sorted({_seq(tx, a), seq})),
        )
    )


def _graph(tx: Transaction, a: int, b: int) -> Change:
    space, seq, name = tx.space.id, _seq(tx, b), _pick(NAMES, a)
    common = {"key": _pick(KEYS, b)}
    match b % 4:
        case 0:
            started = build.at(a % 5)
            session = SESSIONS[a % 3]
            return Put(
                build.episode(space, seq, name, session=session, started_at=started, **common)
            )
        case 1:
            kind = "place" if a % 2 else "person"
            called = "Porto" if b % 3 else "porto"
            return Put(build.entity(space, seq, name, name=called, entity_type=kind, **common))
        case 2:
            return Put(
                build.relation(
                    space,
                    seq,
                    name,
                    source_key=_pick(KEYS[:3], a),
                    target_key=_pick(KEYS[:3], b // 2),
                    relation_type="knows" if a % 2 else "likes",
                )
            )
        case _:
            return Put(build.theme(space, seq, name, label=_pick(WORDS, a), **common))


def _silence(tx: Transaction, a: int, b: int) -> Change:
    seq = _seq(tx, a)
    return Mute(
        build.silence(
            seq,
            MODES[a % len(MODES)],
            # No two silences of an entry share an ordinal.
            ordinal=sum(1 for row in tx.all_silences(tx.space) if row.seq == seq) * 8 + b % 8,
            entry_id=build.entry_id(tx.space.id, _seq(tx, b)) if a % 3 else None,
            span=Span(0, 1 + b) if a % 3 else None,
            key=_pick(KEYS, b) if b % 2 or a % 3 == 0 else None,
            tentative=bool(a % 2),
        )
    )


def _owner(a: int) -> DocOwner:
    return DocOwner(tuple(OwnerKind)[a % 3], f"fact_{_pick(NAMES, a)}")


def _docs(tx: Transaction, a: int, b: int) -> Change:
    seq = _seq(tx, b)
    words = " ".join(WORDS[a % 7 :] + WORDS[: b % 3])
    live = build.doc(words, seq, speaker="tea" if b % 2 else None)
    earlier = (build.doc("tea", 1, seq),) if seq > 1 and a % 2 else ()
    return SetDocs(_owner(a), () if b % 5 == 0 else (*earlier, live))


def _retire(tx: Transaction, space: Space, a: int, b: int) -> Change:
    alive = [
        record
        for family in FAMILIES
        for record in tx.all_records(space, family)
        if not isinstance(record, Damage) and record.dead_seq is None
    ]
    name = alive[a % len(alive)].id if alive and b % 8 else f"fact_{_pick(NAMES, a)}"
    seq = tx.space.head_seq
    by = f"fact_{_pick(NAMES, b)}" if b % 2 else None
    return Retire(id=name, dead_seq=seq, retired_at=build.at(seq), superseded_by=by)


STEPS: dict[str, Callable[[Transaction, int, int], Change]] = {
    "fact": _fact,
    "graph": _graph,
    "mute": _silence,
    "docs": _docs,
    "end docs": lambda tx, a, b: RetireDocs(_owner(a), _seq(tx, b)),
    "confirm": lambda tx, a, b: Confirm(
        key=_pick(KEYS, a),
        entry_id=build.entry_id(tx.space.id, _seq(tx, b)),
        seq=_seq(tx, b),
        speaker="user:ana",
        session=SESSIONS[a % 3],
    ),
    # Aliases lead from longer to shorter lists of names, so they never meet in a circle.
    "alias": lambda tx, a, b: Alias(
        name=("alias1", "alias0", f"fact_{_pick(NAMES, a)}", KEYS[5])[b % 4],
        key=("alias0", KEYS[5], KEYS[b % 5], KEYS[a % 5])[b % 4],
        seq=_seq(tx, b),
        tentative=bool(a % 2),
    ),
    "settle": lambda tx, a, b: Settle(_seq(tx, b)),
    "vector": lambda tx, a, b: PutVector(owner=_owner(a), dim=1, data=bytes([a % 256, 60])),
    "unplaced": lambda tx, a, b: Unplaced(seq=1_000 * a + b, reason=_pick(WORDS, b)),
}


def _step(tx: Transaction, space: Space, step: tuple[str, int, int]) -> None:
    kind, a, b = step
    if kind == "append":
        _append(tx, a, b)
        return
    change = _retire(tx, space, a, b) if kind == "retire" else STEPS[kind](tx, a, b)
    audit = None
    if (a + b) % 4:
        number = tx.space.audit_number + (1 if a % 16 else 2)
        audit = build.audit_row(number, tx.space.head_seq, touched=(kind,))
    tx.apply(space, build.change_set(tx.space.head_seq, change), audit)


class Player:
    """Makes moves on one store and tells how each ended."""

    def __init__(self, store: Blocking) -> None:
        self.store = store
        self.building: dict[Address, Space] = {}
        self._leases: list[Lease] = []

    def make(self, move: Move) -> object:
        """Return the answer of a move, or the kind of its refusal."""
        try:
            match move:
                case Write():
                    return self._write(move)
                case Generation():
                    return self._generation(move)
                case Work():
                    return self._work(move)
        except (Broken, ValueError, RetentiveError) as error:
            return type(error).__name__

    def _write(self, move: Write) -> object:
        def work(tx: Transaction) -> int:
            for step in move.steps:
                building = self.building.get(move.address) if move.building else None
                _step(tx, building or tx.space, step)
            if move.fails:
                raise Broken
            return tx.space.head_seq

        return self.store.write(move.address, work)

    def _generation(self, move: Generation) -> object:
        def begin(tx: Transaction) -> Space:
            return tx.begin_generation(tokeniser="words-2", extractor=f"rules-{move.share % 2}")

        if move.verb in ("begin", "rebuild"):
            self.building[move.address] = self.store.write(move.address, begin)
        building = self.building.get(move.address)
        if building is None:
            return None

        def work(tx: Transaction) -> None:
            done = tx.space.head_seq if move.verb == "rebuild" else _seq(tx, move.share)
            if move.verb in ("built", "rebuild"):
                tx.built(building, done)
            if move.verb in ("swap", "rebuild"):
                tx.swap_generation(building)

        self.store.write(move.address, work)
        return None

    def _work(self, move: Work) -> object:
        if move.verb == "take":
            now, able = build.at(move.minutes), ("rules-1",)
            lease = self.store.lease(move.stage, "me", able=able, now=now, seconds=300)
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
            tx.advance(lease, _seq(tx, move.number))

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
    stage=st.sampled_from(("digest", "embed")),
    number=_NUMBERS,
    minutes=st.integers(50, 70),
)
_WEIGHED = ("write",) * 12 + ("work",) * 3 + ("generation",)
_BY_SORT: dict[str, st.SearchStrategy[Move]] = {
    "write": _WRITES,
    "work": _WORK,
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

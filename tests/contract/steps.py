"""Single changes of random work, out of a small vocabulary that they share."""

from __future__ import annotations

from collections.abc import Callable

from retentive.kernel.scope import Address, Visibility
from retentive.model.change import (
    Alias,
    Change,
    Confirm,
    Mute,
    Owner,
    OwnerKind,
    Put,
    Retire,
    RetireDocs,
    SetDocs,
    Settle,
    Silencing,
    Unplaced,
    family_of,
)
from retentive.model.claim import Claim
from retentive.model.entry import Body, Message, Observation, ReplyStatus, Role
from retentive.model.fact import Standing
from retentive.model.provenance import Span
from retentive.model.report import Damage
from retentive.model.space import Space
from retentive.ports.rows import Seen, SeenEntry
from retentive.ports.store import Transaction
from retentive.rules.values import head
from retentive.testing import build
from retentive.testing.asked import Asked
from retentive.testing.compare import FAMILIES
from retentive.testing.compare_documents import sound

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


def _words(a: int, b: int) -> str:
    return " ".join(WORDS[a % 7 :] + WORDS[: b % 3])


ASKED = Asked(
    entry_ids=tuple(build.entry_id(space, seq) for space in (1, 2) for seq in (1, 2, 5, 9)),
    names=(*(f"fact_{name}" for name in NAMES), *KEYS, "episode_a", "entity_A", "alias0", "alias1"),
    keys=KEYS,
    hashes=HASHES,
    claims=tuple(("user:ana", attribute) for attribute in ATTRIBUTES),
    heads=tuple(dict.fromkeys(map(head, WORDS))),
    entity_keys=KEYS[:2],
    entity_names=("Porto", "porto"),
    theme_keys=KEYS[:1],
    tags=TAGS,
    kinds=KINDS,
    terms=WORDS,
    sessions=("s-1", "S-1"),
    times=(build.at(3), build.at(6)),
    seqs=(0, 1, 2, 5, 9, 20),
    digests=tuple(build.says(_words(a, b)) for a in range(0, 7, 2) for b in range(2)),
)


def _pick(values: tuple[str, ...], number: int) -> str:
    return values[number % len(values)]


def some_seq(tx: Transaction, number: int) -> int:
    return 1 + number % max(1, tx.space.head_seq)


def _append(tx: Transaction, a: int, b: int) -> None:
    seq = tx.space.head_seq + 1
    bodies: tuple[Body, ...] = (
        Message(role=Role.USER, text=f"I like {_pick(WORDS, b)}"),
        Message(role=Role.ASSISTANT, text="Noted.", metadata={"n": a}),
        Message(role=Role.USER, text="%"),
        Observation(event="tool", text=_pick(WORDS, a)),
        build.reply(some_seq(tx, b), tuple(ReplyStatus)[a % 4]),
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
    seq = some_seq(tx, b)
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
            else Claim(subject="user:ana", attribute=_pick(ATTRIBUTES, b), value=_pick(WORDS, a)),
            entity_keys=KEYS[: b % 3],
            theme_key=KEYS[0] if a % 2 else None,
            valid_from=None if b % 2 else build.at(3),
            valid_until=None if a % 2 else build.at(6),
            provenance=build.provenance(tx.space.id, *sorted({some_seq(tx, a), seq})),
        )
    )


def _graph(tx: Transaction, a: int, b: int) -> Change:
    space, seq, name = tx.space.id, some_seq(tx, b), _pick(NAMES, a)
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
    seq = some_seq(tx, a)
    return Mute(
        build.silence(
            seq,
            MODES[a % len(MODES)],
            # No two silences of an entry share an ordinal.
            ordinal=sum(1 for row in sound(tx.all_silences(tx.space)) if row.seq == seq) * 8
            + b % 8,
            entry_id=build.entry_id(tx.space.id, some_seq(tx, b)) if a % 3 else None,
            span=Span(0, 1 + b) if a % 3 else None,
            key=_pick(KEYS, b) if b % 2 or a % 3 == 0 else None,
            content=_pick(HASHES, b) if a % 5 == 0 else None,
            tentative=bool(a % 2),
        )
    )


def _owner(a: int) -> Owner:
    return Owner(tuple(OwnerKind)[a % 3], f"fact_{_pick(NAMES, a)}")


def _docs(tx: Transaction, a: int, b: int) -> Change:
    seq = some_seq(tx, b)
    place = build.place(some_seq(tx, a), SESSIONS[b % 3]) if (a + b) % 3 else None
    live = build.doc(_words(a, b), seq, speaker="tea" if b % 2 else None, place=place)
    earlier = (build.doc("tea", 1, seq),) if seq > 1 and a % 2 else ()
    return SetDocs(_owner(a), () if b % 5 == 0 else (*earlier, live))


def _retire(tx: Transaction, space: Space, a: int, b: int) -> Change:
    alive = {
        record.id: family_of(record)
        for family in FAMILIES
        for record in tx.all_records(space, family)
        if not isinstance(record, Damage) and record.dead_seq is None
    }
    name = list(alive)[a % len(alive)] if alive and b % 8 else f"fact_{_pick(NAMES, a)}"
    family = alive.get(name, "fact") if b % 7 else "theme"
    seq = tx.space.head_seq
    by = f"fact_{_pick(NAMES, b)}" if b % 2 else None
    return Retire(family=family, id=name, dead_seq=seq, retired_at=build.at(seq), superseded_by=by)


STEPS: dict[str, Callable[[Transaction, int, int], Change]] = {
    "fact": _fact,
    "graph": _graph,
    "mute": _silence,
    "docs": _docs,
    "end docs": lambda tx, a, b: RetireDocs(_owner(a), some_seq(tx, b)),
    "confirm": lambda tx, a, b: Confirm(
        key=_pick(KEYS, a),
        entry_id=build.entry_id(tx.space.id, some_seq(tx, b)),
        seq=some_seq(tx, b),
        speaker="user:ana",
        session=SESSIONS[a % 3],
        at=build.at(some_seq(tx, b)),
        spans=(Span(0, 1 + a), Span(a, b + a))[: b % 3],
    ),
    # Aliases lead from longer to shorter lists of names, so they never meet in a circle.
    "alias": lambda tx, a, b: Alias(
        name=("alias1", "alias0", f"fact_{_pick(NAMES, a)}", KEYS[5])[b % 4],
        key=("alias0", KEYS[5], KEYS[b % 5], KEYS[a % 5])[b % 4],
        seq=some_seq(tx, b),
        tentative=bool(a % 2),
    ),
    "settle": lambda tx, a, b: Settle(some_seq(tx, b)),
    "vector": lambda tx, a, b: build.vector(_words(a, b), bytes([a, 60])),
    "unplaced": lambda tx, a, b: Unplaced(seq=1_000 * a + b, reason=_pick(WORDS, b)),
}


def take_step(tx: Transaction, space: Space, step: tuple[str, int, int]) -> None:
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

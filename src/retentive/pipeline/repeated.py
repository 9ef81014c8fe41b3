"""Telling what is said again from what is new: by the ids and the key that callers give.

Under a key an item is known by what it is, wherever in the call it stands: who sends a call again
may leave out what was refused, or put something better in its place.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from retentive.kernel.errors import IdempotencyConflict
from retentive.kernel.identity import keyed_hash
from retentive.model.entry import Entry
from retentive.model.report import ItemResult, Outcome
from retentive.model.space import Space
from retentive.ports.rows import Seen, SeenEntry
from retentive.ports.store import Transaction
from retentive.rules.content import listed
from retentive.rules.logtime import Draft

Placed = tuple[int, Draft]
"""An item and its position in the call."""


@dataclass(frozen=True, slots=True)
class Sorted:
    """What becomes of the items of a call: what is new of them, and the names to remember."""

    results: dict[int, ItemResult]
    fresh: Sequence[Placed]
    names: Mapping[Seen, SeenEntry]


@dataclass(frozen=True, slots=True)
class _Item:
    """An item with what it says, and the names that callers gave it."""

    at: int
    draft: Draft
    content: str
    place: Seen | None
    """Its key and position."""
    called: Seen | None
    """Its caller's id."""


@dataclass(slots=True)
class _Memory:
    """What the names of a call are known for, from before it and from the items that came first."""

    key: str | None
    names: dict[Seen, SeenEntry]
    equal: dict[str, list[SeenEntry]]
    """By content, what was stored under the key."""
    used: set[str]
    """What items of this call are taken for, and what once stood where one is refused now."""
    new: dict[Seen, SeenEntry] = field(default_factory=dict)

    def certain(self, item: _Item) -> SeenEntry | None:
        """Return what an item repeats by its id or its place; refuse an id of something else."""
        called = self.names.get(item.called) if item.called else None
        if item.called and called and called.content != item.content:
            raise _conflict(item.called, item.at)
        place = self.names.get(item.place) if item.place else None
        return called or (place if place and place.content == item.content else None)

    def moved(self, item: _Item) -> SeenEntry | None:
        """Return what an item repeats that had another place under the key before."""
        equal = self.equal.get(item.content, ())
        return next((one for one in equal if one.entry_id not in self.used), None)

    def remember(self, item: _Item, entry_id: str, *, moved: bool) -> None:
        """Keep the names of an item.

        Where one that moved stands now, something else may have been refused, and come again.
        """
        one = SeenEntry(entry_id, item.content)
        for name in (item.called, None if moved else item.place):
            if name and name not in self.names:
                self.names[name] = self.new[name] = one
        equal = self.equal.setdefault(item.content, [])
        if self.key is not None and one not in equal:
            self.new[_same(self.key, item.content, len(equal))] = one
            equal.append(one)
        self.used.add(entry_id)


def sorted_out(
    tx: Transaction, drafts: Sequence[Placed], key: str | None, refused: Collection[int] = ()
) -> Sorted:
    """Tell new items from repeated ones, also inside the call; `refused` are the other positions.

    Raises `IdempotencyConflict` where a name was used for something else.
    """
    items = [_item(tx.space, at, draft, key) for at, draft in drafts]
    memory = _remembered(tx, items, key, refused)
    certain = [memory.certain(item) for item in items]
    memory.used.update(one.entry_id for one in certain if one)
    contents = {one.content for one in items}
    known: dict[int, str] = {}
    for item, before in zip(items, certain, strict=True):
        place = memory.names.get(item.place) if item.place else None
        if item.place and place and place.content not in contents:
            raise _conflict(item.place, item.at)
        sure = before or memory.certain(item)
        one = sure or memory.moved(item)
        if one is not None:
            known[item.at] = one.entry_id
        memory.remember(item, one.entry_id if one else item.draft.id, moved=one is not sure)
    fresh = [(item.at, item.draft) for item in items if item.at not in known]
    return Sorted(_results(tx, items, known), fresh, memory.new)


def _item(space: Space, at: int, draft: Draft, key: str | None) -> _Item:
    called = None
    if draft.caller_id is not None:
        called = Seen("id", draft.origin.session, draft.caller_id)
    return _Item(at, draft, _content(space, draft), _place(key, at), called)


def _place(key: str | None, at: int) -> Seen | None:
    return None if key is None else Seen("key", key, str(at))


def _same(key: str, content: str, number: int) -> Seen:
    return Seen("same", key, f"{content} {number}")


def _remembered(
    tx: Transaction, items: Sequence[_Item], key: str | None, refused: Collection[int]
) -> _Memory:
    places = {at: _place(key, at) for at in refused}
    wanted = [*places.values(), *(name for one in items for name in (one.place, one.called))]
    names = dict(tx.seen({name for name in wanted if name}))
    stood = (names.get(place) for place in places.values() if place)
    equal = {} if key is None else _equal(tx, key, {one.content for one in items})
    return _Memory(key, names, equal, {one.entry_id for one in stood if one})


def _equal(tx: Transaction, key: str, contents: Collection[str]) -> dict[str, list[SeenEntry]]:
    """Return, by content, what was stored under a key, in the order in which it was."""
    found: dict[str, list[SeenEntry]] = {content: [] for content in contents}
    full, start, size = sorted(contents), 0, 1
    while full:
        names = {
            content: [_same(key, content, number) for number in range(start, start + size)]
            for content in full
        }
        seen = tx.seen({name for some in names.values() for name in some})
        for content, some in names.items():
            found[content] += [seen[name] for name in some if name in seen]
        start, size = start + size, 2 * size
        full = [content for content in full if len(found[content]) == start]
    return found


def _results(
    tx: Transaction, items: Sequence[_Item], known: Mapping[int, str]
) -> dict[int, ItemResult]:
    stored: dict[str, Entry | Draft] = {item.draft.id: item.draft for item in items}
    stored.update(tx.entries_by_id(tx.space, set(known.values())))
    results: dict[int, ItemResult] = {}
    for at, draft in ((item.at, item.draft) for item in items):
        if at in known:
            outcome, told = Outcome.DUPLICATE, _unkept(draft, stored.get(known[at]))
        else:
            outcome, told = Outcome.STORED, listed(draft.dropped) if draft.dropped else ""
        entry_id = known.get(at, draft.id)
        results[at] = ItemResult(index=at, outcome=outcome, id=entry_id, reason=told)
    return results


def _content(space: Space, draft: Draft) -> str:
    """Return what two inputs of one name must agree on: who said which words, in which role.

    An event says as much by its payload as by its words.
    """
    body = draft.body
    role = getattr(body, "role", None) or getattr(body, "event", "")
    payload = json.dumps(getattr(body, "payload", {}), sort_keys=True)
    return keyed_hash(space.secret, "seen", str(role), draft.speaker.id, body.text, payload).hex()


def _unkept(draft: Draft, stored: Entry | Draft | None) -> str:
    """Say what a repeated item tells otherwise than what is stored; what it leaves out is none."""
    if stored is None:
        return ""
    metadata = getattr(draft.body, "metadata", {})
    differs = {
        "timestamp": draft.told_at is not None and draft.told_at != stored.told_at,
        "metadata": bool(metadata) and metadata != getattr(stored.body, "metadata", {}),
    }
    names = [name for name, is_other in differs.items() if is_other]
    if not names:
        return ""
    verb = "differs" if len(names) == 1 else "differ"
    return f"{', '.join(names)} {verb} from what is stored; kept as first told"


def _conflict(name: Seen, at: int) -> IdempotencyConflict:
    by_key = name.scheme == "key"
    used, new = (
        (f"key {name.group!r} had other content at item {at} before", "a new key for a new call")
        if by_key
        else (f"id {name.token!r} of item {at} was used before with other content", "a new id")
    )
    return IdempotencyConflict(
        f"{used}; nothing was stored. The log is never rewritten: use {new}, or `correct`, "
        "`retract` or `forget` for what was learnt from it",
        index=at,
        id=None if by_key else name.token,
        idempotency_key=name.group if by_key else None,
    )

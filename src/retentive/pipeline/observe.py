"""Accepting input: check, filter, append. Durable when it returns; digested later.

Nothing here waits for digestion, and one bad item harms no other. Items are read on a thread
of their own: they may be long, and any object may be one.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import IdempotencyConflict, InvalidInput, RetentiveError, TooLarge
from retentive.kernel.identity import keyed_hash
from retentive.kernel.scope import Address, checked_id
from retentive.model.report import Accepted, ItemResult, Outcome
from retentive.model.space import DIGEST, Space
from retentive.pipeline.trial import written
from retentive.ports.rows import Seen, SeenEntry
from retentive.ports.store import MemoryStore, Transaction
from retentive.rules.content import listed
from retentive.rules.intake import Intake, Refused, read_item
from retentive.rules.logtime import Draft, stamp

Named = tuple[int, Draft]


@dataclass(frozen=True, slots=True)
class Received:
    """What became of a call, and the last entry of it in the space."""

    accepted: Accepted
    space: int
    first_seq: int
    last_seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """One call of `observe`: where it goes, what applies to it, and its idempotency key."""

    address: Address
    intake: Intake
    key: str | None = None
    max_pending: int
    dry_run: bool = False


async def observe(
    store: MemoryStore, ambient: Ambient, arrival: Arrival, items: object
) -> Received:
    """Append messages and events to the log of one space.

    Each item is stored, recognised as a duplicate, or rejected with a reason. An item is a
    duplicate only if its id in this session, or this key and position, was used before with
    equal content; used with other content, the call raises `IdempotencyConflict` and stores
    nothing.
    """
    listed = _listed(items, arrival.intake)
    if arrival.key is not None:
        checked_id(arrival.key, "idempotency_key")
    now = ambient.clock.now()
    named = [(ambient.ids.new("m", now), item) for item in listed]
    read = await asyncio.to_thread(_read, named, arrival.intake)

    def work(tx: Transaction) -> Received:
        drafts = [(at, one) for at, one in enumerate(read) if isinstance(one, Draft)]
        results, fresh, names = _sorted_out(tx, drafts, arrival.key)
        for at, one in enumerate(read):
            if isinstance(one, Refused):
                results[at] = ItemResult(
                    index=at, outcome=Outcome.REJECTED, reason=f"{one.field}: {one.reason}"
                )
        first = tx.space.head_seq + 1
        tx.append(stamp(tx.space, [draft for _, draft in fresh], ambient.clock.now()), names)
        pending = tx.space.head_seq - tx.watermark(tx.space, DIGEST).done_seq
        return Received(
            accepted=_accepted(
                results, [draft for _, draft in fresh], pending > arrival.max_pending
            ),
            space=tx.space.id,
            first_seq=first,
            last_seq=tx.space.head_seq,
        )

    done = await written(store, arrival.address, work, dry_run=arrival.dry_run)
    return replace(done, accepted=_unkept(done.accepted)) if arrival.dry_run else done


def _unkept(accepted: Accepted) -> Accepted:
    """Return what a dry run answers: what it would store has no id yet."""
    items = (
        replace(item, id=None) if item.outcome is Outcome.STORED else item
        for item in accepted.items
    )
    return replace(accepted, items=tuple(items))


def _listed(items: object, intake: Intake) -> Sequence[object]:
    if _is_one(items):
        return [items]
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise InvalidInput(
            "observe takes a list of messages or events, each with role and content; "
            "for a single sentence use remember",
            field="messages",
        )
    listed = list(islice(items, intake.limits.items + 1))
    if len(listed) > intake.limits.items:
        raise TooLarge(
            f"at most {intake.limits.items} items are accepted in one call, more were given; "
            "send them in parts",
            field="messages",
            limit=intake.limits.items,
        )
    return listed


def _is_one(items: object) -> bool:
    try:
        return isinstance(items, Mapping) or hasattr(items, "role")
    except Exception as error:
        raise InvalidInput(
            f"what was given to observe cannot be read: its code raised {type(error).__name__}",
            field="messages",
        ) from error


def _read(named: Sequence[tuple[str, object]], intake: Intake) -> list[Draft | Refused]:
    """Read all items in their order; raise `TooLarge` once they are too much together."""
    read: list[Draft | Refused] = []
    size = 0
    for entry_id, item in named:
        one = _read_one(item, entry_id, intake)
        read.append(one)
        if isinstance(one, Draft):
            size += len(one.body.text.encode())
        if size > intake.limits.call_bytes:
            raise TooLarge(
                f"the call holds more than {intake.limits.call_bytes} bytes of text, which is the "
                "most that is accepted; send it in parts",
                field="messages",
                limit=intake.limits.call_bytes,
            )
    return read


def _read_one(item: object, entry_id: str, intake: Intake) -> Draft | Refused:
    """Read one item; what its own code raises is a reason to refuse it, and it alone."""
    try:
        return read_item(item, entry_id, intake)
    except RetentiveError:
        raise
    except Exception as error:  # noqa: BLE001 - an item is any object, and its code not ours
        reason = f"it cannot be read: its code raised {type(error).__name__}"
        return Refused(field="item", reason=reason)


def _names(draft: Draft, position: int, key: str | None) -> list[Seen]:
    names = [] if key is None else [Seen("key", key, str(position))]
    if draft.caller_id is not None:
        names.append(Seen("id", draft.origin.session, draft.caller_id))
    return names


def _sorted_out(
    tx: Transaction, drafts: Sequence[Named], key: str | None
) -> tuple[dict[int, ItemResult], list[Named], dict[Seen, SeenEntry]]:
    """Tell new items from duplicates, also inside the call; refuse reused names."""
    before = dict(tx.seen({name for at, draft in drafts for name in _names(draft, at, key)}))
    results: dict[int, ItemResult] = {}
    fresh: list[Named] = []
    names: dict[Seen, SeenEntry] = {}
    for at, draft in drafts:
        content = _content(tx.space, draft)
        taken = [name for name in _names(draft, at, key) if name in before]
        used = [before[name] for name in taken]
        for name in taken:
            if before[name].content != content:
                raise _conflict(name, at)
        if not used:
            fresh.append((at, draft))
        entry_id = used[0].entry_id if used else draft.id
        outcome = Outcome.DUPLICATE if used else Outcome.STORED
        told = listed(draft.dropped) if draft.dropped and not used else ""
        results[at] = ItemResult(index=at, outcome=outcome, id=entry_id, reason=told)
        for name in _names(draft, at, key):
            if name not in before:
                before[name] = names[name] = SeenEntry(entry_id, content)
    return results, fresh, names


def _content(space: Space, draft: Draft) -> str:
    """Return what two inputs of one name must agree on: who said which words, in which role.

    An event says as much by its payload as by its words.
    """
    body = draft.body
    role = getattr(body, "role", None) or getattr(body, "event", "")
    payload = json.dumps(getattr(body, "payload", {}), sort_keys=True)
    return keyed_hash(space.secret, "seen", str(role), draft.speaker.id, body.text, payload).hex()


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


def _accepted(results: Mapping[int, ItemResult], fresh: Sequence[Draft], lagging: bool) -> Accepted:
    redacted: Counter[str] = Counter()
    ignored: Counter[str] = Counter()
    for draft in fresh:
        redacted.update(draft.redacted)
        ignored.update(dict.fromkeys(draft.ignored, 1))
    return Accepted(
        items=tuple(results[at] for at in sorted(results)),
        lagging=lagging,
        replaced=sum(draft.replaced for draft in fresh),
        redacted=dict(redacted),
        ignored=dict(ignored),
    )

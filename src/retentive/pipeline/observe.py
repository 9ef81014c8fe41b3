"""Accepting input: check, filter, append. Durable when it returns; digested later.

Nothing here waits for digestion, and one bad item harms no other. Items are read on a thread
of their own: they may be long, and any object may be one.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from retentive.kernel.ambient import Ambient
from retentive.kernel.errors import InvalidInput, RetentiveError, TooLarge
from retentive.kernel.scope import Address, checked_id
from retentive.model.report import Accepted, ItemResult, Outcome
from retentive.model.space import DIGEST
from retentive.pipeline.repeated import sorted_out
from retentive.pipeline.trial import written
from retentive.ports.store import MemoryStore, Transaction
from retentive.rules.intake import Intake, Refused, read_item
from retentive.rules.logtime import Draft, stamp


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
    duplicate only if its id in this session was used before with equal content, or this key for an
    item equal to it, wherever that stood in the call. An id that was used with other content,
    and a position under the key whose item is not in the call any more, raise
    `IdempotencyConflict`, and nothing is stored.
    """
    listed = _listed(items, arrival.intake)
    if arrival.key is not None:
        checked_id(arrival.key, "idempotency_key")
    now = ambient.clock.now()
    named = [(ambient.ids.new("m", now), item) for item in listed]
    read = await asyncio.to_thread(_read, named, arrival.intake)

    def work(tx: Transaction) -> Received:
        drafts = [(at, one) for at, one in enumerate(read) if isinstance(one, Draft)]
        refused = [at for at, one in enumerate(read) if isinstance(one, Refused)]
        found = sorted_out(tx, drafts, arrival.key, refused)
        results, fresh = found.results, found.fresh
        for at, one in enumerate(read):
            if isinstance(one, Refused):
                results[at] = ItemResult(
                    index=at, outcome=Outcome.REJECTED, reason=f"{one.field}: {one.reason}"
                )
        first = tx.space.head_seq + 1
        tx.append(stamp(tx.space, [draft for _, draft in fresh], ambient.clock.now()), found.names)
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

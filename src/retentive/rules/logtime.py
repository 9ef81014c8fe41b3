"""How accepted inputs become numbered, timed entries of a space's log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from retentive.kernel.scope import Scope
from retentive.kernel.times import MICROSECOND
from retentive.model.actor import Actor
from retentive.model.entry import Body, Entry
from retentive.model.space import Space


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A checked input that waits for its place in the log."""

    id: str
    origin: Scope
    speaker: Actor
    body: Body
    told_at: datetime | None = None
    zone: str | None = None
    caller_id: str | None = None
    replaced: int = 0
    redacted: Mapping[str, int] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


def stamp(space: Space, drafts: Sequence[Draft], now: datetime) -> tuple[Entry, ...]:
    """Number and time the drafts behind the head of `space`.

    `recorded_at` is `now`, or one microsecond after the entry before where the clock stands
    or runs back: in a space, log time always rises. `said_at` is the told time, but never
    ahead of `recorded_at`.
    """
    entries: list[Entry] = []
    last = space.last_recorded_at
    for offset, draft in enumerate(drafts, start=1):
        last = now if last is None else max(now, last + MICROSECOND)
        entries.append(
            Entry(
                id=draft.id,
                space=space.id,
                seq=space.head_seq + offset,
                recorded_at=last,
                said_at=last if draft.told_at is None else min(draft.told_at, last),
                told_at=draft.told_at,
                origin=draft.origin,
                speaker=draft.speaker,
                body=draft.body,
                caller_id=draft.caller_id,
                zone=draft.zone,
            )
        )
    return tuple(entries)

"""Lists, lookups and histories of facts, over all spaces that a scope may read."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from heapq import merge
from itertools import pairwise

from retentive.kernel.errors import AmbiguousId, InvalidInput
from retentive.kernel.scope import Address, checked_id
from retentive.kernel.times import to_micros
from retentive.model.change import Silencing
from retentive.model.entry import Entry
from retentive.model.fact import Fact
from retentive.model.query import AnyTime, FactFilter, Page
from retentive.model.space import DIGEST, Space
from retentive.pipeline.reading import Reader, ended, is_ended, moment, unknown
from retentive.ports.rows import Position
from retentive.ports.view import View
from retentive.rules.versions import retracted_fact

_BATCH = 200
_NAMED = 10
"""How many messages of one id are told apart by name."""
_MAX_SEQ = 2**63 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """What to list, as of when (None: as it holds now), and where to go on."""

    wanted: FactFilter
    valid_at: datetime | AnyTime | None
    limit: int
    cursor: str | None = None


def page(view: View, listing: Listing, now: datetime) -> Page[Fact]:
    """Return one page, newest recorded first; its cursor goes on exactly behind it."""
    at = listing.valid_at or moment(view, now)
    wanted = replace(listing.wanted, valid_at=None if isinstance(at, str) else at)
    listing = replace(listing, wanted=wanted)
    reader = Reader(view, at)
    places = _places(listing.cursor)
    lists = [
        _from_space(reader, listing, space, places.get(str(space.id))) for space in view.spaces
    ]
    newest = merge(*lists, key=_order)
    found = [fact for fact, _ in zip(newest, range(listing.limit + 1), strict=False)]
    kept = found[: listing.limit]
    for fact in kept:
        places[str(fact.space)] = Position(fact.born_seq, fact.id)
    more = len(found) > len(kept)
    return Page(items=tuple(kept), cursor=_cursor(places) if more and kept else None)


def _order(fact: Fact) -> tuple[int, int, str]:
    return (-to_micros(fact.recorded_at), -fact.born_seq, fact.id)


def _from_space(
    reader: Reader, listing: Listing, space: Space, after: Position | None
) -> list[Fact]:
    """Return the next visible facts of one space, at least one more than asked for.

    Most are visible, so what is asked for is loaded first, and more only where some are not.
    """
    kept: list[Fact] = []
    size = min(listing.limit + 1, _BATCH)
    while len(kept) <= listing.limit:
        batch = reader.view.facts(space, listing.wanted, after=after, limit=size)
        kept.extend(reader.served(space, batch))
        if len(batch) < size:
            break
        after = Position(batch[-1].born_seq, batch[-1].id)
        size = min(2 * size, _BATCH)
    return kept


def _cursor(places: dict[str, Position]) -> str:
    data = json.dumps({space: list(place) for space, place in sorted(places.items())})
    return base64.urlsafe_b64encode(data.encode()).decode()


def _places(cursor: str | None) -> dict[str, Position]:
    if cursor is None:
        return {}
    try:
        data = json.loads(base64.urlsafe_b64decode(cursor.encode()))
        return {space: _position(*place) for space, place in data.items()}
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidInput(
            "the cursor is not one that a list returned; start again without it", field="cursor"
        ) from error


def _position(seq: object, last: object) -> Position:
    if not isinstance(seq, int) or not 0 <= seq <= _MAX_SEQ:
        raise ValueError("no place in a log")
    return Position(seq, checked_id(last, "cursor"))


def current(view: View, name: str) -> Fact:
    """Return the served fact that an id, key or alias names; else raise `NotFound`."""
    reader = Reader(view, "any")
    for space in view.spaces:
        found = view.get(space, Fact, [name]).get(name)
        shown = reader.served(space, [found]) if found is not None else []
        if shown:
            return shown[0]
        if found is not None and is_ended(view, space, found):
            raise ended(name)
    raise unknown(name)


def history(view: View, name: str) -> Sequence[Fact]:
    """Return all versions of a lineage, oldest first; forgotten ones are `NotFound`.

    A command that is not digested yet shows as it will when it is.
    """
    reader = Reader(view, "any")
    for space in view.spaces:
        found = view.get(space, Fact, [name]).get(name)
        if found is not None:
            stored = [*view.versions(space, Fact, found.key)]
            ends = _ends_to_come(view, space, found.key, stored)
            versions = reader.remembered(space, [*stored, *ends])
            if versions:
                return _told_why(view, space, list(_one_after_another(versions)))
    raise unknown(name)


def _ends_to_come(view: View, space: Space, key: str, versions: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the last versions that retractions will make which digestion has not reached."""
    for silence in view.silences(space, keys=[key]):
        ends = silence.tentative and silence.mode is Silencing.RETRACTED
        before = [one for one in versions if one.born_seq < silence.seq]
        if ends and silence.key == key and silence.span is None and before:
            (entry,) = view.entries(space, after=silence.seq - 1, limit=1)
            yield retracted_fact(space, entry, max(before, key=lambda one: one.born_seq))


def _told_why(view: View, space: Space, versions: Sequence[Fact]) -> list[Fact]:
    """Return the versions with the words that changed them, unless these were forgotten."""
    reader, words = Reader(view, "any"), dict[tuple[str, int], str]()
    for key in {one.ended_by for one in versions if one.ended_by is not None}:
        made = view.versions(space, Fact, key)
        words |= {(key, one.born_seq): one.text for one in reader.remembered(space, made)}
    told = ((one, words.get((one.ended_by or "", one.born_seq))) for one in versions)
    return [replace(one, reason=f"{one.reason}: {why}") if why else one for one, why in told]


def _one_after_another(versions: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the versions in their order, each ended by the next at the latest."""
    ordered = sorted(versions, key=lambda one: one.born_seq)
    for old, new in pairwise(ordered):
        if old.dead_seq is None:
            yield replace(
                old, dead_seq=new.born_seq, retired_at=new.recorded_at, superseded_by=new.id
            )
        else:
            yield old
    yield ordered[-1]


def pending(view: View) -> int:
    """Return how many entries digestion has not reached."""
    return sum(space.head_seq - view.watermark(space, DIGEST).done_seq for space in view.spaces)


def home_of(view: View, name: str) -> tuple[Address, str]:
    """Return the address of the space that holds the fact or log entry `name`, and this name."""
    address = _home(view, name)
    if address is None:
        raise unknown(name)
    return address, name


def _home(view: View, name: str) -> Address | None:
    for space in view.spaces:
        if name in view.get(space, Fact, [name]) or name in view.entries_by_id(space, [name]):
            return space.address
    return None


def home_of_change(view: View, name: str) -> tuple[Address, str]:
    """Return what `home_of` does, also for the id of a change."""
    for space in view.spaces:
        if view.seq_of(space, name) is not None:
            return space.address, name
    return home_of(view, name)


def home_of_any(view: View, name: str, session: str | None) -> tuple[Address, str]:
    """Return what `home_of` does, also for the id that its caller gave to a message.

    That is looked for first in `session`, then in any; then our id of the entry is the name.
    Raises `AmbiguousId` if several have it.
    """
    address = _home(view, name)
    if address is not None:
        return address, name
    found = _called(view, name, session) if session is not None else []
    found = found or _called(view, name, None)
    if not found:
        raise unknown(name)
    if len(found) > 1:
        raise _ambiguous(name, [entry for _, entry in found])
    ((space, entry),) = found
    return space.address, entry.id


def _called(view: View, name: str, session: str | None) -> list[tuple[Space, Entry]]:
    return [
        (space, entry)
        for space in view.spaces
        for entry in view.called(space, name, session=session, limit=_NAMED)
    ]


def _ambiguous(name: str, entries: Sequence[Entry]) -> AmbiguousId:
    told = ", ".join(f"{one.id} (session {one.origin.session!r})" for one in entries[:_NAMED])
    return AmbiguousId(
        f"several messages of this scope have the id {name!r}: {told}; give one of these ids, "
        "or a handle of its session",
        field="record_id",
        id=name,
        entries=tuple(one.id for one in entries),
    )

"""What only the driver can find wrong: the lists beside facts, names of inputs, long texts.

What the port shows (entries, records, documents, postings, chains, counters) is checked there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

from sqlalchemy import Column, Select, select

from retentive.adapters.sql.decoding import UNREADABLE
from retentive.adapters.sql.kept import Paged, kept_damages
from retentive.adapters.sql.link import Link
from retentive.adapters.sql.reads import OF_SPACE, Bounds, Pages, in_records
from retentive.adapters.sql.rows import cited, labels, record_of
from retentive.adapters.sql.schema import blob, citation, entry, fact, fact_label, seen
from retentive.adapters.sql.spaces import SpaceState
from retentive.adapters.sql.vectors import unsaid
from retentive.model.fact import Fact
from retentive.model.report import Damage

SHOWN = 20
"""How many places of one kind of damage are named."""


def _without_entry(named: Column[Any], of_entry: Column[Any]) -> Select[Any]:
    """Rows that name no entry of their space."""
    there = select(of_entry).where(entry.c.space == OF_SPACE, of_entry.is_not(None))
    of_space = named.table.c.space == OF_SPACE
    return select(named.label("place")).where(of_space, named.not_in(there)).limit(SHOWN)


_unused = {
    "seen": _without_entry(seen.c.entry_id, entry.c.id),
    "blob": _without_entry(blob.c.digest, entry.c.blob),
}

_labels = Pages(
    select(fact_label).where(in_records(fact_label)),
    *(fact_label.c.kind, fact_label.c.label, fact_label.c.fact_id),
)
_citations = Pages(
    select(citation).where(in_records(citation)), citation.c.entry_id, citation.c.fact_id
)
_facts = Pages(select(fact).where(in_records(fact)), fact.c.born_seq, fact.c.id)


def damages(link: Link, paged: Paged, state: SpaceState, values: Bounds) -> Iterator[Damage]:
    """Yield what is wrong with rows that the port does not show."""
    space = state.space
    yield from kept_damages(link, paged, state, values)
    for number in unsaid(link, state):
        place = f"space {space.id} vector {number}"
        yield Damage(check="vector", place=place, detail="is of a text that no document has")
    for check, query in _unused.items():
        for row in link.rows(query, values):
            name = row.place.hex() if isinstance(row.place, bytes) else row.place
            detail = f"{name} belongs to no entry"
            yield Damage(check=check, place=f"space {space.id}", detail=detail)
    yield from _lists(paged, values)


def _lists(paged: Paged, values: Bounds) -> Iterator[Damage]:
    """Compare the lists under which facts are found with what the facts say.

    Of each fact's rows a sum of digests is kept, not the rows.
    """
    sums: dict[str, int] = {}
    for row in paged(_labels, values):
        sums[row.fact_id] = sums.get(row.fact_id, 0) + _digest(row.kind, row.label)
    for row in paged(_citations, values):
        sums[row.fact_id] = sums.get(row.fact_id, 0) + _digest("entry", row.entry_id)
    for row in paged(_facts, values):
        found = sums.pop(row.id, 0)
        try:
            one = record_of(Fact, row, None)
        except UNREADABLE:
            continue
        expected = (*labels(one), *(("entry", entry_id) for entry_id in cited(one)))
        if found != _total(expected):
            detail = "is not listed under its tags, entities and cited entries, or under others"
            yield Damage(check="lists", place=f"fact {one.id}", detail=detail)
    for fact_id in sums:
        detail = "is listed under tags, entities or cited entries, but not stored"
        yield Damage(check="lists", place=f"fact {fact_id}", detail=detail)


def _total(listed: Iterable[tuple[str, str]]) -> int:
    return sum(_digest(kind, label) for kind, label in listed)


def _digest(kind: str, label: str) -> int:
    return int.from_bytes(blake2b(f"{kind}\0{label}".encode(), digest_size=8).digest())

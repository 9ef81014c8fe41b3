"""Spaces as rows: the state that a transaction keeps in memory and writes once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from sqlalchemy import bindparam, func, select

from retentive.adapters.sql import schema
from retentive.adapters.sql.decoding import checked
from retentive.adapters.sql.link import Link
from retentive.adapters.sql.sums import MODULUS, Generation, Sums
from retentive.kernel.errors import CorruptStore
from retentive.kernel.scope import Address
from retentive.kernel.times import from_micros, to_micros
from retentive.model.space import EMBED, Generations, Space

RECORDS, TEXT, VECTORS = "records", "text", "vectors"


@dataclass
class SpaceState:
    """A space and its generations; `space` has its horizon at the head."""

    space: Space
    last_generation: int
    generations: dict[tuple[str, int], Generation]
    seen_sum: int = 0
    changed: bool = False

    def sum_seen(self, number: int) -> None:
        """Add to the sum over the names of inputs; a negative number takes away."""
        self.seen_sum = (self.seen_sum + number) % MODULUS
        self.changed = True

    def change(self, **fields: Any) -> None:
        """Change the space; it is written at the end of the transaction."""
        self.space = replace(self.space, **fields)
        self.changed = True

    def generation(self, family: str, number: int) -> Generation | None:
        """Return a generation, None if it was dropped."""
        return self.generations.get((family, number))

    @property
    def building(self) -> int | None:
        """The number of the generation of records and text being built."""
        return self._other(RECORDS, self.space.generations.records)

    @property
    def building_vectors(self) -> int | None:
        """The number of the generation of vectors being built."""
        return self._other(VECTORS, self.space.generations.vectors)

    def _other(self, family: str, current: int) -> int | None:
        numbers = (number for of, number in self.generations if of == family)
        return next((number for number in numbers if number != current), None)

    def next_generation(self) -> int:
        """Return a number that no generation of the space ever had."""
        self.last_generation += 1
        self.changed = True
        return self.last_generation


def name_of(address: Address) -> bytes:
    """Return what an address is found by."""
    return blake2b(address.encoded().encode(), digest_size=16).digest()


_with_generations = select(
    schema.space,
    schema.generation.c.family,
    schema.generation.c.number,
    schema.generation.c.maker,
    schema.generation.c.built_seq,
    schema.generation.c.last_doc,
    schema.generation.c.last_vector,
    schema.generation.c.live_docs,
    schema.generation.c.live_length,
    schema.generation.c.sums,
).join(schema.generation, schema.generation.c.space == schema.space.c.id, isouter=True)
_loaded = _with_generations.where(schema.space.c.name.in_(bindparam("names", expanding=True)))
_is_it = schema.space.c.name == bindparam("of_name")
_lock = select(schema.space.c.id).where(_is_it).with_for_update()
_one = _with_generations.where(_is_it)


def load_spaces(link: Link, addresses: Collection[Address]) -> Mapping[Address, SpaceState]:
    """Return the states of those spaces that exist."""
    return _states(link.rows_in(_loaded, {}, "names", [name_of(one) for one in addresses]))


def lock_space(link: Link, address: Address) -> SpaceState | None:
    """Return the state of a space and keep others from writing to it.

    What is read must be as the last holder of the lock left it, so it is read once we hold it:
    a statement that waits sees only the row it waits for anew, and others as they were before.
    """
    values = {"of_name": name_of(address)}
    if link.dialect.locks_rows and not link.rows(_lock, values):
        return None  # one that is created just now would be read, yet not be held
    return _states(link.rows(_one, values)).get(address)


def _states(rows: Any) -> dict[Address, SpaceState]:
    grouped: dict[int, list[Any]] = {}
    for row in rows:
        grouped.setdefault(row.id, []).append(row)
    states = [_readable(group) for group in grouped.values()]
    return {state.space.address: state for state in states}


_NUMBERS = (
    *("head_seq", "audit_number", "records", "text", "vectors"),
    *("last_generation", "seen_sum"),
)
"""The numbers of a space, and those of a generation."""
_COUNTERS = ("built_seq", "last_doc", "last_vector", "live_docs", "live_length")


def _readable(rows: Sequence[Any]) -> SpaceState:
    """Return a space's state; raise `CorruptStore` if its rows are not what they must be."""
    number = rows[0].id
    try:
        state = _state(rows)
        if name_of(state.space.address) != rows[0].name:
            raise ValueError("its name is not that of its address")
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise CorruptStore(
            f"space {number} cannot be read; run `retentive verify`",
            space=number,
            place=f"space {number}",
        ) from error
    return state


def _state(rows: Sequence[Any]) -> SpaceState:
    generations = {(row.family, row.number): _generation(row) for row in rows}
    row = checked(rows[0], int, *_NUMBERS)
    checked(row, bytes, "secret", "audit_link")
    recorded = row.last_recorded_at
    space = Space(
        id=row.id,
        address=Address.decoded(row.address),
        secret=row.secret,
        head_seq=row.head_seq,
        last_recorded_at=None if recorded is None else from_micros(recorded),
        horizon=row.head_seq,
        audit_number=row.audit_number,
        audit_link=row.audit_link,
        generations=Generations(
            records=row.records,
            text=row.text,
            vectors=row.vectors,
            tokeniser=generations[TEXT, row.text].maker,
            maker=generations[RECORDS, row.records].maker,
            embedder=generations[VECTORS, row.vectors].maker,
        ),
    )
    return SpaceState(space, row.last_generation, generations, row.seen_sum)


def _generation(row: Any) -> Generation:
    checked(row, str, "family", "maker", "sums")
    checked(row, int, "number", *_COUNTERS)
    counters = {name: getattr(row, name) for name in _COUNTERS}
    return Generation(row.family, row.number, row.maker, **counters, sums=Sums(row.sums))


_last_number = select(func.max(schema.space.c.id))
_stages = select(schema.stage.c.name).order_by(schema.stage.c.name)
_new_space = schema.space.insert().inline()
_new_generation = schema.generation.insert()
_new_watermark = schema.watermark.insert()


def create_space(link: Link, address: Address, secret: bytes, made_by: Generations) -> SpaceState:
    """Add an empty space under the next number; the caller holds the store's own lock."""
    row = link.first(_last_number)
    number = (row[0] if row and row[0] else 0) + 1
    space = Space.empty(number, address, secret, made_by)
    generations = [
        Generation.begun(RECORDS, made_by.records, made_by.maker),
        Generation.begun(TEXT, made_by.text, made_by.tokeniser),
        Generation.begun(VECTORS, made_by.vectors, made_by.embedder),
    ]
    state = SpaceState(space, 1, {(one.family, one.number): one for one in generations})
    values = _space_columns(state)
    link.run(
        _new_space,
        values
        | {
            "id": number,
            "name": name_of(address),
            "address": address.encoded(),
            "secret": secret,
        },
    )
    add_generations(link, number, generations)
    stages = [stage.name for stage in link.rows(_stages)]
    link.run(_new_watermark, [new_watermark(space, stage) for stage in stages])
    return state


def add_generations(link: Link, space: int, generations: Sequence[Generation]) -> None:
    """Store new generations of a space."""
    named = ({"space": space, "family": one.family, "number": one.number} for one in generations)
    rows = [name | _counters(one) for name, one in zip(named, generations, strict=True)]
    link.run(_new_generation, rows)


def new_watermark(space: Space, stage: str) -> dict[str, Any]:
    """Return the row of a stage that has done nothing in an empty space."""
    made_by = space.generations
    is_embed = stage == EMBED
    return {
        "space": space.id,
        "stage": stage,
        "generation": made_by.vectors if is_embed else made_by.records,
        "maker": made_by.embedder if is_embed else made_by.maker,
        "done_seq": 0,
        "head_seq": space.head_seq,
        "waiting_since": None,
        "owner": None,
        "until": None,
        "fence": 0,
        "attempts": 0,
        "next_try": None,
    }


_update_space = schema.space.update().where(schema.space.c.id == bindparam("of_space"))
_update_generation = schema.generation.update().where(
    schema.generation.c.space == bindparam("of_space"),
    schema.generation.c.family == bindparam("of_family"),
    schema.generation.c.number == bindparam("of_number"),
)


def save_space(link: Link, state: SpaceState) -> None:
    """Write what changed of a space and of its counters."""
    if state.changed:
        link.run(_update_space, {"of_space": state.space.id, **_space_columns(state)})
    lead = {"of_space": state.space.id}
    changed = [one for one in state.generations.values() if one.changed]
    rows = [
        lead | {"of_family": one.family, "of_number": one.number} | _counters(one)
        for one in changed
    ]
    link.run(_update_generation, rows)


def _space_columns(state: SpaceState) -> dict[str, Any]:
    space = state.space
    recorded = space.last_recorded_at
    return {
        "head_seq": space.head_seq,
        "last_recorded_at": None if recorded is None else to_micros(recorded),
        "audit_number": space.audit_number,
        "audit_link": space.audit_link,
        "records": space.generations.records,
        "text": space.generations.text,
        "vectors": space.generations.vectors,
        "last_generation": state.last_generation,
        "seen_sum": state.seen_sum,
    }


def _counters(one: Generation) -> dict[str, Any]:
    return {
        "maker": one.maker,
        "built_seq": one.built_seq,
        "last_doc": one.last_doc,
        "last_vector": one.last_vector,
        "live_docs": one.live_docs,
        "live_length": one.live_length,
        "sums": one.sums.written,
    }

"""What the driver keeps of one space: plain lists and mappings of frozen values.

A committed `SpaceState` is never changed: a transaction works on its `copy`. Since all values
are frozen, copying the containers is enough.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple, Self

from retentive.kernel.scope import Address
from retentive.model.change import (
    Alias,
    AnyRecord,
    AuditRow,
    Confirm,
    Doc,
    Owner,
    Silence,
    Unplaced,
)
from retentive.model.entry import Entry
from retentive.model.space import DIGEST, EMBED, Generations, Space, Watermark
from retentive.ports.rows import Seen, SeenEntry, StoredVector, Unmade


class Indexed(NamedTuple):
    """A document under its number, with what it stands for."""

    owner: Owner
    doc: Doc


class Mark(NamedTuple):
    """How far a stage has come, and who works on it."""

    done_seq: int = 0
    attempts: int = 0
    next_try: datetime | None = None
    fence: int = 0
    owner: str | None = None
    until: datetime | None = None


@dataclass
class Rows:
    """The derived rows of one generation; `records` are by id, in the order stored."""

    generations: Generations
    records: dict[str, AnyRecord] = field(default_factory=dict)
    confirmations: dict[tuple[str, str], Confirm] = field(default_factory=dict)
    aliases: dict[tuple[str, int], Alias] = field(default_factory=dict)
    silences: list[Silence] = field(default_factory=list)
    unplaced: list[Unplaced] = field(default_factory=list)
    docs: dict[int, Indexed] = field(default_factory=dict)
    last_doc: int = 0
    marks: dict[str, Mark] = field(default_factory=dict)
    """Of all stages but `embed`, whose mark is the space's."""

    def copy(self) -> Rows:
        """Return equal rows whose containers are their own."""
        return Rows(
            generations=self.generations,
            records=dict(self.records),
            confirmations=dict(self.confirmations),
            aliases=dict(self.aliases),
            silences=list(self.silences),
            unplaced=list(self.unplaced),
            docs=dict(self.docs),
            last_doc=self.last_doc,
            marks=dict(self.marks),
        )

    def mark(self, stage: str) -> Mark:
        """Return the mark of a stage; one that never ran has done nothing."""
        return self.marks.get(stage, Mark())


@dataclass
class VectorRows:
    """The vectors of one generation by their digest, in the order of their numbers.

    `last_number` is the highest ever given; `last_doc` the last document that was looked at.
    `unmade` says why digests have none, in the order in which that was noted.
    """

    embedder: str
    by_digest: dict[bytes, StoredVector] = field(default_factory=dict)
    last_number: int = 0
    last_doc: int = 0
    unmade: dict[bytes, Unmade] = field(default_factory=dict)

    def copy(self) -> VectorRows:
        """Return equal vectors whose containers are their own."""
        return replace(self, by_digest=dict(self.by_digest), unmade=dict(self.unmade))


@dataclass
class SpaceState:
    """One space: its row, its log, and its generations by their number of records or vectors.

    `space` has its horizon at the head. `building` and `building_vectors` are the numbers of
    the generations being built, `last_generation` the highest number ever given.
    """

    space: Space
    rows: dict[int, Rows]
    entries: list[Entry] = field(default_factory=list)
    seen: dict[Seen, SeenEntry] = field(default_factory=dict)
    audit: list[AuditRow] = field(default_factory=list)
    vectors: dict[int, VectorRows] = field(default_factory=dict)
    embed_mark: Mark = field(default_factory=Mark)
    building: int | None = None
    building_vectors: int | None = None
    last_generation: int = 1

    @classmethod
    def empty(cls, number: int, address: Address, secret: bytes, made_by: Generations) -> Self:
        """Return a space without entries."""
        space = Space.empty(number, address, secret, made_by)
        vectors = {made_by.vectors: VectorRows(made_by.embedder)}
        return cls(space=space, rows={made_by.records: Rows(made_by)}, vectors=vectors)

    def copy(self) -> SpaceState:
        """Return an equal state whose containers are their own."""
        return SpaceState(
            space=self.space,
            rows={number: rows.copy() for number, rows in self.rows.items()},
            entries=list(self.entries),
            seen=dict(self.seen),
            audit=list(self.audit),
            vectors={number: vectors.copy() for number, vectors in self.vectors.items()},
            embed_mark=self.embed_mark,
            building=self.building,
            building_vectors=self.building_vectors,
            last_generation=self.last_generation,
        )

    @property
    def current(self) -> Rows:
        """The rows of the generation that is served."""
        return self.rows[self.space.generations.records]

    def rows_of(self, space: Space) -> Rows | None:
        """Return the rows of the generations that `space` names, None if they were dropped."""
        rows = self.rows.get(space.generations.records)
        if rows is None or rows.generations.text != space.generations.text:
            return None
        return rows

    def mark(self, stage: str) -> Mark:
        """Return the mark of a stage in the generation that is served."""
        return self.embed_mark if stage == EMBED else self.current.mark(stage)

    def set_mark(self, stage: str, mark: Mark) -> None:
        """Replace the mark of a stage."""
        if stage == EMBED:
            self.embed_mark = mark
        else:
            self.current.marks[stage] = mark

    def goal(self, stage: str) -> int:
        """Return how far the work of a stage goes: embedding follows digestion."""
        return self.current.mark(DIGEST).done_seq if stage == EMBED else self.space.head_seq

    def watermark(self, stage: str, space: Space) -> Watermark:
        """Return how far a stage has come in the generations of `space`."""
        rows = self.rows_of(space) or Rows(space.generations)
        mark = rows.mark(stage)
        if stage == EMBED:
            served = space.generations.vectors == self.space.generations.vectors
            mark = self.embed_mark if served else Mark()
        return Watermark(
            stage=stage,
            generation=generation_of(space.generations, stage),
            done_seq=mark.done_seq,
            head_seq=self.goal(stage),
            attempts=mark.attempts,
            next_try=mark.next_try,
        )

    def add_entry(self, entry: Entry) -> None:
        """Add an entry at the head of the log."""
        self.entries.append(entry)
        self.space = replace(
            self.space,
            head_seq=entry.seq,
            horizon=entry.seq,
            last_recorded_at=entry.recorded_at,
        )

    def add_audit(self, row: AuditRow) -> None:
        """Add a row at the end of the audit chain."""
        self.audit.append(row)
        self.space = replace(self.space, audit_number=row.number, audit_link=row.link)


def generation_of(generations: Generations, stage: str) -> int:
    """Return the number of the generation that a stage works on."""
    return generations.vectors if stage == EMBED else generations.records


def maker_of(generations: Generations, stage: str) -> str:
    """Return what a process must be to do the work of a stage."""
    return generations.embedder if stage == EMBED else generations.maker

"""The transaction of one locked space: appending, applying, and moving watermarks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import bindparam, case, select

from retentive.adapters.sql.changes import Destination, apply_changes
from retentive.adapters.sql.decoding import checked_mark, decoded
from retentive.adapters.sql.embedding import EmbeddingWrites
from retentive.adapters.sql.generations import (
    drop_generation,
    follow_digestion,
    swap_watermarks,
)
from retentive.adapters.sql.link import Link
from retentive.adapters.sql.reads import OF_SPACE, among
from retentive.adapters.sql.rows import dumped, entry_columns
from retentive.adapters.sql.schema import audit, blob, entry, seen, watermark
from retentive.adapters.sql.spaces import (
    RECORDS,
    TEXT,
    VECTORS,
    SpaceState,
    add_generations,
    save_space,
)
from retentive.adapters.sql.sums import Generation, prints
from retentive.adapters.sql.vectors import drop_unsaid, put_vectors
from retentive.kernel.times import to_micros
from retentive.model.change import AuditRow, ChangeSet, PutVector
from retentive.model.entry import Entry
from retentive.model.space import DIGEST, EMBED, Lease, Space
from retentive.ports.rows import Seen, SeenEntry

_seen = select(seen).where(seen.c.space == OF_SPACE, among(seen.c.name))
_insert_entry = entry.insert()
_grown = (
    watermark.update()
    .where(watermark.c.space == OF_SPACE, watermark.c.stage != EMBED)
    .values(
        head_seq=bindparam("now_head"),
        waiting_since=case(
            (watermark.c.done_seq < watermark.c.head_seq, watermark.c.waiting_since),
            else_=bindparam("now_waiting"),
        ),
    )
)
_insert_audit = audit.insert()
_mark = select(watermark).where(
    watermark.c.space == OF_SPACE, watermark.c.stage == bindparam("of_stage")
)
_next = (
    select(entry.c.recorded_at)
    .where(entry.c.space == OF_SPACE, entry.c.seq > bindparam("of_seq"))
    .order_by(entry.c.seq)
    .limit(1)
)
_advanced = (
    watermark.update()
    .where(
        watermark.c.space == OF_SPACE,
        watermark.c.stage == bindparam("of_stage"),
        watermark.c.generation == bindparam("of_generation"),
        watermark.c.fence == bindparam("of_fence"),
    )
    .values(
        done_seq=bindparam("now_done"),
        waiting_since=bindparam("now_waiting"),
        attempts=0,
        next_try=None,
    )
)


class SqlTransaction(EmbeddingWrites):
    """A `Transaction` on one space, which nobody else can write to."""

    def __init__(self, link: Link, state: SpaceState) -> None:
        super().__init__(link, state)
        self._looked_up: dict[str, Any] = {}

    def finish(self) -> None:
        """Write what was kept in memory; raise `LeaseLost` if the work lost its right to write."""
        if self._lost is not None:
            raise self._lost
        save_space(self._link, self._mine)

    def seen(self, names: Collection[Seen]) -> Mapping[Seen, SeenEntry]:
        """Return what these names were used for before; new ones are absent."""
        wanted = {dumped(list(name)): name for name in names}
        rows = self._seen_rows(wanted)
        return {wanted[row.name]: SeenEntry(row.entry_id, row.content) for row in rows}

    def _seen_rows(self, names: Collection[str]) -> list[Any]:
        """Return the rows of these names; each is looked up once in a transaction."""
        new = [name for name in names if name not in self._looked_up]
        self._looked_up.update(dict.fromkeys(new))
        for row in self._link.rows_in(_seen, {"of_space": self.space.id}, "items", new):
            self._looked_up[row.name] = row
        return [row for name in names if (row := self._looked_up[name]) is not None]

    def append(self, entries: Sequence[Entry], seen: Mapping[Seen, SeenEntry]) -> None:
        """Append entries to the log and remember names of inputs."""
        self._check(entries)
        number, secret = self.space.id, self.space.secret
        rows = [entry_columns(number, one, secret) for one in entries]
        self._link.run(_insert_entry, [row for row, _ in rows])
        texts = {text["digest"]: text for _, text in rows if text is not None}
        self._link.run(self._link.dialect.upsert(blob, replace=False), list(texts.values()))
        self._remember(seen)
        if entries:
            last = entries[-1]
            grown = {"of_space": number, "now_head": last.seq}
            self._link.run(_grown, grown | {"now_waiting": to_micros(entries[0].recorded_at)})
            self._mine.change(
                head_seq=last.seq, horizon=last.seq, last_recorded_at=last.recorded_at
            )

    def apply(self, space: Space, changes: ChangeSet, audit: AuditRow | None) -> None:
        """Apply changes in their order to the generations of `space` and add the audit row."""
        records, text = self._kept(space)
        if audit is not None and audit.number != self.space.audit_number + 1:
            raise ValueError(
                f"audit row {audit.number} does not follow number {self.space.audit_number}"
            )
        puts = [one for one in changes.changes if isinstance(one, PutVector)]
        vectors = self._kept_vectors(space) if puts else None
        target = Destination(self.space.id, records, text)
        dropped = apply_changes(self._link, target, changes.changes)
        drop_unsaid(self._link, self._mine, dropped)
        if vectors is not None:
            put_vectors(self._link, self._mine, vectors, puts)
        if audit is not None:
            self._link.run(_insert_audit, _audit_columns(self.space.id, audit))
            self._mine.change(audit_number=audit.number, audit_link=audit.link)

    def advance(self, lease: Lease, done_seq: int) -> None:
        """Move the lease's watermark to `done_seq`, clear its attempts and `next_try`."""
        values = {"of_space": self.space.id, "of_stage": lease.stage}
        mark = self._link.first(_mark, values)
        if mark is not None:
            decoded(checked_mark, mark, f"the watermark of space {self.space.id}")
        made_by = self.space.generations
        current = made_by.vectors if lease.stage == EMBED else made_by.records
        if lease.generation != current:
            raise self._loses(f"generation {lease.generation} was replaced")
        if lease.space != self.space.id or mark is None or lease.fence < mark.fence:
            raise self._loses(f"lease {lease.fence} of {lease.stage} was taken over")
        furthest = max(mark.done_seq, done_seq)
        done = lease.stage == EMBED and furthest >= mark.head_seq
        first = None if done else self._link.first(_next, values | {"of_seq": furthest})
        moved = self._link.run(
            _advanced,
            values
            | {
                "of_generation": lease.generation,
                "of_fence": lease.fence,
                "now_done": furthest,
                "now_waiting": first.recorded_at if first else None,
            },
        )
        if not moved:  # taken over between the two statements, which PostgreSQL allows
            raise self._loses(f"lease {lease.fence} of {lease.stage} was taken over")
        if lease.stage == DIGEST and furthest > mark.done_seq:
            follow_digestion(self._link, self.space, furthest)

    def begin_generation(self, *, tokeniser: str, maker: str) -> Space:
        """Start an empty generation of records and text beside the current one."""
        mine = self._mine
        if mine.building is not None:
            drop_generation(self._link, mine, mine.building)
        number = mine.next_generation()
        new = [
            Generation.begun(RECORDS, number, maker),
            Generation.begun(TEXT, number, tokeniser),
        ]
        add_generations(self._link, self.space.id, new)
        mine.generations |= {(one.family, one.number): one for one in new}
        made_by = replace(
            self.space.generations,
            records=number,
            text=number,
            tokeniser=tokeniser,
            maker=maker,
        )
        return replace(self.space, generations=made_by)

    def built(self, building: Space, done_seq: int) -> None:
        """Record that a generation being built holds the log up to `done_seq`."""
        records = self._building(building)
        records.built_seq, records.changed = done_seq, True

    def swap_generation(self, building: Space) -> None:
        """Make the building generation current and drop the rows of the one before."""
        records, head = self._building(building), self.space.head_seq
        if records.built_seq < head:
            raise ValueError(
                f"the generation holds the log up to {records.built_seq}, the head is {head}"
            )
        old = self.space.generations
        self._mine.change(
            generations=replace(building.generations, vectors=old.vectors, embedder=old.embedder)
        )
        drop_generation(self._link, self._mine, old.records)
        for one in self._mine.generations.values():
            if one.family == VECTORS:
                one.look(0)
        swap_watermarks(self._link, self.space, records.built_seq)

    def _check(self, entries: Sequence[Entry]) -> None:
        head, last = self.space.head_seq, self.space.last_recorded_at
        for one in entries:
            if one.seq != head + 1:
                raise ValueError(f"entry {one.seq} does not follow the head {head}")
            if last is not None and one.recorded_at <= last:
                raise ValueError(f"entry {one.seq} is not later than the one before it")
            head, last = one.seq, one.recorded_at

    def _remember(self, names: Mapping[Seen, SeenEntry]) -> None:
        rows = [
            {
                "space": self.space.id,
                "name": dumped(list(name)),
                "entry_id": used.entry_id,
                "content": used.content,
            }
            for name, used in names.items()
        ]
        if not rows:
            return
        written = [str(row["name"]) for row in rows]
        for one in self._seen_rows(written):
            self._sum_seen(one._asdict(), -1)
        for name in written:
            del self._looked_up[name]
        self._link.run(self._link.dialect.upsert(seen, replace=True), rows)
        for row in rows:
            self._sum_seen(row, 1)

    def _sum_seen(self, row: Mapping[str, Any], sign: int) -> None:
        for number in prints(seen, row):
            self._mine.sum_seen(sign * number)

    def _kept(self, space: Space) -> tuple[Generation, Generation]:
        """Return the generations of records and text that `space` names, if they exist."""
        made = self._state(space).generation(RECORDS, space.generations.records)
        text = self._mine.generation(TEXT, space.generations.text)
        if made is None or text is None:
            raise self._loses(f"generation {space.generations.records} was dropped")
        return made, text

    def _building(self, space: Space) -> Generation:
        made, _ = self._kept(space)
        number = space.generations.records
        if number != self._mine.building:
            raise self._loses(f"generation {number} is not being built")
        return made


def _audit_columns(space: int, row: AuditRow) -> dict[str, object]:
    return {
        "space": space,
        "number": row.number,
        "format": row.format,
        "change_id": row.change_id,
        "seq": row.seq,
        "operation": row.operation,
        "actor": row.actor,
        "reason": row.reason,
        "rule": row.rule,
        "at": to_micros(row.at),
        "touched": dumped(row.touched),
        "digest": row.digest,
        "link": row.link,
    }

"""Answers about work and audit, and sweeps over everything stored."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from sqlalchemy import FromClause, and_, bindparam, func, select

from retentive.adapters.sql.checks import damages
from retentive.adapters.sql.decoding import checked_mark, decoded, swept
from retentive.adapters.sql.facts import SERVED, confirmation_of, silence_of
from retentive.adapters.sql.reads import (
    LIMIT,
    OF_SPACE,
    Pages,
    Reads,
    in_records,
    in_text,
    in_vectors,
)
from retentive.adapters.sql.schema import (
    alias,
    audit,
    confirmation,
    doc,
    entry,
    episode,
    fact,
    posting,
    silence,
    unplaced,
    vector,
    watermark,
)
from retentive.adapters.sql.spaces import RECORDS, VECTORS
from retentive.adapters.sql.unmade import ASIDE, IS_NOTE, WAITS
from retentive.kernel.times import from_micros
from retentive.model.change import Alias, AuditRow, Confirm, Silence, Unplaced
from retentive.model.entry import ReplyStatus
from retentive.model.report import Damage, SpaceCounts
from retentive.model.space import DIGEST, EMBED, Space, Watermark

_mark = select(watermark).where(
    watermark.c.space == OF_SPACE, watermark.c.stage == bindparam("of_stage")
)
_audit = (
    select(audit)
    .where(audit.c.space == OF_SPACE, audit.c.number > bindparam("last_number"))
    .order_by(audit.c.number)
    .limit(LIMIT)
)
_every_audit = Pages(select(audit).where(audit.c.space == OF_SPACE), audit.c.number)
_change_of = (
    select(audit.c.change_id)
    .where(audit.c.space == OF_SPACE, audit.c.seq == bindparam("of_seq"))
    .order_by(audit.c.number)
    .limit(1)
)
_seq_of = select(audit.c.seq).where(
    audit.c.space == OF_SPACE, audit.c.change_id == bindparam("of_change")
)
_confirmations = Pages(
    select(confirmation).where(in_records(confirmation)),
    *(confirmation.c.key, confirmation.c.seq, confirmation.c.entry_id),
)
_silences = Pages(
    select(silence).where(in_records(silence)),
    *(silence.c.seq, silence.c.ordinal, silence.c.tentative, silence.c.row),
)
_aliases = Pages(select(alias).where(in_records(alias)), *(alias.c.name, alias.c.seq))
_unplaced = select(unplaced).where(in_records(unplaced)).order_by(unplaced.c.seq, unplaced.c.row)


def _number(table: FromClause, *conditions: Any) -> Any:
    return select(func.count()).select_from(table).where(*conditions).scalar_subquery()


_newest = (
    select(
        entry.c.status,
        func.row_number()
        .over(partition_by=entry.c.about_seq, order_by=entry.c.seq.desc())
        .label("place"),
    )
    .where(entry.c.space == OF_SPACE, entry.c.about_seq.is_not(None))
    .subquery()
)
_dead_letters = (
    select(func.count())
    .select_from(_newest)
    .where(_newest.c.place == 1, _newest.c.status == ReplyStatus.DEAD.value)
    .scalar_subquery()
)
_count_dead_letters = select(_dead_letters.label("found"))
_noted = vector.join(doc, vector.c.digest == doc.c.digest)
_counts = select(
    _number(entry, entry.c.space == OF_SPACE).label("entries"),
    _number(fact, in_records(fact), fact.c.dead_seq.is_(None), fact.c.standing.in_(SERVED)).label(
        "facts"
    ),
    _number(fact, in_records(fact)).label("versions"),
    _number(episode, in_records(episode), episode.c.dead_seq.is_(None)).label("episodes"),
    _number(doc, in_text(doc)).label("documents"),
    _number(doc, in_text(doc), doc.c.dead_seq.is_(None)).label("live_documents"),
    _number(posting, in_text(posting)).label("postings"),
    _number(vector, in_vectors(vector), vector.c.number > 0).label("vectors"),
    _dead_letters.label("dead_letters"),
    _number(unplaced, in_records(unplaced)).label("unplaced"),
    (
        _number(
            doc.outerjoin(vector, and_(in_vectors(vector), vector.c.digest == doc.c.digest)),
            in_text(doc),
            doc.c.doc > bindparam("last_doc"),
            vector.c.number.is_(None),
        )
        + _number(_noted, in_text(doc), IS_NOTE, vector.c.dim == WAITS)
    ).label("unembedded"),
    _number(_noted, in_text(doc), IS_NOTE, vector.c.dim == ASIDE).label("unembeddable"),
)


class SweepReads(Reads):
    """The part of `View` for housekeeping."""

    def watermark(self, space: Space, stage: str) -> Watermark:
        """Return how far `stage` has come in the space's generation."""
        if stage == EMBED:
            return self._embedded(space)
        state, number = self._state(space), space.generations.records
        head = state.space.head_seq
        row = self._link.first(_mark, {"of_space": space.id, "of_stage": stage})
        if row is not None and row.generation == number:
            made = partial(_mark_of, head=head)
            return decoded(made, row, f"the watermark of space {space.id}")
        kept = state.generation(RECORDS, number) if stage == DIGEST else None
        done = 0 if kept is None else kept.built_seq
        return Watermark(stage=stage, generation=number, done_seq=done, head_seq=head)

    def _embedded(self, space: Space) -> Watermark:
        """Return how far embedding has come: its work is what digestion has done."""
        number = space.generations.vectors
        row = self._link.first(_mark, self._at(space) | {"of_stage": EMBED})
        if row is not None:
            decoded(checked_mark, row, f"the watermark of space {space.id}")
        head = 0 if row is None else row.head_seq
        if row is not None and row.generation == number:
            made = partial(_mark_of, head=head)
            return decoded(made, row, f"the watermark of space {space.id}")
        return Watermark(stage=EMBED, generation=number, done_seq=0, head_seq=head)

    def audit(self, space: Space, *, after: int = 0, limit: int) -> Sequence[AuditRow]:
        """Return audit rows with `number > after`, in ascending number, at any horizon."""
        values = self._at(space) | {"last_number": after, "row_limit": limit}
        rows = self._link.rows(_audit, values)
        return [decoded(_audit_row, row, f"audit row {row.number}") for row in rows]

    def all_audit(self, space: Space) -> Iterator[AuditRow | Damage]:
        """Yield every audit row in ascending number."""
        for row in self._pages(_every_audit, self._at(space)):
            yield swept(_audit_row, row, f"space {space.id} audit {row.number}")

    def change_of(self, space: Space, seq: int) -> str | None:
        """Return the id of the first change that was made for the entry `seq`, if there is one."""
        row = self._link.first(_change_of, self._at(space) | {"of_seq": seq})
        return None if row is None else str(row.change_id)

    def seq_of(self, space: Space, change_id: str) -> int | None:
        """Return the seq of the entry for which a change was made, if there is such a change."""
        row = self._link.first(_seq_of, self._at(space) | {"of_change": change_id})
        return None if row is None else int(row.seq)

    def dead_letters(self, space: Space) -> int:
        """Return how many entries have a newest reply that is `dead`, at any horizon."""
        return int(self._link.first(_count_dead_letters, self._at(space)).found)

    def counts(self, space: Space) -> SpaceCounts:
        """Return the sizes of the space's generations, at any horizon."""
        made = self._state(space).generation(VECTORS, space.generations.vectors)
        last_doc = 0 if made is None else made.last_doc
        row = self._link.first(_counts, self._at(space) | {"last_doc": last_doc})
        mark = self.watermark(space, DIGEST)
        return SpaceCounts(
            **row._asdict(),
            pending=mark.head_seq - mark.done_seq,
            last_recorded_at=self._state(space).space.last_recorded_at,
        )

    def all_confirmations(self, space: Space) -> Iterator[Confirm | Damage]:
        """Yield every confirmation in ascending (key, seq)."""
        for row in self._pages(_confirmations, self._at(space)):
            yield swept(confirmation_of, row, f"space {space.id} entry {row.seq} confirmation")

    def all_silences(self, space: Space) -> Iterator[Silence | Damage]:
        """Yield every silence in ascending (seq, ordinal, tentative)."""
        for row in self._pages(_silences, self._at(space)):
            yield swept(silence_of, row, f"space {space.id} entry {row.seq} silence")

    def all_aliases(self, space: Space) -> Iterator[Alias]:
        """Yield every alias in ascending (name, seq)."""
        for row in self._pages(_aliases, self._at(space)):
            yield Alias(name=row.name, key=row.key, seq=row.seq, tentative=row.tentative)

    def unplaced(self, space: Space) -> Sequence[Unplaced]:
        """Return commands that found no place, in ascending seq."""
        rows = self._link.rows(_unplaced, self._at(space))
        return [Unplaced(seq=row.seq, reason=row.reason) for row in rows]

    def damages(self, space: Space) -> Iterator[Damage]:
        """Yield what only the driver can see: dangling rows, counters that are off."""
        yield from damages(self._link, self._pages, self._state(space), self._at(space))


def _mark_of(row: Any, *, head: int) -> Watermark:
    checked_mark(row)
    return Watermark(
        stage=row.stage,
        generation=row.generation,
        done_seq=row.done_seq,
        head_seq=head,
        attempts=row.attempts,
        next_try=None if row.next_try is None else from_micros(row.next_try),
    )


def _audit_row(row: Any) -> AuditRow:
    return AuditRow(
        number=row.number,
        format=row.format,
        change_id=row.change_id,
        seq=row.seq,
        operation=row.operation,
        actor=row.actor,
        reason=row.reason,
        rule=row.rule,
        at=from_micros(row.at),
        touched=tuple(json.loads(row.touched)),
        digest=row.digest,
        link=row.link,
    )

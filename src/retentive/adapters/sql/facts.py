"""Answers about facts."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, case, func, or_, select

from retentive.adapters.sql.decoding import decoded
from retentive.adapters.sql.reads import HORIZON, LIMIT, Bounds, alive, among, born, in_records
from retentive.adapters.sql.records import RecordReads
from retentive.adapters.sql.schema import citation, confirmation, fact, fact_label, silence
from retentive.kernel.times import from_micros, to_micros
from retentive.model.change import Confirm, Silence, Silencing
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Span
from retentive.model.query import FactFilter
from retentive.model.space import Space
from retentive.ports.rows import Confirmed, Position
from retentive.ports.view import SAME_WORDS

F, L, S = fact.c, fact_label.c, silence.c
SERVED = tuple(standing.value for standing in Standing if standing.served)

_is_served = F.standing.in_(SERVED)
_is_settled = F.standing != Standing.FRESH.value
_born = select(fact).where(in_records(fact), born(fact))
_alive = _born.where(alive(fact))
_oldest_first = (F.born_seq, F.id)

_place = func.row_number().over(
    partition_by=F.content_hash, order_by=(F.born_seq.desc(), F.id.desc())
)
_numbered = (
    _alive.add_columns(_place.label("place")).where(_is_served, among(F.content_hash)).subquery()
)
_by_hash = (
    select(_numbered)
    .where(_numbered.c.place <= SAME_WORDS)
    .order_by(_numbered.c.born_seq, _numbered.c.id)
)
_by_claim = _alive.where(
    _is_settled,
    F.claim_subject == bindparam("of_subject"),
    F.claim_attribute == bindparam("of_attribute"),
).order_by(*_oldest_first)
_claiming = _alive.where(
    _is_settled,
    _is_served,
    F.claim_subject == bindparam("of_subject"),
    F.claim_attribute == bindparam("of_attribute"),
)
_around = (
    _claiming.where(F.claim_begins <= bindparam("begun"))
    .order_by(F.claim_begins.desc(), F.born_seq.desc(), F.id.desc())
    .limit(LIMIT),
    _claiming.where(F.claim_begins > bindparam("begun"))
    .order_by(F.claim_begins, *_oldest_first)
    .limit(LIMIT),
)
_newest_first = (F.born_seq.desc(), F.id)
_alike = _claiming.where(F.claim_head == bindparam("of_head")).order_by(*_newest_first).limit(LIMIT)
_about = (
    _alive.where(_is_settled, _is_served, F.subject == bindparam("of_subject"))
    .order_by(*_newest_first)
    .limit(LIMIT)
)
_cited = select(citation.c.fact_id).where(in_records(citation), among(citation.c.entry_id))
_citing = _alive.where(F.id.in_(_cited)).order_by(*_oldest_first)

_lists = _born.order_by(F.born_seq.desc(), F.id).limit(LIMIT)
_behind = and_(
    F.born_seq <= bindparam("last_born"),
    or_(F.born_seq < bindparam("last_born"), F.id > bindparam("last_id")),
)

_confirmed = (
    select(
        confirmation.c.key,
        func.count(confirmation.c.session.distinct()).label("sessions"),
        func.sum(case((confirmation.c.session.is_(None), 1), else_=0)).label("alone"),
        func.max(confirmation.c.at).label("last_at"),
    )
    .where(in_records(confirmation), confirmation.c.seq <= HORIZON, among(confirmation.c.key))
    .group_by(confirmation.c.key)
)
_confirming = select(confirmation).where(
    in_records(confirmation), confirmation.c.seq <= HORIZON, among(confirmation.c.key)
)
_confirming_entries = select(confirmation).where(
    in_records(confirmation), confirmation.c.seq <= HORIZON, among(confirmation.c.entry_id)
)
_silent = select(silence).where(
    in_records(silence), or_(S.mode == Silencing.FORGOTTEN.value, S.seq <= HORIZON)
)
_silent_entries = _silent.where(among(S.entry_id))
_silent_keys = _silent.where(among(S.key))
_silent_contents = _silent.where(among(S.content))


class FactReads(RecordReads):
    """The part of `View` that finds facts, their confirmations and silences."""

    def facts(
        self, space: Space, wanted: FactFilter, *, after: Position | None = None, limit: int
    ) -> Sequence[Fact]:
        """Return facts that pass the filter, newest born first, then by ascending id."""
        values = self._at(space) | {"row_limit": limit}
        query = _lists.where(*_conditions(wanted))
        if after is not None:
            query = query.where(_behind)
            values |= {"last_born": after.born_seq, "last_id": after.id}
        return self._records(Fact, space, self._link.rows(query, values))

    def facts_by_hash(self, space: Space, hashes: Collection[str]) -> Mapping[str, Sequence[Fact]]:
        """Return for each content hash the served, not ended facts (fresh included)."""
        rows = self._link.rows_in(_by_hash, self._at(space), "items", hashes)
        found: dict[str, list[Fact]] = {}
        for one in self._records(Fact, space, list(rows)):
            found.setdefault(one.content_hash, []).append(one)
        return found

    def facts_by_claim(self, space: Space, subject: str, attribute: str) -> Sequence[Fact]:
        """Return settled, not ended facts with a claim on that subject and attribute."""
        values = self._at(space) | {"of_subject": subject, "of_attribute": attribute}
        return self._records(Fact, space, self._link.rows(_by_claim, values))

    def claims_around(
        self, space: Space, subject: str, attribute: str, at: datetime, *, limit: int
    ) -> Sequence[Fact]:
        """Return served, settled facts with such a claim that begin around `at`."""
        values = self._claiming(space, subject, attribute, limit) | {"begun": to_micros(at)}
        earlier, later = (list(self._link.rows(query, values)) for query in _around)
        return self._records(Fact, space, [*reversed(earlier), *later])

    def claims_alike(
        self, space: Space, subject: str, attribute: str, head: str, *, limit: int
    ) -> Sequence[Fact]:
        """Return served, settled facts with such a claim whose value has this head."""
        values = self._claiming(space, subject, attribute, limit) | {"of_head": head}
        return self._records(Fact, space, self._link.rows(_alike, values))

    def facts_about(self, space: Space, subject: str, *, limit: int) -> Sequence[Fact]:
        """Return served, settled facts about a subject, newest born first."""
        values = self._at(space) | {"of_subject": subject, "row_limit": limit}
        return self._records(Fact, space, self._link.rows(_about, values))

    def _claiming(self, space: Space, subject: str, attribute: str, limit: int) -> Bounds:
        named = {"of_subject": subject, "of_attribute": attribute, "row_limit": limit}
        return self._at(space) | named

    def facts_citing(self, space: Space, entry_ids: Collection[str]) -> Sequence[Fact]:
        """Return not ended facts (any standing, fresh included) that cite these entries."""
        rows = self._link.rows_in(_citing, self._at(space), "items", entry_ids)
        once = {row.id: row for row in rows}
        ordered = sorted(once.values(), key=lambda row: (row.born_seq, row.id))
        return self._records(Fact, space, ordered)

    def confirmations(self, space: Space, keys: Collection[str]) -> Mapping[str, Confirmed]:
        """Return how many distinct sessions confirmed each lineage, and when last."""
        rows = self._link.rows_in(_confirmed, self._at(space), "items", keys)
        return {
            row.key: decoded(_confirmed_of, row, f"a confirmation of {row.key}") for row in rows
        }

    def confirming(
        self, space: Space, keys: Collection[str] = (), *, entry_ids: Collection[str] = ()
    ) -> Sequence[Confirm]:
        """Return the confirmations of these lineages or by these entries, by (key, seq)."""
        values, rows = self._at(space), {}
        for query, names in ((_confirming, keys), (_confirming_entries, entry_ids)):
            for row in self._link.rows_in(query, values, "items", names):
                rows[row.key, row.seq] = row
        ordered = [row for _, row in sorted(rows.items())]
        return [decoded(confirmation_of, row, f"a confirmation of {row.key}") for row in ordered]

    def silences(
        self,
        space: Space,
        *,
        entry_ids: Collection[str] = (),
        keys: Collection[str] = (),
        contents: Collection[str] = (),
    ) -> Sequence[Silence]:
        """Return silences that name one of these entries, lineages or hashes, by (seq, ordinal)."""
        values, rows = self._at(space), {}
        asked = ((_silent_keys, keys), (_silent_entries, entry_ids), (_silent_contents, contents))
        for query, names in asked:
            rows.update({row.row: row for row in self._link.rows_in(query, values, "items", names)})
        ordered = sorted(rows.values(), key=lambda row: (row.seq, row.ordinal, row.row))
        return [decoded(silence_of, row, f"a silence of entry {row.seq}") for row in ordered]


def _confirmed_of(row: Any) -> Confirmed:
    return Confirmed(row.sessions + row.alone, from_micros(row.last_at))


def confirmation_of(row: Any) -> Confirm:
    """Return the confirmation of a row."""
    return Confirm(
        key=row.key,
        entry_id=row.entry_id,
        seq=row.seq,
        speaker=row.speaker,
        session=row.session,
        at=from_micros(row.at),
        spans=tuple(Span(start, end) for start, end in json.loads(row.spans)),
    )


def silence_of(row: Any) -> Silence:
    """Return the silence of a row."""
    return Silence(
        seq=row.seq,
        ordinal=row.ordinal,
        mode=Silencing(row.mode),
        entry_id=row.entry_id,
        span=None if row.start is None else Span(row.start, row.end),
        key=row.key,
        content=row.content,
        tentative=row.tentative,
    )


def _conditions(wanted: FactFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if not wanted.include_retired:
        conditions.append(alive(fact))
    if not wanted.include_unserved:
        conditions.append(_is_served)
    if wanted.kinds:
        conditions.append(F.kind.in_(sorted(wanted.kinds)))
    if wanted.theme_key is not None:
        conditions.append(F.theme_key == wanted.theme_key)
    if wanted.entity_key is not None:
        conditions.append(_labelled("entity", [wanted.entity_key]))
    if wanted.tags:
        conditions.append(_labelled("tag", wanted.tags))
    if wanted.exclude_tags:
        conditions.append(~_labelled("tag", wanted.exclude_tags))
    if wanted.valid_at is not None:
        conditions.append(_holds(to_micros(wanted.valid_at)))
    return conditions


def _labelled(kind: str, names: Collection[str]) -> ColumnElement[bool]:
    found = select(L.fact_id).where(in_records(fact_label), L.kind == kind, L.label.in_(names))
    return F.id.in_(found)


def _holds(at: int) -> ColumnElement[bool]:
    return and_(
        or_(F.valid_from.is_(None), F.valid_from <= at),
        or_(F.valid_until.is_(None), F.valid_until > at),
    )

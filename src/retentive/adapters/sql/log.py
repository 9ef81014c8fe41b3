"""Answers from the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import BindParameter, and_, bindparam, or_, select

from retentive.adapters.sql.decoding import UNREADABLE, corrupt, unreadable
from retentive.adapters.sql.reads import (
    HORIZON,
    LIMIT,
    OF_SPACE,
    Pages,
    Reads,
    among,
)
from retentive.adapters.sql.rows import entry_of, is_sealed, text_of
from retentive.adapters.sql.schema import IS_MESSAGE, blob, entry
from retentive.kernel.errors import NewerEntry
from retentive.kernel.times import to_micros
from retentive.model.entry import Entry
from retentive.model.report import Damage
from retentive.model.space import Space

E = entry.c
_within = select(entry).where(E.space == OF_SPACE, E.seq <= HORIZON)
_after = _within.where(E.seq > bindparam("last_seq")).order_by(E.seq).limit(LIMIT)
_by_id = _within.where(among(E.id))
_said_at: BindParameter[int] = bindparam("at_said")
_at_seq: BindParameter[int] = bindparam("at_seq")
_is_earlier = or_(E.said_at < _said_at, and_(E.said_at == _said_at, E.seq < _at_seq))
_is_later = or_(E.said_at > _said_at, and_(E.said_at == _said_at, E.seq > _at_seq))
_in_session = {
    True: _within.where(IS_MESSAGE, E.session.is_(None)),
    False: _within.where(IS_MESSAGE, E.session == bindparam("of_session")),
}
_before = {
    none: query.where(E.said_at <= _said_at, _is_earlier)
    .order_by(E.said_at.desc(), E.seq.desc())
    .limit(LIMIT)
    for none, query in _in_session.items()
}
_behind = {
    none: query.where(E.said_at >= _said_at, _is_later).order_by(E.said_at, E.seq).limit(LIMIT)
    for none, query in _in_session.items()
}
_newest = {none: query.order_by(E.seq.desc()).limit(LIMIT) for none, query in _in_session.items()}
_about = select(entry).where(E.space == OF_SPACE, among(E.about_seq)).order_by(E.about_seq, E.seq)
_called = _within.where(E.caller_id == bindparam("own_id")).order_by(E.seq).limit(LIMIT)
_called_in = _called.where(E.session == bindparam("of_session"))
_every = Pages(select(entry).where(E.space == OF_SPACE), E.seq)
_blobs = select(blob.c.digest, blob.c.data).where(blob.c.space == OF_SPACE, among(blob.c.digest))


class LogReads(Reads):
    """The part of `View` that reads entries."""

    def entries(self, space: Space, *, after: int = 0, limit: int) -> Sequence[Entry]:
        """Return entries with `seq > after`, oldest first, at most `limit`."""
        values = self._at(space) | {"last_seq": after, "row_limit": limit}
        return self._entries(space, self._link.rows(_after, values))

    def entries_by_id(self, space: Space, ids: Collection[str]) -> Mapping[str, Entry]:
        """Return the entries of these ids; unknown ids are absent."""
        rows = list(self._link.rows_in(_by_id, self._at(space), "items", ids))
        return {one.id: one for one in self._entries(space, rows)}

    def neighbours(
        self, space: Space, entry: Entry, *, before: int, after: int
    ) -> tuple[Sequence[Entry], Sequence[Entry]]:
        """Return messages of the entry's session around it, in the order of (said_at, seq)."""
        session = entry.origin.session
        values = self._at(space) | {"at_said": to_micros(entry.said_at), "at_seq": entry.seq}
        if session is not None:
            values["of_session"] = session
        none = session is None
        earlier = self._link.rows(_before[none], values | {"row_limit": before}) if before else []
        later = self._link.rows(_behind[none], values | {"row_limit": after}) if after else []
        return (
            self._entries(space, list(reversed(earlier))),
            self._entries(space, later),
        )

    def recent(self, space: Space, session: str | None, *, limit: int) -> Sequence[Entry]:
        """Return the newest messages of a session, in ascending seq."""
        values = self._at(space) | {"row_limit": limit}
        if session is not None:
            values["of_session"] = session
        rows = self._link.rows(_newest[session is None], values)
        return self._entries(space, list(reversed(rows)))

    def called(
        self, space: Space, caller_id: str, *, session: str | None = None, limit: int
    ) -> Sequence[Entry]:
        """Return entries to which their caller gave this id, oldest first, at most `limit`."""
        values = self._at(space) | {"own_id": caller_id, "row_limit": limit}
        if session is None:
            return self._entries(space, self._link.rows(_called, values))
        return self._entries(space, self._link.rows(_called_in, values | {"of_session": session}))

    def replies(self, space: Space, about: Collection[int]) -> Mapping[int, Sequence[Entry]]:
        """Return recorded replies by the seq they are about, oldest first, at any horizon."""
        within = {seq for seq in about if seq <= space.horizon}
        rows = list(self._link.rows_in(_about, self._at(space), "items", within))
        found: dict[int, list[Entry]] = {}
        for row, one in zip(rows, self._entries(space, rows), strict=True):
            found.setdefault(row.about_seq, []).append(one)
        return found

    def all_entries(self, space: Space) -> Iterator[Entry | Damage]:
        """Yield every entry in ascending seq."""
        page: list[Any] = []
        for row in self._pages(_every, self._at(space)):
            page.append(row)
            if len(page) == _PAGE:
                yield from self._readable(space, page)
                page = []
        yield from self._readable(space, page)

    def _readable(self, space: Space, rows: Sequence[Any]) -> Iterator[Entry | Damage]:
        texts = self._texts(space, rows, errors="replace")
        for row in rows:
            place = f"space {space.id} entry {row.seq}"
            try:
                stands_once = row.text is None or row.blob is None
                if stands_once and is_sealed(entry, row, text_of(row, texts)):
                    yield entry_of(row, texts)
                else:
                    yield Damage(check="checksum", place=place, detail="is not as it was written")
            except NewerEntry as error:
                yield Damage(check="version", place=place, detail=error.message)
            except UNREADABLE as error:
                yield unreadable(place, error)

    def _entries(self, space: Space, rows: Sequence[Any]) -> list[Entry]:
        try:
            texts = self._texts(space, rows)
            return [entry_of(row, texts) for row in rows]
        except UNREADABLE as error:
            raise corrupt(f"an entry of space {space.id}") from error

    def _texts(self, space: Space, rows: Iterable[Any], errors: str = "strict") -> dict[bytes, str]:
        """Return the long texts that these rows refer to."""
        names = {row.blob for row in rows if isinstance(row.blob, bytes)}
        found = self._link.rows_in(_blobs, {"of_space": space.id}, "items", names)
        kept = (row for row in found if isinstance(row.data, bytes))
        return {row.digest: row.data.decode(errors=errors) for row in kept}


_PAGE = 200
"""How many entries, and their long texts, a sweep decodes at once."""

"""Answers from the log."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from retentive.adapters.memory.reads import Reads
from retentive.model.entry import Entry, Message, Reply
from retentive.model.space import Space


def _said(entry: Entry) -> tuple[datetime, int]:
    return entry.said_at, entry.seq


class LogReads(Reads):
    """The part of `View` that reads entries."""

    def entries(self, space: Space, *, after: int = 0, limit: int) -> Sequence[Entry]:
        """Return entries with `seq > after`, oldest first, at most `limit`."""
        return [entry for entry in self._log(space) if entry.seq > after][:limit]

    def entries_by_id(self, space: Space, ids: Collection[str]) -> Mapping[str, Entry]:
        """Return the entries of these ids; unknown ids are absent."""
        return {entry.id: entry for entry in self._log(space) if entry.id in ids}

    def neighbours(
        self, space: Space, entry: Entry, *, before: int, after: int
    ) -> tuple[Sequence[Entry], Sequence[Entry]]:
        """Return messages of the entry's session around it, in the order of (said_at, seq)."""
        session = entry.origin.session
        messages = sorted(self._messages(space, session), key=_said)
        earlier = [other for other in messages if _said(other) < _said(entry)]
        later = [other for other in messages if _said(other) > _said(entry)]
        return earlier[max(0, len(earlier) - before) :], later[:after]

    def recent(self, space: Space, session: str | None, *, limit: int) -> Sequence[Entry]:
        """Return the newest messages of a session, in ascending seq."""
        messages = self._messages(space, session)
        return messages[max(0, len(messages) - limit) :]

    def called(
        self, space: Space, caller_id: str, *, session: str | None = None, limit: int
    ) -> Sequence[Entry]:
        """Return entries to which their caller gave this id, oldest first, at most `limit`."""
        return [
            entry
            for entry in self._log(space)
            if entry.caller_id == caller_id and session in (None, entry.origin.session)
        ][:limit]

    def replies(self, space: Space, about: Collection[int]) -> Mapping[int, Sequence[Entry]]:
        """Return recorded replies by the seq they are about, oldest first, at any horizon."""
        within = {seq for seq in about if seq <= space.horizon}
        found: dict[int, list[Entry]] = {}
        for entry in self._state(space).entries:
            if isinstance(entry.body, Reply) and entry.body.about_seq in within:
                found.setdefault(entry.body.about_seq, []).append(entry)
        return found

    def _messages(self, space: Space, session: str | None) -> list[Entry]:
        return [
            entry
            for entry in self._log(space)
            if isinstance(entry.body, Message) and entry.origin.session == session
        ]

"""Checks of the log: nothing missing, in order, and the space row agrees with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retentive.kernel.errors import ScopeRequired
from retentive.model.entry import Entry, Reply
from retentive.model.report import Damage
from retentive.model.space import EMBED, Space, Watermark
from retentive.rules.integrity.outline import Outline


@dataclass
class LogCheck:
    """Reads the rows of a log in their order and fills its outline."""

    outline: Outline
    _last: Entry | None = None
    _unreadable: int = 0
    rows: int = 0

    def read(self, row: Entry | Damage) -> Iterator[Damage]:
        """Yield what is wrong with the next row."""
        self.rows += 1
        if isinstance(row, Damage):
            self._unreadable += 1
            yield row
            return
        yield from self._numbered(row)
        yield from self._timed(row)
        if not self._is_at_home(row):
            yield self._at(row.seq, "log-space", "was said in a scope that does not write here")
        if row.id in self.outline.seqs:
            other = self.outline.seqs[row.id]
            yield self._at(row.seq, "log-id", f"entry {other} has the same id")
        self.outline.add(row)
        self._last, self._unreadable = row, 0

    def ended(self) -> Iterator[Damage]:
        """Yield what the space row says otherwise than the log."""
        space, last = self.outline.space, self._last
        seq = last.seq if last else 0
        if seq + self._unreadable < space.head_seq:
            yield self._gap(seq + 1, space.head_seq)
        elif seq > space.head_seq:
            detail = f"the space says it ends at {space.head_seq}"
            yield self._at(seq, "log-head", detail)
        elif last and not self._unreadable and last.recorded_at != space.last_recorded_at:
            detail = f"recorded at {last.recorded_at}, the space says {space.last_recorded_at}"
            yield self._at(seq, "log-head", detail)

    def _numbered(self, entry: Entry) -> Iterator[Damage]:
        before = self._last.seq if self._last else 0
        if entry.seq <= before:
            yield self._at(entry.seq, "log-order", f"follows entry {before}")
        elif entry.seq > before + 1 + self._unreadable:
            yield self._gap(before + 1, entry.seq - 1)
        if entry.space != self.outline.space.id:
            yield self._at(entry.seq, "log-space", f"says it is of space {entry.space}")
        if isinstance(entry.body, Reply) and not 1 <= entry.body.about_seq < entry.seq:
            detail = f"a reply about entry {entry.body.about_seq}, which is not before it"
            yield self._at(entry.seq, "log-reply", detail)

    def _timed(self, entry: Entry) -> Iterator[Damage]:
        last = self._last
        if last is not None and entry.recorded_at <= last.recorded_at:
            detail = f"recorded at {entry.recorded_at}, entry {last.seq} at {last.recorded_at}"
            yield self._at(entry.seq, "log-time", detail)
        if entry.said_at > entry.recorded_at:
            detail = f"said at {entry.said_at}, recorded before, at {entry.recorded_at}"
            yield self._at(entry.seq, "log-time", detail)

    def _is_at_home(self, entry: Entry) -> bool:
        address = self.outline.space.address
        try:
            return entry.origin.address(address.visibility) == address
        except ScopeRequired:
            return False

    def _gap(self, first: int, last: int) -> Damage:
        count = last - first + 1 - self._unreadable
        detail = f"{count} of the entries {first} to {last} are not in the log"
        return self._at(first, "log-gap", detail if last > first else "is not in the log")

    def _at(self, seq: int, check: str, detail: str) -> Damage:
        return Damage(check=check, place=self.outline.entry_place(seq), detail=detail)


def watermark_damages(space: Space, mark: Watermark) -> Iterator[Damage]:
    """Yield what is wrong with how far a stage says it has come."""
    place, made = f"space {space.id}", space.generations
    generation = made.vectors if mark.stage == EMBED else made.records
    if not 0 <= mark.done_seq <= mark.head_seq:
        detail = f"{mark.stage} has done {mark.done_seq}, its work ends at {mark.head_seq}"
        yield Damage(check="watermark", place=place, detail=detail)
    if mark.generation != generation or mark.attempts < 0:
        detail = f"{mark.stage} is of generation {mark.generation}, after {mark.attempts} attempts"
        yield Damage(check="watermark", place=place, detail=detail)


def order_damages(space: Space, digest: Watermark, embed: Watermark) -> Iterator[Damage]:
    """Yield that embedding is not where digestion left it."""
    if embed.head_seq != digest.done_seq or embed.done_seq > digest.done_seq:
        detail = f"embed has done {embed.done_seq} of {embed.head_seq}, digest {digest.done_seq}"
        yield Damage(check="watermark", place=f"space {space.id}", detail=detail)

"""Checks of derived records: their times, their lineages, and the words they rest on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from retentive.model.fact import Fact, Standing
from retentive.model.record import Record
from retentive.model.report import Damage
from retentive.rules.facts import content_hash
from retentive.rules.integrity.outline import Outline, Unknown

_SAYS_AT_ONCE = frozenset({"statement", "command"})


class Version(NamedTuple):
    """What is kept of a version: its place in its lineage."""

    id: str
    born_seq: int
    dead_seq: int | None
    superseded_by: str | None
    fresh: bool


@dataclass
class RecordCheck:
    """Reads the versions of one family in ascending (born_seq, id)."""

    outline: Outline
    family: str
    lineages: dict[str, list[Version]] = field(default_factory=dict)
    ids: set[str] = field(default_factory=set)
    unreadable: int = 0
    early: int = 0

    def read(self, record: Record) -> Iterator[Damage]:
        """Yield what is wrong with one version by itself."""
        fresh = isinstance(record, Fact) and record.standing is Standing.FRESH
        version = Version(record.id, record.born_seq, record.dead_seq, record.superseded_by, fresh)
        self.lineages.setdefault(record.key, []).append(version)
        self.ids.add(record.id)
        if record.space != self.outline.space.id:
            yield self._at(record.id, "record-space", f"says it is of space {record.space}")
        yield from self._born(record)
        yield from self._ended(record)
        if fresh:
            yield from self._fresh(record)
        elif self.outline.holds(record.born_seq) and self.outline.is_pending(record.born_seq):
            self.early += 1

    def ended(self) -> Iterator[Damage]:
        """Yield what is wrong between versions, once all were read."""
        unknown = Unknown()
        for versions in self.lineages.values():
            yield from self._lineage([one for one in versions if not one.fresh])
            for version in versions:
                name = version.superseded_by
                if name is not None and name not in self.ids:
                    detail = f"superseded by {name}, which is not stored"
                    unknown.add(name, self._at(version.id, "superseded-by", detail))
        yield from unknown.unexplained(self.unreadable)
        if self.early:
            detail = (
                f"digested to {self.outline.watermark}, but {self.early} versions of family "
                f"{self.family} rest on later entries"
            )
            yield Damage(check="watermark", place=self.outline.place, detail=detail)

    def _born(self, record: Record) -> Iterator[Damage]:
        line = self.outline.lines.get(record.born_seq)
        if not self.outline.holds(record.born_seq):
            detail = f"rests on entry {record.born_seq}, the log ends at {self.outline.head}"
            yield self._at(record.id, "record-time", detail)
        elif line is not None and line.recorded_at != record.recorded_at:
            detail = (
                f"recorded at {record.recorded_at}, entry {record.born_seq} at {line.recorded_at}"
            )
            yield self._at(record.id, "record-time", detail)

    def _ended(self, record: Record) -> Iterator[Damage]:
        seq = record.dead_seq
        if seq is None:
            if record.retired_at is not None or record.superseded_by is not None:
                yield self._at(record.id, "record-end", "has an end, but no entry that ended it")
            return
        line = self.outline.lines.get(seq)
        if seq <= record.born_seq or not self.outline.holds(seq):
            detail = f"from entry {record.born_seq} to {seq}, the log ends at {self.outline.head}"
            yield self._at(record.id, "record-end", detail)
        elif line is not None and line.recorded_at != record.retired_at:
            detail = f"retired at {record.retired_at}, entry {seq} was at {line.recorded_at}"
            yield self._at(record.id, "record-end", detail)

    def _fresh(self, record: Record) -> Iterator[Damage]:
        line = self.outline.lines.get(record.born_seq)
        if self.outline.is_settled(record.born_seq):
            detail = f"still fresh, though entry {record.born_seq} was digested"
            yield self._at(record.id, "fresh", detail)
        elif line is not None and line.kind not in _SAYS_AT_ONCE:
            yield self._at(record.id, "fresh", f"fresh, but made by a {line.kind}")
        if record.dead_seq is not None:
            yield self._at(record.id, "fresh", "fresh, and yet ended")

    def _lineage(self, settled: list[Version]) -> Iterator[Damage]:
        live = [one for one in settled if one.dead_seq is None]
        if len(live) > 1:
            detail = f"{len(live)} versions of its lineage have not ended"
            yield self._at(live[0].id, "two-live", detail)
            return
        for version, following in pairwise(settled):
            named = version.superseded_by
            if named is not None and named not in self.ids:
                continue
            if version.dead_seq != following.born_seq or named != following.id:
                detail = (
                    f"ended at {version.dead_seq} by {named}, but {following.id} of its lineage "
                    f"follows at {following.born_seq}"
                )
                yield self._at(version.id, "chain", detail)

    def _at(self, record_id: str, check: str, detail: str) -> Damage:
        return Damage(check=check, place=f"{self.family} {record_id}", detail=detail)


@dataclass
class FactCheck:
    """Reads facts in ascending (born_seq, id), with the words they cite."""

    outline: Outline
    entries: Unknown
    _unsound: set[str] = field(default_factory=set)

    def read(self, fact: Fact, texts: Mapping[str, str]) -> Iterator[Damage]:
        """Yield what is wrong with a fact's hash and quotes; `texts` holds the cited entries."""
        if fact.content_hash != content_hash(self.outline.space, fact.subject, fact.text):
            yield self._at(fact, "content-hash", "is not that of its words and subject")
        if fact.standing is Standing.QUARANTINED:
            self._unsound.add(fact.key)
        if not fact.provenance.citations and not fact.provenance.derived_from:
            yield self._at(fact, "citation", "rests on nothing")
        for citation in fact.provenance.citations:
            seq = self.outline.seqs.get(citation.entry_id)
            if seq is None:
                detail = f"cites {citation.entry_id}, which is not in the log"
                self.entries.add(citation.entry_id, self._at(fact, "citation", detail))
                continue
            start, end = citation.span
            if seq > fact.born_seq:
                detail = f"cites entry {seq}, but was made by entry {fact.born_seq}"
                yield self._at(fact, "citation", detail)
            text = texts.get(citation.entry_id)
            if text is None or fact.key in self._unsound:
                continue
            if not 0 <= start < end <= len(text) or text[start:end] != citation.quote:
                detail = f"its quote does not stand at {start}:{end} of entry {seq}"
                yield self._at(fact, "citation", detail)

    def _at(self, fact: Fact, check: str, detail: str) -> Damage:
        return Damage(check=check, place=f"fact {fact.id}", detail=detail)

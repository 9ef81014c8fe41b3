"""Checking one space in one snapshot: its rows against its log, the rules and each other.

Rows are read one by one; what stays in memory are names, numbers and digests, never the
words of a whole space.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Any, TypeVar

from retentive.kernel.errors import StoreError
from retentive.model.change import Alias, Doc, Silence
from retentive.model.entry import Entry
from retentive.model.episode import Episode
from retentive.model.fact import Fact
from retentive.model.graph import Entity, Relation, Theme
from retentive.model.record import Record
from retentive.model.report import Damage
from retentive.model.space import DIGEST, EMBED, Space
from retentive.ports.rows import StoredDoc, StoredPosting
from retentive.ports.view import View
from retentive.rules.integrity.audit import AuditCheck
from retentive.rules.integrity.counts import Sizes, count_damages, total_damages
from retentive.rules.integrity.episodes import EpisodeCheck
from retentive.rules.integrity.index import IndexCheck
from retentive.rules.integrity.log import LogCheck, order_damages, watermark_damages
from retentive.rules.integrity.notes import NoteCheck
from retentive.rules.integrity.outline import Outline, Unknown
from retentive.rules.integrity.records import FactCheck, RecordCheck
from retentive.rules.integrity.sieve import Sieve
from retentive.rules.integrity.vectors import VectorCheck

Advanced = Callable[[int], None]
"""Told how many entries of the space are done."""

_GRAPH: tuple[type[Any], ...] = (Entity, Relation, Theme)

_FACTS_AT_ONCE = 64
_TOLD_EVERY = 100

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """What was looked at in one space, and what is wrong there."""

    entries: int
    records: int
    documents: int
    damages: tuple[Damage, ...]


def examine(view: View, space: Space, advanced: Advanced) -> Examined:
    """Check one space of a view; what cannot be read at all is a damage, and ends the checks."""
    examination = _Examination(view, space, advanced)
    damages: list[Damage] = []
    for name, part in examination.parts().items():
        try:
            damages.extend(part())
        except (StoreError, ValueError, TypeError, LookupError, AttributeError) as error:
            detail = f"the {name} cannot be read: {type(error).__name__}"
            damages.append(Damage(check="unreadable", place=f"space {space.id}", detail=detail))
            break
        finally:
            damages.extend(examination.sieve.taken())
    return Examined(
        entries=examination.log.rows,
        records=sum(len(check.ids) + check.unreadable for check in examination.records.values()),
        documents=examination.sizes.documents,
        damages=tuple(damages),
    )


@dataclass
class _Examination:
    view: View
    space: Space
    advanced: Advanced
    entries: Unknown = field(default_factory=Unknown)
    keys: Unknown = field(default_factory=Unknown)
    sizes: Sizes = field(default_factory=Sizes)
    sieve: Sieve = field(default_factory=Sieve)

    def __post_init__(self) -> None:
        outline = Outline(self.space, self.view.watermark(self.space, DIGEST).done_seq)
        self.outline = outline
        self.log = LogCheck(outline)
        self.index = IndexCheck(outline)
        self.records = {
            family: RecordCheck(outline, family.__name__.lower())
            for family in (Fact, Episode, *_GRAPH)
        }

    def parts(self) -> dict[str, Callable[[], Iterable[Damage]]]:
        """Return the checks in the order in which they stand on each other."""
        return {
            "watermarks": self._watermarks,
            "index": self._stored_index,
            "vectors": self._vectors,
            "silences": self._silences,
            "log": self._log,
            "facts": self._facts,
            "episodes": self._episodes,
            "graph": self._graph,
            "notes": self._notes,
            "audit": self._audit,
            "orphans": self._orphans,
            "counters": self._counters,
            "rest": lambda: self.view.damages(self.space),
        }

    def _watermarks(self) -> Iterator[Damage]:
        marks = [self.view.watermark(self.space, stage) for stage in (DIGEST, EMBED)]
        for mark in marks:
            yield from watermark_damages(self.space, mark)
        yield from order_damages(self.space, *marks)

    def _stored_index(self) -> Iterator[Damage]:
        docs = self.sieve.of(self.view.all_docs(self.space))
        postings_of = self.sieve.of(self.view.all_postings(self.space))
        for number, stored, postings in _merged(docs, postings_of):
            self.sizes.postings += len(postings)
            if stored is None:
                detail = f"{len(postings)} postings of a document that is not stored"
                yield self._document(number, detail)
                continue
            self.sizes.count_document(stored.dead_seq, stored.length)
            doc = Doc(
                born_seq=stored.born_seq,
                dead_seq=stored.dead_seq,
                length=stored.length,
                terms={(one.term, one.field): one.tf for one in postings},
                digest=stored.digest,
                place=stored.place,
            )
            self.index.add(number, stored.owner, doc)
            copied = (stored.length, stored.born_seq, stored.dead_seq)
            other = sum((one.length, one.born_seq, one.dead_seq) != copied for one in postings)
            if other:
                yield self._document(number, f"{other} postings differ from it in length or time")

    def _document(self, number: int, detail: str) -> Damage:
        place = f"{self.outline.place} document {number}"
        return Damage(check="posting", place=place, detail=detail)

    def _vectors(self) -> Iterator[Damage]:
        check = VectorCheck(self.outline.place)
        for vector in self.view.vectors(self.space):
            yield from check.read(vector.number, vector.dim, vector.data)
        yield from check.ended()
        self.sizes.vectors = check.count

    def _silences(self) -> Iterator[Damage]:
        for silence in self.sieve.of(self.view.all_silences(self.space)):
            self.index.silence(silence)
        return iter(())

    def _log(self) -> Iterator[Damage]:
        for row in self.view.all_entries(self.space):
            yield from self.log.read(row)
            if isinstance(row, Entry):
                yield from self.index.turn(row)
                self._tell(row.seq)
        yield from self.log.ended()
        yield from self.index.ended()

    def _facts(self) -> Iterator[Damage]:
        records, words = self.records[Fact], FactCheck(self.outline, self.entries)
        for batch in _batches(self.view.all_records(self.space, Fact), _FACTS_AT_ONCE):
            facts = [row for row in batch if isinstance(row, Fact)]
            texts = self._cited(facts)
            for row in batch:
                yield from self._record(records, row)
            for fact in facts:
                self.sizes.count_fact(fact)
                yield from words.read(fact, texts)
                yield from self.index.fact(fact)
                self._tell(self.space.head_seq + fact.born_seq)
        yield from records.ended()

    def _cited(self, facts: Iterable[Fact]) -> dict[str, str]:
        """Return the texts of the entries that these facts cite, as far as they can be read."""
        ids = {one.entry_id for fact in facts for one in fact.provenance.citations}
        known = ids & self.outline.seqs.keys()
        entries = self.view.entries_by_id(self.space, known) if known else {}
        return {entry_id: entry.text for entry_id, entry in entries.items()}

    def _episodes(self) -> Iterator[Damage]:
        records, episodes = self.records[Episode], EpisodeCheck(self.outline, self.entries)
        for row in self.view.all_records(self.space, Episode):
            yield from self._record(records, row)
            if isinstance(row, Episode):
                self.sizes.episodes += row.dead_seq is None
                yield from episodes.read(row)
        yield from records.ended()
        if not records.unreadable:
            yield from episodes.ended()

    def _graph(self) -> Iterator[Damage]:
        for family in _GRAPH:
            for row in self.view.all_records(self.space, family):
                yield from self._record(self.records[family], row)
            yield from self.records[family].ended()

    def _record(self, check: RecordCheck, row: Record | Damage) -> Iterator[Damage]:
        if isinstance(row, Damage):
            check.unreadable += 1
            yield row
        else:
            yield from check.read(row)

    def _notes(self) -> Iterator[Damage]:
        facts, view, space = self.records[Fact], self.view, self.space
        notes = NoteCheck(self.outline, self.entries, self.keys, facts.lineages, facts.ids)
        aliases: dict[str, list[Alias]] = {}
        for alias in view.all_aliases(space):
            aliases.setdefault(alias.name, []).append(alias)
        unplaced = view.unplaced(space)
        self.sizes.unplaced = len(unplaced)
        yield from notes.confirmations(self.sieve.of(view.all_confirmations(space)))
        yield from notes.aliases(aliases)
        nowhere = {one.seq for one in unplaced}
        silences = (one for one in view.all_silences(space) if isinstance(one, Silence))
        yield from notes.silences(silences, aliases.keys(), nowhere)
        yield from notes.unplaced(unplaced)

    def _audit(self) -> Iterator[Damage]:
        chain = AuditCheck(self.outline)
        for row in self.view.all_audit(self.space):
            if isinstance(row, Damage):
                yield row
                chain.unreadable()
            else:
                yield from chain.read(row)
        yield from chain.ended()

    def _orphans(self) -> Iterator[Damage]:
        unreadable = self.records[Fact].unreadable
        others = {
            name
            for family, check in self.records.items()
            if family is not Fact
            for name in check.ids
        }
        yield from self.index.orphans(others, unreadable)
        yield from self.entries.unexplained(self.outline.lost)
        yield from self.keys.unexplained(unreadable)

    def _counters(self) -> Iterator[Damage]:
        sizes, totals = self.sizes, self.view.totals(self.space)
        sizes.entries = self.log.rows
        sizes.dead_letters = self.outline.dead_letters
        yield from total_damages(self.outline.place, sizes, totals.docs, totals.length)
        unreadable = any(check.unreadable for check in self.records.values())
        if not self.outline.lost and not unreadable:
            counts = self.view.counts(self.space)
            yield from count_damages(self.outline.place, sizes, counts)

    def _tell(self, step: int) -> None:
        """Say how far it is: the log is half of the work, the facts that rest on it the rest."""
        if step % _TOLD_EVERY == 0:
            self.advanced(min(step // 2, self.space.head_seq))


def _merged(
    docs: Iterator[StoredDoc], postings: Iterator[StoredPosting]
) -> Iterator[tuple[int, StoredDoc | None, list[StoredPosting]]]:
    """Yield each document with its postings; None where postings have no document."""
    stored = next(docs, None)
    for number, group in groupby(postings, key=lambda posting: posting.doc):
        while stored is not None and stored.doc < number:
            yield stored.doc, stored, []
            stored = next(docs, None)
        if stored is not None and stored.doc == number:
            yield number, stored, list(group)
            stored = next(docs, None)
        else:
            yield number, None, list(group)
    while stored is not None:
        yield stored.doc, stored, []
        stored = next(docs, None)


def _batches(rows: Iterable[T], size: int) -> Iterator[list[T]]:
    iterator = iter(rows)
    while batch := list(islice(iterator, size)):
        yield batch

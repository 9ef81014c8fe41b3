"""Answers about work and audit, and sweeps over everything stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retentive.adapters.memory.facts import oldest_first
from retentive.adapters.memory.reads import Reads
from retentive.adapters.memory.state import Rows, VectorRows
from retentive.model.change import Alias, AuditRow, Confirm, Silence, Unplaced
from retentive.model.entry import Entry, Reply, ReplyStatus
from retentive.model.episode import Episode
from retentive.model.fact import Fact
from retentive.model.report import Damage, SpaceCounts
from retentive.model.space import DIGEST, Space, Watermark
from retentive.ports.rows import StoredDoc, StoredPosting
from retentive.ports.store import R


class SweepReads(Reads):
    """The part of `View` for housekeeping."""

    def watermark(self, space: Space, stage: str) -> Watermark:
        """Return how far `stage` has come in the space's generation."""
        return self._state(space).watermark(stage, space)

    def audit(self, space: Space, *, after: int = 0, limit: int) -> Sequence[AuditRow]:
        """Return audit rows with `number > after`, in ascending number, at any horizon."""
        return [row for row in self._state(space).audit if row.number > after][:limit]

    def change_of(self, space: Space, seq: int) -> str | None:
        """Return the id of the first change that was made for the entry `seq`, if there is one."""
        made = (row.change_id for row in self._state(space).audit if row.seq == seq)
        return next(made, None)

    def seq_of(self, space: Space, change_id: str) -> int | None:
        """Return the seq of the entry for which a change was made, if there is such a change."""
        made = (row.seq for row in self._state(space).audit if row.change_id == change_id)
        return next(made, None)

    def dead_letters(self, space: Space) -> int:
        """Return how many entries have a newest reply that is `dead`, at any horizon."""
        return _dead_letters(self._state(space).entries)

    def counts(self, space: Space) -> SpaceCounts:
        """Return the sizes of the space's generations, at any horizon."""
        state, rows = self._state(space), self._rows(space)
        facts = [record for record in rows.records.values() if isinstance(record, Fact)]
        episodes = [record for record in rows.records.values() if isinstance(record, Episode)]
        docs = [doc for _, doc in rows.docs.values()]
        vectors = state.vectors.get(space.generations.vectors)
        return SpaceCounts(
            entries=len(state.entries),
            facts=sum(fact.dead_seq is None and fact.standing.served for fact in facts),
            versions=len(facts),
            episodes=sum(episode.dead_seq is None for episode in episodes),
            documents=len(docs),
            live_documents=sum(doc.dead_seq is None for doc in docs),
            postings=sum(len(doc.terms) for doc in docs),
            vectors=len(vectors.by_digest) if vectors else 0,
            pending=state.space.head_seq - rows.mark(DIGEST).done_seq,
            dead_letters=_dead_letters(state.entries),
            unplaced=len(rows.unplaced),
            unembedded=_unembedded(rows, vectors),
            unembeddable=_unembeddable(rows, vectors),
            last_recorded_at=state.space.last_recorded_at,
        )

    def all_records(self, space: Space, family: type[R]) -> Iterator[R | Damage]:
        """Yield every stored version, fresh ones included, in ascending (born_seq, id)."""
        records = self._rows(space).records.values()
        yield from sorted((r for r in records if isinstance(r, family)), key=oldest_first)

    def all_entries(self, space: Space) -> Iterator[Entry | Damage]:
        """Yield every entry in ascending seq."""
        yield from self._state(space).entries

    def all_docs(self, space: Space) -> Iterator[StoredDoc]:
        """Yield every index document in ascending number."""
        for number, (owner, doc) in sorted(self._rows(space).docs.items()):
            times = (doc.born_seq, doc.dead_seq)
            yield StoredDoc(number, owner, *times, doc.length, doc.digest, doc.place)

    def all_postings(self, space: Space) -> Iterator[StoredPosting]:
        """Yield every posting in ascending (doc, term, field)."""
        for number, (_, doc) in sorted(self._rows(space).docs.items()):
            for (term, field), tf in sorted(doc.terms.items()):
                yield StoredPosting(number, term, field, tf, doc.length, doc.born_seq, doc.dead_seq)

    def all_confirmations(self, space: Space) -> Iterator[Confirm]:
        """Yield every confirmation in ascending (key, seq)."""
        rows = self._rows(space).confirmations.values()
        yield from sorted(rows, key=lambda row: (row.key, row.seq))

    def all_silences(self, space: Space) -> Iterator[Silence]:
        """Yield every silence in ascending (seq, ordinal, tentative)."""
        rows = self._rows(space).silences
        yield from sorted(rows, key=lambda row: (row.seq, row.ordinal, row.tentative))

    def all_aliases(self, space: Space) -> Iterator[Alias]:
        """Yield every alias in ascending (name, seq)."""
        yield from (alias for _, alias in sorted(self._rows(space).aliases.items()))

    def all_audit(self, space: Space) -> Iterator[AuditRow]:
        """Yield every audit row in ascending number."""
        yield from self._state(space).audit

    def unplaced(self, space: Space) -> Sequence[Unplaced]:
        """Return commands that found no place, in ascending seq."""
        return sorted(self._rows(space).unplaced, key=lambda command: command.seq)

    def damages(self, space: Space) -> Iterator[Damage]:
        """Yield nothing: what is kept as values has no rows or counters that can be off."""
        self._state(space)
        yield from ()


def _dead_letters(entries: Sequence[Entry]) -> int:
    newest = {
        entry.body.about_seq: entry.body.status
        for entry in entries
        if isinstance(entry.body, Reply)
    }
    return sum(status is ReplyStatus.DEAD for status in newest.values())


def _unembedded(rows: Rows, vectors: VectorRows | None) -> int:
    """Return how many documents wait for a vector: for their turn, or for another try."""
    if vectors is None:  # a generation that was dropped: nothing is embedded in it
        return len(rows.docs)
    waiting = {digest for digest, note in vectors.unmade.items() if note.again is not None}
    settled = vectors.by_digest.keys() | vectors.unmade.keys()
    return sum(
        doc.digest in waiting or (number > vectors.last_doc and doc.digest not in settled)
        for number, (_, doc) in rows.docs.items()
    )


def _unembeddable(rows: Rows, vectors: VectorRows | None) -> int:
    """Return how many documents have a text that was put aside."""
    notes = vectors.unmade.items() if vectors is not None else ()
    aside = {digest for digest, note in notes if note.again is None}
    return sum(doc.digest in aside for _, doc in rows.docs.values())

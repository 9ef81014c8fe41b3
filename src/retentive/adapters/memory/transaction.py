"""Views, and the transaction that writes into its own copy of a space."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from retentive.adapters.memory.changes import apply_change
from retentive.adapters.memory.facts import FactReads
from retentive.adapters.memory.log import LogReads
from retentive.adapters.memory.records import RecordReads
from retentive.adapters.memory.state import (
    Mark,
    Rows,
    SpaceState,
    VectorRows,
    generation_of,
)
from retentive.adapters.memory.sweeps import SweepReads
from retentive.adapters.memory.text import TextReads
from retentive.adapters.memory.vectors import (
    VectorReads,
    drop_unused,
    note_unmade,
    put_vectors,
)
from retentive.kernel.errors import LeaseLost
from retentive.model.change import AuditRow, ChangeSet, PutVector
from retentive.model.entry import Entry
from retentive.model.space import DIGEST, EMBED, Lease, Space
from retentive.ports.rows import Seen, SeenEntry, Unmade


class MemoryView(LogReads, FactReads, RecordReads, TextReads, VectorReads, SweepReads):
    """A `View` of some states; `spaces` says how far each is seen."""

    def __init__(self, states: Mapping[int, SpaceState], spaces: tuple[Space, ...]) -> None:
        super().__init__(states)
        self._spaces = spaces

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The spaces asked for that exist, in the order asked."""
        return self._spaces


class MemoryTransaction(MemoryView):
    """A `Transaction` on one state, which nobody else holds."""

    def __init__(self, state: SpaceState) -> None:
        super().__init__({state.space.id: state}, ())
        self._mine = state
        self._lost: LeaseLost | None = None

    def finish(self) -> None:
        """Raise `LeaseLost` if the work lost its right to write, whether it went on or not."""
        if self._lost is not None:
            raise self._lost

    @property
    def space(self) -> Space:
        """The locked space as it stands inside this transaction."""
        return self._mine.space

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The locked space."""
        return (self.space,)

    def seen(self, names: Collection[Seen]) -> Mapping[Seen, SeenEntry]:
        """Return what these names were used for before; new ones are absent."""
        known = self._mine.seen
        return {name: known[name] for name in names if name in known}

    def append(self, entries: Sequence[Entry], seen: Mapping[Seen, SeenEntry]) -> None:
        """Append entries to the log and remember names of inputs."""
        head, last = self.space.head_seq, self.space.last_recorded_at
        for entry in entries:
            if entry.seq != head + 1:
                raise ValueError(f"entry {entry.seq} does not follow the head {head}")
            if last is not None and entry.recorded_at <= last:
                raise ValueError(f"entry {entry.seq} is not later than the one before it")
            head, last = entry.seq, entry.recorded_at
        for entry in entries:
            self._mine.add_entry(entry)
        self._mine.seen.update(seen)

    def apply(self, space: Space, changes: ChangeSet, audit: AuditRow | None) -> None:
        """Apply changes in their order to the generations of `space` and add the audit row."""
        state, rows = self._state(space), self._kept(space)
        if audit is not None and audit.number != self.space.audit_number + 1:
            raise ValueError(
                f"audit row {audit.number} does not follow number {self.space.audit_number}"
            )
        puts = [change for change in changes.changes if isinstance(change, PutVector)]
        vectors = self._kept_vectors(space) if puts else None
        changed = rows.copy()  # so that changes of which one is refused leave the rows alone
        for change in changes.changes:
            apply_change(changed, change)
        state.rows[space.generations.records] = changed
        drop_unused(state)
        if vectors is not None:
            put_vectors(state, vectors, puts)
        if audit is not None:
            state.add_audit(audit)

    def advance(self, lease: Lease, done_seq: int) -> None:
        """Move the lease's watermark to `done_seq`, clear its attempts and `next_try`."""
        mark = self._mine.mark(lease.stage)
        if lease.generation != generation_of(self.space.generations, lease.stage):
            raise self._loses(f"generation {lease.generation} was replaced")
        if lease.space != self.space.id or lease.fence < mark.fence:
            raise self._loses(f"lease {lease.fence} of {lease.stage} was taken over")
        furthest = max(mark.done_seq, done_seq)
        moved = mark._replace(done_seq=furthest, attempts=0, next_try=None)
        self._mine.set_mark(lease.stage, moved)

    def begin_generation(self, *, tokeniser: str, maker: str) -> Space:
        """Start an empty generation of records and text beside the current one."""
        state = self._mine
        if state.building is not None:
            del state.rows[state.building]
            drop_unused(state)
        state.last_generation += 1
        state.building = state.last_generation
        made_by = replace(
            self.space.generations,
            records=state.building,
            text=state.building,
            tokeniser=tokeniser,
            maker=maker,
        )
        state.rows[state.building] = Rows(made_by)
        return replace(self.space, generations=made_by)

    def built(self, building: Space, done_seq: int) -> None:
        """Record that a generation being built holds the log up to `done_seq`."""
        rows = self._building(building)
        rows.marks[DIGEST] = rows.mark(DIGEST)._replace(done_seq=done_seq)

    def swap_generation(self, building: Space) -> None:
        """Make the building generation current and drop the rows of the one before."""
        rows, state = self._building(building), self._mine
        done, head = rows.mark(DIGEST).done_seq, self.space.head_seq
        if done < head:
            raise ValueError(f"the generation holds the log up to {done}, the head is {head}")
        del state.rows[self.space.generations.records]
        state.building = None
        made_by = self.space.generations
        state.space = replace(
            self.space,
            generations=replace(
                rows.generations, vectors=made_by.vectors, embedder=made_by.embedder
            ),
        )
        drop_unused(state)
        for vectors in state.vectors.values():
            vectors.last_doc = 0
        self._begin_embedding(done_seq=0)

    def embedded(self, space: Space, until: int) -> None:
        """Record on the vectors generation of `space` that documents up to `until` are done."""
        vectors = self._kept_vectors(space)
        if space.generations.text != self.space.generations.text:
            raise self._loses(f"text generation {space.generations.text} is not the current one")
        vectors.last_doc = max(vectors.last_doc, until)

    def note_unmade(self, space: Space, notes: Mapping[bytes, Unmade | None]) -> None:
        """Keep why digests have no vector in the vectors generation of `space`."""
        note_unmade(self._mine, self._kept_vectors(space), notes)

    def adopt_embedder(self, identity: str) -> None:
        """Name the embedder of the current vectors generation, and of the work on it."""
        generations = self.space.generations
        vectors = self._mine.vectors[generations.vectors]
        if vectors.embedder or vectors.by_digest:
            raise ValueError(f"the vectors are those of {vectors.embedder!r} already")
        vectors.embedder = identity
        self._mine.space = replace(self.space, generations=replace(generations, embedder=identity))

    def begin_vectors(self, identity: str) -> Space:
        """Start an empty generation of vectors beside the current one, of another embedder."""
        state = self._mine
        if state.building_vectors is not None:
            del state.vectors[state.building_vectors]
        state.last_generation += 1
        state.building_vectors = state.last_generation
        state.vectors[state.building_vectors] = VectorRows(identity)
        made_by = replace(self.space.generations, vectors=state.building_vectors, embedder=identity)
        return replace(self.space, generations=made_by)

    def swap_vectors(self, building: Space) -> None:
        """Make a generation of vectors current and drop the vectors of the one before."""
        state, number = self._mine, building.generations.vectors
        vectors = self._kept_vectors(building)
        if number != state.building_vectors:
            raise self._loses(f"vectors generation {number} is not being built")
        if any(doc > vectors.last_doc for doc in state.current.docs):
            raise ValueError(f"documents behind {vectors.last_doc} are not embedded")
        del state.vectors[self.space.generations.vectors]
        state.building_vectors = None
        made_by = replace(self.space.generations, vectors=number, embedder=vectors.embedder)
        state.space = replace(self.space, generations=made_by)
        left = any(note.again is not None for note in vectors.unmade.values())
        self._begin_embedding(done_seq=max(0, state.goal(EMBED) - left))

    def _begin_embedding(self, *, done_seq: int) -> None:
        """Let `embed` go on from `done_seq`; leases from before are lost."""
        self._mine.embed_mark = Mark(done_seq=done_seq, fence=self._mine.embed_mark.fence + 1)

    def _kept(self, space: Space) -> Rows:
        rows = self._state(space).rows_of(space)
        if rows is None:
            raise self._loses(f"generation {space.generations.records} was dropped")
        return rows

    def _kept_vectors(self, space: Space) -> VectorRows:
        vectors = self._state(space).vectors.get(space.generations.vectors)
        if vectors is None:
            raise self._loses(f"vectors generation {space.generations.vectors} was dropped")
        return vectors

    def _building(self, space: Space) -> Rows:
        rows = self._kept(space)
        if space.generations.records != self._mine.building:
            raise self._loses(f"generation {space.generations.records} is not being built")
        return rows

    def _loses(self, why: str) -> LeaseLost:
        """Return the error, and keep it: a work that goes on in spite of it writes nothing."""
        self._lost = LeaseLost(f"{why}; nothing of this work was written")
        return self._lost

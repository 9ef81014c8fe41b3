"""Views, and the transaction that writes into its own copy of a space."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from retentive.adapters.memory.changes import apply_change
from retentive.adapters.memory.facts import FactReads
from retentive.adapters.memory.log import LogReads
from retentive.adapters.memory.records import RecordReads
from retentive.adapters.memory.state import Rows, SpaceState
from retentive.adapters.memory.sweeps import SweepReads
from retentive.adapters.memory.text import TextReads
from retentive.kernel.errors import LeaseLost
from retentive.model.change import AuditRow, ChangeSet
from retentive.model.entry import Entry
from retentive.model.space import DIGEST, Lease, Space
from retentive.ports.rows import Seen, SeenEntry


class MemoryView(LogReads, FactReads, RecordReads, TextReads, SweepReads):
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
        for entry in entries:
            space = self.space
            if entry.seq != space.head_seq + 1:
                raise ValueError(f"entry {entry.seq} does not follow the head {space.head_seq}")
            if space.last_recorded_at is not None and entry.recorded_at <= space.last_recorded_at:
                raise ValueError(f"entry {entry.seq} is not later than the one before it")
            self._mine.add_entry(entry)
        self._mine.seen.update(seen)

    def apply(self, space: Space, changes: ChangeSet, audit: AuditRow | None) -> None:
        """Apply changes in their order to the generations of `space` and add the audit row."""
        state, rows = self._state(space), self._kept(space)
        if audit is not None and audit.number != self.space.audit_number + 1:
            raise ValueError(
                f"audit row {audit.number} does not follow number {self.space.audit_number}"
            )
        for change in changes.changes:
            apply_change(state, rows, change)
        if audit is not None:
            state.add_audit(audit)

    def advance(self, lease: Lease, done_seq: int) -> None:
        """Move the lease's watermark to `done_seq`, clear its attempts and `next_try`."""
        rows = self._mine.current
        mark = rows.mark(lease.stage)
        if lease.generation != self.space.generations.records:
            raise LeaseLost(f"generation {lease.generation} was replaced")
        if lease.space != self.space.id or lease.fence < mark.fence:
            raise LeaseLost(f"lease {lease.fence} of {lease.stage} was taken over")
        furthest = max(mark.done_seq, done_seq)
        rows.marks[lease.stage] = mark._replace(done_seq=furthest, attempts=0, next_try=None)

    def begin_generation(self, *, tokeniser: str, maker: str) -> Space:
        """Start an empty generation of records and text beside the current one."""
        state = self._mine
        if state.building is not None:
            del state.rows[state.building]
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
        state.space = replace(self.space, generations=rows.generations)

    def _kept(self, space: Space) -> Rows:
        rows = self._state(space).rows_of(space)
        if rows is None:
            raise LeaseLost(f"generation {space.generations.records} was dropped")
        return rows

    def _building(self, space: Space) -> Rows:
        rows = self._kept(space)
        if space.generations.records != self._mine.building:
            raise LeaseLost(f"generation {space.generations.records} is not being built")
        return rows

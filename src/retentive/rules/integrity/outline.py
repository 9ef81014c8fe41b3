"""What every check of a space stands on: its log in outline, and names nobody answers to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from retentive.kernel.times import to_micros
from retentive.model.actor import Actor
from retentive.model.entry import Entry, Reply, ReplyStatus
from retentive.model.report import Damage
from retentive.model.space import Space

GIVEN_UP = "fold"
"""The stage of a dead letter whose entry changes nothing when it is digested."""


class Line(NamedTuple):
    """What is kept of an entry: all but its words."""

    id: str
    kind: str
    session: str | None
    speaker: Actor
    said_at: int
    recorded_at: datetime
    length: int


@dataclass
class Outline:
    """A space's log without its words, and how far it was digested.

    Entries that cannot be read or are not there are missing from `lines`. Where the watermark
    cannot be true, no entry is taken to be digested, nor not to be.
    """

    space: Space
    watermark: int
    lines: dict[int, Line] = field(default_factory=dict)
    seqs: dict[str, int] = field(default_factory=dict)
    _newest_reply: dict[int, tuple[ReplyStatus, str]] = field(default_factory=dict)
    _speakers: dict[Actor, Actor] = field(default_factory=dict)

    def add(self, entry: Entry) -> None:
        """Note an entry that was read."""
        body = entry.body
        self.seqs[entry.id] = entry.seq
        self.lines[entry.seq] = Line(
            id=entry.id,
            kind=type(body).__name__.lower(),
            session=entry.origin.session,
            speaker=self._speakers.setdefault(entry.speaker, entry.speaker),
            said_at=to_micros(entry.said_at),
            recorded_at=entry.recorded_at,
            length=len(entry.text),
        )
        if isinstance(body, Reply):
            self._newest_reply[body.about_seq] = (body.status, body.stage)

    @property
    def head(self) -> int:
        """The number of the newest entry, as the space says."""
        return self.space.head_seq

    @property
    def lost(self) -> int:
        """How many entries are gone or cannot be read."""
        return self.head - sum(1 <= seq <= self.head for seq in self.lines)

    @property
    def dead_letters(self) -> int:
        """How many entries were given up, at any stage."""
        return sum(status is ReplyStatus.DEAD for status, _ in self._newest_reply.values())

    def holds(self, seq: int) -> bool:
        """Tell whether `seq` lies within the log."""
        return 1 <= seq <= self.head

    def was_given_up(self, seq: int) -> bool:
        """Tell whether digestion passed an entry without changing anything for it."""
        return self._newest_reply.get(seq) == (ReplyStatus.DEAD, GIVEN_UP)

    def is_settled(self, seq: int) -> bool:
        """Tell whether nothing tentative of an entry may be left."""
        return self.is_digested(seq) and not self.was_given_up(seq)

    def is_digested(self, seq: int) -> bool:
        """Tell whether digestion has passed an entry."""
        return self._is_known and seq <= self.watermark

    def is_pending(self, seq: int) -> bool:
        """Tell whether digestion has not come to an entry."""
        return self._is_known and seq > self.watermark

    @property
    def _is_known(self) -> bool:
        return 0 <= self.watermark <= self.head

    def entry_place(self, seq: int) -> str:
        """Name an entry."""
        return f"space {self.space.id} entry {seq}"

    @property
    def place(self) -> str:
        """Name the space."""
        return f"space {self.space.id}"


@dataclass
class Unknown:
    """Names of rows that no row answers to, with the damages they are part of.

    A row that cannot be read is named as such once. What refers to it is then no damage of
    its own; but only as many names as rows are missing can be explained so.
    """

    _found: dict[str, list[Damage]] = field(default_factory=dict)

    def add(self, name: str, damage: Damage) -> None:
        """Note that `damage` follows from a name that is not known."""
        self._found.setdefault(name, []).append(damage)

    def unexplained(self, missing: int) -> Iterator[Damage]:
        """Yield the damages, unless `missing` rows can account for all names."""
        if len(self._found) > missing:
            for damages in self._found.values():
                yield from damages

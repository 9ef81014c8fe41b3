"""Checks of the audit chain: numbers, links, and the head that the space row keeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from retentive.kernel.identity import derived_id
from retentive.model.change import AuditRow
from retentive.model.report import Damage
from retentive.rules.audit import DIGEST, FORMAT, genesis, linked
from retentive.rules.integrity.outline import Outline


@dataclass
class AuditCheck:
    """Reads the rows of a space's chain in their order.

    Where a row breaks the chain, the next may follow what it says or what it should have
    said: so one altered row is one damage.
    """

    outline: Outline
    _number: int = 0
    _links: frozenset[bytes] | None = field(init=False)
    _ahead: AuditRow | None = None

    def __post_init__(self) -> None:
        """Begin with what the first row is to follow."""
        self._links = frozenset({genesis(self.outline.space)})

    def unreadable(self) -> None:
        """Pass over a row that cannot be read: nothing is known of its link."""
        self._number += 1
        self._links = None

    def read(self, row: AuditRow) -> Iterator[Damage]:
        """Yield what is wrong with the next row."""
        secret = self.outline.space.secret
        if row.number != self._number + 1:
            yield from self._missing(row.number - 1)
            self._links = frozenset({row.link})
        else:
            before, self._links = self._links, frozenset({row.link})
            expected = (
                {row.link} if before is None else {linked(secret, one, row).link for one in before}
            )
            if row.format > FORMAT:
                detail = f"is of format {row.format}, which this version does not know"
                yield self._at(row.number, "version", detail)
            elif row.link not in expected:
                yield self._at(row.number, "audit-link", "is not what was chained here")
                self._links |= expected
        self._number = row.number
        yield from self._placed(row)

    def ended(self) -> Iterator[Damage]:
        """Yield what the space row says otherwise than the chain."""
        space = self.outline.space
        if self._number < space.audit_number:
            yield from self._missing(space.audit_number)
        elif self._number > space.audit_number or not self._ends_at(space.audit_link):
            detail = f"the space keeps another head: number {space.audit_number}"
            yield self._at(self._number, "audit-head", detail)
        if self._ahead is not None:
            detail = (
                f"digested to {self.outline.watermark}, but audit row {self._ahead.number} tells "
                f"what entry {self._ahead.seq} was digested to"
            )
            yield Damage(check="watermark", place=self.outline.place, detail=detail)

    def _ends_at(self, link: bytes) -> bool:
        return self._links is None or link in self._links or not self._number

    def _missing(self, last: int) -> Iterator[Damage]:
        first = self._number + 1
        detail = f"rows {first} to {last} are missing" if last > first else "is missing"
        yield self._at(first, "audit-gap", detail)

    def _placed(self, row: AuditRow) -> Iterator[Damage]:
        if row.operation == DIGEST and self.outline.is_pending(row.seq):
            self._ahead = row
        line = self.outline.lines.get(row.seq)
        if not self.outline.holds(row.seq):
            detail = f"rests on entry {row.seq}, the log ends at {self.outline.head}"
            yield self._at(row.number, "audit-entry", detail)
        elif line is not None and line.recorded_at != row.at:
            detail = f"was at {row.at}, entry {row.seq} at {line.recorded_at}"
            yield self._at(row.number, "audit-entry", detail)
        if row.change_id != derived_id("c", self.outline.space.secret, row.number):
            yield self._at(row.number, "audit-id", "its change id is that of another number")

    def _at(self, number: int, check: str, detail: str) -> Damage:
        place = f"{self.outline.place} audit {number}"
        return Damage(check=check, place=place, detail=detail)

"""Checks of the audit chain: numbers, links, and the head that the space row keeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retentive.kernel.identity import derived_id
from retentive.model.change import AuditRow
from retentive.model.report import Damage
from retentive.rules.audit import FORMAT, GENESIS, linked
from retentive.rules.integrity import Outline


@dataclass
class AuditCheck:
    """Reads the rows of a space's chain in their order.

    Where a row breaks the chain, the next may follow what it says or what it should have
    said: so one altered row is one damage.
    """

    outline: Outline
    _number: int = 0
    _links: frozenset[bytes] = frozenset({GENESIS})

    def read(self, row: AuditRow) -> Iterator[Damage]:
        """Yield what is wrong with the next row."""
        secret = self.outline.space.secret
        if row.number != self._number + 1:
            yield from self._missing(row.number - 1)
            self._links = frozenset({row.link})
        else:
            expected = frozenset(linked(secret, link, row).link for link in self._links)
            self._links = frozenset({row.link})
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
        elif self._number > space.audit_number or space.audit_link not in self._links:
            detail = f"the space keeps another head: number {space.audit_number}"
            yield self._at(self._number, "audit-head", detail)

    def _missing(self, last: int) -> Iterator[Damage]:
        first = self._number + 1
        detail = f"rows {first} to {last} are missing" if last > first else "is missing"
        yield self._at(first, "audit-gap", detail)

    def _placed(self, row: AuditRow) -> Iterator[Damage]:
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

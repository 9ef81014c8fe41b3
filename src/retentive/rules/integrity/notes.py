"""Checks of confirmations, aliases, silences and unplaced commands: what they name exists."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from retentive.model.change import Alias, Confirm, Silence, Silencing, Unplaced
from retentive.model.report import Damage
from retentive.rules.integrity.outline import Outline, Unknown


@dataclass(frozen=True)
class NoteCheck:
    """Checks the small rows of a space against its log and its fact lineages.

    `lineages` are the keys of facts, `facts` the ids of their versions.
    """

    outline: Outline
    entries: Unknown
    keys: Unknown
    lineages: Collection[str]
    facts: Collection[str]

    def confirmations(self, rows: Iterable[Confirm]) -> Iterator[Damage]:
        """Yield what is wrong with confirmations."""
        for row in rows:
            if row.key not in self.lineages:
                damage = self._at(
                    row.seq, "confirmation", f"confirms {row.key}, which is not stored"
                )
                self.keys.add(row.key, damage)
            line = self.outline.lines.get(row.seq)
            if row.entry_id not in self.outline.seqs:
                detail = f"{row.entry_id} confirms {row.key}, but is not in the log"
                self.entries.add(row.entry_id, self._at(row.seq, "confirmation", detail))
            elif line is None or (line.id, line.speaker.id, line.session) != (
                row.entry_id,
                row.speaker,
                row.session,
            ):
                detail = f"its confirmation of {row.key} is not by this entry's speaker and session"
                yield self._at(row.seq, "confirmation", detail)
            elif self.outline.is_pending(row.seq):
                yield self._at(row.seq, "confirmation", "was counted before its entry was digested")
            elif not all(0 <= start < end <= line.length for start, end in row.spans):
                detail = f"confirms by words beyond its {line.length} code points"
                yield self._at(row.seq, "confirmation", detail)

    def aliases(self, rows: Mapping[str, Sequence[Alias]]) -> Iterator[Damage]:
        """Yield aliases that lead nowhere or in a circle.

        `rows` holds all of them by name, the newest of a name last; each is followed at the
        horizon from which it counts.
        """
        for row in (one for named in rows.values() for one in named):
            name = _end(row, rows)
            place = f"alias {row.name}"
            if name is None:
                detail = f"leads in a circle, by {row.key}"
                yield Damage(check="alias", place=place, detail=detail)
            elif name not in self.lineages and name not in self.facts:
                detail = f"leads to {name}, which is not stored"
                self.keys.add(name, Damage(check="alias", place=place, detail=detail))
            yield from self._tentative(row.seq, row.tentative, f"the alias {row.name}")

    def silences(
        self, rows: Iterable[Silence], aliases: Collection[str], unplaced: Collection[int]
    ) -> Iterator[Damage]:
        """Yield silences of what does not exist.

        Words may have belonged to a lineage that the present rules never made, and so may
        what a command silenced that found no place.
        """
        for row in rows:
            yield from self._span(row)
            known = row.key is None or row.key in self.lineages or row.key in aliases
            lost = row.span is not None or row.seq in unplaced
            if row.key is not None and not known and not lost:
                damage = self._at(row.seq, "silence", f"silences {row.key}, which is not stored")
                self.keys.add(row.key, damage)
            line = self.outline.lines.get(row.seq)
            if line is not None and not _may_silence(line.kind, row):
                yield self._at(row.seq, "silence", f"a {line.kind} silences nothing")
            yield from self._tentative(row.seq, row.tentative, f"silence {row.ordinal}")

    def unplaced(self, rows: Iterable[Unplaced]) -> Iterator[Damage]:
        """Yield what is called a command without a place, and is none."""
        for row in rows:
            line = self.outline.lines.get(row.seq)
            if not self.outline.holds(row.seq) or self.outline.is_pending(row.seq):
                detail = f"found no place, but digestion has done {self.outline.watermark}"
                yield self._at(row.seq, "unplaced", detail)
            elif line is not None and line.kind != "command":
                yield self._at(row.seq, "unplaced", f"a {line.kind} seeks no place")

    def _span(self, row: Silence) -> Iterator[Damage]:
        if row.entry_id is None:
            if row.span is not None or (row.key is None and row.content is None):
                yield self._at(row.seq, "silence", f"silence {row.ordinal} names nothing")
            return
        seq = self.outline.seqs.get(row.entry_id)
        if seq is None:
            detail = f"silences {row.entry_id}, which is not in the log"
            self.entries.add(row.entry_id, self._at(row.seq, "silence", detail))
        elif row.span is not None:
            start, end = row.span
            length = self.outline.lines[seq].length
            if not 0 <= start <= end <= length:
                detail = f"silences {start}:{end} of entry {seq}, which has {length} code points"
                yield self._at(row.seq, "silence", detail)

    def _tentative(self, seq: int, tentative: bool, what: str) -> Iterator[Damage]:
        if not self.outline.holds(seq):
            detail = f"{what} is of entry {seq}, the log ends at {self.outline.head}"
            yield self._at(seq, "tentative", detail)
        elif tentative and self.outline.is_settled(seq):
            detail = f"{what} is still tentative, though the entry was digested"
            yield self._at(seq, "tentative", detail)
        elif not tentative and self.outline.is_pending(seq):
            detail = f"{what} is settled, though digestion has done {self.outline.watermark}"
            yield self._at(seq, "tentative", detail)

    def _at(self, seq: int, check: str, detail: str) -> Damage:
        return Damage(check=check, place=self.outline.entry_place(seq), detail=detail)


def _may_silence(kind: str, row: Silence) -> bool:
    """Tell whether an entry of that kind silences so.

    A statement hides what it adds to; whatever is said may put right or take back what was said.
    """
    if row.mode is Silencing.REPLACED:
        return kind in ("command", "statement")
    return kind != "reply"


def _end(row: Alias, rows: Mapping[str, Sequence[Alias]]) -> str | None:
    """Return the name at which an alias ends at its own horizon; None if it never does."""
    passed, name = {row.name}, row.key
    while name not in passed:
        further = [one for one in rows.get(name, ()) if one.seq <= row.seq]
        if not further:
            return name
        passed.add(name)
        name = further[-1].key
    return None

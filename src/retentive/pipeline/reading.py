"""Reading records as their reader may see them: hidden ones left out, silenced words cut.

Every read path goes through `Reader`; drivers know nothing of silences.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from retentive.kernel.errors import NotFound
from retentive.model.change import Silence, Silencing
from retentive.model.entry import Entry
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Citation, Source, Span
from retentive.model.query import AnyTime
from retentive.model.space import Space
from retentive.pipeline.vocabulary import calendar
from retentive.ports.rows import Confirmed
from retentive.ports.view import View
from retentive.rules.facts import holds_at
from retentive.rules.masking import (
    active,
    cut,
    hides,
    is_hidden,
    is_said,
    masked,
    masked_quotes,
    spans_of,
)
from retentive.rules.sameness import first_same

_STANDINGS = {Silencing.FORGOTTEN: Standing.FORGOTTEN, Silencing.RETRACTED: Standing.RETRACTED}


def moment(view: View, now: datetime) -> datetime:
    """Return when a reader looks who names no time: now, or the log's time where that is later.

    A writer's clock may be ahead, and what begins by it holds for whoever reads it.
    """
    return max((now, *filter(None, (_logged(view, space) for space in view.spaces))))


def _logged(view: View, space: Space) -> datetime | None:
    """Return when the last entry that is seen was recorded."""
    if space.horizon >= space.head_seq:
        return space.last_recorded_at
    seen = view.entries(space, after=space.horizon - 1, limit=1) if space.horizon else ()
    return seen[0].recorded_at if seen else None


@dataclass(frozen=True, slots=True)
class Reader:
    """One snapshot, read as of `valid_at` (an instant, or any time)."""

    view: View
    valid_at: datetime | AnyTime

    def shown(self, space: Space, facts: Iterable[Fact]) -> list[Fact]:
        """Return the facts a reader may see, in their order, with confirmations counted."""
        found = list(facts)
        silences = self._silences_about(space, found)
        return self._told(space, found, silences)

    def remembered(self, space: Space, versions: Sequence[Fact]) -> list[Fact]:
        """Return the versions of a lineage without those that were forgotten."""
        silences = self._silences_about(space, versions)
        forgotten = [one for one in silences if one.mode is Silencing.FORGOTTEN]
        return self._told(space, versions, forgotten)

    def standing(self, space: Space, fact: Fact) -> Fact:
        """Return a fact with the standing that a command left it, digested or not."""
        ending = [one for one in self._silences_about(space, [fact]) if hides(one, fact)]
        if not fact.standing.served or not ending:
            return fact
        return replace(fact, standing=_STANDINGS.get(ending[-1].mode, fact.standing))

    def _told(self, space: Space, facts: Iterable[Fact], silences: Sequence[Silence]) -> list[Fact]:
        kept = [fact for fact in facts if not is_hidden(fact, silences)]
        counts = self._confirmed(space, {fact.key for fact in kept})
        return [_confirmed(masked_quotes(fact, silences), counts.get(fact.key)) for fact in kept]

    def _confirmed(self, space: Space, keys: Collection[str]) -> dict[str, Confirmed]:
        """Return in how many sessions words that still count confirm each lineage, and when last.

        An entry without a session is a session of its own.
        """
        rows = self.view.confirming(space, keys)
        silenced = self.silenced(space, {row.entry_id for row in rows})
        sessions: dict[str, set[tuple[bool, str]]] = {}
        last: dict[str, datetime] = {}
        for row in rows:
            if is_said(row, silenced[row.entry_id]):
                session = (True, row.entry_id) if row.session is None else (False, row.session)
                sessions.setdefault(row.key, set()).add(session)
                last[row.key] = row.at
        return {key: Confirmed(len(found), last[key]) for key, found in sessions.items()}

    def served(self, space: Space, facts: Iterable[Fact]) -> list[Fact]:
        """Return the shown facts that are served, not ended, and hold at the asked time.

        A fresh fact that says what an older one says is left out: digestion will fold it.
        """
        shown = self.shown(space, (fact for fact in facts if self._is_live(fact)))
        equals = self._equals(space, shown)
        if not equals:
            return shown
        fresh = [fact for fact in shown if fact.standing is Standing.FRESH]
        told = {one.entry_id for fact in fresh for one in fact.provenance.citations}
        entries = self.view.entries_by_id(space, told)
        repeated = {fact.id for fact in fresh if _is_repeated(fact, equals, entries)}
        return [fact for fact in shown if fact.id not in repeated]

    def is_over(self, fact: Fact) -> bool:
        """Tell whether a fact that is served held once, and at the asked time no more."""
        if not fact.standing.served or fact.dead_seq is not None or self.valid_at == "any":
            return False
        return fact.valid_until is not None and fact.valid_until <= self.valid_at

    def _equals(self, space: Space, facts: Iterable[Fact]) -> list[Fact]:
        """Return what is shown of the facts that have the content of a fresh one."""
        fresh = {fact.content_hash for fact in facts if fact.standing is Standing.FRESH}
        found = self.view.facts_by_hash(space, fresh) if fresh else {}
        several = [fact for equal in found.values() if len(equal) > 1 for fact in equal]
        return self.shown(space, several)

    def _is_live(self, fact: Fact) -> bool:
        if not fact.standing.served or fact.dead_seq is not None:
            return False
        return self.valid_at == "any" or holds_at(fact, self.valid_at)

    def _silences_about(self, space: Space, facts: Collection[Fact]) -> list[Silence]:
        keys = {fact.key for fact in facts}
        entry_ids = {one.entry_id for fact in facts for one in fact.provenance.citations}
        if not facts:
            return []
        return active(self.view.silences(space, entry_ids=entry_ids, keys=keys), space.horizon)

    def silenced(self, space: Space, entry_ids: Collection[str]) -> dict[str, list[Silence]]:
        """Return what is silenced in each of these entries."""
        by_entry: dict[str, list[Silence]] = {entry_id: [] for entry_id in entry_ids}
        if entry_ids:
            for one in active(self.view.silences(space, entry_ids=entry_ids), space.horizon):
                if one.entry_id in by_entry and one.span is not None:
                    by_entry[one.entry_id].append(one)
        return by_entry

    def cited(self, records: Sequence[tuple[Space, Fact | Entry]]) -> list[Cited]:
        """Return each record with its sources; a space is asked once for all of its own."""
        wanted = [(record, _citations(record)) for _, record in records]
        ids: dict[int, set[str]] = {}
        for (space, _), (_, citations) in zip(records, wanted, strict=True):
            ids.setdefault(space.id, set()).update(one.entry_id for one in citations)
        entries: dict[str, Entry] = {}
        silences: dict[str, list[Silence]] = {}
        for space in self.view.spaces:
            if space.id in ids:
                entries.update(self.view.entries_by_id(space, ids[space.id]))
                silences.update(self.silenced(space, ids[space.id]))
        answers: list[Cited] = []
        for record, citations in wanted:
            sources = tuple(
                _source(one, entries[one.entry_id], silences.get(one.entry_id, ()))
                for one in citations
                if one.entry_id in entries
            )
            if isinstance(record, Entry):
                record = cut(record, silences.get(record.id, ()))
            answers.append(Cited(record, sources, len(citations) - len(sources)))
        return answers

    def turns(self, turns: Sequence[tuple[Space, Entry]]) -> list[Entry]:
        """Return entries with what is silenced in their words replaced by `[…]`."""
        silences: dict[str, list[Silence]] = {}
        for space in self.view.spaces:
            ids = {entry.id for home, entry in turns if home.id == space.id}
            silences.update(self.silenced(space, ids))
        return [cut(entry, silences.get(entry.id, ())) for _, entry in turns]


class Cited(NamedTuple):
    """A record with silenced words cut, its sources, and how many others are withheld."""

    record: Fact | Entry
    sources: tuple[Source, ...]
    withheld: int


def said_in(view: View, space: Space, keys: Sequence[str]) -> list[tuple[str, Span]]:
    """Return every span that says these lineages: cited by any version, or confirming one."""
    cited = [
        (citation.entry_id, citation.span)
        for key in keys
        for version in view.versions(space, Fact, key)
        for citation in version.provenance.citations
    ]
    confirming = [
        (one.entry_id, span) for one in view.confirming(space, keys) for span in one.spans
    ]
    return list(dict.fromkeys([*cited, *confirming]))


def unknown(name: str) -> NotFound:
    """Return the one error for what does not exist and what may not be seen."""
    return NotFound(
        f"no record {name!r} is known in this scope; facts.list() and recall show the ids of what "
        "is, and forget takes the id of a message too",
        id=name,
    )


def is_ended(view: View, space: Space, fact: Fact) -> bool:
    """Tell whether a fact is served no more, and one that its reader may know of.

    Of what was forgotten nobody is told that it was there.
    """
    reader, versions = Reader(view, "any"), view.versions(space, Fact, fact.key)
    lives = fact.standing.served and fact.dead_seq is None and reader.shown(space, [fact])
    return not lives and bool(reader.remembered(space, versions))


def ended(name: str) -> NotFound:
    """Return the error for what this scope knew, and what holds no more."""
    return NotFound(
        f"{name!r} has ended; history shows it, and remember says it anew", id=name, ended=True
    )


def _is_repeated(fact: Fact, equals: Iterable[Fact], entries: Mapping[str, Entry]) -> bool:
    """Tell whether a fresh fact, of one of these entries, says what an older lineage says."""
    said = [entries[one.entry_id] for one in fact.provenance.citations if one.entry_id in entries]
    if not said:
        return False
    place = (fact.born_seq, fact.id)
    older = (one for one in equals if one.key != fact.key and (one.born_seq, one.id) < place)
    return first_same(older, fact, calendar(said[-1])) is not None


def _citations(record: Fact | Entry) -> tuple[Citation, ...]:
    if isinstance(record, Fact):
        return record.provenance.citations
    whole = Span(0, len(record.text))
    return (Citation(entry_id=record.id, span=whole, quote=record.text),)


def _source(citation: Citation, entry: Entry, silences: Sequence[Silence]) -> Source:
    return Source(
        entry_id=entry.id,
        span=citation.span,
        quote=masked(entry.text, spans_of(silences, entry.id), citation.span),
        speaker=entry.speaker,
        said_at=entry.said_at,
        session=entry.origin.session,
        caller_id=entry.caller_id,
    )


def _confirmed(fact: Fact, counted: Confirmed | None) -> Fact:
    if counted is None:
        return fact
    return replace(fact, confirmations=counted.sessions, last_confirmed_at=counted.last_at)

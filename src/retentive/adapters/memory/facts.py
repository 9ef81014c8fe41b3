"""Answers about facts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from retentive.adapters.memory.horizon import is_fresh
from retentive.adapters.memory.reads import Reads
from retentive.model.change import Confirm, Silence, Silencing
from retentive.model.fact import Fact
from retentive.model.query import FactFilter
from retentive.model.record import Record
from retentive.model.space import Space
from retentive.ports.rows import Confirmed, Position
from retentive.ports.view import SAME_WORDS
from retentive.rules.values import head as head_of


def oldest_first(version: Record) -> tuple[int, str]:
    """Sort by (born_seq, id)."""
    return version.born_seq, version.id


def newest_first(version: Record) -> tuple[int, str]:
    """Sort by born_seq from the newest down, then by id."""
    return -version.born_seq, version.id


class FactReads(Reads):
    """The part of `View` that finds facts, their confirmations and silences."""

    def facts(
        self, space: Space, wanted: FactFilter, *, after: Position | None = None, limit: int
    ) -> Sequence[Fact]:
        """Return facts that pass the filter, newest born first, then by ascending id."""
        facts = [fact for fact in self._versions(space, Fact) if _passes(fact, wanted)]
        facts.sort(key=newest_first)
        if after is not None:
            last = (-after.born_seq, after.id)
            facts = [fact for fact in facts if newest_first(fact) > last]
        return facts[:limit]

    def facts_by_hash(self, space: Space, hashes: Collection[str]) -> Mapping[str, Sequence[Fact]]:
        """Return for each content hash the served, not ended facts (fresh included)."""
        found: dict[str, list[Fact]] = {}
        for fact in sorted(self._alive(space, Fact), key=oldest_first):
            if fact.standing.served and fact.content_hash in hashes:
                found.setdefault(fact.content_hash, []).append(fact)
        return {content: facts[-SAME_WORDS:] for content, facts in found.items()}

    def facts_by_claim(self, space: Space, subject: str, attribute: str) -> Sequence[Fact]:
        """Return settled, not ended facts with a claim on that subject and attribute."""
        facts = [
            fact
            for fact in self._alive(space, Fact)
            if fact.claim is not None
            and (fact.claim.subject, fact.claim.attribute) == (subject, attribute)
            and not is_fresh(fact)
        ]
        return sorted(facts, key=oldest_first)

    def claims_around(
        self, space: Space, subject: str, attribute: str, at: datetime, *, limit: int
    ) -> Sequence[Fact]:
        """Return served, settled facts with such a claim that begin around `at`."""
        facts = sorted(
            (one for one in self.facts_by_claim(space, subject, attribute) if one.standing.served),
            key=lambda one: (one.begins, *oldest_first(one)),
        )
        split = bisect_right(facts, at, key=lambda one: one.begins)
        return facts[max(0, split - limit) : split + limit]

    def claims_alike(
        self, space: Space, subject: str, attribute: str, head: str, *, limit: int
    ) -> Sequence[Fact]:
        """Return served, settled facts with such a claim whose value has this head."""
        facts = [
            one
            for one in self.facts_by_claim(space, subject, attribute)
            if one.standing.served and one.claim is not None and head_of(one.claim.value) == head
        ]
        return sorted(facts, key=newest_first)[:limit]

    def facts_about(self, space: Space, subject: str, *, limit: int) -> Sequence[Fact]:
        """Return served, settled facts about a subject, newest born first."""
        facts = [
            one
            for one in self._alive(space, Fact)
            if one.subject == subject and one.standing.served and not is_fresh(one)
        ]
        return sorted(facts, key=newest_first)[:limit]

    def facts_citing(self, space: Space, entry_ids: Collection[str]) -> Sequence[Fact]:
        """Return not ended facts (any standing, fresh included) that cite these entries."""
        facts = [
            fact
            for fact in self._alive(space, Fact)
            if any(citation.entry_id in entry_ids for citation in fact.provenance.citations)
        ]
        return sorted(facts, key=oldest_first)

    def confirmations(self, space: Space, keys: Collection[str]) -> Mapping[str, Confirmed]:
        """Return how many distinct sessions confirmed each lineage, and when last."""
        sessions: dict[str, set[tuple[str, str]]] = {}
        last: dict[str, datetime] = {}
        for row in self.confirming(space, keys):
            alone = row.session is None
            session = ("entry", row.entry_id) if alone else ("session", row.session or "")
            sessions.setdefault(row.key, set()).add(session)
            last[row.key] = row.at
        return {key: Confirmed(len(found), last[key]) for key, found in sessions.items()}

    def confirming(
        self, space: Space, keys: Collection[str] = (), *, entry_ids: Collection[str] = ()
    ) -> Sequence[Confirm]:
        """Return the confirmations of these lineages or by these entries, by (key, seq)."""
        rows = [
            row
            for row in self._rows(space).confirmations.values()
            if (row.key in keys or row.entry_id in entry_ids) and row.seq <= space.horizon
        ]
        return sorted(rows, key=lambda row: (row.key, row.seq))

    def silences(
        self,
        space: Space,
        *,
        entry_ids: Collection[str] = (),
        keys: Collection[str] = (),
        contents: Collection[str] = (),
    ) -> Sequence[Silence]:
        """Return silences that name one of these entries, lineages or hashes, by (seq, ordinal)."""
        named = [
            silence
            for silence in self._rows(space).silences
            if silence.entry_id in entry_ids or silence.key in keys or silence.content in contents
            if silence.mode is Silencing.FORGOTTEN or silence.seq <= space.horizon
        ]
        return sorted(named, key=lambda silence: (silence.seq, silence.ordinal))


def _passes(fact: Fact, wanted: FactFilter) -> bool:
    if fact.dead_seq is not None and not wanted.include_retired:
        return False
    if not fact.standing.served and not wanted.include_unserved:
        return False
    if wanted.kinds and fact.kind not in wanted.kinds:
        return False
    if wanted.entity_key is not None and wanted.entity_key not in fact.entity_keys:
        return False
    if wanted.theme_key is not None and fact.theme_key != wanted.theme_key:
        return False
    return _passes_tags(fact, wanted) and _passes_time(fact, wanted)


def _passes_tags(fact: Fact, wanted: FactFilter) -> bool:
    tags = frozenset(fact.tags)
    return not (wanted.tags and tags.isdisjoint(wanted.tags)) and tags.isdisjoint(
        wanted.exclude_tags
    )


def _passes_time(fact: Fact, wanted: FactFilter) -> bool:
    at = wanted.valid_at
    if at is None:
        return True
    begun = fact.valid_from is None or fact.valid_from <= at
    return begun and (fact.valid_until is None or at < fact.valid_until)
